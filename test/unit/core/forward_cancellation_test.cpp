#include "core/forward_cancellation.hpp"

#include <optional>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using boost::asio::cancellation_type;

TEST_CASE("a cancellation is passed on while the object exists, and not after that")
{
    boost::asio::cancellation_signal signal;
    int emitted = 0;
    {
        forward_cancellation const forward(signal.slot(), [&](cancellation_type) { ++emitted; });
        signal.emit(cancellation_type::terminal);
        CHECK(emitted == 1);
    }
    signal.emit(cancellation_type::terminal);
    CHECK(emitted == 1);
}

TEST_CASE("a slot that is not connected is left alone")
{
    CHECK_NOTHROW(forward_cancellation(boost::asio::cancellation_slot(), [](cancellation_type) {}));
}
