#include "cache/reflector/cause_reporter.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include "catch.hpp"
#include "failing_clock.hpp"

#include <string>
#include <vector>

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

struct cause_reporter_fixture {
    boost::asio::io_context io;
    testing::virtual_clock time{io};
    std::vector<std::string> told; // an empty text means that the cause is over
    cause_reporter view{time, io.get_executor(), 60s,
                        [this](std::exception_ptr cause) { return note(cause); }};

    bool note(std::exception_ptr const& cause)
    {
        try {
            if (cause) std::rethrow_exception(cause);
            told.emplace_back();
        } catch (std::exception const& e) {
            told.emplace_back(e.what());
        }
        return true;
    }
    std::exception_ptr cause(char const* what)
    {
        return std::make_exception_ptr(api_error(errc::connect_failed, what));
    }
};

} // namespace

TEST_CASE_METHOD(
    cause_reporter_fixture,
    "a cause that may pass by itself is reported once it has lasted, even if no attempt is made meanwhile")
{
    auto const since = time.now();
    CHECK_FALSE(view.report(cause("dial"), since, cause_reporter::urgency::when_it_lasts));
    time.run_for(59s);
    CHECK(told.empty());
    time.run_for(1s);
    REQUIRE(told.size() == 1);
    CHECK(told[0].find("dial: connection failed") == 0);
    CHECK(told[0].find("for 60 s now") != std::string::npos);
    time.run_for(60s);
    REQUIRE(told.size() == 2);
    CHECK(told[1].find("for 120 s now") != std::string::npos);
}

TEST_CASE_METHOD(cause_reporter_fixture,
                 "a cause is reported although there is no memory for the timer of the next reminder")
{
    test::failing_clock clock(time);
    cause_reporter forgetful(clock, io.get_executor(), 60s,
                             [this](std::exception_ptr cause) { return note(cause); });
    forgetful.report(cause("dial"), time.now(), cause_reporter::urgency::when_it_lasts);
    clock.failures = 1;
    time.run_for(60s); // and nothing leaves the io_context
    CHECK(told.size() == 1);
    forgetful.report(cause("dial"), time.now() - 60s, cause_reporter::urgency::when_it_lasts);
    CHECK(told.size() == 2);
    time.run_for(60s);
    CHECK(told.size() == 3);
}

TEST_CASE_METHOD(cause_reporter_fixture,
                 "a cause that comes after the trouble has lasted is reported at once")
{
    auto const since = time.now();
    time.run_for(61s);
    CHECK(view.report(cause("dial"), since, cause_reporter::urgency::when_it_lasts));
    CHECK(told.size() == 1);
}

TEST_CASE_METHOD(cause_reporter_fixture,
                 "a cause that will not pass by itself is reported at once, and again after each period")
{
    CHECK(view.report(cause("no rights"), time.now(), cause_reporter::urgency::at_once));
    CHECK(told.size() == 1);
    CHECK(told[0].find(" now") == std::string::npos);
    time.run_for(2min);
    CHECK(told.size() == 3);
}

TEST_CASE_METHOD(cause_reporter_fixture, "when the cause is over, nothing is reported any more")
{
    view.report(cause("dial"), time.now(), cause_reporter::urgency::when_it_lasts);
    time.run_for(30s);
    view.clear();
    CHECK(told == std::vector<std::string>{""});
    time.run_for(5min);
    CHECK(told.size() == 1);
    view.clear();
    CHECK(told.size() == 1);
}
