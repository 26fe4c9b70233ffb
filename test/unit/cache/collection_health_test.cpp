#include "cache/reflector/collection_health.hpp"
#include "metrics_text.hpp"

#include <coinformer/testing/virtual_clock.hpp>

#include "catch.hpp"

#include <sstream>
#include <string>
#include <vector>

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::literals;

namespace {

struct health_fixture {
    boost::asio::io_context io;
    testing::virtual_clock time{io};
    std::ostringstream log_text;
    stream_log log{log_text, log_level::info};
    environment env{.ex = io.get_executor(), .time = &time, .log = &log};
    informer_options options{};
    std::vector<std::string> told; // to those who wait; an empty text means that the cause is over
    bool somebody_waits = false;
    collection_health health{env, "/api/v1/pods", options,
                             [this](std::exception_ptr cause) { return tell(cause); }};

    bool tell(std::exception_ptr const& cause)
    {
        try {
            if (cause) std::rethrow_exception(cause);
            told.emplace_back();
        } catch (std::exception const& e) {
            told.emplace_back(e.what());
        }
        return somebody_waits;
    }
    void fail(error_code code, recovery then = {})
    {
        ending how{.during = approach::list, .code = code};
        how.failure = std::make_exception_ptr(api_error(code, "list /api/v1/pods", ""));
        health.report_failure(how, then, false);
    }
    std::string logged()
    {
        auto text = log_text.str();
        log_text.str("");
        return text;
    }
};

} // namespace

TEST_CASE_METHOD(health_fixture,
                 "a failure is counted, logged once for each cause, and over with the first success")
{
    auto const began = time.now();
    fail(errc::forbidden, {.report_at_once = true});
    time.run_for(1s);
    fail(errc::forbidden, {.report_at_once = true});
    CHECK(health.is_failing());
    CHECK(health.status.failures == 2);
    CHECK(health.status.failing_since == began);
    CHECK(health.status.last_failure.find("forbidden") != std::string::npos);
    CHECK(told.size() == 2);
    auto const text = logged();
    CHECK(text.find("WARNING") == text.rfind("WARNING"));

    health.succeeded();
    CHECK_FALSE(health.is_failing());
    CHECK(health.status.now == phase::watching);
    CHECK(health.status.fresh_as_of == time.now());
    CHECK(health.status.last_failure.empty());
    CHECK(told.back().empty());
    CHECK(logged().find("can be read again") != std::string::npos);
}

TEST_CASE_METHOD(health_fixture,
                 "a failure that a waiter received is no warning, because the waiter reports it")
{
    somebody_waits = true;
    fail(errc::forbidden, {.report_at_once = true});
    CHECK(logged().starts_with("INFO"));
}

TEST_CASE_METHOD(health_fixture,
                 "a failure that may pass by itself is a warning, even if a waiter received it")
{
    somebody_waits = true;
    fail(errc::forbidden, {.report_at_once = true});
    time.run_for(2 * options.unreachable_after);
    told.clear();
    (void)logged();
    fail(errc::internal_server_error);
    REQUIRE(told.size() == 1);
    CHECK(logged().starts_with("WARNING"));
}

TEST_CASE_METHOD(health_fixture, "a failure that may pass by itself is reported when it has lasted")
{
    fail(errc::connect_failed);
    CHECK(told.empty());
    time.run_for(options.unreachable_after);
    REQUIRE(told.size() == 1);
    CHECK(told[0].find("connection failed") != std::string::npos);
    health.end();
    time.run_for(1h);
    CHECK(told.size() == 1);
}

TEST_CASE_METHOD(health_fixture, "a watch that is cut short once is no failure: the server may be restarting")
{
    auto const cut_short = [&](unsigned times) {
        ending how{.during = approach::watch, .code = errc::watch_cut_short};
        how.in_a_row.cut_short = times;
        how.failure = std::make_exception_ptr(api_error(errc::watch_cut_short, "watch /api/v1/pods", ""));
        health.report_failure(how, {}, false);
    };
    cut_short(1);
    CHECK(health.status.failures == 0);
    CHECK_FALSE(health.is_failing());
    cut_short(2);
    CHECK(health.status.failures == 1);
    CHECK(health.is_failing());
}

TEST_CASE_METHOD(health_fixture, "a resource that is not served is one line, however long it is missing")
{
    fail(errc::not_served, {.report_at_once = true});
    CHECK_FALSE(health.is_served());
    CHECK_FALSE(logged().empty());
    time.run_for(1h);
    fail(errc::not_served, {.report_at_once = true});
    CHECK(logged().empty());
    fail(errc::forbidden, {.report_at_once = true});
    CHECK(health.is_served());
    CHECK_FALSE(logged().empty());
}

TEST_CASE_METHOD(health_fixture, "a server that has the version and sends nothing for ten minutes is trouble")
{
    health.succeeded();
    options.watch_timeout = 1min;
    time.run_for(9min);
    health.version_was_confirmed();
    CHECK_FALSE(health.is_failing());
    time.run_for(1min);
    health.version_was_confirmed();
    CHECK(health.is_failing());
    CHECK(health.status.failing_since == time_point(time.now() - 10min));

    health.restart_quiet_time(); // no watch could be opened, so that nothing holds events back
    health.version_was_confirmed();
    CHECK_FALSE(health.is_failing());
}

TEST_CASE_METHOD(health_fixture, "an answer about a quiet watch proves freshness, unless something fails")
{
    health.succeeded();
    auto const asked = time.now() + 1min;
    health.note_current_at(asked);
    CHECK(health.status.fresh_as_of == asked);
    fail(errc::forbidden);
    health.note_current_at(asked + 1min);
    CHECK(health.status.fresh_as_of == asked);
}

TEST_CASE_METHOD(health_fixture,
                 "a list that no failure of an attempt has caused is counted with its own cause")
{
    metrics_registry registry;
    environment counted = env;
    counted.metrics = &registry;
    auto const counts =
        informer_metrics::make(counted, informer_labels({.version = "v1", .plural = "pods"}, "shop"));
    collection_health watched(counted, "/api/v1/pods", options, [](auto&&) { return false; }, counts.get());
    watched.list_begins();
    watched.list_follows(error_code(errc::copy_differs).message());
    watched.list_begins();
    auto const text = metric_lines(registry, "coinformer_informer_lists_total");
    CHECK(text.find("cause=first list") != std::string::npos);
    CHECK(text.find("cause=the copy differs from the server's") != std::string::npos);
}
