#include "transport/http/receive_window.hpp"

#include "catch.hpp"

using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

constexpr coinformer::time_point first_byte{1h};

/// A window of which everything was consumed in this time.
bool consumed_within(receive_window& window, coinformer::duration time)
{
    auto const half = window.size() / 2;
    CHECK_FALSE(window.consumed(half, first_byte));
    return window.consumed(window.size() - half, first_byte + time);
}

} // namespace

TEST_CASE("a window is quadrupled when its bytes are consumed quickly, up to a limit")
{
    receive_window window;
    CHECK(consumed_within(window, receive_window::quick));
    CHECK(window.size() == 4 * receive_window::first);
    while (consumed_within(window, 0s)) {
    }
    CHECK(window.size() == receive_window::largest);
}

TEST_CASE("a window keeps its size at a pace in between, and loses it when its bytes are consumed slowly")
{
    receive_window window;
    consumed_within(window, 0s);
    CHECK_FALSE(consumed_within(window, receive_window::quick + 1ms));
    CHECK_FALSE(consumed_within(window, receive_window::slow - 1ms));
    CHECK(window.size() == 4 * receive_window::first);
    CHECK(consumed_within(window, receive_window::slow));
    CHECK(window.size() == receive_window::first);
}
