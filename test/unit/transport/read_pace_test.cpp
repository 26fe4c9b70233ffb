#include "transport/stream/read_pace.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

struct fixture {
    /// Records a read of this many bytes. Returns true if the stream, `after` its last wait, should let more
    /// bytes gather.
    bool gathers(std::size_t bytes, duration after)
    {
        now += after;
        pace.received(bytes);
        return pace.gathers(now);
    }
    /// Records small reads in quick succession until the stream lets bytes gather.
    bool gathers_after_a_burst()
    {
        bool last = gathers(4'000, 1s);
        for (unsigned i = 0; i != read_pace::reads_before_gathering; ++i) {
            CHECK_FALSE(last);
            last = gathers(4'000, 100us);
        }
        return last;
    }

    time_point now = time_point(1h);
    read_pace pace;
};

} // namespace

TEST_CASE_METHOD(fixture, "bytes that come often and little at a time are left to gather until none come")
{
    CHECK(gathers_after_a_burst());
    for (int i = 0; i != 100; ++i) CHECK(gathers(40'000, read_pace::pause + 100us));
    CHECK_FALSE(gathers(0, read_pace::pause));
    CHECK_FALSE(gathers(4'000, 10us)); // the next burst begins like the first one
}

TEST_CASE_METHOD(fixture, "events that come now and then are read at once")
{
    for (int i = 0; i != 100; ++i) CHECK_FALSE(gathers(4'000, read_pace::dense));
}

TEST_CASE_METHOD(fixture, "a pause between two bursts restarts the count")
{
    for (int i = 0; i != 100; ++i) CHECK_FALSE(gathers(4'000, i % 10 == 0 ? 1s : 100us));
}

TEST_CASE_METHOD(fixture, "a peer that writes many bytes at a time is read as fast as it writes")
{
    for (int i = 0; i != 100; ++i) CHECK_FALSE(gathers(read_pace::little, 50us));
}
