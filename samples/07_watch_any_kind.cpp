// Watches any kind that is named on the command line, as `kubectl get KIND -w` does: a row for each object, then a row
// for each change. Columns are name and age, those of the kind's CustomResourceDefinition, and what -c asks for.
//     watch_any_kind deploy -n shop -c READY=/status/readyReplicas -c IMAGE=/spec/template/spec/containers/0/image
//     watch_any_kind gauges --demo --seconds 4            on an API server in this process

#include "demo_cluster.hpp"

// [any-kind]
#include <coinformer/api/discovery.hpp>
#include <coinformer/api/json_types.hpp>
#include <coinformer/api/watcher.hpp>

#include <algorithm>
#include <boost/describe.hpp>
#include <iomanip>
#include <iostream>

struct row_metadata {
    coinformer::timestamp creationTimestamp{};
};
struct row { // of any kind: when it was made, and the whole JSON
    row_metadata metadata;
    coinformer::whole_json json;
};
BOOST_DESCRIBE_STRUCT(row_metadata, (), (creationTimestamp))
BOOST_DESCRIBE_STRUCT(row, (), (metadata, json))

struct printer_column {
    std::string name, jsonPath;
    std::int32_t priority = 0;
};
struct defined_version {
    std::string name;
    std::vector<printer_column> additionalPrinterColumns;
};
struct definition_spec {
    std::vector<defined_version> versions;
};
struct definition {
    definition_spec spec;
};
BOOST_DESCRIBE_STRUCT(printer_column, (), (name, jsonPath, priority))
BOOST_DESCRIBE_STRUCT(defined_version, (), (name, additionalPrinterColumns))
BOOST_DESCRIBE_STRUCT(definition_spec, (), (versions))
BOOST_DESCRIBE_STRUCT(definition, (), (spec))
template <>
inline constexpr coinformer::resource coinformer::resource_of<definition>{"apiextensions.k8s.io", "v1",
                                                                          "customresourcedefinitions"};

struct column {
    std::string title, pointer;
};

// ".spec.size" as a JSON pointer; a path with filters or indices has none
std::string pointer_of(std::string path)
{
    if (path.find_first_of("[*@\\") != path.npos) return {};
    std::replace(path.begin(), path.end(), '.', '/');
    return path;
}

coinformer::task<std::vector<column>> columns_of(coinformer::client& api, coinformer::resource which)
{
    std::vector<column> columns;
    try {
        auto const found = co_await api.get<definition>("", to_string(which));
        for (auto const& version : found->spec.versions)
            for (auto const& c : version.additionalPrinterColumns)
                if (version.name == which.version && c.priority == 0 && !pointer_of(c.jsonPath).empty())
                    columns.push_back({c.name, pointer_of(c.jsonPath)});
    } catch (coinformer::api_error const& e) { // a built-in kind, or none of our business
        if (e.code() != coinformer::condition::not_found && e.code() != coinformer::condition::forbidden) throw;
    }
    co_return columns;
}

class table {
public:
    explicit table(std::vector<column> columns, bool with_namespace)
        : columns_(std::move(columns)), with_namespace_(with_namespace)
    {
        if (with_namespace_) cell("NAMESPACE", 14);
        cell("NAME", 20);
        for (auto c : columns_) {
            std::ranges::transform(c.title, c.title.begin(), [](unsigned char l) { return std::toupper(l); });
            cell(c.title, 10);
        }
        std::cout << "AGE" << std::endl;
    }

    void print(coinformer::object_ptr<row> const& o, coinformer::wall_time now) const
    {
        if (with_namespace_) cell(o.key().ns, 14);
        cell(o.key().name, 20);
        for (auto const& c : columns_) cell(o->json.text_at(c.pointer), 10);
        auto const age = std::chrono::floor<std::chrono::seconds>(now - o->metadata.creationTimestamp).count();
        std::cout << (age < 120 ? std::to_string(age) + 's' : std::to_string(age / 60) + 'm') << std::endl;
    }

private:
    static void cell(std::string_view text, int width)
    {
        std::cout << std::left << std::setw(width) << (text.empty() ? "<none>" : text) << ' ';
    }

