// Measures the store: the application of a change, and the questions that one thread asks.

#include "micro.hpp"
#include "population.hpp"

#include <coinformer/cache/snapshot.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace {

using namespace coinformer;
using micro::population;

void items(benchmark::State& state, std::size_t each)
{
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(each));
}

// Changes objects that exist; the store has one index of the user's, whose value stays.
void apply(benchmark::State& state, std::size_t n, std::size_t batch)
{
    auto& p = micro::population_of(n);
    auto batches = p.changes(batch);
    std::size_t at = 0, events = 0;
    auto const before = micro::allocations();
    for (auto _ : state) {
        auto& next = batches[at];
        p.store.apply(next, "1000003");
        events += next.size();
        if (++at == batches.size()) at = 0;
    }
    state.counters["allocations"] =
        static_cast<double>(micro::allocations() - before) / static_cast<double>(events);
    state.SetItemsProcessed(static_cast<std::int64_t>(events));
    if (p.store.size() != n) micro::fail(state, "an object is missing");
}

// An object leaves and comes back, so that the keys and both indices change.
void leave_and_come(benchmark::State& state, std::size_t n)
{
    auto& p = micro::population_of(n);
    auto batches = p.changes(45);
    std::size_t at = 0, events = 0;
    for (auto _ : state) {
        auto& next = batches[at];
        for (bool const erase : {true, false}) {
            for (auto& op : next) op.erase = erase;
            p.store.apply(next, "1000004");
            events += next.size();
        }
        if (++at == batches.size()) at = 0;
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(events));
    if (p.store.size() != n) micro::fail(state, "an object is missing");
}

// Asks one question after the other of one snapshot, about all objects or some. `ask` returns the number of
// objects that it found, which must be `expected` each time.
template <class Ask>
void ask(benchmark::State& state, std::size_t n, std::size_t expected, Ask ask, std::size_t about = SIZE_MAX)
{
    auto& p = micro::population_of(n);
    about = std::min(about, p.questions.size());
    snapshot<item> const now(p.store.snapshot());
    std::size_t at = 0, seen = 0;
    for (auto _ : state) {
        seen += ask(now, p.questions[at]);
        if (++at == about) at = 0;
    }
    items(state, 1);
    if (seen != expected * static_cast<std::size_t>(state.iterations())) micro::fail(state, "another answer");
}

using question = population::question;

std::size_t finds_by_name(snapshot<item> const& now, question const& q)
{
    auto const found = now.get(q.ns, q.name);
    return found && found->value >= 0;
}

// Asks a hash map the same question, which shows the cost of the machine's memory.
void get_of_map(benchmark::State& state, std::size_t n)
{
    auto& p = micro::population_of(n);
    auto const& map = p.as_map();
    ask(state, n, 1, [&map](snapshot<item> const&, question const& q) -> std::size_t {
        auto const at = map.find({q.ns, q.name});
        if (at == map.end()) return 0;
        object_ptr<item> const found(at->second);
        return found->value >= 0;
    });
}

std::size_t finds_by_index(snapshot<item> const& now, question const& q)
{
    auto const found = now.by_index("node", q.node);
    return found.empty() || (*found.begin())->value < 0 ? 0 : 1;
}

std::size_t walk_index(snapshot<item> const& now, question const& q)
{
    std::size_t seen = 0;
    for (auto const& o : now.by_index("node", q.node)) seen += o->value >= 0;
    return seen;
}

std::size_t list_namespace(snapshot<item> const& now, question const& q)
{
    std::size_t seen = 0;
    for (auto const& o : now.in_namespace(q.ns)) seen += o->value >= 0;
    return seen;
}

void take_snapshot(benchmark::State& state, std::size_t n)
{
    auto& p = micro::population_of(n);
    for (auto _ : state) {
        auto const now = p.store.snapshot();
        benchmark::DoNotOptimize(now);
    }
    items(state, 1);
}

template <class Run>
void add_store_case(std::string const& name, std::size_t n, Run run)
{
    benchmark::RegisterBenchmark(("store/" + name + '/' + std::to_string(n)).c_str(),
                                 [=](benchmark::State& state) { run(state, n); });
}

} // namespace

void micro::add_store(sizes const& how_many)
{
    using state = benchmark::State;
    for (auto const n : how_many.objects) {
        add_store_case("apply/batch_45", n, [](state& s, std::size_t of) { apply(s, of, 45); });
        add_store_case("apply/batch_1", n, [](state& s, std::size_t of) { apply(s, of, 1); });
        add_store_case("leave_and_come", n, leave_and_come);
        add_store_case("get", n, [](state& s, std::size_t of) { ask(s, of, 1, finds_by_name); });
        add_store_case("get_one_of_1000", n,
                       // the objects are in the processor's caches
                       [](state& s, std::size_t of) { ask(s, of, 1, finds_by_name, 1000); });
        add_store_case("get_of_std_map", n, get_of_map);
        add_store_case("by_index", n, [](state& s, std::size_t of) { ask(s, of, 1, finds_by_index); });
        add_store_case("by_index_all_50", n, [](state& s, std::size_t of) { ask(s, of, 50, walk_index); });
        add_store_case("namespace_of_100", n,
                       [](state& s, std::size_t of) { ask(s, of, 100, list_namespace); });
        add_store_case("snapshot", n, take_snapshot);
    }
}
