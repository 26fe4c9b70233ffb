#include <coinformer/api/list_options.hpp>

#include "api/client/query_text.hpp"

#include <algorithm>

namespace coinformer {

using namespace detail;

namespace {

// Returns ranges that cover these, and are at most `most`: the smallest gaps are closed.
shard_ranges covering(shard_ranges const& ranges, std::size_t most)
{
    auto const& all = ranges.ranges();
    if (all.size() <= most) return ranges;
    std::vector<shard_ranges::range> gaps;
    for (std::size_t i = 1; i != all.size(); ++i) gaps.push_back({all[i - 1].last + 1, all[i].first - 1});
    auto const wide_ones = gaps.end() - static_cast<std::ptrdiff_t>(most - 1);
    std::ranges::nth_element(gaps, wide_ones, {}, [](auto const& gap) { return gap.last - gap.first; });
    auto cover = ranges;
    for (auto gap = gaps.begin(); gap != wide_ones; ++gap)
        cover = cover | shard_ranges::between(gap->first, gap->last);
    return cover;
}

} // namespace

list_options& list_options::shard(shard_ranges const& ranges, shard_field field)
{
    return set(shard_, ranges.is_all() ? std::string() : covering(ranges, most_sent_ranges).selector(field));
}

std::string list_options::query() const
{
    std::string query;
    if (is_watch_) {
        add_to_query(query, "watch", "true");
        add_to_query(query, "allowWatchBookmarks", "true");
        if (initial_events_) add_to_query(query, "sendInitialEvents", "true");
    }
    if (limit_ != 0) add_to_query(query, "limit", std::to_string(limit_));
    add_to_query(query, "continue", continue_);
    add_to_query(query, "resourceVersion", version_);
    if (match_ == version_match::not_older_than) add_to_query(query, "resourceVersionMatch", "NotOlderThan");
    if (match_ == version_match::exact) add_to_query(query, "resourceVersionMatch", "Exact");
    add_to_query(query, "labelSelector", labels_);
    add_to_query(query, "fieldSelector", fields_);
    add_to_query(query, "shardSelector", shard_);
    if (timeout_.count() > 0) add_to_query(query, "timeoutSeconds", std::to_string(timeout_.count()));
    for (auto const& [name, value] : further_) add_to_query(query, name, value);
    return query;
}

} // namespace coinformer