    std::vector<column> columns_;
    bool with_namespace_;
};

coinformer::task<> watch_kind(coinformer::client& api, std::string kind, std::string ns, std::vector<column> more)
{
    coinformer::discovery kinds(api);
    auto const which = co_await kinds.find(kind); // an unknown one is told with its neighbours
    auto columns = co_await columns_of(api, which);
    std::ranges::move(more, std::back_inserter(columns));
    bool const anywhere = ns.empty() && which.where == coinformer::scope::namespaced;
    table const out(std::move(columns), anywhere);
    auto const& time = coinformer::system_time();
    for (;;) {
        auto const now = co_await api.list<row>(ns, coinformer::list_options().limit(500), which);
        for (auto const& o : now.objects) out.print(o, time.wall_now());
        coinformer::watcher<row> changes(api, now.resource_version, {.ns = ns}, which);
        try {
            for (;;) {
                auto const event = co_await changes.next(); // over cuts and restarts
                out.print(event.object, time.wall_now());
            }
        } catch (coinformer::api_error const& e) {
            if (e.code() != coinformer::condition::gone) throw; // else: list again
        }
    }
}
// [any-kind]

#include <coinformer/core/nursery.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <CLI/CLI.hpp>
#include <boost/asio.hpp>
#include <optional>

namespace {

struct settings {
    std::string kind, ns;
    std::vector<std::string> columns;
    int seconds = 0;
    bool demo = false;
};

std::vector<column> columns_of(settings const& wanted)
{
    std::vector<column> columns;
    for (auto const& c : wanted.columns) {
        auto const equals = std::min(c.find('='), c.size());
        columns.push_back({c.substr(0, equals), c.substr(std::min(equals + 1, c.size()))});
    }
    return columns;
}

coinformer::task<> end_after(std::chrono::seconds time, coinformer::nursery& others)
{
    co_await coinformer::system_time().sleep_for(time);
    others.request_stop();
}

} // namespace

int main(int argc, char** argv)
{
    settings wanted;
    CLI::App cli("Prints the objects of a kind, and a row for each change.");
    cli.add_option("kind", wanted.kind, "deploy, deployments.apps, Deployment, widgets.v1.example.io, ...")->required();
    cli.add_option("-n,--namespace", wanted.ns, "only this namespace (default: all)");
    cli.add_option("-c,--column", wanted.columns, "TITLE=/json/pointer; may be repeated")->allow_extra_args(false);
    cli.add_option("--seconds", wanted.seconds, "end by itself after so long");
    cli.add_flag("--demo", wanted.demo, "on an embedded API server");
    CLI11_PARSE(cli, argc, argv);

    boost::asio::io_context io(1);
    coinformer::environment const env{.ex = io.get_executor()};
    try {
        std::optional<demo_cluster> cluster;
        if (wanted.demo) cluster.emplace(env);
        coinformer::client api(env, wanted.demo ? cluster->endpoint() : coinformer::load_endpoint());
        coinformer::nursery work(env.ex);
        boost::asio::signal_set signals(io, SIGINT, SIGTERM);
        signals.async_wait([&](boost::system::error_code ec, int) {
            if (!ec) work.request_stop();
        });
        if (wanted.demo) work.start(cluster->run());
        work.start(watch_kind(api, wanted.kind, wanted.ns, columns_of(wanted)));
        if (wanted.seconds != 0) work.start(end_after(std::chrono::seconds(wanted.seconds), work));
        boost::asio::co_spawn(io, work.join(), [&](std::exception_ptr failure) {
            signals.cancel();
            if (failure) std::rethrow_exception(failure); // out of io.run()
        });
        io.run();
    } catch (std::exception const& e) {
        std::cerr << "error: " << e.what() << '\n';
        return 1;
    }
}
