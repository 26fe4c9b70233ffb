// Contract: how often retry_on_conflict() makes an attempt.

#include "verbs.hpp"

#include <coinformer/api/retry_on_conflict.hpp>

#include <algorithm>
#include <functional>

namespace {

// Writes at a version that the object does not have, so that each attempt is a conflict.
struct hopeless_writer {
    verbs& in;
    unsigned attempts = 0;

    task<> operator()()
    {
        ++attempts;
        auto change = merge_patch(R"({"data":{"v":"2"}})");
        change.at_version("1");
        co_await in.api.patch(config_maps, "shop", "a", std::move(change));
    }
};

task<> write_in_vain(client& api, hopeless_writer& w, unsigned attempts)
{
    conflict_retries how;
    how.attempts = attempts;
    co_await retry_on_conflict(api, std::ref(w), how);
}

} // namespace

TEST_CASE_METHOD(verbs, "a write that may be tried no times is tried once, and each further one counts")
{
    auto const allowed = GENERATE(0u, 1u, 2u);
    hopeless_writer w{*this};
    background const writing(io, write_in_vain(api, w, allowed));
    time.run_for(1s);
    REQUIRE(writing.ended);
    CHECK(writing.code() == errc::conflict);
    CHECK(w.attempts == std::max(allowed, 1u));
}
