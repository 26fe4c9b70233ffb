#pragma once

#include <coinformer/controller/controller.hpp>
#include <coinformer/fleet/cluster_key.hpp>
#include <coinformer/fleet/fleet.hpp>

#include <functional>
#include <memory>
#include <vector>

namespace coinformer {

namespace detail {

/// An informer whose objects become keys, without the type of its objects.
struct feed_source {
    resource watched;
    std::function<bool()> has_synced;
    std::function<task<>()> wait_until_synced;
    std::function<handler_registration()> attach; ///< registers the handler that turns events into keys
    std::function<task<>()> wait_until_ended;     ///< returns when the informer has ended
};

task<> run_feed(environment env, std::vector<feed_source> sources);

/// The queue of a source_feed: adds keys of one cluster to a controller over several of them.
template <class Controller>
struct cluster_queue {
    void add(object_name const& key, priority p) const { to.add(cluster_key(cluster, key), p); }

    std::string cluster;
    Controller to; // a copy, which shares the queue
};

} // namespace detail

/// Adds the keys of one cluster's objects to a controller over all clusters, while run() runs:
///
///     fleet clusters(env, kubeconfig_directory("/etc/clusters"), [](cluster& c) -> task<> {
///         cluster_feed feed(c, all_rollouts); // a controller<cluster_key>
///         feed.watches(c.factory().of<deployment>());
///         co_await feed.run();
///     });
///
/// The reconcile function finds the cluster by fleet::find(key.cluster), which returns null if the cluster is
/// gone: then there is nothing to do.
///
/// Lifetime   It keeps what it needs of the cluster and of the controller, which is run elsewhere.
template <class Hash = default_hash<cluster_key>>
class cluster_feed {
public:
    cluster_feed(cluster& of, controller<cluster_key, Hash> const& to)
        : name_(of.name()), env_(of.env()), to_(to)
    {
    }

    /// Adds the key of an object whenever the object is added, updated or deleted. `keys` and `wanted` are as
    /// in controller::watches(), and `keys` returns names of objects of this cluster. Call it before run().
    template <projection T, class Keys = detail::own_key_mapping, class Predicate = detail::any_change>
    void watches(shared_informer<T> informer, Keys keys = {}, Predicate wanted = {})
    {
        using queue = detail::cluster_queue<controller<cluster_key, Hash>>;
        using feed_type = detail::source_feed<T, queue, object_name, Keys, Predicate>;
        auto const feed = std::make_shared<feed_type const>(
            feed_type{queue{name_, to_}, std::move(keys), std::move(wanted), env_.log});
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
        sources_.push_back({.watched = informer.of(),
                            .has_synced = [informer] { return informer.has_synced(); },
                            .wait_until_synced = [informer] { return informer.synced(); },
                            .attach = std::move(attach),
                            .wait_until_ended = [informer] { return informer.stopped(); }});
    }

    /// Waits until all of these informers are synced, then adds the keys of all their objects, and of each
    /// that changes. An informer that cannot be synced is logged, and waited for.
    ///
    /// Errors     condition::cancelled; errc::stopped, or the informer's own error, if an informer has ended.
    /// Cancel     ends when no handler is called any more. Keys that were added stay in the controller.
    [[nodiscard]] task<> run() const { return detail::run_feed(env_, sources_); }

private:
    std::string name_;
    environment env_;
    controller<cluster_key, Hash> to_;
    std::vector<detail::feed_source> sources_;
};

} // namespace coinformer
