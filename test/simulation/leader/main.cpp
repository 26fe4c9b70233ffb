// Leader election for as many virtual hours as one likes: see docs/simulation.md.
#include "arena.hpp"

#include "simulation/planted.hpp"

#include <CLI/CLI.hpp>

#include <chrono>
#include <iostream>

using namespace simulation;

namespace {

using clock_type = std::chrono::steady_clock;

struct settings {
    std::uint64_t from = 0;
    std::uint64_t seeds = 0;
    double hours = 20;
    double hours_a_seed = 10;
    std::optional<std::uint64_t> replay;
    bool first = false, twice = false;
};

/// What has to happen in any twenty hours, or the properties were not put to the test.
char const* const often[] = {
    "another leads, with a greater number",
    "answers go wrong",
    "deleted under the holder",
    "half-open",
    "kept away for long",
    "killed at work",
    "lost: not renewed in time",
    "lost: stood still",
    "released",
    "renewed late",
    "stopped at work",
    "taken again by the same",
    "taken when it had run out",
    "taken when it was free",
    "written by others",
};

/// And in 200.
char const* const seldom[] = {
    "a lease is kept while its work ends",
    "stood still at work for longer than the lease",
    "suspended at work for longer than the lease",
    "work ended by itself",
    "work threw",
};

coinformer::duration of_hours(double h)
{
    return std::chrono::duration_cast<coinformer::duration>(std::chrono::duration<double, std::ratio<3600>>(h));
}

election_verdict run_seed(settings const& s, std::uint64_t seed, std::function<void(std::string const&)> trace = {})
{
    // after a violation the arena is left as it is: its coroutines cannot be joined
    auto* const a = new arena(seed, of_hours(s.hours_a_seed), std::move(trace));
    auto v = a->run();
    if (!v.broken) delete a;
    return v;
}

int replay(settings const& s)
{
    auto const v = run_seed(s, *s.replay, [](std::string const& line) { std::cout << line << '\n'; });
    if (v.broken) std::cout << "broken: " << v.broken->what() << '\n';
    std::cout << "hash " << std::hex << v.hash << std::dec << ", " << v.steps << " steps\n";
    return v.broken ? 1 : 0;
}

int judge(sometimes_counts const& counts, double hours)
{
    int missing = 0;
    for (auto const& [name, n] : counts) std::cout << "  " << n << "\t" << name << '\n';
    auto const expect = [&](auto const& names) {
        for (auto const* name : names)
            if (!counts.contains(name)) {
                std::cout << "NEVER  " << name << '\n';
                ++missing;
            }
    };
    if (hours >= 20) expect(often); // a replay of an hour may be of anything
    if (hours >= 200) expect(seldom);
    return missing;
}

int campaign(settings const& s)
{
    auto const began = clock_type::now();
    auto const seeds = s.seeds != 0 ? s.seeds : static_cast<std::uint64_t>(s.hours / s.hours_a_seed + 0.999);
    sometimes_counts counts;
    std::uint64_t broken = 0, steps = 0, leaders = 0;
    for (std::uint64_t i = 0; i != seeds; ++i) {
        auto const seed = s.from + i;
        auto v = run_seed(s, seed);
        if (s.twice && !v.broken && i % 20 == 0 && run_seed(s, seed).hash != v.hash)
            v.broken = violation("D1", "another trace in another run");
        steps += v.steps;
        leaders += v.leaders;
        for (auto const& [name, n] : v.sometimes) counts[name] += n;
        if (!v.broken) continue;
        ++broken;
        if (s.first) {
            std::cout << i + 1 << ' ' << v.broken->property() << '\n';
            return 1;
        }
        std::cout << "seed " << seed << ": " << v.broken->what() << "\n  replay: --replay " << seed << std::endl;
    }
    if (s.first) std::cout << "none\n";
    if (s.first) return 0;
    auto const hours = static_cast<double>(seeds) * s.hours_a_seed;
    std::cout << hours << " virtual hours, " << seeds << " seeds from " << s.from << ", " << broken << " broken, "
              << leaders << " leaders, " << steps << " steps, "
              << std::chrono::duration<double>(clock_type::now() - began).count() << " s\n";
    auto const missing = judge(counts, hours);
    return broken == 0 && missing == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    settings s;
    CLI::App cli("Processes that contend for a Lease, for virtual hours of faults; never do two work at once.");
    cli.add_option("--hours", s.hours, "virtual hours in all");
    cli.add_option("--seeds", s.seeds, "so many seeds, instead of hours");
    cli.add_option("--hours-a-seed", s.hours_a_seed, "virtual hours of one seed");
    cli.add_option("--from", s.from, "first seed");
    cli.add_option("--replay", s.replay, "this seed alone, with what happens");
    cli.add_option("--mutant", coinformer::planted::defect, "which planted defect is on (planted build only)");
    cli.add_flag("--first", s.first, "stop at the first broken seed: prints how many it took, and the property");
    cli.add_flag("--twice", s.twice, "run a seed in twenty again, and compare");
    CLI11_PARSE(cli, argc, argv);
    try {
        return s.replay ? replay(s) : campaign(s);
    } catch (std::exception const& e) {
        std::cerr << e.what() << '\n';
        return 2;
    }
}
