// Measures reads from other threads while a writer applies 50,000 changes a second: 50 of them each
// millisecond.
//
// The readers read and rest in turns, so that their cost for the writer shows even on a machine whose speed
// varies from second to second: s_event is the time of a change while they read, s_event_alone while they
// rest, and loss_percent compares the two. The benchmark without readers, where loss_percent should be 0,
// shows how exact that number is.
//
// All times are CPU time of the thread, because on a shared machine a thread also waits for other reasons
// than the store. Only s_read_wall is by the clock; it includes the waits for the store's lock and everything
// else that runs.

#include "micro.hpp"
#include "population.hpp"

#include <coinformer/cache/snapshot.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <ctime>
#include <deque>
#include <optional>
#include <string>
#include <thread>

namespace {

using namespace coinformer;
using namespace std::chrono_literals;
using micro::population;
using steady = std::chrono::steady_clock;

constexpr std::size_t batch = 50;

double cpu_seconds()
{
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

/// How a reader asks: with a new snapshot for each read, as a lister does, or with one that it keeps for a
/// while.
struct habit {
    char const* name;
    std::optional<steady::duration> keeps; // nullopt: a new one for each read
    std::size_t turn = 100;                // the length of a turn, in batches
    steady::duration pause = 0us;          // after each read
};

using lookup = bool (*)(snapshot<item> const&, population::question const&);

bool reads_by_name(snapshot<item> const& now, population::question const& q)
{
    auto const found = now.get(q.ns, q.name);
    return found && found->value >= 0;
}

bool reads_by_index(snapshot<item> const& now, population::question const& q)
{
    auto const found = now.by_index("node", q.node);
    return !found.empty() && (*found.begin())->value >= 0;
}

/// A thread that reads, except while it rests, until it is stopped.
class reader {
public:
    reader(population const& p, std::size_t first, habit how, lookup one)
        : p_(p), at_(first % p.questions.size()), how_(how), lookup_(one), thread_([this] { run(); })
    {
    }
    void rest(bool yes) { resting_ = yes; }
    void stop()
    {
        stopping_ = resting_ = true;
        thread_.join();
    }

    std::size_t reads = 0, misses = 0;
    double cpu = 0, wall = 0;

private:
    void run()
    {
        for (; !stopping_; std::this_thread::sleep_for(100us)) {
            auto const began = steady::now();
            auto const cpu_began = cpu_seconds();
            while (!resting_) {
                if (how_.keeps)
                    ask_one_snapshot();
                else
                    ask_anew_each_time();
            }
            cpu += cpu_seconds() - cpu_began;
            wall += std::chrono::duration<double>(steady::now() - began).count();
        }
    }
    void ask_anew_each_time()
    {
        bool const pauses = how_.pause != 0us;
        for (int i = 0; i < (pauses ? 1 : 256); ++i) count(snapshot<item>(p_.store.snapshot()));
        if (pauses) std::this_thread::sleep_for(how_.pause);
    }
    void ask_one_snapshot()
    {
        auto const since = steady::now();
        snapshot<item> const now(p_.store.snapshot());
        do {
            for (int i = 0; i < 256; ++i) count(now);
        } while (!resting_ && steady::now() - since < *how_.keeps);
    }
    void count(snapshot<item> const& now)
    {
        misses += !lookup_(now, p_.questions[at_]);
        ++reads;
        if (++at_ == p_.questions.size()) at_ = 0;
    }

    population const& p_;
    std::size_t at_;
    habit how_;
    lookup lookup_;
    std::atomic<bool> resting_ = true, stopping_ = false;
    std::thread thread_; // the last member, because it uses the others
};

struct setting {
    std::size_t objects;
    std::size_t readers;
    habit how;
    lookup one;
    std::size_t turn;
};

struct sum {
    double seconds = 0, events = 0;
};

// Returns the writer's costs while the readers rest, and while they read.
std::array<sum, 2> write(benchmark::State& state, population& p, std::deque<reader>& readers,
                         setting const& with)
{
    auto batches = p.changes(batch);
    // warms up; parts that an earlier run made the store copy are its own again
    for (auto& b : batches) p.store.apply(b, "1000003");
    std::array<sum, 2> sums;
    std::optional<snapshot<item>> held; // a snapshot that no reader holds
    std::size_t at = 0;
    auto due = steady::now();
    for (auto _ : state) {
        bool const busy = at / with.turn % 2 != 0;
        if (at % with.turn == 0) {
            for (auto& r : readers) r.rest(!busy);
            held.reset();
            if (busy && readers.empty() && with.how.keeps) held.emplace(p.store.snapshot());
        }
        std::this_thread::sleep_until(due += 1ms); // a batch that is late catches up
        auto& next = batches[at % batches.size()];
        auto const began = cpu_seconds();
        p.store.apply(next, "1000003");
        auto const took = cpu_seconds() - began;
        state.SetIterationTime(took);
        // in a turn of rest, the first batches still meet the last snapshots of the readers
        if (busy || at % with.turn > 1)
            sums[busy].seconds += took, sums[busy].events += static_cast<double>(next.size());
        ++at;
    }
    return sums;
}

void write_while_read(benchmark::State& state, setting const& with)
{
    auto& p = micro::population_of(with.objects);
    std::deque<reader> readers;
    for (std::size_t i = 0; i < with.readers; ++i)
        readers.emplace_back(p, i * p.questions.size() / 2, with.how, with.one);
    auto const [alone, busy] = write(state, p, readers, with);

    for (auto& r : readers) r.stop();
    double reads = 0, cpu = 0, wall = 0;
    for (auto const& r : readers) {
        if (r.misses != 0) return micro::fail(state, "a reader did not find an object that exists");
        reads += static_cast<double>(r.reads), cpu += r.cpu, wall += r.wall;
    }
    state.counters["s_event"] = busy.seconds / busy.events; // printed with its unit: 700n is 700 ns
    state.counters["s_event_alone"] = alone.seconds / alone.events;
    state.counters["loss_percent"] = (busy.seconds / busy.events / (alone.seconds / alone.events) - 1) * 100;
    if (reads == 0 || with.how.pause != 0us) return; // the pauses cost more than the reads
    state.counters["s_read"] = cpu / reads;
    state.counters["s_read_wall"] = wall / reads;
}

} // namespace

void micro::add_reads(sizes const& how_many)
{
    constexpr habit each{"snapshot_each", {}}, paused{"snapshot_each_paused", {}, 100, 100us},
        often{"snapshot_10ms", 10ms}, always{"snapshot_held", 1h, 1000};
    for (auto const n : how_many.read_objects) {
        auto const add = [&](std::string const& what, std::size_t readers, habit how, lookup one) {
            auto const name =
                "reads/" + std::to_string(n) + '/' + what + "/readers:" + std::to_string(readers);
            setting const with{n, readers, how, one, std::min(how.turn, how_many.read_batches / 4)};
            benchmark::RegisterBenchmark(name.c_str(),
                                         [with](benchmark::State& state) { write_while_read(state, with); })
                ->UseManualTime()
                ->Iterations(
                    static_cast<benchmark::IterationCount>(std::max(how_many.read_batches, 12 * with.turn)));
        };
        add("none", 0, each, nullptr);
        add(always.name, 0, always, nullptr);
        add(std::string("get/") + paused.name, 1, paused, reads_by_name);
        for (auto const& how : {each, often, always}) {
            add(std::string("get/") + how.name, 1, how, reads_by_name);
            add(std::string("get/") + how.name, 2, how, reads_by_name);
            add(std::string("by_index/") + how.name, 1, how, reads_by_index);
        }
    }
}
