// An informer inside a service: a Beast HTTP server that answers from a lister, on a thread pool that both
// share.
//
//     http_lister [PORT]     on your kubeconfig's cluster, until Ctrl-C: curl localhost:PORT/deployments/shop
//     http_lister --demo     on an API server in this process; it sends itself four requests, and ends

#include "demo_cluster.hpp"

#include <coinformer/api/json_types.hpp>
#include <coinformer/cache/health.hpp>
#include <coinformer/cache/informer_factory.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/core/shielded.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <boost/describe.hpp>
#include <boost/json.hpp>

#include <cstdlib>
#include <iostream>
#include <optional>

namespace asio = boost::asio;
namespace http = boost::beast::http;
namespace json = boost::json;
using namespace std::chrono_literals;
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

response reply_to(request const& asked, http::status status, std::string body)
{
    response reply(status, asked.version());
    reply.keep_alive(asked.keep_alive());
    reply.body() = std::move(body);
    reply.prepare_payload();
    return reply;
}

// [lister]

// Answers GET /deployments/NAMESPACE from a snapshot, without a lock and without a request to the
// API server. It may run on any thread.
response deployments_of(std::string_view ns, request const& asked, deployments const& known)
{
    auto const now = known.snapshot();
    if (now.resource_version().empty()) // the first list has not arrived, so a 404 would be wrong
        return reply_to(asked, http::status::service_unavailable, "the deployments have not been read yet\n");
    json::array found;
    for (auto const& d : now.in_namespace(ns))
        found.push_back(json::object{
            {"name", d.key().name}, {"replicas", d->spec.replicas}, {"ready", d->status.readyReplicas}});
    auto const status = found.empty() ? http::status::not_found : http::status::ok;
    return reply_to(asked, status, json::serialize(found) + '\n');
}
// [lister]

// [healthz]

// Answers a probe: /healthz says if the process should go on, and /readyz if it can serve.
coinformer::task<response> answer_probe(request asked, coinformer::informer_factory& factory)
{
    auto const now = co_await coinformer::health(factory);
    bool const well = asked.target() == "/readyz" ? now.ready : now.live;
    co_return reply_to(asked, well ? http::status::ok : http::status::service_unavailable, now.to_string());
}
// [healthz]

// Returns true if the header Host names this machine. Otherwise a web page of somebody else could read the
// answers through a browser, by a name of its own that leads to 127.0.0.1 (DNS rebinding).
bool names_this_machine(request const& asked)
{
    std::string_view const host(asked[http::field::host].data(), asked[http::field::host].size());
    for (std::string_view const name : {"localhost", "127.0.0.1", "[::1]"})
        if (host == name || (host.starts_with(name) && host[name.size()] == ':')) return true;
    return false;
}

coinformer::task<response> answer(request asked, coinformer::informer_factory& factory, deployments known)
{
    if (!names_this_machine(asked))
        co_return reply_to(asked, http::status::forbidden, "ask for localhost or 127.0.0.1\n");
    constexpr std::string_view root = "/deployments/";
    std::string_view const target(asked.target().data(), asked.target().size());
    if (target.starts_with(root)) co_return deployments_of(target.substr(root.size()), asked, known);
    if (target != "/healthz" && target != "/readyz")
        co_return reply_to(asked, http::status::not_found, "no such page\n");
    auto reply = co_await answer_probe(std::move(asked), factory);
    co_return std::move(reply);
}

// [sessions]
// Answers one request. `more` becomes false if the connection is to be closed after it.
coinformer::task<> send_answer(boost::beast::tcp_stream& stream, request asked,
                               coinformer::informer_factory& factory, deployments known, bool& more)
{
    auto reply = co_await answer(std::move(asked), factory, known);
    more = reply.keep_alive();
    co_await http::async_write(stream, reply, asio::use_awaitable);
}

