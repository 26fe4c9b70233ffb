#include "cache/handlers/processor.hpp"

#include <algorithm>

namespace coinformer::detail {

// Of those who run, or are to.
void processor::find_full(std::vector<listener_ptr>& full)
{
    auto const end = shared_->log.end();
    check_at_ = UINT64_MAX;
    shared_->for_each_busy([&](listener& l) {
        if (l.stopped || l.draining() || (l.behind() && l.state->behind->merging())) return;
        auto const waiting = l.of_log();
        if (waiting > l.capacity()) full.emplace_back(&l);
        check_at_ = std::min(check_at_, std::max(end, end - waiting + l.capacity()));
    });
}

// It may have caught up meanwhile, on another thread.
void processor::apply_policy(listener& l)
{
    auto held = shared_->hold();
    bool const asking = l.state && l.state->asking; // then it takes all there is
    if (l.stopped || l.of_log() <= l.capacity()) return;
    if (l.policy() == overflow::block) blocking_.emplace_back(&l);
    if (l.policy() == overflow::block || asking) return;
    if (l.policy() == overflow::merge) return merge(l);
    // a list comes all at once: what counts is what waited before
    if (l.of_log() <= l.capacity() + (shared_->log.end() - batch_begin_)) return;
    auto const capacity = std::to_string(l.capacity());
    stop(l, api_error(errc::queue_overflow, "handler", "more than " + capacity + " changes waited, so it was removed"));
    held.unlock();
    shared_->env.log->log(log_level::error, "handler removed: it is too slow for its queue", {{"capacity", capacity}});
}

void processor::merge(listener& l)
{
    auto& behind = l.fall_behind();
    if (behind.merging()) return;
    if (!l.pulled()) followers_.push_back(&l);
    behind.merge();
}

bool processor::held_up()
{
    auto const held = shared_->hold();
    std::erase_if(blocking_, [](auto const& l) { return l->stopped || l->draining() || l->of_log() <= l->capacity(); });
    for (auto const& l : blocking_) l->look = true;
    return !blocking_.empty();
}

} // namespace coinformer::detail
