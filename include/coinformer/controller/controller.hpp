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
    std::string name = "controller"; ///< in log lines and errors
    std::size_t concurrency = 1;     ///< reconciles at the same time, each of another key
    /// Of one reconcile: then it is reported and cancelled, and has failed unless it ends well all the same. 0: none.
    duration deadline = duration::zero();
    /// When run() is cancelled, reconciles that are under way get so long to end; then they are cancelled, too. For one
    /// who leads: less than the lease_duration of the leader_election is longer than its renew_deadline.
    duration grace = duration::zero();
    work_queue_options queue = {};
};

/// How a controller is doing.
struct controller_status {
    bool synced = false;                  ///< every source's first list is here: it reconciles
    std::vector<std::string> waiting_for; ///< sources that are not here yet, and why, if that is known
    std::uint64_t reconciles = 0;         ///< that have ended, well or not
    std::uint64_t failures = 0;           ///< how many of them not
    std::uint64_t timeouts = 0;           ///< that were not done at their deadline, whether they have ended or not
    std::string last_error = {};          ///< "shop/web: …"; empty: there was none
    std::optional<time_point> last_error_at = {};
    work_queue_status queue; ///< `working` are the reconciles under way
};

namespace detail {

/// An informer of any projection that a controller listens to.
struct controller_source {
    resource watched;
    std::function<handler_registration()> attach; ///< its events become keys from then on
    std::function<task<>()> wait_until_ended;     ///< waits for the informer's end
};

class controller_core;

/// What the typed shell may ask of a controller.
class controller_handle {
public:
    using reconcile = std::function<task<reconcile_result>(void const* key)>;
    using describe = std::function<std::string(void const* key)>;

    controller_handle(environment env, controller_options options, work_queue_handle queue, reconcile r, describe d);
    void add_source(controller_source s) const;
    [[nodiscard]] task<> run() const;
    controller_status status() const;

private:
    std::shared_ptr<controller_core> core_;
};

void log_failed_predicate(log_sink& log, object_key key) noexcept;

/// What becomes of the events of one source.
template <class T, class Queue, class Key, class Keys, class Predicate>
struct source_feed {
    void operator()(event<T> const& e) const
    {
        if (!is_wanted(e)) return;
        bool const resync = e.kind == event_kind::updated && e.old == e.cur;
        auto const p = e.initial == initial_list::yes || resync ? priority::low : priority::normal;
        auto const add = [&](Key const& key) { queue.add(key, p); };
        for_each_key<Key>(keys(e.cur), add);
        if (e.old && !resync) for_each_key<Key>(keys(e.old), add); // to whom it belonged hears of that, too
    }
    bool is_wanted(event<T> const& e) const
    try {
        return static_cast<bool>(predicate(e));
    } catch (...) { // to reconcile once too often is no harm
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

/// Brings the world to where it should be, one key at a time: what changes in its sources becomes keys, each key is
/// given to `reconcile` until that says done.
///
///     controller rollouts(env, [&](object_name key) { return reconcile(api, deployments.lister(), key); });
///     rollouts.watches(deployments, own_key, changed::generation);
///     rollouts.watches(replica_sets, owner_key<deployment>());
///     work.start(rollouts.run());
///
/// A key is never reconciled twice at once; while it is, changes of it are noted, and it is reconciled again. Live
/// changes come before first lists and resyncs. What throws or says failed() is logged with its key, counted, and tried
/// again after a back-off of that key.
///
/// Threads    any. Each reconcile runs on a strand of the environment's executor.
/// Lifetime   the environment's time and log outlive it, and the informers its run().
template <class Key = object_name, class Hash = default_hash<Key>>
class controller {
public:
    /// `reconcile` is called with a key that stays where it is until the reconcile has ended, and lives as long as the
    /// controller: so do a lambda's captures.
    /// Errors: errc::bad_request for options that make no sense.
    controller(environment env, std::function<task<reconcile_result>(std::type_identity_t<Key> const&)> reconcile,
               controller_options options = {})
        : log_(env.log), queue_(env, options.queue),
          handle_(
              env, std::move(options), queue_.handle_,
              [reconcile = std::move(reconcile)](void const* key) { return reconcile(*static_cast<Key const*>(key)); },
              [](void const* key) { return detail::key_text(*static_cast<Key const*>(key)); })
    {
    }

    /// Objects of this informer that come, change or go make their keys be reconciled: `keys(object)` is a key, an
    /// optional one or a range of them; it takes `T const&` or `object_ptr<T> const&`. Of an update both states are
    /// asked. Only of events for which `wanted(event<T> const&)` holds; one that throws counts as true.
    ///
    /// Not while run() is under way: errc::already_running.
    template <projection T, class Keys = detail::own_key_mapping, class Predicate = detail::any_change>
    void watches(shared_informer<T> informer, Keys keys = {}, Predicate wanted = {})
    {
        using feed_type = detail::source_feed<T, work_queue<Key, Hash>, Key, Keys, Predicate>;
        auto const feed =
            std::make_shared<feed_type const>(feed_type{queue_, std::move(keys), std::move(wanted), log_});
        auto attach = [informer, feed]() mutable {
            using object = object_ptr<T> const&;
            return informer.on_change({
                .added = [feed](object o, initial_list i) { (*feed)({event_kind::added, {}, o, i}); },
                .updated = [feed](object was, object is) { (*feed)({event_kind::updated, was, is}); },
                .deleted = [feed](object last) { (*feed)({event_kind::deleted, {}, last}); },
            });
        };
        auto wait_until_ended = [informer]() mutable { return informer.stopped(); };
        handle_.add_source({informer.of(), std::move(attach), std::move(wait_until_ended)});
    }

    /// Makes a key be reconciled for reasons of one's own, by the next run() when none is under way. Threads: any, also
    /// from within a reconcile.
    void add(Key const& key, priority p = priority::normal) const { queue_.add(key, p); }
    void add_after(Key const& key, duration delay, priority p = priority::normal) const
    {
        queue_.add_after(key, delay, p);
    }

    /// Waits until every source is synced, then reconciles, until cancelled. What keeps a source from being synced is
    /// logged and in status(), and it goes on waiting. One run() at a time; when it has ended it may be called again,
    /// for the next term of a leader_election for example: it begins with what its sources have by then.
    ///
    /// Errors     condition::cancelled; errc::already_running; errc::stopped when an informer has ended, or what ended
    ///            it: nothing is reconciled from a copy that nobody keeps up to date.
    /// Cancel     takes no more keys; reconciles under way get controller_options::grace to end, and are cancelled
    ///            then. Ends when all of them have ended; what is queued is dropped, and failures are forgotten.
    [[nodiscard]] task<> run() { return handle_.run(); }

    controller_status status() const { return handle_.status(); }

private:
    log_sink* log_;
    work_queue<Key, Hash> queue_;
    detail::controller_handle handle_;
};

} // namespace coinformer
