#include "transport/stream/within.hpp"

#include <coinformer/testing/virtual_clock.hpp>

#include "asio_run.hpp"
#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

task<> nested(time_source& time, duration outer, duration inner)
{
    auto body = within(time, inner, time.sleep_for(1min), "shake hands");
    co_await within(time, outer, std::move(body), "connect");
}

} // namespace

TEST_CASE("of two nested time-outs, the error names the one that has passed")
{
    boost::asio::io_context io;
    testing::virtual_clock time(io);
    started inner(io, nested(time, 20s, 10s));
    started outer(io, nested(time, 10s, 20s));
    time.run_for(30s);

    CHECK(inner.code() == errc::timed_out);
    CHECK(inner.what().starts_with("shake hands: timed out: after 10000 ms"));
    CHECK(outer.code() == errc::timed_out);
    CHECK(outer.what().starts_with("connect: timed out: after 10000 ms"));
}
