// An informer inside a service: a Beast HTTP server that answers from a lister, on a thread pool that both share.
//
//     http_lister [PORT]     on the cluster of your kubeconfig, until Ctrl-C: curl localhost:PORT/deployments/shop
//     http_lister --demo     on an API server in this process; asks itself twice, and ends

#include "demo_cluster.hpp"

// [embedding]
#include <coinformer/api/json_types.hpp>
#include <coinformer/cache/informer_factory.hpp>
#include <coinformer/core/nursery.hpp>

#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <boost/describe.hpp>
#include <boost/json.hpp>
#include <iostream>
#include <sys/socket.h>

namespace asio = boost::asio;
namespace http = boost::beast::http;
namespace json = boost::json;
using tcp = asio::ip::tcp;
using request = http::request<http::string_body>;
using response = http::response<http::string_body>;

struct deployment_spec {
    std::int32_t replicas = 1;
};
struct deployment_status {
    std::int32_t readyReplicas = 0;
};
struct deployment {
    deployment_spec spec;
    deployment_status status;
};
BOOST_DESCRIBE_STRUCT(deployment_spec, (), (replicas))
BOOST_DESCRIBE_STRUCT(deployment_status, (), (readyReplicas))
BOOST_DESCRIBE_STRUCT(deployment, (), (spec, status))
template <>
inline constexpr coinformer::resource coinformer::resource_of<deployment>{
    .group = "apps", .version = "v1", .plural = "deployments", .kind = "Deployment"};
using deployments = coinformer::lister<deployment>;

// GET /deployments/NAMESPACE. No lock, no request to the API server: a snapshot, on whatever thread this is.
response answer(request const& asked, deployments const& known)
{
    response reply(http::status::ok, asked.version());
    reply.keep_alive(asked.keep_alive());
    reply.set(http::field::content_type, "application/json");
    constexpr std::string_view root = "/deployments/";
    std::string_view const target(asked.target().data(), asked.target().size());
    json::array found;
    if (target.starts_with(root))
        for (auto const& d : known.in_namespace(target.substr(root.size())))
            found.push_back(json::object{
                {"name", d.key().name}, {"replicas", d->spec.replicas}, {"ready", d->status.readyReplicas}});
    if (found.empty()) reply.result(http::status::not_found);
    reply.body() = json::serialize(found) + '\n';
    reply.prepare_payload();
    return reply;
}

coinformer::task<> serve(tcp::socket socket, deployments known)
{
    boost::beast::tcp_stream stream(std::move(socket));
    boost::beast::flat_buffer buffer;
    try {
        for (bool more = true; more;) {
            request asked;
            stream.expires_after(std::chrono::seconds(30));
            co_await http::async_read(stream, buffer, asked, asio::use_awaitable);
            auto reply = answer(asked, known);
            more = reply.keep_alive();
            co_await http::async_write(stream, reply, asio::use_awaitable);
        }
    } catch (boost::system::system_error const&) { // the peer is gone, or says nothing: so is its connection
    }
}

// One of several doors at the same port, each with a strand of its own: the kernel shares connections out among them.
coinformer::task<> open_door(tcp::acceptor door, deployments known)
{
    coinformer::nursery connections(co_await asio::this_coro::executor);
    auto accept = [](tcp::acceptor& from, deployments to, coinformer::nursery& all) -> coinformer::task<> {
        for (;;) {
            auto socket = co_await from.async_accept(asio::use_awaitable);
            all.start(serve(std::move(socket), to));
        }
    };
    connections.start(accept(door, known, connections));
    co_await connections.join();
}

tcp::acceptor listening(asio::any_io_executor strand, std::uint16_t port)
{
    tcp::acceptor door(strand);
    door.open(tcp::v4());
    int const shared = 1;
    ::setsockopt(door.native_handle(), SOL_SOCKET, SO_REUSEPORT, &shared, sizeof shared);
    door.bind({asio::ip::address_v4::loopback(), port});
    door.listen();
    return door;
}

// What runs on a strand of its own is a child of the nursery, too.
coinformer::task<> elsewhere(asio::any_io_executor strand, coinformer::task<> work)
{
    co_await asio::co_spawn(strand, std::move(work), asio::use_awaitable);
}

