#include "cache/backlog.hpp"

#include <algorithm>

namespace coinformer::detail {

namespace {

constexpr std::size_t slice = 256; // changes handed out at a time from a replay or merge queue

std::shared_ptr<stretch const> with_replacements_joined(std::shared_ptr<stretch const> const& shared)
{
    auto const& all = shared->changes;
    if (std::adjacent_find(all.begin(), all.end(), replaces) == all.end()) return shared;
    auto own = std::make_shared<stretch>(stretch{{}, shared->end, shared->version, shared->since});
    for (auto const& c : all) {
        auto& joined = own->changes;
        if (!joined.empty() && replaces(joined.back(), c))
            joined.back() = {.what = change::kind::updated, .old = joined.back().old, .cur = c.cur};
        else
            joined.push_back(c);
    }
    return own;
}

} // namespace

bool replaces(change const& gone, change const& next)
{
    return gone.what == change::kind::deleted && next.what == change::kind::added && gone.cur->key() == next.cur->key();
}

segment::~segment()
{
    auto rest = std::move(next);
    while (rest && rest.use_count() == 1) rest = std::exchange(rest->next, nullptr);
}

bool backlog::replay::over()
{
    while (slot != objects.slots() && !objects.at(slot)) ++slot;
    return slot == objects.slots();
}

// Only when it is not over.
change backlog::replay::next()
{
    ++taken;
    auto const& object = objects.at(slot++);
    if (as == change::kind::updated) return {.what = as, .old = object, .cur = object};
    return {.what = as, .initial = initial_list::yes, .old = {}, .cur = object};
}

void backlog::begin(snapshot_ref objects, std::uint64_t log_end, time_point now)
{
    log_end_ = handed_out_ = log_end;
    if (objects.size() != 0) replay_.emplace(replay{std::move(objects), log_end, now});
}

void backlog::append(std::shared_ptr<segment> const& tail)
{
    log_end_ = tail->what->end;
    if (!tail->what->version.empty()) version_ = tail->what->version;
    if (!next_) next_ = tail;
    if (merging_) merge();
}

void backlog::resync(snapshot_ref objects, time_point now)
{
    if (replay_ || objects.size() == 0) return;
    replay_.emplace(replay{std::move(objects), log_end_, now, change::kind::updated});
    if (merging_) merge_replay();
}

void backlog::merge_replay()
{
    while (!replay_->over()) merged_.add(replay_->next(), replay_->after + 1, replay_->since);
    replay_.reset();
}

void backlog::merge()
{
    merging_ = true;
    for (; next_; next_ = next_->next) {
        auto const& part = *next_->what;
        auto number = part.end - part.changes.size();
        if (replay_ && handed_out_ < replay_->after && number == replay_->after) merge_replay();
        for (auto const& c : part.changes) merged_.add(c, ++number, part.since);
    }
    if (replay_ && handed_out_ < replay_->after) merge_replay();
    handed_out_ = log_end_;
}

void backlog::clear()
{
    next_.reset();
    replay_.reset();
    merged_ = {};
    handed_out_ = log_end_;
}

std::shared_ptr<stretch const> backlog::take()
{
    if (replay_ && handed_out_ >= replay_->after) return take_replay();
    if (merging_ && !merged_.empty()) return take_merged();
    if (handed_out_ != log_end_) return take_log(); // the log may go on, but not for a handler that leaves
    merging_ = false;
    return nullptr;
}

std::shared_ptr<stretch const> backlog::take_replay()
{
    auto work = std::make_shared<stretch>();
    work->since = replay_->since;
    while (!replay_->over() && work->changes.size() < slice) work->changes.push_back(replay_->next());
    if (replay_->over()) {
        work->end = replay_->after;
        work->version = replay_->objects.version();
        replay_.reset();
    }
    return work;
}

std::shared_ptr<stretch const> backlog::take_merged()
{
    auto work = std::make_shared<stretch>();
    work->since = *merged_.oldest_since();
    work->changes = merged_.take(slice, replaced_);
    work->end = merged_.empty() ? log_end_ : merged_.oldest() - 1;
    if (merged_.empty()) work->version = version_;
    return work;
}

std::shared_ptr<stretch const> backlog::take_log()
{
    auto head = next_->what;
    next_ = next_->next;
    handed_out_ = head->end;
    if (replaced_ == replaced_objects::as_update) return with_replacements_joined(head);
    return head;
}

std::size_t backlog::of_log() const noexcept
{
    return static_cast<std::size_t>(log_end_ - handed_out_) + merged_.size();
}

std::size_t backlog::size() const noexcept
{
    return of_log() + (replay_ ? replay_->objects.size() - replay_->taken : 0);
}

std::optional<time_point> backlog::oldest() const noexcept
{
    auto first = merged_.oldest_since();
    auto const earlier = [&](time_point t) { first = first ? std::min(*first, t) : t; };
    if (replay_) earlier(replay_->since);
    if (next_) earlier(next_->what->since);
    return first;
}

} // namespace coinformer::detail
