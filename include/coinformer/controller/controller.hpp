#pragma once

#include <coinformer/cache/shared_informer.hpp>
#include <coinformer/controller/mapping.hpp>
#include <coinformer/controller/predicates.hpp>
#include <coinformer/controller/reconcile_result.hpp>
#include <coinformer/controller/work_queue.hpp>

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace coinformer {

struct controller_options {
    /// The controller's name in log lines, errors and metrics. If it is empty, the controller is called by
    /// the plural of the first resource that it watches, for example "deployments".
    std::string name = {};
    std::size_t concurrency = 1; ///< how many keys may be reconciled at the same time
    /// Time limit of one reconcile. When it expires, the reconcile is logged and cancelled, and counts as
    /// failed unless it still succeeds. Zero means no limit.
    duration deadline = duration::zero();
    /// After run() is cancelled, running reconciles have this long to finish; then they are cancelled. Under
    /// leader election keep it below `lease_duration - renew_deadline` of leader_election_options, which is
    /// the time that the work has to end before another process may lead.
    duration grace = duration::zero();
    work_queue_options queue = {}; ///< without a name, the queue counts under the name of the controller
};

/// The present state and the counters of a controller.
struct controller_status {
    bool synced = false;                  ///< every source has its first list: keys are reconciled
    std::vector<std::string> waiting_for; ///< sources that are not synced, with the cause if known
    std::uint64_t reconciles = 0;         ///< reconciles that have ended, successful or not
    std::uint64_t failures = 0;           ///< reconciles that have failed
    std::uint64_t timeouts = 0;           ///< reconciles that reached their deadline, ended or still running
    std::string last_error = {};          ///< "shop/web: no such volume"; empty if nothing has failed
    std::optional<time_point> last_error_at = {};
    work_queue_status queue; ///< its `working` counts the running reconciles
};

namespace detail {

/// An informer that a controller watches, without the type of its objects.
struct controller_source {
    resource watched;
    std::function<handler_registration()> attach; ///< registers the handler that turns events into keys
    std::function<task<>()> wait_until_ended;     ///< returns when the informer has ended
};

class controller_core;

/// The interface between controller<Key>, which knows the type of its keys, and controller_core, which is
/// compiled once for all key types and sees a key as `void const*`. Copies refer to the same core.
class controller_handle {
public:
    using reconcile = std::function<task<reconcile_result>(void const* key)>;
    using describe = std::function<std::string(void const* key)>;

    controller_handle(environment env, controller_options options, work_queue_handle queue, reconcile r,
                      describe d);
    void add_source(controller_source s) const;
    [[nodiscard]] task<> run() const;
    controller_status status() const;

private:
    std::shared_ptr<controller_core> core_;
};

void log_failed_predicate(log_sink& log, object_key key) noexcept;

/// The handler of one source: turns each event that `predicate` accepts into keys, and adds them to `queue`.
template <class T, class Queue, class Key, class Keys, class Predicate>
struct source_feed {
    void operator()(event<T> const& e) const
    {
        if (!is_wanted(e)) return;
        bool const resync = e.kind == event_kind::updated && e.old == e.cur;
        auto const p = e.initial == initial_list::yes || resync ? priority::low : priority::normal;
        auto const add = [&](Key const& key) { queue.add(key, p); };
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
/// has asked for.
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
        : log_(env.log), queue_(env, options.queue),
          handle_(
              env, std::move(options), queue_.handle_,
              [call = std::move(reconcile)](void const* key) { return call(*static_cast<Key const*>(key)); },
              [](void const* key) { return detail::key_text(*static_cast<Key const*>(key)); })
    {
    }

    /// Reconciles a key whenever an object of this informer that belongs to the key is added, updated or
    /// deleted.
    ///
    /// `keys(object)` returns a key, an optional key or a range of keys; it takes `T const&` or
    /// `object_ptr<T> const&`. It is called with both states of an updated object. Events for which
    /// `wanted(event<T> const&)` returns false are ignored; if it throws, that is logged and the event is not
    /// ignored.
    ///
    /// Errors     errc::already_running while run() runs.
    template <projection T, class Keys = detail::own_key_mapping, class Predicate = detail::any_change>
    void watches(shared_informer<T> informer, Keys keys = {}, Predicate wanted = {})
    {
        using feed_type = detail::source_feed<T, work_queue<Key, Hash>, Key, Keys, Predicate>;
        auto const feed =
            std::make_shared<feed_type const>(feed_type{queue_, std::move(keys), std::move(wanted), log_});
        auto attach = [informer, feed] {
            using object = object_ptr<T> const&;
            return informer.on_change({
                .added = [feed](object o, initial_list i) { (*feed)({event_kind::added, {}, o, i}); },
                .updated = [feed](object was, object is) { (*feed)({event_kind::updated, was, is}); },
                .deleted = [feed](object last) { (*feed)({event_kind::deleted, {}, last}); },
            });
        };
        auto wait_until_ended = [informer] { return informer.stopped(); };
        handle_.add_source({informer.of(), std::move(attach), std::move(wait_until_ended)});
    }

    /// Requests a reconcile of a key for a reason that no source knows. If run() does not run, the next run()
    /// reconciles it. Threads: any; a reconcile may call it as well.
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
    log_sink* log_;
    work_queue<Key, Hash> queue_;
    detail::controller_handle handle_;
};

} // namespace coinformer
