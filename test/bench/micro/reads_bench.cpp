// Reads from other threads while a writer applies 50,000 changes a second: 50 of them each millisecond.
//
// The time of these benchmarks is the writer's own, a batch: the CPU time of its thread, since a machine that is shared
// makes it wait for reasons that are not the store's. The same for the readers: s_read is CPU time a read; s_read_wall
// is how long they took by the clock, with whatever else ran there, and where they wait for the store's lock.

#include "micro.hpp"
#include "population.hpp"

#include <coinformer/cache/snapshot.hpp>

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

/// What a reader asks: a snapshot for each read, as a lister does, or one that it keeps for so long.
struct habit {
    char const* name;
    std::optional<steady::duration> keeps; // nothing: one for each read
    bool pauses = false;                   // after each read, for 100 us
};

using lookup = bool (*)(snapshot<item> const&, population::question const&);

bool get(snapshot<item> const& now, population::question const& q)
{
    auto const found = now.get(q.ns, q.name);
    return found && found->value >= 0;
}

bool by_index(snapshot<item> const& now, population::question const& q)
{
    auto const found = now.by_index("node", q.node);
    return !found.empty() && (*found.begin())->value >= 0;
}

/// A thread that reads until it is stopped.
class reader {
public:
    reader(population const& p, std::size_t first, habit how, lookup one)
        : p_(p), at_(first % p.questions.size()), how_(how), read_(one), thread_([this] { run(); })
    {
    }
    void stop()
    {
        stopping_ = true;
        thread_.join();
    }

    std::size_t reads = 0, misses = 0;
    double cpu = 0, wall = 0;

private:
    void run()
    {
        auto const began = steady::now();
        auto const cpu_began = cpu_seconds();
        while (!stopping_) {
            if (how_.keeps)
                ask_one_snapshot();
            else
                ask_anew_each_time();
        }
        cpu = cpu_seconds() - cpu_began;
        wall = std::chrono::duration<double>(steady::now() - began).count();
    }
    void ask_anew_each_time()
    {
        for (int i = 0; i < (how_.pauses ? 1 : 256); ++i) count(snapshot<item>(p_.store.snapshot()));
        if (how_.pauses) std::this_thread::sleep_for(100us);
    }
    void ask_one_snapshot()
    {
        auto const since = steady::now();
        snapshot<item> const now(p_.store.snapshot());
        do {
            for (int i = 0; i < 256; ++i) count(now);
            if (steady::now() - since >= *how_.keeps) return;
        } while (!stopping_);
    }
    void count(snapshot<item> const& now)
    {
        misses += !read_(now, p_.questions[at_]);
        ++reads;
        if (++at_ == p_.questions.size()) at_ = 0;
    }

    population const& p_;
    std::size_t at_;
    habit how_;
    lookup read_;
    std::atomic<bool> stopping_ = false;
    std::thread thread_; // the last: it uses the others
};

struct setting {
    std::size_t objects;
    std::size_t readers;
    habit how;
    lookup one;
};

void write_while_read(benchmark::State& state, setting const& with)
{
    auto& p = micro::population_of(with.objects);
    auto batches = p.changes(batch);
    for (auto& b : batches) p.store.apply(b, "1000003"); // warm; and what an earlier run made it copy is its own again
    std::optional<snapshot<item>> held;
    if (with.readers == 0 && with.how.keeps) held.emplace(p.store.snapshot());
    std::deque<reader> readers;
    for (std::size_t i = 0; i < with.readers; ++i)
        readers.emplace_back(p, i * p.questions.size() / 2, with.how, with.one);

    std::size_t at = 0, events = 0;
    auto const began = steady::now();
    auto due = began;
    for (auto _ : state) {
        std::this_thread::sleep_until(due += 1ms); // one that is late catches up
        auto const cpu_began = cpu_seconds();
        p.store.apply(batches[at], "1000003");
        state.SetIterationTime(cpu_seconds() - cpu_began);
        events += batches[at].size();
        if (++at == batches.size()) at = 0;
    }
    auto const wall = std::chrono::duration<double>(steady::now() - began).count();

    for (auto& r : readers) r.stop();
    double reads = 0, cpu = 0, read_wall = 0;
    for (auto const& r : readers) {
        if (r.misses != 0) return micro::fail(state, "a reader did not find what is there");
        reads += static_cast<double>(r.reads), cpu += r.cpu, read_wall += r.wall;
    }
    using is = benchmark::Counter;
    state.counters["s_event"] = is(static_cast<double>(events), is::kIsRate | is::kInvert); // of the writer
    state.counters["events_s"] = static_cast<double>(events) / wall;                        // what it came to
    if (reads == 0) return;
    state.counters["s_read"] = cpu / reads;
    state.counters["s_read_wall"] = read_wall / reads;
    state.counters["reads_s"] = reads / read_wall; // of one reader
}

} // namespace

void micro::add_reads(sizes const& how_many)
{
    constexpr habit anew{"snapshot_each", {}}, paused{"snapshot_each_paused", {}, true}, often{"snapshot_10ms", 10ms},
        now_and_then{"snapshot_1s", 1s}, always{"snapshot_held", 1h};
    for (auto const n : how_many.read_objects) {
        auto const add = [&](std::string const& what, std::size_t readers, habit how, lookup one) {
            auto const name = "reads/" + std::to_string(n) + '/' + what + "/readers:" + std::to_string(readers);
            setting const with{n, readers, how, one};
            benchmark::RegisterBenchmark(name.c_str(),
                                         [with](benchmark::State& state) { write_while_read(state, with); })
                ->UseManualTime()
                ->Iterations(static_cast<benchmark::IterationCount>(how_many.read_batches));
        };
        add("none", 0, anew, nullptr);
        add("snapshot_held", 0, always, nullptr);
        add("get/snapshot_each_paused", 1, paused, get);
        for (auto const& how : {anew, often, now_and_then, always})
            for (std::size_t const readers : {std::size_t(1), std::size_t(2)}) {
                add(std::string("get/") + how.name, readers, how, get);
                if (readers == 1) add(std::string("by_index/") + how.name, readers, how, by_index);
            }
    }
}
