#include "cache/handlers/change_log.hpp"

#include <boost/assert.hpp>

#include <algorithm>

namespace coinformer::detail {

namespace {

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

void change_log::append(std::vector<change> changes, std::string version, time_point now, std::size_t readers)
{
    auto const begin = end_, end = end_ + changes.size();
    auto reached = version.empty() ? version_ : version;
    if (readers != 0) { // what may fail comes first: a log whose end no segment reaches cannot be read
        auto const what = std::make_shared<stretch>(stretch{std::move(changes), end, std::move(version), now});
        segments_.push_back({what, with_replacements_joined(what), begin, end, version_, readers});
    }
    end_ = end;
    version_ = std::move(reached);
}

std::size_t change_log::index_of(std::uint64_t at) const noexcept
{
    if (at < segments_.front().end) return 0;
    if (at >= segments_.back().begin) return segments_.size() - 1;
    auto const after = [](std::uint64_t number, segment const& s) { return number < s.end; };
    return static_cast<std::size_t>(std::upper_bound(segments_.begin(), segments_.end(), at, after) -
                                    segments_.begin());
}

change_log::segment const& change_log::holding(std::uint64_t at) const noexcept
{
    BOOST_ASSERT(!segments_.empty() && at >= segments_.front().begin && at < end_);
    return segments_[index_of(at)];
}

std::string const& change_log::version_before(std::uint64_t at) const noexcept
{
    return at == end_ ? version_ : holding(at).before;
}

std::shared_ptr<stretch const> change_log::pass(std::uint64_t at) noexcept
{
    auto& s = segments_[index_of(at)];
    BOOST_ASSERT(s.begin == at && s.readers != 0);
    if (--s.readers != 0) return nullptr;
    s.joined.reset();
    auto last = std::move(s.what);
    while (!segments_.empty() && segments_.front().readers == 0) segments_.pop_front();
    return last;
}

void change_log::pass_all(std::uint64_t from, std::uint64_t until) noexcept
{
    while (from < until) {
        auto const next = holding(from).end;
        (void)pass(from);
        from = next;
    }
}

} // namespace coinformer::detail
