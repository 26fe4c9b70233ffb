// A user's unit test, which moves the time itself.
#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/io_context.hpp>

#include <chrono>

int main()
{
    boost::asio::io_context io;
    coinformer::testing::virtual_clock time(io);
    auto const before = time.now();
    time.run_for(std::chrono::hours(1));
    return time.now() - before == std::chrono::hours(1) ? 0 : 1;
}
