#include "cache/handlers/backlog.hpp"

#include <algorithm>
#include <utility>

namespace coinformer::detail {

namespace {

// The number of changes of a replay or merge queue that are handed out at a time.
constexpr std::size_t handed_out_at_a_time = 256;

} // namespace

bool backlog::replay::is_over()
{
    while (next_slot != objects.slots() && !objects.at(next_slot)) ++next_slot;
    return next_slot == objects.slots();
}

// Called only if the replay is not over.
change backlog::replay::next()
{
    ++taken;
    auto const& object = objects.at(next_slot++);
    if (shown_as == change::kind::updated) return {.what = shown_as, .old = object, .cur = object};
    return {.what = shown_as, .initial = initial_list::yes, .old = {}, .cur = object};
}

void backlog::begin(present_objects objects, time_point now)
{
    if (objects.size() != 0) replay_.emplace(replay{std::move(objects), handed_out_, now});
}

void backlog::resync(present_objects objects, time_point now)
{
    if (replay_) return;
    replay_.emplace(replay{std::move(objects), log_end(), now, change::kind::updated});
    if (merging_) merge_replay();
}

void backlog::merge_replay()
{
    while (!replay_->is_over()) merged_.add(replay_->next(), replay_->after + 1, replay_->since);
    replay_.reset();
}

// Moves the changes of the log into the merge queue. A replay that comes between two of them is merged
// between them.
void backlog::merge()
{
    merging_ = true;
    auto const from = handed_out_;
    auto const in_between = [&] { return replay_ && from < replay_->after; };
    while (handed_out_ != log_end()) {
        auto number = handed_out_;
        if (in_between() && number == replay_->after) merge_replay();
        auto const part = pass_segment(false).span;
        for (auto const& c : part->changes) merged_.add(c, ++number, part->since);
    }
    if (in_between()) merge_replay();
}

void backlog::clear()
{
    log_.pass_all(handed_out_, log_end());
    handed_out_ = log_end();
    replay_.reset();
    merged_.clear();
    passed_versions_.clear();
}

void backlog::count_handed_out(std::size_t bytes) noexcept
{
    log_.counts()->waiting.add(growth(std::exchange(handed_out_bytes_, bytes), bytes));
}

std::shared_ptr<change_span const> backlog::take()
{
    count_handed_out(0);
    if (replay_ && handed_out_ >= replay_->after) return take_replay();
    if (merging_ && !merged_.empty()) return take_merged();
    if (handed_out_ != log_end()) return take_log();
    merging_ = false;
    return nullptr;
}

std::shared_ptr<change_span const> backlog::take_replay()
{
    auto work = std::make_shared<change_span>();
    auto const most = std::min(replay_->objects.size() - replay_->taken, handed_out_at_a_time);
    work->changes.reserve(most); // allocates before an object leaves the replay
    work->version.reserve(replay_->objects.version().size());
    work->since = replay_->since;
    while (!replay_->is_over() && work->changes.size() < handed_out_at_a_time)
        work->changes.push_back(replay_->next());
    if (replay_->is_over()) {
        work->end = replay_->after;
        work->version = replay_->objects.version();
        replay_.reset();
    }
    count_handed_out(bytes_of(*work));
    return work;
}

std::shared_ptr<change_span const> backlog::take_merged()
{
    auto work = std::make_shared<change_span>();
    work->version.reserve(version_.size()); // allocates before an object leaves the queue
    work->since = *merged_.oldest_since();
    work->changes = merged_.take(handed_out_at_a_time, replaced_);
    work->end = merged_.empty() ? handed_out_ : merged_.oldest() - 1;
    if (merged_.empty()) {
        passed_versions_.clear();
        work->version = version_;
    } else {
        work->version = passed_versions_.take_up_to(work->end);
    }
    count_handed_out(bytes_of(*work));
    return work;
}

backlog::passed_segment backlog::pass_segment(bool joined)
{
    auto const& s = log_.segment_at(handed_out_);
    auto const span = joined ? s.joined : s.span;
    if (!span->version.empty()) version_ = span->version;
    if (merging_ && !span->version.empty()) passed_versions_.add(s.end, span->version);
    auto const last = log_.pass(std::exchange(handed_out_, s.end));
    return {span, last != nullptr};
}

std::shared_ptr<change_span const> backlog::take_log()
{
    auto const next = pass_segment(replaced_ == replaced_objects::as_update);
    if (next.is_kept_here) count_handed_out(bytes_of(*next.span));
    return next.span;
}

std::size_t backlog::log_size() const noexcept
{
    return static_cast<std::size_t>(log_end() - handed_out_) + merged_.size();
}

std::size_t backlog::size() const noexcept
{
    return log_size() + (replay_ ? replay_->objects.size() - replay_->taken : 0);
}

std::optional<time_point> backlog::oldest() const noexcept
{
    auto first = merged_.oldest_since();
    auto const earlier = [&](time_point t) { first = first ? std::min(*first, t) : t; };
    if (replay_) earlier(replay_->since);
    if (handed_out_ != log_end()) earlier(log_.segment_at(handed_out_).span->since);
    return first;
}

} // namespace coinformer::detail
