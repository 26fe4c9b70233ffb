// The program of the deterministic simulation, which docs/simulation.md describes.
#include "plan_json.hpp"
#include "planted.hpp"
#include "seed_guard.hpp"
#include "shrink.hpp"
#include "sometimes.hpp"
#include "stirred_heap.hpp"
#include "world.hpp"

#include "core/hash_text.hpp"

#include <CLI/CLI.hpp>

#include <chrono>
#include <iostream>
#include <vector>

using namespace simulation;

namespace {

struct main_settings {
    std::uint64_t from = 0;
    std::uint64_t seeds = 100;
    std::optional<std::uint64_t> replay, minimize;
    std::vector<std::string> plans;
    bool first = false;
    bool hashes = false;
    bool twice = false;
    bool canary = false;
    // fixed, so that a failure can be repeated even if something depends on a hash
    std::uint64_t text_seed = 1;
    std::optional<double> minutes;
    std::string sometimes;
};

std::function<void(std::string const&)> no_trace()
{
    return {};
}

void print_line(std::string const& line)
{
    std::cout << line << '\n';
}

verdict run_guarded(std::uint64_t seed, plan const& p, std::function<void(std::string const&)> trace)
{
    seed_guard const guard(seed);
    return run_plan(p, std::move(trace));
}

int replay(std::uint64_t seed, bool canary)
{
    auto p = make_plan(seed);
    p.canary = canary;
    std::cout << std::unitbuf << to_string(p); // so that a crash loses no line
    auto const v = run_guarded(seed, p, print_line);
    if (v.broken) std::cout << "broken: " << v.broken->what() << '\n';
    std::cout << "hash " << std::hex << v.hash << std::dec << ", " << v.steps << " steps\n";
    return v.broken ? 1 : 0;
}

int minimize(std::uint64_t seed)
{
    auto const p = make_plan(seed);
    auto const v = run_guarded(seed, p, no_trace());
    if (!v.broken) {
        std::cerr << "seed " << seed << " breaks nothing\n";
        return 1;
    }
    seed_guard const guard(seed, "seed " + std::to_string(seed) + ", which is cut down");
    auto const small = shrink(p, v.broken->property(), std::chrono::seconds(60));
    auto const defect = coinformer::planted::defect;
    auto const planted = defect == 0 ? "" : "defect " + std::to_string(defect) + ", ";
    std::cout << to_json(small, planted + "seed " + std::to_string(seed) + ": " + v.broken->property());
    return 0;
}

int run_corpus(std::vector<std::string> const& files)
{
    int broken = 0;
    for (auto const& file : files) {
        seed_guard const guard(0, file);
        auto const v = run_plan(read_plan(file));
        std::cout << file << ": " << (v.broken ? v.broken->what() : "holds") << '\n';
        broken += v.broken ? 1 : 0;
    }
    return broken;
}

/// Runs one seed after the other, until all have run or the time is up.
class seed_campaign {
public:
    explicit seed_campaign(main_settings const& s) : s_(s) {}

    int run()
    {
        auto const end = began_ + std::chrono::duration_cast<clock::duration>(
                                      std::chrono::duration<double, std::ratio<60>>(s_.minutes.value_or(0)));
        for (auto seed = s_.from; s_.minutes ? clock::now() < end : done_ != s_.seeds; ++seed) {
            one(seed);
            if (s_.first && broken_ != 0) return 1;
        }
        if (s_.first) std::cout << "none\n";
        if (s_.first) return 0;
        auto const took = std::chrono::duration<double>(clock::now() - began_).count();
        std::cout << done_ << " seeds from " << s_.from << ", " << broken_ << " broken, " << steps_
                  << " steps, " << took << " s\n";
        if (!s_.sometimes.empty()) write_sometimes(counts_, s_.sometimes);
        return broken_ == 0 ? 0 : 1;
    }

private:
    using clock = std::chrono::steady_clock;
    static constexpr std::uint64_t twin_every = 5;

    void one(std::uint64_t seed)
    {
        auto p = make_plan(seed);
        p.canary = s_.canary;
        auto const v = run_guarded(seed, p, no_trace());
        ++done_;
        steps_ += v.steps;
        for (auto const& [name, n] : v.sometimes) counts_[name] += n;
        if (s_.hashes) std::cout << seed << ' ' << std::hex << v.hash << std::dec << '\n';
        if (v.broken) report(seed, *v.broken);
        if (done_ % twin_every == 1) twin_ = {seed, v.hash};
        if (s_.twice && done_ % twin_every == 0) again();
    }

    /// D1: runs one of the seeds once more, after some others, and in a heap with other addresses. Neither
    /// these nor what the others left behind may make a difference.
    void again()
    {
        auto p = make_plan(twin_.first);
        p.canary = s_.canary;
        stirred_heap const heap(twin_.first);
        if (run_guarded(twin_.first, p, [](std::string const&) {}).hash != twin_.second)
            report(twin_.first, violation("D1", "the trace differs from that of the first run"));
    }

    void report(std::uint64_t seed, violation const& v)
    {
        ++broken_;
        if (s_.first) {
            if (broken_ == 1) std::cout << done_ << ' ' << v.property() << '\n';
            return;
        }
        std::cout << "seed " << seed << ": " << std::string(v.what()).substr(0, 600)
                  << "\n  replay: test/simulation/run.sh --replay " << seed << std::endl;
    }

    main_settings const& s_;
    clock::time_point const began_ = clock::now();
    sometimes_counts counts_;
    std::pair<std::uint64_t, std::uint64_t> twin_;
    std::uint64_t done_ = 0, broken_ = 0, steps_ = 0;
};

} // namespace

int main(int argc, char** argv)
{
    main_settings s;
    CLI::App cli(
        "Runs clients, network, clock and API server in one deterministic world, one plan per seed.");
    guard_seeds(cli);
    cli.add_option("--from", s.from, "first seed");
    cli.add_option("--seeds", s.seeds, "how many");
    cli.add_option("--replay", s.replay, "runs this seed alone, and prints its plan and timeline");
    cli.add_option("--shrink", s.minimize,
                   "cuts this seed's plan down to what still breaks it, and prints it as JSON");
    cli.add_option("--plan", s.plans, "runs the plans in these files, which --shrink printed");
    cli.add_option("--mutant", coinformer::planted::defect,
                   "the planted defect that is switched on (planted build only)");
    cli.add_flag("--first", s.first,
                 "stops at the first broken seed, and prints how many it took and the property");
    cli.add_flag("--hashes", s.hashes, "prints each seed's trace hash");
    cli.add_flag("--twice", s.twice, "runs a seed in five again, after the others, and compares the traces");
    cli.add_flag("--canary", s.canary, "tells the oracle a lie, so that every seed must break");
    cli.add_option("--text-seed", s.text_seed, "of the hashes of texts, on which no trace may depend");
    cli.add_option("--minutes", s.minutes, "runs seeds until this time is up");
    cli.add_option("--sometimes", s.sometimes, "writes how often each event happened into this file");
    CLI11_PARSE(cli, argc, argv);
    try {
        coinformer::detail::seed_text_hashes(s.text_seed);
        if (s.replay) return replay(*s.replay, s.canary);
        if (s.minimize) return minimize(*s.minimize);
        if (!s.plans.empty()) return run_corpus(s.plans) == 0 ? 0 : 1;
        return seed_campaign(s).run();
    } catch (std::exception const& e) {
        std::cerr << e.what() << '\n';
        return 2;
    }
}
