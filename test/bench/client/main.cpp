// coinformer's client of the benchmark, which speaks test/bench/peers/PROTOCOL.md with one io_context and one
// thread.

#include "phases.hpp"

#include <coinformer/api/client.hpp>

#include <CLI/CLI.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <cstdio>
#include <exception>
#include <iostream>
#include <string>

namespace asio = boost::asio;

namespace {

template <class T>
coinformer::task<> run_phases(coinformer::client& api, coinformer::environment env, settings wanted,
                              std::vector<coinformer::resource> which)
{
    {
        phases<T> all(api, env, std::move(wanted), which);
        co_await all.run();
    }
    api.close();
}

std::vector<std::string> kind_names(settings const& wanted, char const* pattern)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < wanted.kinds; ++i) {
        char name[32];
        std::snprintf(name, sizeof name, pattern, i);
        names.emplace_back(name);
    }
    return names;
}

coinformer::task<> measure(coinformer::client& api, coinformer::environment env, settings wanted)
{
    if (wanted.kinds > 0) {
        auto const plurals = kind_names(wanted, "kind%03zu"), kinds = kind_names(wanted, "Kind%03zu");
        std::vector<coinformer::resource> which;
        for (std::size_t i = 0; i < wanted.kinds; ++i)
            which.push_back({.group = "bench.io", .version = "v1", .plural = plurals[i], .kind = kinds[i]});
        co_await run_phases<coinformer::dynamic_object>(api, env, std::move(wanted), std::move(which));
    } else if (wanted.projection) {
        std::vector<coinformer::resource> which(1, coinformer::resource_of<pod>);
        co_await run_phases<pod>(api, env, std::move(wanted), std::move(which));
    } else if (wanted.compressed) {
        std::vector<coinformer::resource> which(1, coinformer::resource_of<compressed_pod>);
        co_await run_phases<compressed_pod>(api, env, std::move(wanted), std::move(which));
    } else {
        std::vector<coinformer::resource> which(1, coinformer::resource_of<whole_pod>);
        co_await run_phases<whole_pod>(api, env, std::move(wanted), std::move(which));
    }
}

void add_options(CLI::App& cli, settings& wanted)
{
    cli.add_option("--server", wanted.server, "URL of synthapi; with https, any certificate is accepted")
        ->required();
    cli.add_option("--encoding", wanted.encoding, "wire format")->check(CLI::IsMember({"json", "proto"}));
    cli.add_option("--list", wanted.list, "initial list")
        ->check(CLI::IsMember({"paged", "full", "watchlist"}));
    cli.add_option("--http", wanted.http, "version of HTTP; auto: as the server agrees to over TLS")
        ->check(CLI::IsMember({"1", "2", "auto"}));
    cli.add_option("--page-size", wanted.page_size, "objects per page")->capture_default_str();
    cli.add_option("--handlers", wanted.handlers, "event handlers")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    cli.add_flag("--projection", wanted.projection, "keep about ten fields of each pod, not all of its JSON");
    cli.add_flag("--compressed", wanted.compressed, "keep whole objects compressed");
    cli.add_flag("--validate", wanted.validate, "check every byte of the JSON");
    cli.add_flag("--metrics", wanted.metrics, "count in a metrics_registry");
    cli.add_flag("--tasks", wanted.tasks, "handlers return a task");
    cli.add_flag("--reads", wanted.reads,
                 "after `rest`, measure reads of single fields out of whole objects");
    cli.add_option("--warm", wanted.warm,
                   "begin with the objects in this file, and save them there at the end");
    cli.add_option("--share", wanted.share, "hold the first of this many equal parts of the objects")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    cli.add_option("--resync", wanted.resync, "resync period in seconds; 0: none");
    cli.add_option("--idle", wanted.idle, "seconds to do nothing after `rest`");
    cli.add_flag("--relist", wanted.relist, "measure a list of objects that are known already");
    cli.add_option("--burst", wanted.burst, "await this many MODIFIED events in each handler");
    cli.add_option("--audit", wanted.audit, "audit the copy at this interval, in seconds; 0: never");
    cli.add_flag("--record", wanted.record, "keep what is received in a flight recorder");
    cli.add_option("--kinds", wanted.kinds, "no pods: this many informers of unknown kinds");
}

/// Counts audits by the lines that they log.
class audit_count final : public coinformer::log_sink {
public:
    bool enabled(coinformer::log_level) const noexcept override { return true; }
    void write(coinformer::log_level, std::string_view message,
               std::span<coinformer::log_field const>) noexcept override
    {
        if (message == "an audit has found the copy equal to the server's") ++audits;
    }
    std::size_t audits = 0;
};

} // namespace

int main(int argc, char** argv)
{
    settings wanted;
    CLI::App cli("coinformer's informers against synthapi; see PROTOCOL.md.");
    add_options(cli, wanted);
    CLI11_PARSE(cli, argc, argv);

    bool const proto = wanted.encoding == "proto";
    emit("start");
    try {
        asio::io_context io(1);
        coinformer::stream_log log(std::cerr, coinformer::log_level::error);
        audit_count audits;
        if (wanted.audit > 0) wanted.audits = &audits.audits;
        coinformer::metrics_registry registry;
        coinformer::environment const env{.ex = io.get_executor(),
                                          .log = wanted.audits ? static_cast<coinformer::log_sink*>(&audits)
                                                               : &log,
                                          .metrics = wanted.metrics ? &registry : nullptr};
        coinformer::endpoint server;
        server.server = wanted.server;
        server.tls.insecure_skip_verify = wanted.server.starts_with("https://");
        coinformer::client_options options;
        options.validate_json = wanted.validate;
        options.http.version = wanted.http == "1"   ? coinformer::http_version::http1
                               : wanted.http == "2" ? coinformer::http_version::http2
                                                    : coinformer::http_version::automatic;
        if (proto) options.encoding = coinformer::encoding::protobuf;
        coinformer::client api(env, server, options);
        std::exception_ptr failure;
        asio::co_spawn(io, measure(api, env, wanted), [&](std::exception_ptr e) { failure = e; });
        io.run();
        if (failure) std::rethrow_exception(failure);
    } catch (std::exception const& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
