// The program of the README, ended in the way that the argument names. endings_test.py runs it, writes a line
// to its stdin when the program is to go on, and knows the expected outcome.

#include "readme_program.hpp"

#include <coinformer/cache/background_informers.hpp>

#include <boost/asio/posix/stream_descriptor.hpp>

#include <functional>
#include <optional>
#include <stdexcept>
#include <string_view>

#include <unistd.h>

namespace asio = boost::asio;

namespace {

/// Returns when the test has written a line.
coinformer::task<> until_told()
{
    asio::posix::stream_descriptor in(co_await asio::this_coro::executor, ::dup(STDIN_FILENO));
    char byte = 0;
    co_await in.async_read_some(asio::buffer(&byte, 1), asio::use_awaitable);
}

/// Calls `what` when the test has written a line. An exception of `what` leaves io.run().
void when_told(asio::io_context& io, std::function<void()> what)
{
    asio::co_spawn(io, until_told(), [what](std::exception_ptr) { what(); });
}

int end_by_stop()
{
    asio::io_context io;
    coinformer::client api({.ex = io.get_executor()}, coinformer::load_endpoint());
    asio::co_spawn(io, service(api), asio::detached);
    when_told(io, [&] { io.stop(); });
    io.run();
    std::cout << "stopped" << std::endl;
    return 0;
}

int end_by_exception_in_main(bool at_once)
{
    asio::io_context io;
    coinformer::client api({.ex = io.get_executor()}, coinformer::load_endpoint());
    coinformer::informer_factory factory(api);
    asio::co_spawn(io, watch_pods(factory), asio::detached);
    asio::co_spawn(io, factory.run(), asio::detached);
    if (at_once) throw std::runtime_error("the user's own error");
    when_told(io, [&] { io.stop(); });
    io.run();
    throw std::runtime_error("the user's own error");
}

int end_by_exception_in_a_handler()
{
    asio::io_context io;
    coinformer::client api({.ex = io.get_executor()}, coinformer::load_endpoint());
    asio::co_spawn(io, service(api), asio::detached);
    when_told(io, [] { throw std::runtime_error("the user's own error"); });
    io.run();
    return 0;
}

/// The informers go on while the client is destroyed; then everything is destroyed, the factory last.
int end_without_client()
{
    std::optional<coinformer::informer_factory> factory;
    asio::io_context io;
    std::optional<coinformer::client> api(std::in_place, coinformer::environment{.ex = io.get_executor()},
                                          coinformer::load_endpoint());
    factory.emplace(*api);
    asio::co_spawn(io, watch_pods(*factory), asio::detached);
    asio::co_spawn(io, factory->run(), asio::detached);
    when_told(io, [&] {
        api.reset();
        std::cout << "no client" << std::endl;
        when_told(io, [&] { io.stop(); });
    });
    io.run();
    return 0;
}

coinformer::task<> never_end()
{
    try {
        co_await connect_and_serve();
    } catch (boost::system::system_error const&) { // cancelled
    }
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    std::cout << "cleans up for ever" << std::endl;
    co_await coinformer::system_time().sleep_for(std::chrono::hours(1000));
}

int end_by_second_signal()
{
    asio::io_context io;
    return coinformer::run_until_signal(io, never_end());
}

/// Informers that still work while the program ends. The destructor runs after main() has returned, when
/// the static variables of functions have been destroyed. It lists, and waits until the test has written a
/// line.
struct informers_of_the_program {
    ~informers_of_the_program()
    {
        if (!cluster) return;
        auto const pods = cluster->wait(cluster->api().list<pod>("default"));
        std::cout << "after main: " << pods.objects.size() << std::endl;
        std::cin.get();
    }
    std::optional<coinformer::background_informers> cluster;
};
informers_of_the_program at_work; // constructed before main(), and so destroyed late

int end_with_informers_at_work()
{
    auto& cluster = at_work.cluster.emplace(coinformer::load_endpoint());
    cluster.start();
    cluster.wait(cluster.api().list<pod>("default"));
    cluster.wait(watch_pods(cluster.factory()));
    return 0;
}

int end(std::string_view way)
{
    if (way == "signal") return run_program();
    if (way == "second signal") return end_by_second_signal();
    if (way == "stop") return end_by_stop();
    if (way == "exception in main at once") return end_by_exception_in_main(true);
    if (way == "exception in main") return end_by_exception_in_main(false);
    if (way == "exception in a handler") return end_by_exception_in_a_handler();
    if (way == "without client") return end_without_client();
    if (way == "informers at work") return end_with_informers_at_work();
    std::cerr << "unknown way: " << way << '\n';
    return 2;
}

} // namespace

int main(int argc, char** argv)
{
    std::cout << std::unitbuf; // so that the test reads each line when it is written
    try {
        return end(argc == 2 ? argv[1] : "");
    } catch (std::exception const& e) {
        std::cerr << "error: " << e.what() << '\n';
        return 1;
    }
}
