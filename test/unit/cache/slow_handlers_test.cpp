// When the log says that a handler is slow, and when it says that the handler has caught up.

#include "cache/handlers/slow_handlers.hpp"
#include "failing_clock.hpp"
#include "occurrences.hpp"

#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/io_context.hpp>

#include <sstream>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

/// One handler, for which the test says what waits.
struct slow_handler {
    /// The oldest of three changes has waited for this long when the handler is looked at next.
    void look(duration oldest)
    {
        waiting = {.number = 3, .oldest = oldest};
        time.run_for(slow_handlers::interval);
    }
    std::size_t times_logged(std::string_view line) const { return occurrences(text.str(), line); }

    boost::asio::io_context io;
    testing::virtual_clock time{io};
    test::failing_clock clock{time};
    std::ostringstream text;
    stream_log log{text};
    environment const env{.ex = io.get_executor(), .time = &clock, .log = &log, .seed = 1};
    waiting_changes waiting;
    slow_handlers judge{env, "/api/v1/pods",
                        [this] { return slow_handlers::waiting_by_name{{"router", waiting}}; }};
};

} // namespace

TEST_CASE_METHOD(slow_handler,
                 "a slow handler has caught up when nothing has waited for longer than half of the patience")
{
    judge.begin();
    look(slow_handlers::patience - 1ns);
    CHECK(times_logged("a handler is slow") == 0);
    look(slow_handlers::patience);
    CHECK(times_logged("WARNING a handler is slow: 3 changes wait for it, the oldest for 60 s") == 1);

    look(slow_handlers::patience / 2 + 1ns);
    CHECK(times_logged("a slow handler has caught up") == 0);
    look(slow_handlers::patience / 2);
    // It has been slow since the oldest change came: 60 s before the first line, and 30 s more have passed.
    CHECK(times_logged(
              "WARNING a slow handler has caught up collection=/api/v1/pods handler=router after=90 s") == 1);
}

TEST_CASE_METHOD(
    slow_handler,
    "a slow handler is logged although there was no memory for the timer when it began to be slow")
{
    clock.failures = 1;
    CHECK_THROWS_AS(judge.begin(), std::bad_alloc);
    judge.begin(); // the next change
    look(slow_handlers::patience);
    CHECK(times_logged("a handler is slow") == 1);
}
