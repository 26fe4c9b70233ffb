// A host that works with callbacks alone on an io_context.

#include "hosts.hpp"

#include <boost/asio/io_context.hpp>

#include <functional>
#include <vector>

#include "catch.hpp"

// [callback-host]
/// Calls a function for each change, on the thread of the io_context.
///
/// Lifetime   Destroy it after `ended` has been called, or after the io_context.
class color_listener {
public:
    using paint = std::function<void(std::string_view name, std::string const& color)>;

    color_listener(coinformer::client& api, paint painted) : known_(api)
    {
        auto show = [painted](coinformer::object_ptr<config_map> const& map) {
            painted(map.key().name, color_of(*map));
        };
        known_.on_change({.added = show, .updated = show});
    }

    /// Calls `ready` when the first list has been read and shown, or cannot be read, and `ended` after
    /// stop().
    void start(asio::io_context& io, std::function<void(std::exception_ptr)> ready,
               std::function<void(std::exception_ptr)> ended)
    {
        asio::co_spawn(io, known_.run(), asio::bind_cancellation_slot(stop_.slot(), std::move(ended)));
        asio::co_spawn(io, known_.synced(), std::move(ready));
    }
    /// Call this on the thread of the io_context.
    void stop() { stop_.emit(asio::cancellation_type::terminal); }

private:
    coinformer::shared_informer<config_map> known_;
    asio::cancellation_signal stop_;
};
// [callback-host]

TEST_CASE("a host with callbacks is told of changes, survives an outage, and ends")
{
    loopback_cluster cluster;
    cluster.paint("web", "blue");
    asio::io_context io;
    coinformer::client api({.ex = io.get_executor(), .log = &coinformer::no_log()}, cluster.endpoint());
    std::vector<std::string> calls;
    std::optional<color_listener> colors;
    colors.emplace(api, [&](std::string_view name, std::string const& color) {
        calls.push_back(std::string(name) + '=' + color);
        if (color == "green") colors->stop();
    });
    auto const ready = [&](std::exception_ptr failure) {
        CHECK_FALSE(failure);
        calls.push_back("ready");
        cluster.go_away();
        cluster.paint("web", "green");
        cluster.come_back();
    };
    auto const ended = [&](std::exception_ptr) {
        calls.push_back("ended");
        colors.reset();
    };
    colors->start(io, ready, ended);
    cluster.come_back();
    io.run(); // returns, because the end of run() leaves nothing to do
    CHECK(calls == std::vector<std::string>{"web=blue", "ready", "web=green", "ended"});
}

TEST_CASE("a host with callbacks stops while the API server is away")
{
    loopback_cluster cluster;
    asio::io_context io;
    coinformer::client api({.ex = io.get_executor(), .log = &coinformer::no_log()}, cluster.endpoint());
    color_listener colors(api, [](std::string_view, std::string const&) {});
    std::vector<std::string> calls;
    colors.start(
        io, [&](std::exception_ptr failure) { calls.push_back(failure ? "never ready" : "ready"); },
        [&](std::exception_ptr) { calls.push_back("ended"); });
    asio::post(io, [&] { colors.stop(); });
    io.run();
    std::ranges::sort(calls);
    CHECK(calls == std::vector<std::string>{"ended", "never ready"});
}
