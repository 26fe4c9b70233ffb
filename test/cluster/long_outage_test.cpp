// Kills a real kube-apiserver and starts it again: how long do fifty informers of one client take to be fresh
// again, and how many lines do they log? COINFORMER_OUTAGE_SECONDS says how long the server is away;
// docs/chaos.md has the numbers for ten minutes.

#include "observed.hpp"

#include <algorithm>
#include <sstream>

namespace {

constexpr std::size_t count = 50;

std::chrono::seconds outage()
{
    auto const* const seconds = std::getenv("COINFORMER_OUTAGE_SECONDS");
    return std::chrono::seconds(seconds ? std::atoi(seconds) : 10);
}

} // namespace

TEST_CASE_METHOD(
    cluster,
    "fifty informers are fresh again within 25 s of the server's return, and log a hundred lines at most")
{
    std::ostringstream lines_of_log;
    stream_log counted(lines_of_log);
    environment informers_env = env;
    informers_env.log = &counted;
    client admin(env, at("kubeconfig")), api(informers_env, at("kubeconfig"));
    std::vector<std::string> spaces;
    std::vector<std::unique_ptr<shared_informer<config_map>>> informers;
    std::vector<std::unique_ptr<running>> work;
    for (std::size_t i = 0; i != count; ++i) {
        spaces.push_back(fresh_namespace(admin, "outage"));
        get(admin.create(config_maps, spaces.back(), json("a", "1")));
        informers.push_back(std::make_unique<shared_informer<config_map>>(
            api, informer_options{.namespaces = {spaces.back()}}));
        work.push_back(std::make_unique<running>(*this, informers.back()->run()));
    }
    for (auto const& informer : informers)
        testing::run(io, with_timeout(system_time(), 60s, informer->synced()));
    lines_of_log.str("");

    REQUIRE(script("kill-apiserver.sh") == 0);
    until([] { return false; }, outage());
    REQUIRE(script_beside("restart-apiserver.sh") == 0);
    auto const back = std::chrono::steady_clock::now();
    client fresh(env, at("kubeconfig"));
    for (auto const& ns : spaces)
        get(fresh.patch(config_maps, ns, "a", merge_patch(R"({"data":{"v":"2"}})")));

    std::vector<std::optional<duration>> took(count);
    auto const all_fresh = [&] {
        for (std::size_t i = 0; i != count; ++i) {
            auto const now = informers[i]->snapshot();
            auto const a = now.get(spaces[i], "a");
            if (!took[i] && a && a->data.value_or("v", "") == "2")
                took[i] = std::chrono::steady_clock::now() - back;
        }
        return std::ranges::all_of(took, [](auto const& t) { return t.has_value(); });
    };
    REQUIRE(until(all_fresh, 120s));
    std::ranges::sort(took);
    auto const seconds = [](duration d) { return std::chrono::duration<double>(d).count(); };
    auto const text = lines_of_log.str();
    auto const lines = std::ranges::count(text, '\n');
    std::cerr << "fresh after: median " << seconds(*took[count / 2]) << " s, slowest "
              << seconds(*took.back()) << " s; " << lines << " lines of log\n";
    CHECK(*took[count / 2] <= 25s);
    CHECK(lines <= 100);
}
