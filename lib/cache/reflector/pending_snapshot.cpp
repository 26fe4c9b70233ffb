#include "cache/reflector/pending_snapshot.hpp"

#include "api/client/watch_rules.hpp"
#include "api/object/object_bytes.hpp"

#include <coinformer/core/error.hpp>

namespace coinformer::detail {

namespace {

// Leaves out the objects that belong to other processes now. Usually there are none, and then no hash has to
// be computed. With several namespaces the share is what all of them had, and one of them may have had more.
void leave_out_foreign(complete_list& all, object_share const& wanted)
{
    if (all.ns.empty() && wanted.ranges() == *all.share) return;
    std::erase_if(all.objects, [&](object_ref const& object) {
        bool const is_foreign = !wanted.holds(object->key(), object->uid());
        if (is_foreign) all.bytes -= object_bytes(object);
        return is_foreign;
    });
}

} // namespace

task<> pending_snapshot::load(collection_share const& share) &
{
    if (!objects_) {
        auto part = co_await from_->take(ns_);
        if (part) objects_ = std::make_unique<complete_list>(std::move(*part));
    }
    if (!objects_) co_return;
    // If the share has moved meanwhile, the next attempt decides.
    bool const may_be_of_use = share.has_changed() || share.overlaps(*objects_->share);
    if (may_be_of_use) co_return;
    from_->note_other_share();
    objects_.reset();
}

void pending_snapshot::check_goes_forward(std::string_view version) const
{
    if (!goes_back(version, objects_->version)) return;
    throw api_error(errc::history_replaced, "",
                    "the server is at version " + std::string(version) + ", before that of the snapshot, " +
                        objects_->version);
}

std::size_t pending_snapshot::refuse(error_code why, delta_fifo& queue, collection_position& position,
                                     collection_share& share)
{
    from_->note_refused(ns_, why);
    if (why == condition::gone) {
        objects_->more_follows = true;
        share.begin(approach::resume, *objects_->share); // the attempt was perhaps a question
        return hand_over(queue, position, share);
    }
    objects_.reset();
    return 0;
}

std::size_t pending_snapshot::hand_over(delta_fifo& queue, collection_position& position,
                                        collection_share& share)
{
    if (auto const* const wanted = share.wanted()) leave_out_foreign(*objects_, *wanted);
    auto const count = objects_->objects.size();
    objects_->from = list_origin::snapshot;
    share.describe(*objects_, approach::resume);
    position.take_list_version(objects_->version);
    queue.push(std::move(objects_));
    return count;
}

} // namespace coinformer::detail
