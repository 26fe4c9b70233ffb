// The deterministic simulation: see docs/simulation.md.
#include "plan_json.hpp"
#include "planted.hpp"
#include "shrink.hpp"
#include "sometimes.hpp"
#include "world.hpp"

#include <CLI/CLI.hpp>

#include <chrono>
#include <iostream>
#include <vector>

using namespace simulation;

namespace {

struct settings {
    std::uint64_t from = 0;
    std::uint64_t seeds = 100;
    std::optional<std::uint64_t> replay, minimize;
    std::vector<std::string> plans;
    bool first = false;
    bool hashes = false;
    bool twice = false;
    bool canary = false;
    bool need_sometimes = false;
};

std::function<void(std::string const&)> no_trace()
{
    return {};
}

void print_line(std::string const& line)
{
    std::cout << line << '\n';
}

int replay(plan p, bool canary)
{
    p.canary = canary;
    std::cout << to_string(p);
    auto const v = run_plan(p, print_line);
    if (v.broken) std::cout << "broken: " << v.broken->what() << '\n';
    std::cout << "hash " << std::hex << v.hash << std::dec << ", " << v.steps << " steps\n";
    return v.broken ? 1 : 0;
}

int minimize(std::uint64_t seed)
{
    auto const p = make_plan(seed);
    auto const v = run_plan(p);
    if (!v.broken) {
        std::cerr << "seed " << seed << " breaks nothing\n";
        return 1;
    }
    auto const small = shrink(p, v.broken->property(), std::chrono::seconds(60));
    std::cout << to_json(small, "seed " + std::to_string(seed) + ": " + v.broken->property());
    return 0;
}

int run_corpus(std::vector<std::string> const& files)
{
    int broken = 0;
    for (auto const& file : files) {
        auto const v = run_plan(read_plan(file));
        std::cout << file << ": " << (v.broken ? v.broken->what() : "holds") << '\n';
        broken += v.broken ? 1 : 0;
    }
    return broken;
}

/// D1: a seed in twenty once more, after all the others. What is left over from them must make no difference.
std::uint64_t run_again(std::vector<std::pair<std::uint64_t, std::uint64_t>> const& hashes)
{
    std::uint64_t differ = 0;
    for (std::size_t i = 0; i < hashes.size(); i += 20) {
        auto const [seed, hash] = hashes[i];
        if (run_plan(make_plan(seed), [](std::string const&) {}).hash == hash) continue;
        ++differ;
        std::cout << "seed " << seed << ": D1: another trace in another run\n";
    }
    return differ;
}

int run_seeds(settings const& s)
{
    sometimes_counts counts;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> hashes;
    std::uint64_t broken = 0, steps = 0;
    auto const began = std::chrono::steady_clock::now();
    for (auto seed = s.from; seed != s.from + s.seeds; ++seed) {
        auto p = make_plan(seed);
        p.canary = s.canary;
        auto const v = run_plan(p, no_trace());
        steps += v.steps;
        hashes.emplace_back(seed, v.hash);
        for (auto const& [name, n] : v.sometimes) counts[name] += n;
        if (s.hashes) std::cout << seed << ' ' << std::hex << v.hash << std::dec << '\n';
        if (!v.broken) continue;
        ++broken;
        if (s.first) {
            std::cout << seed - s.from + 1 << ' ' << v.broken->property() << '\n';
            return 1;
        }
        std::cout << "seed " << seed << ": " << std::string(v.broken->what()).substr(0, 600)
                  << "\n  replay: test/simulation/run.sh --replay " << seed << std::endl;
    }
    if (s.first) {
        std::cout << "none\n";
        return 0;
    }
    if (s.twice) broken += run_again(hashes);
    auto const took = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    std::cout << s.seeds << " seeds from " << s.from << ", " << broken << " broken, " << steps << " steps, " << took
              << " s\n";
    if (s.need_sometimes) broken += report_sometimes(counts, s.seeds);
    return broken == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    settings s;
    CLI::App cli("Client, network, clock and API server in one deterministic world, a plan a seed.");
    cli.add_option("--from", s.from, "first seed");
    cli.add_option("--seeds", s.seeds, "how many");
    cli.add_option("--replay", s.replay, "this seed alone, with its plan and timeline");
    cli.add_option("--shrink", s.minimize, "this seed's plan, cut down to what still breaks it, as JSON");
    cli.add_option("--plan", s.plans, "plans in files, as --shrink prints them");
    cli.add_option("--mutant", coinformer::planted::defect, "which planted defect is on (planted build only)");
    cli.add_flag("--first", s.first, "stop at the first broken seed: prints how many it took, and the property");
    cli.add_flag("--hashes", s.hashes, "print each seed's trace hash");
    cli.add_flag("--twice", s.twice, "run a seed in twenty again and compare");
    cli.add_flag("--canary", s.canary, "tell the oracle a lie: every seed must break");
    cli.add_flag("--sometimes", s.need_sometimes, "print what happened how often; fail when something is too seldom");
    CLI11_PARSE(cli, argc, argv);
    try {
        if (s.replay) return replay(make_plan(*s.replay), s.canary);
        if (s.minimize) return minimize(*s.minimize);
        if (!s.plans.empty()) return run_corpus(s.plans) == 0 ? 0 : 1;
        return run_seeds(s);
    } catch (std::exception const& e) {
        std::cerr << e.what() << '\n';
        return 2;
    }
}