struct service {
    service(asio::thread_pool& pool, coinformer::client& api, std::uint16_t wanted_port, std::size_t doors)
        : pool(pool), factory(api), known(factory.of<deployment>()), port(wanted_port)
    {
        for (std::size_t i = 0; i < doors; ++i) {
            ready.push_back(listening(asio::make_strand(pool), port));
            port = ready.front().local_endpoint().port(); // 0 was any
        }
    }

    coinformer::task<> run()
    {
        coinformer::nursery parts(co_await asio::this_coro::executor); // a strand
        parts.start(factory.run());
        parts.start(open_doors(parts));
        co_await parts.join();
    }

    coinformer::task<> open_doors(coinformer::nursery& parts)
    {
        co_await factory.synced(); // who asks earlier waits in the kernel's queue
        std::cout << "serves " << known.snapshot().size() << " deployments at http://127.0.0.1:" << port << std::endl;
        for (auto& door : ready) {
            auto const strand = door.get_executor();
            parts.start(elsewhere(strand, open_door(std::move(door), known.lister())));
        }
    }

    asio::thread_pool& pool;
    coinformer::informer_factory factory;
    coinformer::informer_handle<deployment> known;
    std::vector<tcp::acceptor> ready;
    std::uint16_t port;
};
// [embedding]

#include <coinformer/transport/kubeconfig.hpp>

#include <cstdlib>
#include <optional>

namespace {

coinformer::task<> ask(std::uint16_t port, std::string target)
{
    boost::beast::tcp_stream stream(co_await asio::this_coro::executor);
    tcp::endpoint const there(asio::ip::address_v4::loopback(), port);
    co_await stream.async_connect(there, asio::use_awaitable);
    request asked(http::verb::get, target, 11);
    asked.set(http::field::host, "localhost");
    asked.keep_alive(false);
    co_await http::async_write(stream, asked, asio::use_awaitable);
    boost::beast::flat_buffer buffer;
    response reply;
    co_await http::async_read(stream, buffer, reply, asio::use_awaitable);
    std::cout << target << ": " << reply.result_int() << ' ' << reply.body() << std::flush;
}

coinformer::task<> ask_twice(std::uint16_t port, coinformer::nursery& others)
{
    co_await ask(port, "/deployments/kube-system");
    co_await ask(port, "/deployments/nowhere");
    others.request_stop();
}

} // namespace

int main(int argc, char** argv)
{
    bool const demo = argc == 2 && argv[1] == std::string_view("--demo");
    auto const port = static_cast<std::uint16_t>(demo || argc < 2 ? 0 : std::atoi(argv[1]));
    asio::thread_pool pool(4);
    asio::any_io_executor const strand = asio::make_strand(pool); // what starts and stops the rest is on this one
    coinformer::environment const env{.ex = pool.get_executor()};
    coinformer::environment const on_strand{.ex = strand};
    int exit_code = 0;
    try {
        std::optional<demo_cluster> cluster;
        if (demo) cluster.emplace(on_strand);
        coinformer::client api(env, demo ? cluster->endpoint() : coinformer::load_endpoint());
        service served(pool, api, port, 4);
        coinformer::nursery work(strand);
        asio::signal_set signals(strand, SIGINT, SIGTERM);
        auto run = [&]() -> coinformer::task<> {
            signals.async_wait([&](boost::system::error_code ec, int) {
                if (!ec) work.request_stop();
            });
            if (demo) work.start(cluster->run());
            work.start(served.run());
            if (demo) work.start(ask_twice(served.port, work));
            co_await work.join();
        };
        auto done = asio::co_spawn(strand, run, asio::use_future);
        try {
            done.get();
        } catch (std::exception const& e) {
            std::cerr << "error: " << e.what() << '\n';
            exit_code = 1;
        }
        asio::post(strand, [&] { signals.cancel(); });
        api.close();
        pool.join();
    } catch (std::exception const& e) {
        std::cerr << "error: " << e.what() << '\n';
        exit_code = 1;
    }
    return exit_code;
}
