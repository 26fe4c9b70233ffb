#include "core/forward_cancellation.hpp"

#include <optional>

#include "catch.hpp"

using namespace coinformer;
using boost::asio::cancellation_type;

TEST_CASE("a cancellation is handed on while the child is waited for, and not after that")
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

TEST_CASE("where nobody can cancel there is nothing to hand on")
{
    CHECK_NOTHROW(forward_cancellation(boost::asio::cancellation_slot(), [](cancellation_type) {}));
}
