#include "cache/reflector/reflector_state.hpp"

#include "api/client/watch_rules.hpp"

#include <memory>
#include <utility>

namespace coinformer::detail {

reflector_state::reflector_state(collection_origin of, delta_fifo& to, store const& objects, approach first,
                                 cause_reporter::report_to report, std::function<void()> ask,
                                 informer_metrics* counts, snapshot_restorer* snapshots)
    : origin(std::move(of)), queue(to), doing(first),
      health(origin.context.env(), origin.name, origin.options, std::move(report), counts),
      share(origin.context.env(), origin.options.shard, origin.ns, health.status),
      reading(origin.context, objects, health, origin.options, origin.name), snapshot(snapshots, origin.ns),
      silence(*origin.context.env().time, origin.options, health, std::move(ask)),
      history(std::min<duration>(origin.options.retry.cap, std::chrono::seconds(30)))
{
}

// If an object of the copy has no namespace, none has one: the resource is cluster-scoped, and was declared
// without `.where = scope::cluster`.
object_key reflector_state::key_of(decode_fault const& fault) const
{
    bool const shows_key =
        !origin.has_namespaces || !fault.ns.empty() || reading.objects.stores_cluster_scoped();
    if (shows_key) return {fault.ns, fault.name};
    return origin.ns.empty() ? object_key() : object_key{origin.ns, fault.name};
}

std::string reflector_state::least_version() const
{
    bool const may_be_old = position.version().empty() && origin.options.freshness == freshness::any;
    return may_be_old ? "0" : std::string(position.version());
}

void reflector_state::queue_list()
{
    auto all = reading.end();
    bool const is_whole = doing != approach::extend;
    bool const had_copy = position.has_begun();
    bool const went_back = goes_back(all.version, position.version());
    if (is_whole) all.perhaps_new_history = position.take_list_version(all.version);
    share.describe(all, doing);
    health.flush_faults(); // a streamed list goes on as a watch, which may last
    // The copy has no object of a first list yet, and none of a part that it gains.
    if (is_whole && had_copy)
        all.incomplete ? health.report_hidden_deletions() : health.report_shown_deletions();
    is_whole ? health.succeeded() : health.recovered();
    all.ns = origin.ns;
    bool const new_history = all.perhaps_new_history;
    queue.push(std::make_unique<complete_list>(std::move(all)));
    if (new_history) position.history_begins_at(queue.pushed());
    if (is_whole) history.list_was_read(went_back, origin.now());
    reading.give_permit_back(); // other informers may read while this one waits for room
}

} // namespace coinformer::detail
