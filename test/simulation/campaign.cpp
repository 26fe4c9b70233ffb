#include "campaign.hpp"

#include "planted.hpp"
#include "seed_guard.hpp"
#include "stirred_heap.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <iostream>

namespace simulation {

namespace {

using clock_type = std::chrono::steady_clock;

struct campaign_settings {
    std::uint64_t from = 0;
    std::uint64_t seeds = 1;
    std::optional<std::uint64_t> replay;
    bool first = false, twice = false;
};

verdict run_guarded(campaign const& c, std::uint64_t seed, std::function<void(std::string const&)> trace = {})
{
    seed_guard const guard(seed);
    return c.run_seed(seed, std::move(trace));
}

int replay_seed(campaign const& c, std::uint64_t seed)
{
    std::cout << std::unitbuf; // so that a crash loses no line
    auto const v = run_guarded(c, seed, [](std::string const& line) { std::cout << line << '\n'; });
    if (v.broken) std::cout << "broken: " << v.broken->what() << '\n';
    std::cout << "hash " << std::hex << v.hash << std::dec << ", " << v.steps << " steps\n";
    return v.broken ? 1 : 0;
}

std::ptrdiff_t missing(campaign const& c, sometimes_counts const& counts, std::uint64_t seeds)
{
    for (auto const& [name, n] : counts) std::cout << "  " << n << "\t" << name << '\n';
    std::ptrdiff_t never = 0;
    for (auto const& e : c.registered) {
        if (seeds < e.seeds) continue; // too few seeds say nothing; a replay may be of any seed
        for (auto const& name : e.events) {
            if (counts.contains(name)) continue;
            std::cout << "NEVER  " << name << '\n';
            ++never;
        }
    }
    return never;
}

int run(campaign const& c, campaign_settings const& s)
{
    auto const began = clock_type::now();
    sometimes_counts counts;
    std::uint64_t broken = 0, steps = 0;
    for (std::uint64_t i = 0; i != s.seeds; ++i) {
        auto const seed = s.from + i;
        auto v = run_guarded(c, seed);
        if (s.twice && !v.broken && i % 20 == 0) {
            stirred_heap const heap(seed);
            if (run_guarded(c, seed).hash != v.hash)
                v.broken = violation("D1", "the trace differs from that of the first run");
        }
        steps += v.steps;
        for (auto const& [name, n] : v.sometimes) counts[name] += n;
        if (!v.broken) continue;
        ++broken;
        if (s.first) {
            std::cout << i + 1 << ' ' << v.broken->property() << '\n';
            return 1;
        }
        std::cout << "seed " << seed << ": " << v.broken->what() << "\n  replay: --replay " << seed
                  << std::endl;
    }
    if (s.first) std::cout << "none\n";
    if (s.first) return 0;
    std::cout << s.seeds << " seeds from " << s.from << ", " << broken << " broken, " << steps << " steps, "
              << std::chrono::duration<double>(clock_type::now() - began).count() << " s\n";
    auto const never = missing(c, counts, s.seeds);
    return broken == 0 && never == 0 ? 0 : 1;
}

} // namespace

int campaign::main(int argc, char** argv) const
{
    campaign_settings s;
    CLI::App cli(about);
    guard_seeds(cli);
    cli.add_option("--seeds", s.seeds, "how many");
    cli.add_option("--from", s.from, "first seed");
    cli.add_option("--replay", s.replay, "runs this seed alone and prints what happens");
    cli.add_option("--mutant", coinformer::planted::defect,
                   "the planted defect that is switched on (planted build only)");
    cli.add_flag("--first", s.first,
                 "stops at the first broken seed, and prints how many it took and the property");
    cli.add_flag("--twice", s.twice, "runs a seed in twenty again and compares the traces");
    CLI11_PARSE(cli, argc, argv);
    try {
        return s.replay ? replay_seed(*this, *s.replay) : run(*this, s);
    } catch (std::exception const& e) {
        std::cerr << e.what() << '\n';
        return 2;
    }
}

} // namespace simulation
