// Runs the state machine of the work queue beside a naive one through the same random histories, and compares
// them after each step. The naive one keeps plain lists and searches them, so that it is obviously right.

#include "controller/work_items.hpp"

#include <coinformer/core/random.hpp>

#include "catch.hpp"

#include <algorithm>
#include <tuple>

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

constexpr duration usual_ageing = 7s;
constexpr std::size_t remembered = 2;
constexpr item_id id_count = 7;

/// The naive work queue: lists of requests, each of which is searched from one end to the other.
struct naive {
    struct request {
        item_id id;
        priority rank;
        time_point since; ///< when it was queued; for a delayed one, when it is due
        std::uint64_t serial;
    };
    std::vector<request> queue, later, working, again;
    std::vector<item_id> idle;
    std::vector<item_id> in_transit; // popped, and may still be put back
    std::uint32_t failures[id_count] = {};
    bool has_failed[id_count] = {}; ///< it was added at the limiter's pace while it is worked on
    std::uint64_t serial = 0;
    unsigned overtaken = 0;
    bool shut = false;
    duration ageing = usual_ageing;
    std::size_t most_of_group = id_count; ///< how many items of one group may be worked on

    static std::uint64_t group_of(item_id id) { return id % 3; }
    bool has_room(item_id id) const
    {
        auto const n =
            std::ranges::count_if(working, [id](request const& w) { return group_of(w.id) == group_of(id); });
        return static_cast<std::size_t>(n) < most_of_group;
    }
    static auto find(std::vector<request>& in, item_id id)
    {
        return std::ranges::find_if(in, [id](request const& w) { return w.id == id; });
    }
    static bool has(std::vector<request>& in, item_id id) { return find(in, id) != in.end(); }
    bool is_released(item_id id)
    {
        return !has(queue, id) && !has(later, id) && !has(working, id) && failures[id] == 0;
    }

    void add(item_id id, priority p, time_point now)
    {
        if (shut) return;
        for (auto* waiting : {&queue, &again})
            if (auto const w = find(*waiting, id); w != waiting->end()) {
                w->rank = std::max(w->rank, p);
                return;
            }
        if (has(working, id))
            again.push_back({id, p, now, 0});
        else
            queue.push_back({id, p, now, serial++});
    }
    void add_after(item_id id, duration d, priority p, time_point now)
    {
        if (shut) return;
        if (d <= 0s) return add(id, p, now);
        request w{id, p, now + d, serial++};
        if (auto const known = find(later, id); known != later.end()) {
            w.since = std::min(w.since, known->since);
            w.rank = std::max(w.rank, known->rank);
            later.erase(known);
        }
        later.push_back(w);
    }
    void enqueue_due(time_point now)
    {
        for (;;) {
            auto const first = std::ranges::min_element(
                later, {}, [](request const& w) { return std::pair(w.since, w.serial); });
            if (first == later.end() || first->since > now) return;
            auto const w = *first;
            later.erase(first);
            add(w.id, w.rank, w.since);
        }
    }
    std::optional<item_id> pop(time_point now)
    {
        enqueue_due(now);
        auto first = std::ranges::min_element(queue, {}, [this](request const& w) {
            return std::tuple(!has_room(w.id), -static_cast<int>(w.rank), w.since, w.serial);
        });
        auto const longest = std::ranges::min_element(
            queue, {}, [](request const& w) { return std::pair(w.since, w.serial); });
        if (first == queue.end() || !has_room(first->id)) return std::nullopt;
        bool const aged = longest->rank < first->rank && now - longest->since >= ageing;
        if (aged && ++overtaken % 4 == 0) first = longest;
        working.push_back(*first);
        in_transit.push_back(first->id);
        queue.erase(first);
        return working.back().id;
    }
    void done(item_id id)
    {
        std::erase(in_transit, id);
        working.erase(find(working, id));
        has_failed[id] = false;
        if (auto const w = find(again, id); w != again.end()) {
            queue.push_back({id, w->rank, w->since, serial++});
            again.erase(w);
        }
    }
    void put_back(item_id id)
    {
        auto w = *find(working, id);
        std::erase(in_transit, id);
        working.erase(find(working, id));
        has_failed[id] = false;
        if (auto const a = find(again, id); a != again.end()) {
            w.rank = std::max(w.rank, a->rank);
            again.erase(a);
        }
        queue.push_back(w);
    }
    static duration back_off(std::uint32_t failures) { return 1s * (1 << std::min(failures, 4u)); }
    std::optional<duration> note_failure(item_id id, time_point now)
    {
        if (shut) return std::nullopt;
        if (has_failed[id]) {
            auto const w = find(later, id);
            return w == later.end() ? 0s : std::max<duration>(w->since - now, 0s);
        }
        enqueue_due(now);
        auto const d = back_off(failures[id]++);
        add_after(id, d, find(working, id)->rank, now);
        return d;
    }
    void shut_down(time_point now)
    {
        enqueue_due(now);
        shut = true;
        std::ranges::sort(later, {}, [](request const& w) { return std::pair(w.since, w.serial); });
        while (!later.empty()) { // one by one, because they become idle in this order
            later.erase(later.begin());
            update_idle();
        }
    }
    /// Called after each step: keeps the list of idle items that have failed.
    void update_idle()
    {
        for (item_id id = 0; id < id_count; ++id) {
            bool const is_idle = failures[id] != 0 && !has(queue, id) && !has(later, id) && !has(working, id);
            auto const at = std::ranges::find(idle, id);
            if (is_idle && at == idle.end()) idle.push_back(id);
            if (!is_idle && at != idle.end()) idle.erase(at);
        }
        if (idle.size() > remembered) {
            failures[idle.front()] = 0;
            idle.erase(idle.begin());
        }
    }
};

