// Watches any kind that is named on the command line, and prints what `kubectl get KIND -w` prints: a row for
// each object, then a row for each change. The server makes the rows, ages included.
//     watch_any_kind deploy -n shop
//     watch_any_kind gauges --demo --seconds 4            on an API server in this process

#include "demo_cluster.hpp"

// [any-kind]
#include <coinformer/api/discovery.hpp>
#include <coinformer/api/table.hpp>
#include <coinformer/api/watcher.hpp>

#include <algorithm>
#include <cctype>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

// Writes rows as kubectl does: each column is three spaces wider than its widest cell so far, so that the
// rows of the watch fit those of the list. Columns for `-o wide` are left out.
class table_writer {
public:
    explicit table_writer(bool with_namespace) : with_namespace_(with_namespace) {}

    void add(coinformer::table const& t)
    {
        if (!t.columnDefinitions.empty()) take_columns(t);
        for (auto const& row : t.rows) {
            if (!std::exchange(has_titles_, true)) lines_.push_back(titles_);
            line cells;
            if (with_namespace_) cells.push_back(row.object.metadata.namespace_.to_owned());
            for (std::size_t i = 0; i < std::min(row.cells.size(), is_shown_.size()); ++i)
                if (is_shown_[i]) cells.push_back(on_one_line(row.cells[i].text_at("")));
            lines_.push_back(std::move(cells));
        }
    }

    void flush()
    {
        for (auto const& cells : lines_) {
            widths_.resize(std::max(widths_.size(), cells.size()), 6);
            for (std::size_t i = 0; i + 1 < cells.size(); ++i)
                widths_[i] = std::max(widths_[i], cells[i].size() + 3);
        }
        for (auto const& cells : lines_) {
            for (std::size_t i = 0; i + 1 < cells.size(); ++i)
                std::cout << cells[i] << std::string(widths_[i] - cells[i].size(), ' ');
            std::cout << (cells.empty() ? "" : cells.back()) << std::endl;
        }
        lines_.clear();
    }

private:
    using line = std::vector<std::string>;

    void take_columns(coinformer::table const& t)
    {
        line titles;
        if (with_namespace_) titles.push_back("NAMESPACE");
        is_shown_.clear();
        for (auto const& c : t.columnDefinitions) {
            is_shown_.push_back(c.priority == 0);
            if (!is_shown_.back()) continue;
            titles.push_back(c.name.to_owned());
            std::ranges::transform(titles.back(), titles.back().begin(),
                                   [](unsigned char l) { return std::toupper(l); });
        }
        if (titles == titles_) return;
        titles_ = std::move(titles);
        has_titles_ = false; // they are written before the next row
    }

    static std::string on_one_line(std::string cell)
    {
        auto const end = cell.find_first_of("\f\n\r");
        if (end != cell.npos) cell.replace(end, cell.npos, "...");
        std::ranges::replace_if(
            cell, [](unsigned char c) { return std::iscntrl(c); }, '?'); // no commands for the terminal
        return cell;
    }

    bool with_namespace_;
    bool has_titles_ = false;
    line titles_;
    std::vector<bool> is_shown_;
    std::vector<std::size_t> widths_;
    std::vector<line> lines_;
};

// Prints all objects. Returns the version of the list.
coinformer::task<std::string> list_all(coinformer::client& api, coinformer::resource which, std::string ns,
                                       table_writer& out)
{
    auto options = coinformer::list_options().limit(500);
    for (;;) {
        auto const page = co_await list_table(api, which, ns, options);
        out.add(*page);
        if (page->metadata.continue_.empty()) {
            out.flush();
            co_return std::string(page.resource_version());
        }
        options.continue_token(page->metadata.continue_.to_owned());
    }
}

coinformer::task<> watch_kind(coinformer::client& api, std::string kind, std::string ns)
{
    coinformer::discovery kinds(api);
    auto const which = co_await kinds.find(kind); // for an unknown kind, the error names similar ones
    bool const has_namespace = which.where == coinformer::scope::namespaced;
    if (!has_namespace) ns.clear();
    table_writer out(has_namespace && ns.empty());
    for (;;) {
        try {
            auto const version = co_await list_all(api, which, ns, out);
            coinformer::watcher<coinformer::table> changes(api, version, {.ns = ns}, which);
            for (;;) {
                auto const event = co_await changes.next(); // goes on over broken connections and restarts
                out.add(*event.object);
                out.flush();
            }
        } catch (coinformer::api_error const& e) {
            if (e.code() != coinformer::condition::gone) throw; // the version is forgotten: list again
        }
    }
}
// [any-kind]

#include <coinformer/core/nursery.hpp>
#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <CLI/CLI.hpp>
#include <boost/asio.hpp>
#include <optional>

namespace {

struct settings {
    std::string kind, ns;
    int seconds = 0;
    bool demo = false;
};

coinformer::task<> end_after(std::chrono::seconds time, coinformer::nursery& others)
{
    co_await coinformer::system_time().sleep_for(time);
    others.request_stop();
}

coinformer::task<> run(coinformer::environment env, settings wanted)
{
    std::optional<demo_cluster> cluster;
    if (wanted.demo) cluster.emplace(env);
    coinformer::client api(env, wanted.demo ? cluster->endpoint() : coinformer::load_endpoint());
    coinformer::nursery all(co_await boost::asio::this_coro::executor);
    if (wanted.demo) all.start(cluster->run());
    all.start(watch_kind(api, wanted.kind, wanted.ns));
    if (wanted.seconds != 0) all.start(end_after(std::chrono::seconds(wanted.seconds), all));
    co_await all.join();
}

} // namespace

int main(int argc, char** argv)
{
    settings wanted;
    CLI::App cli("Prints the objects of a kind, and a row for each change.");
    cli.add_option("kind", wanted.kind, "deploy, deployments.apps, Deployment, widgets.v1.example.io, ...")
        ->required();
    cli.add_option("-n,--namespace", wanted.ns, "only this namespace (default: all)");
    cli.add_option("--seconds", wanted.seconds, "end by itself after this time (default: never)");
    cli.add_flag("--demo", wanted.demo, "run on an embedded API server");
    CLI11_PARSE(cli, argc, argv);

    boost::asio::io_context io;
    coinformer::environment const env{.ex = io.get_executor()};
    return coinformer::run_until_signal(io, run(env, wanted));
}
