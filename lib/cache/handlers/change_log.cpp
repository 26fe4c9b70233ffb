#include "cache/handlers/change_log.hpp"

#include "api/object/object_bytes.hpp"

#include <boost/assert.hpp>

#include <algorithm>
#include <new>

namespace coinformer::detail {

namespace {

/// Joins each pair of a deletion and an addition of the same name (see replaces()) to one update. Mostly
/// there is no such pair, and the result shares the given changes.
std::shared_ptr<change_span const> with_replacements_joined(std::shared_ptr<change_span const> const& shared)
{
    auto const& all = shared->changes;
    if (std::adjacent_find(all.begin(), all.end(), replaces) == all.end()) return shared;
    auto own = std::make_shared<change_span>(change_span{{}, shared->end, shared->version, shared->since});
    for (auto const& c : all) {
        auto& joined = own->changes;
        if (!joined.empty() && replaces(joined.back(), c))
            joined.back() = {.what = change::kind::updated, .old = joined.back().old, .cur = c.cur};
        else
            joined.push_back(c);
    }
    return own;
}

// std::make_shared allocates this much beside the span.
constexpr std::size_t reference_counts = 2 * sizeof(void*);

std::size_t table_bytes_of(change_span const& span) noexcept
{
    return allocated_bytes(sizeof span + reference_counts) +
           allocated_bytes(span.changes.capacity() * sizeof(change));
}

} // namespace

std::size_t left_behind_bytes(std::span<change const> changes) noexcept
{
    std::size_t all = 0;
    for (auto const& c : changes) {
        if (c.old && c.old != c.cur) all += object_bytes(c.old);
        if (c.what == change::kind::deleted) all += object_bytes(c.cur);
    }
    return all;
}

std::size_t bytes_of(change_span const& span) noexcept
{
    return table_bytes_of(span) + left_behind_bytes(span.changes);
}

change_log::change_log(memory_counts_ptr counts)
    : counts_(std::move(counts)),
      segments_(std::size_t(1) << 30, counting_allocator<segment>(counts_->waiting))
{
}

bool replaces(change const& gone, change const& next)
{
    return gone.what == change::kind::deleted && next.what == change::kind::added &&
           gone.cur->key() == next.cur->key();
}

void change_log::append(std::vector<change> changes, std::string version, time_point now, std::size_t readers,
                        std::uint64_t list_size)
{
    auto const begin = end_, end = end_ + changes.size();
    auto reached = version.empty() ? version_ : version;
    if (readers != 0) { // allocations come first: if one fails, the log must be as it was
        auto const span =
            std::make_shared<change_span>(change_span{std::move(changes), end, std::move(version), now});
        auto const joined = with_replacements_joined(span);
        span->bytes = bytes_of(*span) + (joined == span ? 0 : table_bytes_of(*joined));
        segments_.push_back({span, joined, begin, end, version_, readers, events_});
        counts_->waiting.add(growth(0, span->bytes));
        largest_list_ = std::max(largest_list_, list_size);
    }
    end_ = end;
    if (list_size == 0) events_ += end - begin;
    version_ = std::move(reached);
}

std::size_t change_log::index_of(std::uint64_t position) const noexcept
{
    // Nearly every reader is in the first or the last segment.
    if (position < segments_.front().end) return 0;
    if (position >= segments_.back().begin) return segments_.size() - 1;
    auto const after = [](std::uint64_t number, segment const& s) { return number < s.end; };
    return static_cast<std::size_t>(std::upper_bound(segments_.begin(), segments_.end(), position, after) -
                                    segments_.begin());
}

change_log::segment const& change_log::segment_at(std::uint64_t position) const noexcept
{
    BOOST_ASSERT(!segments_.empty() && position >= segments_.front().begin && position < end_);
    return segments_[index_of(position)];
}

std::string const& change_log::version_before(std::uint64_t position) const noexcept
{
    return position == end_ ? version_ : segment_at(position).version_before;
}

std::uint64_t change_log::events_before(std::uint64_t position) const noexcept
{
    return position == end_ ? events_ : segment_at(position).events_before;
}

// The buffer becomes smaller now and then, which needs memory. Without that it stays as large as it is.
void change_log::drop_first() noexcept
try {
    segments_.pop_front();
} catch (std::bad_alloc const&) { // the segment has gone
}

std::shared_ptr<change_span const> change_log::pass(std::uint64_t begin) noexcept
{
    auto& s = segments_[index_of(begin)];
    BOOST_ASSERT(s.begin == begin && s.readers != 0);
    if (--s.readers != 0) return nullptr;
    s.joined.reset();
    auto last = std::move(s.span);
    counts_->waiting.add(growth(last->bytes, 0));
    while (!segments_.empty() && segments_.front().readers == 0) drop_first();
    if (segments_.empty()) largest_list_ = 0;
    return last;
}

void change_log::pass_all(std::uint64_t from, std::uint64_t until) noexcept
{
    while (from < until) {
        auto const next = segment_at(from).end;
        (void)pass(from);
        from = next;
    }
}

} // namespace coinformer::detail