/// Applies the same random steps to the tested queue and to the model.
struct race {
    explicit race(std::uint64_t seed) : chance(seed) {}
    /// With groups, and without ageing: which item of a full group ages is not said.
    race(std::uint64_t seed, std::size_t most_of_group)
        : chance(seed),
          tested(exponential_limiter(1s, 16s), 24h, remembered, work_groups(most_of_group, naive::group_of))
    {
        model.ageing = 24h;
        model.most_of_group = most_of_group;
    }

    bool one_in(std::uint64_t n) { return chance.below(n) == 0; }
    priority any_priority() { return static_cast<priority>(chance.below(3)); }

    void add()
    {
        auto const id = static_cast<item_id>(chance.below(id_count));
        auto const p = any_priority();
        model.enqueue_due(now);
        switch (chance.below(4)) {
        case 0: {
            duration const d = std::chrono::seconds(chance.below(12));
            tested.add_after(id, d, p, now);
            model.add_after(id, d, p, now);
            break;
        }
        case 1: {
            auto const d = tested.add_rate_limited(id, p, now);
            CHECK(d.has_value() != model.shut);
            if (!d) break;
            CHECK(*d == naive::back_off(model.failures[id]));
            ++model.failures[id];
            model.add_after(id, *d, p, now);
            model.has_failed[id] = naive::has(model.working, id);
            break;
        }
        default: tested.add(id, p, now); model.add(id, p, now);
        }
    }
    void work()
    {
        auto const got = tested.pop(now);
        auto const expected = model.pop(now);
        REQUIRE(got == expected);
    }
    void end_work()
    {
        if (model.working.empty()) return;
        auto const id = model.working[chance.below(model.working.size())].id;
        if (std::ranges::count(model.in_transit, id) != 0) {
            if (one_in(4)) {
                tested.put_back(id);
                return model.put_back(id);
            }
            if (one_in(2)) {
                tested.mark_arrived(id);
                std::erase(model.in_transit, id);
                return;
            }
        }
        report(id);
        tested.mark_done(id, now);
        model.done(id);
    }
    /// Says how the work on an item went, in one of the ways that there are, or not at all.
    void report(item_id id)
    {
        switch (chance.below(4)) {
        case 0:
            tested.note_success(id);
            if (!model.has_failed[id]) model.failures[id] = 0;
            break;
        case 1: CHECK(tested.note_failure(id, now, 0s) == model.note_failure(id, now)); break;
        case 2:
            tested.forget(id);
            model.failures[id] = 0;
            model.has_failed[id] = false;
            break;
        default: break;
        }
    }
    void compare()
    {
        model.update_idle();
        for (auto const id : tested.take_released()) CHECK(model.is_released(id));
        for (item_id id = 0; id < id_count; ++id) CHECK(tested.failures(id) == model.failures[id]);
        model.enqueue_due(now);
        auto const s = tested.status(now);
        CHECK(s.depth == model.queue.size());
        CHECK(s.delayed == model.later.size());
        CHECK(s.working == model.working.size());
        CHECK(s.failing == model.idle.size());
        bool const nothing = model.queue.empty() && model.again.empty() && model.in_transit.empty();
        CHECK(tested.is_ended() == (model.shut && nothing));
        CHECK(tested.is_drained() == (model.shut && model.queue.empty() && model.working.empty()));
    }
    void step()
    {
        if (one_in(3)) now += std::chrono::seconds(chance.below(4));
        auto const what = chance.below(10);
        if (what < 5)
            add();
        else if (what < 7)
            work();
        else if (what < 9)
            end_work();
        else if (one_in(40)) {
            tested.shut_down(pending::hand_out, now);
            model.shut_down(now);
        }
        compare();
    }

    random_source chance;
    work_items tested{exponential_limiter(1s, 16s), usual_ageing, remembered};
    naive model;
    time_point now{};
};

} // namespace

TEST_CASE("random histories: the state machine of the work queue behaves as a naive one does")
{
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        INFO("seed " << seed);
        race r(seed);
        for (int i = 0; i < 300; ++i) r.step();
    }
}

TEST_CASE(
    "random histories: at most so many items of a group are worked on, and the best of the others is next")
{
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        INFO("seed " << seed);
        race r(seed, 1 + seed % 2);
        for (int i = 0; i < 300; ++i) r.step();
    }
}