coinformer::task<> serve(tcp::socket socket, coinformer::informer_factory& factory, deployments known)
{
    boost::beast::tcp_stream stream(std::move(socket));
    boost::beast::flat_buffer buffer;
    try {
        for (bool more = true; more;) {
            request asked;
            stream.expires_after(std::chrono::seconds(30));
            co_await http::async_read(stream, buffer, asked, asio::use_awaitable);
            // the end of the program waits for an answer that has begun
            co_await coinformer::shielded(send_answer(stream, std::move(asked), factory, known, more));
        }
    } catch (boost::system::system_error const&) { // the peer has gone or is silent, or the program ends
    }
}

class service {
public:
    service(asio::thread_pool& threads, coinformer::client& api, std::uint16_t port)
        : threads_(threads), factory_(api), known_(factory_.of<deployment>()),
          acceptor_(threads, {asio::ip::address_v4::loopback(), port})
    {
    }

    std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
    std::size_t size() const { return known_.snapshot().size(); }

    coinformer::task<> run() // on a strand
    {
        coinformer::nursery parts(co_await asio::this_coro::executor);
        parts.start(factory_.run());
        parts.start(accept(parts));
        co_await parts.join();
    }

    // [synced]

    // Waits until every informer has its first list, however long the API server is away. Meanwhile
    // it prints what is missing.
    coinformer::task<> synced()
    {
        for (;;) {
            auto const missing = co_await factory_.unsynced(5s);
            if (missing.empty()) co_return;
            for (auto const& failed : factory_.failures())
                std::rethrow_exception(failed.cause); // this informer has ended
            for (auto const& [which, cause] : missing)
                std::cerr << which.plural << " have not been read yet. " << cause << std::endl;
        }
    }
    // [synced]

private:
    // Each connection has a strand of its own, so that all threads serve connections at the same time.
    coinformer::task<> accept(coinformer::nursery& sessions)
    {
        for (;;) {
            coinformer::executor const strand = asio::make_strand(threads_);
            boost::system::error_code failure;
            auto socket =
                co_await acceptor_.async_accept(strand, asio::redirect_error(asio::use_awaitable, failure));
            if (failure) { // too many open files, or the program ends: then the pause is cancelled
                co_await coinformer::system_time().sleep_for(std::chrono::milliseconds(100));
                continue;
            }
            sessions.start_on(strand, serve(std::move(socket), factory_, known_.lister()));
        }
    }

    asio::thread_pool& threads_;
    coinformer::informer_factory factory_;
    coinformer::informer_handle<deployment> known_;
    tcp::acceptor acceptor_;
};
// [sessions]

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

coinformer::task<> announce(service& served, bool demo, coinformer::nursery& others)
{
    auto const port = served.port();
    std::cout << "listens at http://127.0.0.1:" << port << std::endl;
    co_await served.synced();
    std::cout << "serves " << served.size() << " deployments" << std::endl;
    if (!demo) co_return;
    co_await ask(port, "/deployments/kube-system");
    co_await ask(port, "/deployments/nowhere");
    co_await ask(port, "/healthz");
    co_await ask(port, "/readyz");
    others.request_stop();
}

} // namespace

// [main]
coinformer::task<> run(asio::thread_pool& threads, std::uint16_t port, bool demo)
{
    coinformer::executor const strand = co_await asio::this_coro::executor;
    std::optional<demo_cluster> cluster;
    if (demo) cluster.emplace(coinformer::environment{.ex = strand});
    coinformer::client api({.ex = threads.get_executor()},
                           demo ? cluster->endpoint() : coinformer::load_endpoint());
    service served(threads, api, port);

    coinformer::nursery all(strand);
    if (demo) all.start(cluster->run());
    all.start(served.run());
    all.start(announce(served, demo, all));
    co_await all.join();
}

int main(int argc, char** argv)
{
    bool const demo = argc == 2 && argv[1] == std::string_view("--demo");
    auto const port = static_cast<std::uint16_t>(demo || argc < 2 ? 0 : std::atoi(argv[1]));
    asio::thread_pool threads(4);
    return coinformer::run_until_signal(threads, run(threads, port, demo));
}
// [main]
