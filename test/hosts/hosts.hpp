#pragma once

#include <coinformer/cache/informer_factory.hpp>
#include <coinformer/testing/api_server.hpp>
#include <coinformer/testing/tcp_listener.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/describe.hpp>

#include <future>
#include <map>
#include <optional>
#include <string>

namespace asio = boost::asio;
using namespace std::chrono_literals;

// [host-kind]
struct config_map {
    std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(config_map, (), (data))
template <>
inline constexpr coinformer::resource coinformer::resource_of<config_map>{
    .version = "v1", .plural = "configmaps", .kind = "ConfigMap"};

/// Returns the entry "color" of a ConfigMap. Most ConfigMaps of a cluster have none.
inline std::string color_of(config_map const& map)
{
    auto const found = map.data.find("color");
    return found != map.data.end() ? found->second : "unknown";
}

/// Returns the color of a ConfigMap in the namespace "shop". Any thread may call this, and no call waits.
inline std::string color_of(coinformer::lister<config_map> const& known, std::string_view name)
{
    auto const now = known.snapshot();
    if (now.resource_version().empty()) return "not read yet"; // this is not the same as "unknown"
    auto const found = now.get("shop", name);
    return found ? color_of(*found) : "unknown";
}
// [host-kind]

/// An API server on a loopback port, with a thread of its own. It begins away: nothing listens at its port.
///
/// Threads    one at a time; each call waits until the server's thread has done its part.
class loopback_cluster {
public:
    loopback_cluster() : strand_(asio::make_strand(thread_)), server_({.ex = strand_})
    {
        port_ = coinformer::testing::tcp_listener(strand_).port();
    }
    loopback_cluster(loopback_cluster const&) = delete;
    ~loopback_cluster() { go_away(); }

    coinformer::endpoint endpoint() const { return {.server = "http://127.0.0.1:" + std::to_string(port_)}; }

    /// Listens at the port. The objects are those of the time before go_away().
    void come_back()
    {
        on_server([this] { listener_.emplace(strand_, port_); });
        served_ = asio::co_spawn(strand_, server_.run(*listener_),
                                 asio::bind_cancellation_slot(stop_.slot(), asio::use_future));
    }
    /// Breaks off every connection, and refuses new ones.
    void go_away()
    {
        if (!served_.valid()) return;
        on_server([this] { stop_.emit(asio::cancellation_type::terminal); });
        served_.wait();
        served_ = {};
        on_server([this] { listener_.reset(); });
    }
    /// Creates or changes a ConfigMap in the namespace "shop", also while clients cannot reach the server.
    void paint(std::string name, std::string color)
    {
        apply(std::move(name), R"({"color":")" + color + R"("})");
    }
    /// Creates a ConfigMap that has no color, as most have none.
    void add_plain(std::string name) { apply(std::move(name), "{}"); }

private:
    void apply(std::string name, std::string const& data)
    {
        auto const object =
            R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"shop","name":")" + name +
            R"("},"data":)" + data + "}";
        on_server([&] { server_.apply(coinformer::resource_of<config_map>, object, "test"); });
    }
    void on_server(std::function<void()> call)
    {
        asio::post(strand_, std::packaged_task<void()>(std::move(call))).get(); // throws what the call throws
    }

    asio::thread_pool thread_{1};
    coinformer::executor strand_;
    coinformer::testing::api_server server_;
    std::optional<coinformer::testing::tcp_listener> listener_;
    asio::cancellation_signal stop_;
    std::future<void> served_;
    std::uint16_t port_ = 0;
};

/// Returns a condition for informer.until(): the ConfigMap shop/`name` has this color.
inline auto has_color(std::string name, std::string color)
{
    return [=](coinformer::snapshot<config_map> const& now) {
        auto const found = now.get("shop", name);
        return found && color_of(*found) == color;
    };
}
