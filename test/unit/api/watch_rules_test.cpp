#include "api/client/watch_rules.hpp"

#include <coinformer/core/task.hpp>

#include "catch.hpp"

#include <sstream>

using namespace coinformer;
using namespace std::literals;

namespace {

struct fixed_time final : time_source {
    time_point now() const noexcept override { return at; }
    wall_time wall_now() const noexcept override { return {}; }
    std::unique_ptr<timer> make_timer(executor) override { return nullptr; }
    time_point at{};
};

struct reported {
    std::ostringstream text;
    stream_log log{text};
    fixed_time time;
    detail::fault_reporter faults{log, time, "/api/v1/pods"};
    int told = 0;

    void report(int count)
    {
        for (int i = 0; i < count; ++i)
            faults.report({errc::wrong_type, "spec", "object", "number 5", "shop", "a"},
                          [this](decode_fault const&) { ++told; });
    }
    /// Returns how many lines since the last call have this text in them.
    std::size_t lines(std::string_view with)
    {
        std::istringstream in(text.str());
        std::size_t count = 0;
        for (std::string line; std::getline(in, line);) count += line.find(with) != line.npos ? 1 : 0;
        return count;
    }
};

} // namespace

TEST_CASE("a few of many faults are logged each minute, and the number of the others")
{
    reported r;
    r.report(1000);
    CHECK(r.told == 1000);
    CHECK(r.lines("object could not be decoded") == 5);
    CHECK(r.lines("more objects") == 0);

    r.time.at += 1min;
    r.report(1);
    CHECK(r.lines("count=995") == 1);
    CHECK(r.lines("object could not be decoded") == 6);

    r.faults.flush();
    CHECK(r.lines("more objects") == 1);
    r.report(6);
    r.faults.flush();
    r.faults.flush();
    CHECK(r.lines("count=2") == 1);
    CHECK(r.lines("") == 12);
}

TEST_CASE("an exception from on_fault is logged, and the next fault is still reported")
{
    reported r;
    int called = 0;
    for (int i = 0; i < 2; ++i)
        r.faults.report({errc::wrong_type, "spec", "object", "number 5", "shop", "a"},
                        [&](decode_fault const&) {
                            ++called;
                            throw std::runtime_error("mine");
                        });
    CHECK(called == 2);
    CHECK(r.lines("on_fault threw") == 2);
}

TEST_CASE("the shortest pause is lengthened by no more than a tenth, as every other is")
{
    random_source random(1);
    backoff own({.first = 1ns, .cap = 1ns, .jitter_percent = 0}, random.fork());
    CHECK(detail::retry_pause(0s, own, random, 1min) == 1ns);
}

TEST_CASE("a list with too many faults is refused with advice about the projection and the limit, not about "
          "the server")
{
    CHECK(std::string(detail::too_many_faults("list /api/v1/pods", 2).what()) ==
          "list /api/v1/pods: too many decode faults: more than 2 objects of the list do not decode (correct "
          "the "
          "projection, or raise client_options::max_faults_per_list)");
}
