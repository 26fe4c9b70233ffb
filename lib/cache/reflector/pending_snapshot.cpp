#include "cache/reflector/pending_snapshot.hpp"

#include <coinformer/core/error.hpp>

namespace coinformer::detail {

task<> pending_snapshot::load() &
{
    if (objects_) co_return;
    auto part = co_await from_->take(ns_);
    if (part) objects_ = std::make_unique<complete_list>(std::move(*part));
}

void pending_snapshot::refuse(error_code why, delta_fifo& queue, collection_position& position)
{
    if (why == condition::gone) return hand_over(list_origin::old_snapshot, queue, position);
    objects_.reset();
    from_->note_refused(ns_, why.message());
}

void pending_snapshot::hand_over(list_origin from, delta_fifo& queue, collection_position& position)
{
    objects_->from = from;
    position.take_list_version(objects_->version);
    queue.push(std::move(objects_));
}

} // namespace coinformer::detail
