// A service that shows how its informers are: to people on a status page, to Prometheus, and to the probes of
// Kubernetes.
//
//     observed_service                    on your kubeconfig's cluster, until Ctrl-C
//     observed_service --demo             on an API server in this process
//     observed_service --demo --seconds N ends after N seconds
//
// The status page is at http://127.0.0.1:9465/, for programs on this machine only. /metrics, /healthz and
// /readyz are on port 9464. With --port N these are the ports N + 1 and N; with 0 the system chooses them.
//
// The sample listens on this machine alone. In a pod, probes and Prometheus come to the pod's address:
// listen there, for example at asio::ip::address_v4::any(), and leave out names_this_machine(), because
// they name that address and browsers do not come there.

#include "demo_cluster.hpp"

#include <coinformer/cache/health.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/status_page/status_page_server.hpp>
#include <coinformer/transport/kubeconfig.hpp>
#include <coinformer/types/apps.hpp>
#include <coinformer/types/core.hpp>

#ifdef WITH_PROMETHEUS
#include <coinformer/prometheus/collector.hpp>
#endif

#include <CLI/CLI.hpp>
#include <boost/asio.hpp>
#include <boost/beast.hpp>

#include <iostream>
#include <optional>

namespace asio = boost::asio;
namespace http = boost::beast::http;
using namespace std::chrono_literals;
using tcp = asio::ip::tcp;
using request = http::request<http::string_body>;
using response = http::response<http::string_body>;

namespace {

struct settings {
    bool demo = false;
    std::uint16_t port = 9464;
    int seconds = 0; // zero means until a signal
};

// [probes]
// Returns true if the header Host names this machine. Otherwise a web page of somebody else could read the
// answers through a browser, by a name of its own that leads to 127.0.0.1 (DNS rebinding).
bool names_this_machine(request const& asked)
{
    std::string_view const host(asked[http::field::host].data(), asked[http::field::host].size());
    for (std::string_view const name : {"localhost", "127.0.0.1", "[::1]"})
        if (host == name || (host.starts_with(name) && host[name.size()] == ':')) return true;
    return false;
}

/// Answers the questions of machines: those of probes, and those of Prometheus.
class probe_server {
public:
    probe_server(coinformer::executor const& ex, std::uint16_t port, coinformer::informer_factory& factory,
                 coinformer::metrics_registry& registry)
        : factory_(factory), registry_(registry), acceptor_(ex, {asio::ip::address_v4::loopback(), port})
    {
    }

    std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

    coinformer::task<> run()
    {
        coinformer::nursery sessions(co_await asio::this_coro::executor);
        sessions.start(accept(sessions));
        co_await sessions.join();
    }

private:
    coinformer::task<> accept(coinformer::nursery& sessions)
    {
        for (;;) {
            boost::system::error_code failure;
            auto socket = co_await acceptor_.async_accept(asio::redirect_error(asio::use_awaitable, failure));
            if (failure) { // too many open files, or the program ends: then the pause is cancelled
                co_await coinformer::system_time().sleep_for(100ms);
                continue;
            }
            sessions.start(serve(std::move(socket)));
        }
    }

    coinformer::task<> serve(tcp::socket socket)
    {
        boost::beast::tcp_stream stream(std::move(socket));
        boost::beast::flat_buffer buffer;
        request asked;
        try {
            stream.expires_after(10s);
            co_await http::async_read(stream, buffer, asked, asio::use_awaitable);
            auto reply = co_await answer(asked);
            reply.prepare_payload();
            co_await http::async_write(stream, reply, asio::use_awaitable);
        } catch (boost::system::system_error const&) { // the peer has gone or is silent, or the program ends
        }
    }

    coinformer::task<response> answer(request const& asked)
    {
        response reply(http::status::ok, 11);
        reply.keep_alive(false);
        auto const target = asked.target();
        if (!names_this_machine(asked)) {
            reply.result(http::status::forbidden);
            reply.body() = "ask for localhost or 127.0.0.1\n";
        } else if (target == "/healthz" || target == "/readyz") {
            auto const now = co_await coinformer::health(factory_);
            bool const well = target == "/readyz" ? now.ready : now.live;
            if (!well) reply.result(http::status::service_unavailable);
            reply.body() = now.to_string();
        } else if (target == "/metrics") {
            write_metrics(reply);
        } else {
            reply.result(http::status::not_found);
            reply.body() = "no such page\n";
        }
        co_return reply;
    }

    void write_metrics(response& reply)
    {
#ifdef WITH_PROMETHEUS
        reply.set(http::field::content_type, coinformer::prometheus_content_type);
        reply.body() = coinformer::prometheus_text(registry_);
#else
        (void)registry_;
        reply.result(http::status::not_found);
        reply.body() = "this program was built without coinformer::prometheus\n";
#endif
    }

    coinformer::informer_factory& factory_;
    coinformer::metrics_registry& registry_;
    tcp::acceptor acceptor_;
};
// [probes]

/// Stands for the work of the service: it follows Deployments, and would act on their changes.
void follow(coinformer::informer_factory& factory)
{
    using coinformer::types::apps::v1::deployment;
    auto const deployments = factory.apps().v1().deployments().informer();
    deployments.on_change({.added = [](deployment const&) {}, .updated = [](deployment const&) {}},
                          {.name = "rollouts"});
    factory.core().v1().config_maps().informer();
}

coinformer::task<> announce(std::string url, std::string probes, settings chosen, coinformer::nursery& others)
{
    std::cout << "the status page:   " << url << "\nprobes:            " << probes << "/healthz, " << probes
              << "/readyz" << std::endl;
#ifdef WITH_PROMETHEUS
    std::cout << "metrics:           " << probes << "/metrics" << std::endl;
#endif
    if (chosen.seconds == 0) co_return;
    co_await coinformer::system_time().sleep_for(std::chrono::seconds(chosen.seconds));
    others.request_stop();
}

// [page]
coinformer::task<> run(coinformer::metrics_registry& registry, settings chosen)
{
    coinformer::executor const executor = co_await asio::this_coro::executor;
    coinformer::environment const env{.ex = executor, .metrics = &registry};
    std::optional<demo_cluster> cluster;
    if (chosen.demo) cluster.emplace(coinformer::environment{.ex = executor});
    coinformer::client api(env, chosen.demo ? cluster->endpoint() : coinformer::load_endpoint());
    coinformer::informer_factory factory(api);
    follow(factory);

    coinformer::status_page page(env);
    page.show(factory);
    auto const page_port = static_cast<std::uint16_t>(chosen.port == 0 ? 0 : chosen.port + 1);
    coinformer::status_page_server page_server(page, page_port);
    probe_server probes(executor, chosen.port, factory, registry);
    auto const probes_url = "http://127.0.0.1:" + std::to_string(probes.port());
    auto const page_url = page_server.url();

    coinformer::nursery all(executor);
    if (chosen.demo) all.start(cluster->run());
    all.start(factory.run());
    all.start(page.run());
    all.start(page_server.run());
    all.start(probes.run());
    all.start(announce(page_url, probes_url, chosen, all));
    co_await all.join();
}
// [page]

} // namespace

int main(int argc, char** argv)
{
    settings chosen;
    CLI::App options("A service that shows how its informers are.");
    options.add_flag("--demo", chosen.demo, "run on an API server in this process");
    options.add_option("--port", chosen.port, "port of the probes; the page has the next one");
    options.add_option("--seconds", chosen.seconds, "end after this time; 0 means never");
    CLI11_PARSE(options, argc, argv);
    coinformer::metrics_registry registry;
    asio::io_context io;
    return coinformer::run_until_signal(io, run(registry, chosen));
}
