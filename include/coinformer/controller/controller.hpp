#pragma once

#include <coinformer/cache/shared_informer.hpp>
#include <coinformer/controller/controller_handle.hpp>
#include <coinformer/controller/controller_options.hpp>
#include <coinformer/controller/mapping.hpp>
#include <coinformer/controller/predicates.hpp>
#include <coinformer/controller/reconcile_result.hpp>
#include <coinformer/controller/work_queue.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace coinformer {

namespace detail {

/// The handler of one source: turns each event that `predicate` accepts into keys, and adds them to `queue`.
template <class T, class Queue, class Key, class Keys, class Predicate>
struct source_feed {
    void operator()(event<T> const& e) const
    {
        if (!is_wanted(e)) return;
        bool const resync = e.kind == event_kind::updated && e.old == e.cur;
        auto const p = e.initial == initial_list::yes || resync ? priority::low : priority::normal;
        auto const add = [&](Key const& key) { queue.add(key, p); };
        if (e.kind == event_kind::deleted && on_deletion) on_deletion(e.cur.key(), e.cur.uid());
        for_each_key<Key>(keys(e.cur), add);
        // an update may have moved the object from one key to another: reconcile its former key as well
        if (e.old && !resync) for_each_key<Key>(keys(e.old), add);
    }
    bool is_wanted(event<T> const& e) const
    try {
        return static_cast<bool>(predicate(e));
    } catch (...) { // an extra reconcile does no harm, and a missing one would
        log_failed_predicate(*log, e.cur.key());
        return true;
    }

    Queue queue;
    Keys keys;
    Predicate predicate;
    log_sink* log;
    std::function<void(object_key, std::string_view uid)> on_deletion = {};
};

using own_key_mapping = std::remove_const_t<decltype(own_key)>;
using any_change = decltype([](auto const&) { return true; });

} // namespace detail

/// Reconciles keys: changes of the watched objects become keys, and `reconcile` is called with each key,
/// again and again until it succeeds.
///
///     controller rollouts(env, [&](object_name key) { return reconcile(api, deployments.lister(), key); });
///     rollouts.watches(deployments, own_key, changed::generation);
///     rollouts.watches(replica_sets, owner_key<deployment>());
///     work.start(rollouts.run());
///
/// A key is never reconciled twice at the same time. If a key changes while it is being reconciled, it is
/// reconciled once more afterwards. Live changes have a higher priority than first lists and resyncs. A
/// reconcile that throws or returns failed() is logged with its key, counted, and repeated after the key's
/// back-off. If it throws an api_error with a retry_after(), it is not repeated earlier than the API server
/// has asked for, which counts as five minutes at most.
///
/// Several processes can share the keys: see shards().
///
/// Threads    any. Each reconcile runs on a strand of the environment's executor.
/// Lifetime   The environment's clock and log outlive the controller. The watched informers outlive run().
template <class Key = object_name, class Hash = default_hash<Key>>
class controller {
public:
    /// `reconcile` receives a reference to a key, which stays valid until the task that it returns has ended.
    /// The controller keeps the function object, so the captures of a lambda stay valid as well.
    ///
    /// Errors     errc::bad_request if an option is out of range; the message names the option.
    controller(environment env,
               std::function<task<reconcile_result>(std::type_identity_t<Key> const&)> reconcile,
               controller_options options = {})
        : controller([call = std::move(reconcile)](
                         void const* key, shard_fence const&) { return call(*static_cast<Key const*>(key)); },
                     std::move(env), std::move(options))
    {
    }

    /// As above, but `reconcile(key, shard_fence)` also gets the right with which it acts: see shards().
    template <class Reconcile>
        requires(std::is_invocable_r_v<task<reconcile_result>, Reconcile&, Key const&, shard_fence> &&
                 !std::is_invocable_v<Reconcile&, Key const&>)
    controller(environment env, Reconcile reconcile, controller_options options = {})
        : controller(
              [call = std::move(reconcile)](void const* key, shard_fence const& fence) mutable {
                  return std::invoke(call, *static_cast<Key const*>(key), fence);
              },
              std::move(env), std::move(options))
    {
    }

    /// Reconciles a key whenever an object of this informer that belongs to the key is added, updated or
    /// deleted.
    ///
    /// `keys(object)` returns a key, an optional key or a range of keys; it takes `T const&` or
    /// `object_ptr<T> const&`. It is called with both states of an updated object. Events for which
    /// `wanted(event<T> const&)` returns false are ignored; if it throws, that is logged and the event is not
    /// ignored. No event is left out, unless informer_options::order is queue_order::by_key: if more than
    /// 1,024 changes wait for these two functions, the informer waits for them (overflow::block), so keep
    /// them quick.
    ///
    /// Errors     errc::already_running while run() runs.
    template <projection T, class Keys = detail::own_key_mapping, class Predicate = detail::any_change>
    void watches(shared_informer<T> informer, Keys keys = {}, Predicate wanted = {})
    {
        using feed_type = detail::source_feed<T, work_queue<Key, Hash>, Key, Keys, Predicate>;
        auto shard = informer.options().shard;
        add_source(std::move(informer), feed_type{queue_, std::move(keys), std::move(wanted), log_},
                   std::move(shard));
    }

