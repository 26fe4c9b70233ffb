#include "cache/reflector/collection_share.hpp"

#include "core/run_on.hpp"

#include <utility>

namespace coinformer::detail {

task<> collection_share::notice_changes(std::function<void()> tell) &
{
    executor const ex = co_await boost::asio::this_coro::executor;
    for (auto seen = held_;; seen = from_->held()) {
        co_await run_on(ex, from_->held_changed(seen)); // it may switch its own cancellation off
        has_changed_ = true;
        noticed_.notify();
        tell();
    }
}

task<> collection_share::changed(time_point limit) &
{
    while (!has_changed_ && time_.now() < limit) co_await noticed_.wait_until(limit);
}

void collection_share::adapt(delta_fifo& queue)
{
    if (!from_) return;
    has_changed_ = false;
    held_ = from_->held();
    auto lost = read_ - held_;
    read_ = read_ - lost;
    // The process has lost what the snapshot lacked, so that the first list is complete without it.
    bool const is_complete = missing_ == missing::part && !has_gained() && !is_empty();
    if (is_complete) missing_ = missing::nothing;
    if (lost.empty() && !is_complete) return;
    complete_list left;
    left.ns = ns_;
    left.part = {from_->field(), std::move(lost), final_state::moved};
    describe_store(left);
    queue.push(std::make_unique<complete_list>(std::move(left)));
    queue.try_hand_over(); // nothing else may follow for a while
}

void collection_share::begin(approach next, shard_ranges const& saved)
{
    passed_.clear();
    wanted_.reset();
    if (!from_) return;
    switch (next) {
    case approach::resume: reading_ = held_ & saved; break;
    case approach::watch:
    case approach::confirm: reading_ = read_; break;
    case approach::extend: reading_ = held_ - read_; break;
    default: reading_ = held_;
    }
    if (!reading_.is_all()) wanted_.emplace(from_->field(), reading_);
}

void collection_share::describe(complete_list& list, approach read_by)
{
    if (!from_) return list.share.reset(); // a snapshot file says that it is of all hashes
    if (read_by == approach::extend) list.part = {from_->field(), reading_, final_state::unknown};
    read_ = list.part ? read_ | reading_ : reading_;
    missing_ = missing::nothing;
    if (list.more_follows)
        missing_ = missing::news;
    else if (read_by == approach::resume && has_gained())
        missing_ = missing::part;
    has_changed_ |= missing_ == missing::part;
    describe_store(list);
}

// Notes in a list what the store has when it has taken the list in.
void collection_share::describe_store(complete_list& list) const
{
    list.share = missing_ == missing::news ? shard_ranges() : read_;
    list.more_follows = missing_ != missing::nothing;
}

void collection_share::queue_progress(delta_fifo& queue)
{
    if (passed_.empty()) return;
    collection_bookmark reached{.version = std::exchange(passed_, {}), .ns = ns_};
    queue.push(std::make_unique<collection_bookmark>(std::move(reached)));
}

} // namespace coinformer::detail
