// Which ranges of hashes a request names if there are more than a URL has room for.

#include <coinformer/api/list_options.hpp>

#include "catch.hpp"

using namespace coinformer;

TEST_CASE("of too many ranges those with the narrowest gap are sent as one, wherever the gap lies")
{
    auto const range_at = [](std::uint64_t begin) { return shard_ranges::between(begin, begin + 99); };
    shard_ranges wide_gaps;
    for (std::uint64_t i = 0; i != list_options::most_sent_ranges; ++i)
        wide_gaps = wide_gaps | range_at(i * 1000);
    auto const last = (list_options::most_sent_ranges - 1) * 1000;
    auto const too_many = wide_gaps | range_at(last + 110); // the narrow gap is the last one
    REQUIRE(too_many.ranges().size() == list_options::most_sent_ranges + 1);
    auto const sent = wide_gaps | shard_ranges::between(last, last + 209);
    CHECK(list_options().shard(too_many).query() == list_options().shard(sent).query());
}
