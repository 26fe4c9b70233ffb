#include "cache/reflector/pending_snapshot.hpp"

#include "api/client/watch_rules.hpp"

#include <coinformer/core/error.hpp>

namespace coinformer::detail {

task<> pending_snapshot::load() &
{
    if (objects_) co_return;
    auto part = co_await from_->take(ns_);
    if (part) objects_ = std::make_unique<complete_list>(std::move(*part));
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
    if (why == condition::gone) return hand_over(list_origin::old_snapshot, queue, position, share);
    objects_.reset();
    return 0;
}

std::size_t pending_snapshot::hand_over(list_origin from, delta_fifo& queue, collection_position& position,
                                        collection_share& share)
{
    auto const count = objects_->objects.size();
    objects_->from = from;
    share.describe(*objects_, approach::resume);
    position.take_list_version(objects_->version);
    queue.push(std::move(objects_));
    return count;
}

} // namespace coinformer::detail
