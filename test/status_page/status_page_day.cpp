// Writes what the status page shows in several situations, for the tests of the page in a browser:
//
//     status_page_day DIRECTORY [--short]
//
// writes DIRECTORY/NAME.json for each situation, the page itself, and its headers as JSON. "day" is a whole
// day with faults, in virtual time, which takes a minute in a debug build; --short leaves it out.

#include "status_world.hpp"

#include <coinformer/controller/controller.hpp>
#include <coinformer/controller/leader_election.hpp>

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <string_view>

namespace {

using namespace coinformer;
using namespace std::chrono_literals;
namespace faults = testing::faults;

struct deployment {
    object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(deployment, (), (metadata))

} // namespace

template <>
inline constexpr resource coinformer::resource_of<deployment>{
    .group = "apps", .version = "v1", .plural = "deployments", .kind = "Deployment"};

namespace {

/// A small shop: three collections, three handlers, and a controller that only one process runs.
class shop : public status_world {
public:
    static constexpr std::array config_names{"prices", "stock", "flags"};

    explicit shop(informer_options const& of_pods = {})
    {
        for (int i = 0; i != 100; ++i) put<pod>("cart-" + std::to_string(i));
        for (auto const* name : config_names) put<config_map>(name);
        for (auto const* name : {"web", "cart", "search", "mail"}) put<deployment>(name);
        auto pods = factory->of<pod>(of_pods);
        auto const route = [this](object_ptr<pod> const&) { return handle_slowly(); };
        pods.on_change({.added = route, .updated = route, .deleted = route}, {.name = "router"});
        pods.on_change({.updated = [](pod const&) {}}, {.name = "billing"});
        factory->of<config_map>().on_change({.updated = [](config_map const&) {}}, {.name = "settings"});
        rollouts.watches(factory->of<deployment>(), own_key);
        page->show_keys("rollouts", rollouts);
    }

    void start()
    {
        begin();
        leading.emplace(io, time, lead());
        time.run_for(3s);
    }

    /// Lets time pass, with changes as in a shop: most of them concern few objects.
    void pass(duration d)
    {
        auto const end = time.now() + d;
        while (time.now() < end) {
            ++step;
            change<pod>("cart-" + std::to_string(step % 3 == 0 ? 1 : step % 100));
            if (step % 4 == 0) change<pod>("cart-" + std::to_string(step % 11));
            if (step % 13 == 0) change<config_map>(config_names[static_cast<std::size_t>(step) % 3]);
            if (step % 31 == 0) change<deployment>(step % 2 == 0 ? "web" : "mail");
            time.run_for(std::min<duration>(7s, end - time.now()));
        }
    }
    /// Lets time pass until the clock shows this time of day.
    void pass_until(std::chrono::minutes of_day)
    {
        auto const now = time.wall_now();
        auto when = std::chrono::floor<std::chrono::days>(now) + of_day;
        if (when <= now) when += std::chrono::days(1);
        pass(std::chrono::duration_cast<duration>(when - now));
    }
    void break_off(testing::fault f)
    {
        server.inject(std::move(f));
        server.disconnect();
    }

    duration time_of_handler = 2ms;

private:
    task<> handle_slowly() { return time.sleep_for(time_of_handler); }

    task<reconcile_result> reconcile(object_name)
    {
        co_await time.sleep_for(20ms);
        auto const result = reconcile_result::done();
        co_return result;
    }
    task<> lead()
    {
        for (;;) {
            try {
                co_await election.run_while_leader(run_rollouts);
            } catch (boost::system::system_error const& e) {
                if (e.code() != errc::leadership_lost) throw;
            }
        }
    }

    int step = 0;
    controller<> rollouts{
        env, [this](object_name const& key) { return reconcile(key); }, {.name = "rollouts"}};
    leader_election election{api,
                             {.name = "shop-controller",
                              .ns = "shop",
                              .identity = "shop-0",
                              .lease_duration = 120s,
                              .renew_deadline = 90s,
                              .retry_period = 30s}};
    std::function<task<>()> run_rollouts = [this] { return rollouts.run(); };
    std::optional<testing::background> leading;
};

class writer {
public:
    explicit writer(std::filesystem::path to) : to_(std::move(to))
    {
        std::filesystem::create_directories(to_);
    }

    void write(std::string const& name, shop const& of) const { write_file(name + ".json", of.json()); }
    void write_page(shop const& of) const
    {
        auto const page = of.page->answer("/");
        boost::json::object headers;
        for (auto const& [name, value] : page.headers) headers[name] = value;
        write_file("page.html", page.body);
        write_file("headers.json", boost::json::serialize(headers));
    }

private:
    void write_file(std::string const& name, std::string const& text) const
    {
        std::ofstream file(to_ / name);
        file << text;
        if (!file.flush()) throw std::runtime_error("cannot write " + (to_ / name).string());
        std::cout << name << '\n';
    }

    std::filesystem::path to_;
};

void write_short_states(writer const& out)
{
    {
        shop fresh;
        fresh.start();
        fresh.pass(9min);
        out.write("fresh", fresh);
        out.write_page(fresh);
    }
    {
        informer_options in_pages{.fetch = fetch_mode::list, .page_size = 20};
        shop syncing(in_pages);
        syncing.server.inject(faults::late(20s).on_later_pages().times(testing::fault::always));
        syncing.start();
        syncing.pass(50s);
        out.write("syncing", syncing);
    }
    {
        shop failing;
        failing.start();
        failing.pass(4min);
        failing.break_off(faults::unavailable().times(testing::fault::always));
        failing.pass(3min);
        out.write("failing", failing);
        failing.server.heal();
        failing.pass(2min);
        out.write("restored", failing);
    }
    {
        shop slow;
        slow.start();
        slow.pass(3min);
        slow.time_of_handler = 12s;
        slow.pass(5min);
        out.write("slow-handler", slow);
    }
    {
        shop refused;
        refused.server.inject(faults::forbidden().of("configmaps").times(testing::fault::always));
        refused.start();
        refused.pass(3min);
        out.write("forbidden", refused);
    }
}

void write_day(writer const& out)
{
    constexpr auto always = testing::fault::always;
    shop day;
    day.start();
    day.pass_until(3h + 12min); // the server is away
    day.break_off(faults::unavailable().times(always));
    day.pass(7min);
    day.server.heal();
    day.pass_until(9h); // the server has forgotten the version of the pods
    day.break_off(faults::gone().on("watch").of("pods"));
    day.pass_until(14h + 30min); // the watch of the pods stays open, and nothing comes
    day.break_off(faults::stall(200).on("watch").of("pods").times(2));
    day.pass_until(18h);
    day.time_of_handler = 9s;
    day.pass_until(18h + 20min);
    day.time_of_handler = 2ms;
    day.pass_until(21h); // somebody takes a permission away
    day.break_off(faults::forbidden().of("configmaps").times(always));
    day.pass(10min);
    day.server.heal();
    day.pass_until(22h + 15min);
    out.write("day", day);
}

} // namespace

int main(int argc, char** argv)
try {
    bool const is_short = argc == 3 && std::string_view(argv[2]) == "--short";
    if (argc != 2 && !is_short) {
        std::cerr << "usage: status_page_day DIRECTORY [--short]\n";
        return 2;
    }
    writer const out(argv[1]);
    write_short_states(out);
    if (!is_short) write_day(out);
} catch (std::exception const& e) {
    std::cerr << "error: " << e.what() << '\n';
    return 1;
}