    /// As watches(primary, own_key, wanted), and from now on the controller reconciles only keys that this
    /// process owns. The other sources may add any key.
    ///
    ///     shard_group group(api, {.name = "shop", .ns = "shop", .identity = pod_name});
    ///     informer_options which;
    ///     which.shard = group.share();
    ///     shared_informer<deployment> own(api, which);
    ///     controller<> rollouts(env, [&](object_name key, shard_fence fence) -> task<reconcile_result> {
    ///         if (!fence.is_valid()) co_return reconcile_result::failed("it is another process's");
    ///         co_return co_await reconcile(api, own.lister(), key);
    ///     });
    ///     rollouts.shards(group.share(), own);
    ///     rollouts.watches(replica_sets, owner_key<deployment>());
    ///
    /// A key is decided by the UID of the object of this name in the store of `primary`, or its last
    /// one until the deletion has been reconciled; with shard_field::ns it is the namespace. A key whose hash
    /// is unknown belongs to another process.
    ///
    /// Before a part is handed over, no reconcile of its keys begins any more, and the part stays until those
    /// that run have ended; after controller_options::grace they are cancelled. The same happens when this
    /// process loses its keys because its Lease has expired: then keep the grace below `lease_duration -
    /// renew_deadline`. A cancelled key waits, as every key does whose part is about to move, and is
    /// reconciled when this process owns it again. All objects of a part that the process gains are
    /// reconciled once, with a low priority.
    ///
    /// A key is reconciled only when the store of `primary` has its part. With shard_field::ns the same
    /// holds for each other source whose informer_options::shard is `owner`, so that a reconcile in a part
    /// that the process has just gained sees the children of its object. Until then the key waits.
    ///
    /// A deletion that happens while a part moves may be reconciled by nobody, because the next owner does
    /// not know the object. Whatever has to be done after the end of an object is done under a finalizer.
    ///
    /// Errors     errc::already_running while run() runs; errc::bad_request if it was called before, or if
    ///            `owner` is null.
    template <projection T, class Predicate = detail::any_change>
    void shards(std::shared_ptr<shard_owner> owner, shared_informer<T> primary, Predicate wanted = {})
    {
        static_assert(
            std::is_same_v<Key, object_name>,
            "controller::shards() needs keys of type object_name: the names of the primary objects");
        auto on_deletion = handle_.divide(std::move(owner), {[primary] { return primary.snapshot().ref(); },
                                                             [primary] { return primary.share(); }});
        using feed_type =
            detail::source_feed<T, work_queue<Key, Hash>, Key, detail::own_key_mapping, Predicate>;
        add_source(std::move(primary),
                   feed_type{queue_, own_key, std::move(wanted), log_, std::move(on_deletion)});
    }

    /// Requests a reconcile of a key for a reason that no source knows. A key that is added before run(), or
    /// after it has ended, waits for the next run(). While run() ends the key is dropped, as all queued keys
    /// are. Threads: any; a reconcile may call it as well.
    void add(Key const& key, priority p = priority::normal) const { queue_.add(key, p); }
    /// As add(), but the reconcile is requested when `delay` has passed.
    void add_after(Key const& key, duration delay, priority p = priority::normal) const
    {
        queue_.add_after(key, delay, p);
    }

    /// Waits until every source is synced, then reconciles keys until it is cancelled. If a source cannot be
    /// synced, the cause is logged and shown in status(), and run() keeps waiting. After run() has ended it
    /// may be called again, for example in the next term of a leader_election; it then starts from the
    /// sources' present state.
    ///
    /// Errors     condition::cancelled; errc::already_running if run() already runs; errc::stopped, or the
    ///            informer's own error, if an informer has ended, because its objects are no longer kept up
    ///            to date.
    /// Cancel     Starts no more reconciles. Running reconciles have controller_options::grace to finish and
    ///            are then cancelled. Ends when all of them have ended. Queued keys and counts of failures
    ///            are dropped.
    [[nodiscard]] task<> run() { return handle_.run(); }

    controller_status status() const { return handle_.status(); }

    /// As work_queue::oldest_keys(), for the keys of this controller.
    std::vector<std::pair<Key, key_age>> oldest_keys(std::size_t most) const
    {
        return queue_.oldest_keys(most);
    }

private:
    controller(detail::controller_handle::reconcile reconcile, environment env, controller_options options)
        : log_(env.log), queue_(env, options.queue),
          handle_(env, std::move(options), queue_.handle_, std::move(reconcile),
                  [](void const* key) { return detail::key_text(*static_cast<Key const*>(key)); })
    {
    }

    template <class T, class Keys, class Predicate>
    void add_source(shared_informer<T> informer,
                    detail::source_feed<T, work_queue<Key, Hash>, Key, Keys, Predicate> feed_of_keys,
                    std::shared_ptr<key_share> shard = {})
    {
        auto const feed = std::make_shared<decltype(feed_of_keys) const>(std::move(feed_of_keys));
        auto attach = [informer, feed] {
            using object = object_ptr<T> const&;
            handlers<T> calls{
                .added = [feed](object o, initial_list i) { (*feed)({event_kind::added, {}, o, i}); },
                .updated = [feed](object was, object is) { (*feed)({event_kind::updated, was, is}); },
                .deleted =
                    [feed](object last, final_state how) { // what has moved is no business of this process
                        if (how != final_state::moved) (*feed)({event_kind::deleted, {}, last});
                    },
            };
            // A change that was merged away could be the only one in which its object belonged to a key.
            return informer.on_change(std::move(calls), {.policy = overflow::block});
        };
        auto wait_until_ended = [informer] { return informer.stopped(); };
        handle_.add_source({informer.of(), std::move(attach), std::move(wait_until_ended), std::move(shard),
                            [informer] { return informer.share(); }});
    }

    log_sink* log_;
    work_queue<Key, Hash> queue_;
    detail::controller_handle handle_;
};

} // namespace coinformer
