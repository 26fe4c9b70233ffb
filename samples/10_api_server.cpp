// An API server for kubectl and other clients, on a loopback port, without a cluster: it keeps the objects
// that it is given, and no controller acts on them. With --tls it makes its own certificates; --kubeconfig
// writes the file that a client needs. SIGHUP restarts it: connections are closed and history is forgotten,
// as when a real server dies and comes back.

#include <coinformer/core/nursery.hpp>
#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/testing/api_server.hpp>
#include <coinformer/testing/tcp_listener.hpp>
#include <coinformer/testing/tls_listener.hpp>

#include <CLI/CLI.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/json.hpp>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <random>
#include <string>
#include <system_error>
#include <unistd.h>

namespace asio = boost::asio;
namespace json = boost::json;
namespace testing = coinformer::testing;

struct settings {
    std::string kubeconfig;
    std::uint16_t port = 0;
    bool tls = false;
    bool certificate = false; // put a client certificate into the kubeconfig, in place of a token
    bool verbose = false;
};

std::string random_token()
{
    std::random_device chance;
    std::string token;
    for (int i = 0; i < 32; ++i) token += "0123456789abcdef"[chance() % 16];
    return token;
}

std::string base64(std::string const& text)
{
    static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < text.size(); i += 3) {
        unsigned bits = 0;
        for (std::size_t k = i; k < i + 3; ++k)
            bits = bits << 8 | (k < text.size() ? static_cast<unsigned char>(text[k]) : 0U);
        for (int shift = 18; shift >= 0; shift -= 6) out += digits[bits >> shift & 63];
    }
    auto const padding = (3 - text.size() % 3) % 3;
    return out.replace(out.size() - padding, padding, padding, '=');
}

// Writes the kubeconfig as JSON, which is YAML, too.
void write_kubeconfig(std::string const& path, json::object cluster, json::object user)
{
    json::object const config{
        {"apiVersion", "v1"},
        {"kind", "Config"},
        {"clusters", json::array{json::object{{"name", "testing"}, {"cluster", std::move(cluster)}}}},
        {"users", json::array{json::object{{"name", "admin"}, {"user", std::move(user)}}}},
        {"contexts",
         json::array{json::object{{"name", "testing"},
                                  {"context", json::object{{"cluster", "testing"}, {"user", "admin"}}}}}},
        {"current-context", "testing"},
    };
    namespace fs = std::filesystem;
    // The file has a secret in it. mkstemp() creates a file that nobody else can ever open.
    auto unfinished = path + ".XXXXXX";
    int const created = ::mkstemp(unfinished.data());
    auto const why = std::generic_category().message(errno);
    if (created < 0)
        throw std::runtime_error(
            "cannot write the kubeconfig " + fs::absolute(path).string() + ": " + why +
            ". Give --kubeconfig a file in a directory that exists and that you may write to.");
    ::close(created);
    std::ofstream file(unfinished);
    if (!(file << json::serialize(config) << '\n' << std::flush)) {
        fs::remove(unfinished);
        throw std::runtime_error("cannot write the kubeconfig " + path + ": is the disk full?");
    }
    fs::rename(unfinished, path);
}

/// The server, the socket that it listens on, and its only user.
class endpoint {
public:
    endpoint(coinformer::environment env, settings const& wanted) : ex_(env.ex), server_(env, options(wanted))
    {
        if (wanted.tls)
            tls_.emplace(env.ex, testing::tls_listener_options{ca_.server(), ca_.certificate(), wanted.port});
        else
            tcp_.emplace(env.ex, wanted.port);
        if (wanted.verbose) server_.intercept(&print_request);
        if (!wanted.kubeconfig.empty()) write_kubeconfig(wanted);
    }

    std::string url() const { return tls_ ? tls_->url() : tcp_->url(); }
    std::string const& token() const noexcept { return token_; }

    coinformer::task<> run() &
    {
        coinformer::nursery work(ex_);
        work.start(tls_ ? server_.run(*tls_) : server_.run(*tcp_));
        work.start(restart_on_hangup());
        co_await work.join();
    }

private:
    coinformer::task<> restart_on_hangup() &
    {
        asio::signal_set hangup(ex_, SIGHUP);
        for (;;) {
            co_await hangup.async_wait(asio::use_awaitable);
            server_.restart();
            std::cout << "restarted: connections are closed, and history is forgotten" << std::endl;
        }
    }

    static std::optional<testing::canned_answer> print_request(testing::action const& asked)
    {
        std::cout << asked.verb << ' ' << asked.target << std::endl;
        return std::nullopt; // the server's own answer
    }

    void write_kubeconfig(settings const& wanted) const
    {
        json::object cluster{{"server", url()}};
        if (wanted.tls) cluster["certificate-authority-data"] = base64(ca_.certificate());
        json::object user;
        if (wanted.tls) user["token"] = token_;
        if (wanted.certificate) {
            auto const admin = ca_.client("admin", {"system:masters"});
            user = {{"client-certificate-data", base64(admin.certificate)},
                    {"client-key-data", base64(admin.key)}};
        }
        ::write_kubeconfig(wanted.kubeconfig, std::move(cluster), std::move(user));
    }

    testing::api_server_options options(settings const& wanted)
    {
        testing::api_server_options o;
        if (wanted.tls) token_ = random_token(); // without TLS, kubectl does not send a token
        o.token = token_;
        return o;
    }

    coinformer::executor ex_;
    std::string token_;
    testing::certificate_authority ca_;
    testing::api_server server_;
    std::optional<testing::tcp_listener> tcp_;
    std::optional<testing::tls_listener> tls_;
};

void say_where(endpoint const& here, settings const& wanted)
{
    std::cout << "listens on " << here.url() << "; Ctrl-C ends it\n";
    if (!wanted.kubeconfig.empty())
        std::cout << "try: kubectl --kubeconfig " << wanted.kubeconfig << " get namespaces\n";
    else if (wanted.tls)
        std::cout << "try: kubectl --server " << here.url() << " --insecure-skip-tls-verify --token "
                  << here.token() << " get namespaces\n";
    else
        std::cout << "try: kubectl --server " << here.url() << " get namespaces\n";
    std::cout << std::flush;
}

coinformer::task<> serve(coinformer::environment env, settings wanted)
{
    endpoint here(env, wanted);
    say_where(here, wanted);
    co_await here.run();
}

int main(int argc, char** argv)
{
    settings wanted;
    CLI::App cli("Serves the Kubernetes API on a loopback port, without a cluster.");
    cli.add_option("--port", wanted.port, "port (default: a free one)");
    cli.add_option("--kubeconfig", wanted.kubeconfig, "write a kubeconfig for clients to this file");
    auto* const tls = cli.add_flag("--tls", wanted.tls, "speak TLS, with a new CA for this run");
    cli.add_flag("--client-certificate", wanted.certificate,
                 "put a client certificate into the kubeconfig, in place of a token")
        ->needs(tls);
    cli.add_flag("-v,--verbose", wanted.verbose, "print every request");
    CLI11_PARSE(cli, argc, argv);

    asio::io_context io;
    coinformer::environment const env{.ex = io.get_executor()};
    return coinformer::run_until_signal(io, serve(env, wanted));
}
