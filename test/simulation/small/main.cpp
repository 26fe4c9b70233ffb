// The program that runs all small worlds, which docs/small-worlds.md describes.
#include "run.hpp"

#include "simulation/planted.hpp"
#include "simulation/seed_guard.hpp"

#include "core/hash_text.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <iostream>
#include <thread>

namespace small_worlds {

namespace {

struct small_settings {
    double seconds = 0;
    unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
    unsigned size = most_size;
    std::string habit, counts, world;
    std::uint64_t expected = 0;
    bool first = false;
};

clock::time_point end_of(small_settings const& s)
{
    if (s.seconds == 0) return clock::time_point::max();
    return clock::now() +
           std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(s.seconds));
}

std::vector<scope> chosen(small_settings const& s, unsigned size)
{
    auto scopes = scopes_of(size);
    std::erase_if(scopes, [&](scope const& each) { return !s.habit.empty() && each.of->name != s.habit; });
    std::erase_if(scopes, [&](scope const& each) { return !s.counts.empty() && each.counts() != s.counts; });
    return scopes;
}

int replay(std::string const& id)
{
    auto const w = parse_world_id(id);
    std::cout << id << "\nhabit " << w.of.of->name << ": " << w.of.of->meaning << '\n';
    choices decides(w.decisions);
    auto const o = run_world(w.of, decides, [](std::string const& line) { std::cout << line << std::endl; });
    if (o.broken) std::cout << "BROKEN " << o.broken->what() << std::endl;
    if (!o.counts) std::cout << "this world belongs to a smaller scope\n";
    return o.broken ? 1 : 0;
}

// For planted defects: the first world that breaks, in the order of the scopes.
int find_first(small_settings const& s)
{
    share const all{.end = end_of(s)};
    std::uint64_t worlds = 0;
    bool found = false;
    auto const report = [&](world_id const& w, simulation::violation const& v) {
        found = true;
        std::cout << v.property() << ' ' << w.of.size() << ' ' << to_string(w) << ' ' << std::flush;
        return false;
    };
    for (unsigned size = 0; size <= s.size; ++size)
        for (auto const& each : chosen(s, size)) {
            worlds += run_scope(each, all, report).worlds;
            if (found) std::cout << worlds << std::endl;
            if (found) std::_Exit(1); // broken worlds cannot be destroyed
            if (clock::now() >= all.end) break;
        }
    std::cout << "none " << worlds << '\n';
    return 0;
}

void print(char const* what, tally const& t)
{
    std::printf("%-14s %10llu %8.1f %8.0f   %s%s\n", what, static_cast<unsigned long long>(t.worlds),
                t.seconds, t.worlds == 0 ? 0 : 1e6 * t.seconds / static_cast<double>(t.worlds),
                t.complete ? "complete" : "not complete", t.broken == 0 ? "" : ", BROKEN");
    std::fflush(stdout);
}

void add(tally& sum, tally const& part)
{
    sum.worlds += part.worlds;
    sum.broken += part.broken;
    sum.seconds += part.seconds;
    sum.complete &= part.complete;
}

int run_all(small_settings const& s)
{
    auto const end = end_of(s);
    std::printf("%-14s %10s %8s %8s\n", "scope", "worlds", "CPU s", "us each");
    tally all{.complete = true};
    for (unsigned size = 0; size <= s.size && clock::now() < end && all.broken == 0; ++size) {
        auto const scopes = chosen(s, size);
        auto const sums = run_scopes(scopes, s.jobs, end);
        tally of_size{.complete = true};
        for (std::size_t i = 0; i != scopes.size();) {
            tally of_counts{.complete = true}; // over all habits
            auto const counts = scopes[i].counts();
            for (; i != scopes.size() && scopes[i].counts() == counts; ++i) add(of_counts, sums[i]);
            print(("  " + counts).c_str(), of_counts);
            add(of_size, of_counts);
        }
        print(("size " + std::to_string(size)).c_str(), of_size);
        add(all, of_size);
    }
    print("all", all);
    if (s.expected != 0 && all.worlds != s.expected) {
        std::printf("there should be %llu worlds: has the enumeration lost some?\n",
                    static_cast<unsigned long long>(s.expected));
        return 1;
    }
    return all.broken == 0 ? 0 : 1;
}

} // namespace

static int run_program(int argc, char** argv)
{
    small_settings s;
    CLI::App cli("Runs an informer in all worlds that are small, the smallest ones first.");
    simulation::guard_seeds(cli);
    cli.add_option("--seconds", s.seconds, "stops after this time; default: when all worlds have run");
    cli.add_option("--jobs", s.jobs, "how many processes; default: one for each processor");
    cli.add_option("--size", s.size, "the largest number of things that happen in a world");
    cli.add_option("--habit", s.habit, "only worlds whose user has this habit");
    cli.add_option("--scope", s.counts, "only worlds of this scope, such as w4f0u0d0");
    cli.add_option("--world", s.world, "runs the world of this ID alone, and prints what happens in it");
    cli.add_option("--expect", s.expected, "fails unless so many worlds were run");
    cli.add_flag("--first", s.first, "prints the first world that breaks, its property and its size");
    cli.add_option("--mutant", coinformer::planted::defect,
                   "the planted defect that is switched on (planted build only)");
    CLI11_PARSE(cli, argc, argv);
    try {
        coinformer::detail::seed_text_hashes(1);
        if (!s.world.empty()) return replay(s.world);
        return s.first ? find_first(s) : run_all(s);
    } catch (std::exception const& e) {
        std::cerr << e.what() << '\n';
        return 2;
    }
}

} // namespace small_worlds

int main(int argc, char** argv)
{
    return small_worlds::run_program(argc, argv);
}
