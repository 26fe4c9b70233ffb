#include "run.hpp"

#include "world.hpp"

#include "simulation/seed_guard.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>
#include <memory>
#include <stdexcept>

namespace small_worlds {

namespace {

constexpr std::size_t shared_decisions = 3; // processes divide the worlds among them by the first decisions
constexpr unsigned most_reports = 5;        // the most failures that each process prints

double cpu_seconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// D1: each fiftieth world is run again, after some others.
constexpr std::uint64_t twin_every = 50;

struct twin_world {
    std::string id;
    std::uint64_t trace = 0;
};

bool is_as_before(scope const& of, twin_world const& twin)
{
    choices decides(twin.id);
    auto const again = run_world(of, decides);
    return again.broken || again.trace == twin.trace;
}

// What a process writes to its parent after each scope.
struct record {
    std::size_t scope;
    tally of_scope;
};

void write_record(int to, record const& r)
{
    if (::write(to, &r, sizeof r) != static_cast<ssize_t>(sizeof r)) std::_Exit(3);
}

// The body of a process.
[[noreturn]] void run_share(std::vector<scope> const& scopes, share const& mine, int to)
{
    unsigned reports = 0;
    auto const report = [&](world_id const& w, simulation::violation const& v) {
        std::printf("BROKEN %s: %.400s\n", to_string(w).c_str(), v.what());
        std::fflush(stdout);
        return ++reports < most_reports;
    };
    for (std::size_t i = 0; i != scopes.size(); ++i) {
        write_record(to, {i, run_scope(scopes[i], mine, report)});
        if (clock::now() >= mine.end || reports >= most_reports) break;
    }
    std::_Exit(0);
}

} // namespace

outcome run_world(scope const& of, choices& decides, std::function<void(std::string const&)> trace)
{
    // A world in which a property broke is kept for ever, because its coroutines cannot be joined. It is kept
    // where LeakSanitizer can see it.
    static auto& broken_worlds = *new std::vector<std::unique_ptr<small_world>>;
    static std::uint64_t number = 0;
    ++number;
    // The world adds its decisions to the name as it takes them, so that --world can run it again.
    simulation::seed_guard const guard(number,
                                       "world " + std::to_string(number) + ", " + to_string({of, ""}));
    auto world = std::make_unique<small_world>(of, decides, std::move(trace));
    outcome o;
    try {
        o.counts = world->run() == small_world::result::sound;
        o.steps = world->steps();
        o.trace = world->trace();
    } catch (simulation::violation const& v) {
        o.counts = true;
        o.broken = v;
        broken_worlds.push_back(std::move(world));
    }
    return o;
}

tally run_scope(scope const& of, share const& mine,
                std::function<bool(world_id const&, simulation::violation const&)> const& report)
{
    tally sum;
    auto const began = cpu_seconds();
    choices decides;
    std::uint64_t branch = 0;
    twin_world twin;
    for (bool more = true; more && clock::now() < mine.end;) {
        bool const is_mine = branch % mine.jobs == mine.job;
        auto const o = run_world(of, decides);
        if (is_mine && o.counts && sum.worlds % twin_every == 0) twin = {decides.id(), o.trace};
        if (is_mine && o.counts && sum.worlds % twin_every == twin_every - 1 && !is_as_before(of, twin))
            if (!report({of, twin.id},
                        simulation::violation("D1", "the second run differs from the first one")))
                return sum;
        if (is_mine && o.counts) {
            ++sum.worlds;
            sum.steps += o.steps;
            if (o.broken) ++sum.broken;
            if (o.broken && !report({of, decides.id()}, *o.broken)) return sum;
        }
        more = is_mine ? decides.next() : decides.next_behind(shared_decisions);
        if (decides.changed_at() < shared_decisions) ++branch;
        sum.complete = !more;
    }
    sum.seconds = cpu_seconds() - began;
    return sum;
}

std::vector<tally> run_scopes(std::vector<scope> const& scopes, unsigned jobs, clock::time_point end)
{
    int ends[2];
    if (::pipe(ends) != 0) throw std::runtime_error("no pipe can be made");
    std::fflush(stdout);
    for (unsigned job = 0; job != jobs; ++job)
        if (::fork() == 0) run_share(scopes, {.job = job, .jobs = jobs, .end = end}, ends[1]);
    ::close(ends[1]);
    std::vector<tally> sums(scopes.size());
    std::vector<unsigned> complete(scopes.size());
    record r;
    while (::read(ends[0], &r, sizeof r) == static_cast<ssize_t>(sizeof r)) {
        auto& sum = sums[r.scope];
        sum.worlds += r.of_scope.worlds;
        sum.broken += r.of_scope.broken;
        sum.steps += r.of_scope.steps;
        sum.seconds += r.of_scope.seconds;
        complete[r.scope] += r.of_scope.complete ? 1 : 0;
        sum.complete = complete[r.scope] == jobs;
    }
    ::close(ends[0]);
    bool crashed = false;
    for (int status = 0; ::wait(&status) > 0;) crashed |= status != 0;
    if (crashed) throw std::runtime_error("a process has crashed");
    return sums;
}

} // namespace small_worlds
