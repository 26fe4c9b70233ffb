// Contract: whatever happens to the processes of a shard group, no two reconcile a key at once, a late one is
// found out by its number, and in the end every object is reconciled to its last state.
#include "rounds.hpp"
#include "seeds.hpp"
#include "shard_controllers.hpp"

#include <random>

namespace {

/// Processes that come, go, die, stand still and are cut off, while objects are written, as a seed decides.
struct chaos_of_controllers : controlling_world {
    explicit chaos_of_controllers(unsigned seed) : random(seed)
    {
        for (int i = 0; i != 3; ++i) begin_one();
    }

    unsigned below(unsigned n) { return static_cast<unsigned>(random() % n); }
    duration up_to(unsigned milliseconds) { return std::chrono::milliseconds(below(milliseconds)); }

    void begin_one()
    {
        if (members.size() >= 7) return;
        auto const rate = 0.97 + 0.01 * below(7); // the rate of its clocks
        auto& made = members.emplace_back(*this, "m" + std::to_string(members.size()), rate);
        auto const delay = up_to(3) * below(200);
        made.network.conditions({.delay = delay}, {.delay = delay});
        made.clock.set_wall(std::chrono::seconds(below(7200)) - 1h);
        made.start();
        controller_options o;
        o.grace = up_to(3000);
        auto& p = prepare(made, std::move(o));
        p.takes = below(2) == 0 ? 0s : up_to(6000);
        p.is_careless = below(2) == 0;
        p.start();
    }
    void write()
    {
        auto const name = "o" + std::to_string(below(20));
        auto const value = std::to_string(++writes);
        bool const exists =
            server.list(config_maps, "shop").find("\"name\":\"" + name + '"') != std::string::npos;
        if (!exists)
            put(name, value);
        else if (below(5) == 0)
            remove(name);
        else
            set(name, value);
    }
    void disturb()
    {
        if (below(6) == 0) return begin_one();
        auto& p = *processes[below(static_cast<unsigned>(processes.size()))];
        auto& m = p.process;
        if (m.is_dead) return;
        switch (below(6)) {
        case 0: return m.running->ended ? m.start() : m.stop();
        case 1: return below(3) == 0 ? p.die() : void();
        case 2: m.network.silence(); return m.network.refuse(true);
        case 3: return m.network.refuse(false);
        case 4: return p.stand_still();
        default:
            return m.go_on(below(2) == 0 ? own_clock::suspended::counts
                                         : own_clock::suspended::does_not_count);
        }
    }
    void step()
    {
        if (below(3) == 0) disturb();
        for (auto i = below(4); i != 0; --i) write();
        watch_reconciles(100ms + up_to(200) * below(50));
    }
    // Lets everybody who lives take part again.
    void heal()
    {
        for (auto& p : processes) {
            p->takes = 0s;
            if (p->process.is_dead) continue;
            p->process.network.refuse(false);
            p->process.go_on();
            if (p->process.running->ended) p->process.start();
        }
        begin_one(); // all others may be dead
        watch_reconciles(4min);
    }

    std::mt19937 random;
    unsigned writes = 0;
};

} // namespace

TEST_CASE("processes come and go, die, stand still and are cut off, and every object is reconciled at last")
{
    int rejected = 0;
    duration lived = 0s;
    test::seed_range const seeds("SHARD", 0, static_cast<unsigned>(test::rounds(20)));
    for (auto seed = seeds.first; seed != seeds.end(); ++seed) {
        INFO("seed " << seed);
        chaos_of_controllers w(seed);
        auto const begin = w.time.now();
        for (int i = 0; i != 60; ++i) w.step();
        w.heal();
        CHECK(w.stale() == lines());
        rejected += w.ledger.rejected;
        lived += w.time.now() - begin;
    }
    test::report_time(seeds, lived);
    CHECK((rejected != 0 || seeds.count < 20)); // otherwise the numbers were never needed
}
