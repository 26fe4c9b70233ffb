// Contract: audits do not keep step with each other.

#include "audited_world.hpp"

#include <algorithm>

TEST_CASE_METHOD(audited_world, "the pauses between audits are spread over a whole tenth of the interval")
{
    put("a", "1");
    recorded_informer mine(io, api, auditing());
    time.run_for(30s);
    std::vector<time_point> audits;
    server.intercept([&](testing::action const& a) -> std::optional<testing::canned_answer> {
        if (a.verb == "list") audits.push_back(time.now());
        return std::nullopt;
    });
    time.run_for(4h);
    server.intercept(nullptr);
    REQUIRE(audits.size() > 200);
    duration shortest = duration::max(), longest = duration::zero();
    for (std::size_t i = 1; i != audits.size(); ++i) {
        shortest = std::min(shortest, audits[i] - audits[i - 1]);
        longest = std::max(longest, audits[i] - audits[i - 1]);
    }
    CHECK(shortest >= 60s);
    CHECK(shortest < 60'500ms);
    CHECK(longest > 65'600ms);
    CHECK(longest < 67s);
}
