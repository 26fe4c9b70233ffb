// A flight tape that lacks memory for a part of an answer loses its beginning, and nothing after that.

#include "allocated.hpp"
#include "cache/recorder/flight_tape.hpp"
#include "cache/store/store.hpp"
#include "item.hpp"

#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/io_context.hpp>

#include <cstddef>
#include <string>
#include <string_view>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

/// A tape of 64 KB that records one watch. The test is its informer.
struct taped_watch {
    taped_watch()
    {
        resource const items{.version = "v1", .plural = "items"};
        tape.record({.time = &time,
                     .of = items,
                     .namespaces = {},
                     .type = &object_type_of<item>(),
                     .scope = {},
                     .offer = [this] { tape.offer_base(objects.snapshot(), {version()}); }});
        watch = tape.asked({.what = recorded_question::watch, .path = collection_path(items)});
        tape.answered(watch, "application/json");
    }
    std::string version() const { return std::to_string(parts); }
    /// A part of the watch comes, and the store has what is in it.
    void receive(std::size_t bytes)
    {
        std::string const part(bytes, 'x');
        std::string_view const pieces[] = {part};
        ++parts;
        tape.received(watch, pieces);
        tape.reached(watch, version());
    }
    /// A part of the watch comes for which there is no memory.
    void miss()
    {
        std::string const part(1000, 'x');
        std::string_view const pieces[] = {part};
        REQUIRE(meets_shortage(0, memory_shortage::passes, [&] { tape.received(watch, pieces); }));
    }

    boost::asio::io_context io;
    testing::virtual_clock time{io};
    store objects;
    int parts = 0;
    flight_tape tape{{.bytes = 64 * 1024}};
    flight_tape::number watch = 0;
};

} // namespace

TEST_CASE_METHOD(taped_watch,
                 "a tape that has once lacked memory drops only what is old when it is full later")
{
    receive(40'000); // the tape knows with which state it would begin if it were full
    time.run_for(10s);
    miss();
    CHECK(tape.length() == 0s);
    receive(100); // the recording begins here
    time.run_for(1s);
    CHECK(tape.length() == 1s);

    receive(40'000);
    time.run_for(1s);
    CHECK(tape.length() == 2s);
    receive(30'000); // it is full
    CHECK(tape.length() == 1s);
    CHECK(tape.bytes() > 30'000);
}
