// A host that is a service of asio::awaitable on one io_context: it answers from a lister before, during and
// after an outage of the API server, and ends when it is cancelled.

#include "hosts.hpp"

#include <coinformer/core/nursery.hpp>

#include <boost/asio.hpp>

#include "catch.hpp"

using tcp = asio::ip::tcp;

// [awaitable-host]
/// Answers each line, which is the name of a ConfigMap, with the color of this ConfigMap.
asio::awaitable<void> answer_lines(tcp::socket peer, coinformer::lister<config_map> known)
{
    std::string lines;
    for (;;) {
        auto const length =
            co_await asio::async_read_until(peer, asio::dynamic_buffer(lines), '\n', asio::use_awaitable);
        auto const reply = color_of(known, lines.substr(0, length - 1)) + '\n';
        lines.erase(0, length);
        co_await asio::async_write(peer, asio::buffer(reply), asio::use_awaitable);
    }
}

asio::awaitable<void> accept_peers(tcp::acceptor& at, coinformer::lister<config_map> known,
                                   coinformer::nursery& all)
{
    for (;;) {
        auto peer = co_await at.async_accept(asio::use_awaitable);
        auto until_it_closes = [](asio::awaitable<void> session) -> asio::awaitable<void> {
            try {
                co_await std::move(session);
            } catch (boost::system::system_error const&) { // the peer has closed, or the service ends
            }
        };
        all.start(until_it_closes(answer_lines(std::move(peer), known)));
    }
}

asio::awaitable<void> serve_colors(coinformer::informer_factory& factory, tcp::acceptor& at)
{
    auto const known = factory.of<config_map>();
    coinformer::nursery all(co_await asio::this_coro::executor);
    all.start(factory.run());
    all.start(accept_peers(at, known.lister(), all));
    co_await all.join();
}
// [awaitable-host]

namespace {

asio::awaitable<std::string> ask_line(tcp::endpoint service, std::string line)
{
    tcp::socket peer(co_await asio::this_coro::executor);
    co_await peer.async_connect(service, asio::use_awaitable);
    co_await asio::async_write(peer, asio::buffer(line), asio::use_awaitable);
    std::string reply;
    co_await asio::async_read_until(peer, asio::dynamic_buffer(reply), '\n', asio::use_awaitable);
    co_return reply;
}

asio::awaitable<void> ask_through_an_outage(loopback_cluster& cluster,
                                            coinformer::informer_handle<config_map> known,
                                            tcp::endpoint service, std::vector<std::string>& replies)
{
    replies.push_back(co_await ask_line(service, "web\n"));
    cluster.paint("web", "blue");
    cluster.come_back();
    co_await known.synced();
    replies.push_back(co_await ask_line(service, "web\n"));
    cluster.go_away();
    cluster.paint("web", "green");
    replies.push_back(co_await ask_line(service, "web\n"));
    cluster.come_back();
    co_await known.until(has_color("web", "green"));
    replies.push_back(co_await ask_line(service, "web\n"));
}

} // namespace

TEST_CASE("a service of asio::awaitable answers through an outage, and ends with its sessions")
{
    loopback_cluster cluster;
    asio::io_context io;
    coinformer::client api({.ex = io.get_executor(), .log = &coinformer::no_log()}, cluster.endpoint());
    coinformer::informer_factory factory(api);
    tcp::acceptor acceptor(io, {asio::ip::address_v4::loopback(), 0});
    asio::cancellation_signal stop;
    std::exception_ptr ended;
    asio::co_spawn(io, serve_colors(factory, acceptor),
                   asio::bind_cancellation_slot(stop.slot(), [&](std::exception_ptr e) { ended = e; }));

    tcp::socket silent(io); // a session that waits for its peer when the service ends
    silent.connect(acceptor.local_endpoint());
    std::vector<std::string> replies;
    asio::co_spawn(
        io, ask_through_an_outage(cluster, factory.of<config_map>(), acceptor.local_endpoint(), replies),
        [&](std::exception_ptr e) {
            CHECK_FALSE(e);
            stop.emit(asio::cancellation_type::terminal);
        });
    io.run(); // returns when nothing is left to do, so each session has ended
    CHECK(replies == std::vector<std::string>{"not read yet\n", "blue\n", "blue\n", "green\n"});
    REQUIRE(ended);
    try {
        std::rethrow_exception(ended);
    } catch (boost::system::system_error const& e) {
        CHECK(e.code() == coinformer::condition::cancelled);
    }
}
