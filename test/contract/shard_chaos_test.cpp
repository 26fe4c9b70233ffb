// Contract: whatever happens to the members of a shard group, no two own a key at the same time, and in the
// end every key has one owner and the shares are equal.

#include "shard_world.hpp"

#include "seeds.hpp"

#include <random>

namespace {

/// Members that come, go, die, stand still and are cut off, by chance.
struct chaos_of_members : shard_world {
    explicit chaos_of_members(unsigned seed) : random(seed) {}

    unsigned below(unsigned n) { return static_cast<unsigned>(random() % n); }

    void begin_one()
    {
        if (members.size() >= 9) return;
        auto const rate = 0.95 + 0.01 * below(11); // the rate of its clocks
        auto& made = members.emplace_back(*this, "m" + std::to_string(members.size()), rate);
        auto const delay = std::chrono::milliseconds(below(3) * below(500)); // other members write meanwhile
        made.network.conditions({.delay = delay}, {.delay = delay});
        made.lingers = std::chrono::milliseconds(below(3000));
        made.clock.set_wall(std::chrono::seconds(below(7200)) - 1h);
        made.start();
    }

    // Does something to a random member.
    void disturb()
    {
        if (members.empty() || below(6) == 0) return begin_one();
        auto& m = members[below(static_cast<unsigned>(members.size()))];
        if (m.is_dead) return;
        bool const runs = m.running && !m.running->ended;
        switch (below(6)) {
        case 0:
            if (runs) m.stop();
            break;
        case 1:
            if (!runs) m.start();
            break;
        case 2:
            if (runs) m.die();
            break;
        case 3:
            m.network.silence();
            m.network.refuse(true);
            break;
        case 4: m.network.refuse(false); break;
        default:
            if (m.stands_still)
                m.go_on(below(2) == 0 ? own_clock::suspended::counts : own_clock::suspended::does_not_count);
            else
                m.stand_still();
        }
    }

    // Lets everybody who lives take part again.
    void heal()
    {
        for (auto& m : members) {
            if (m.is_dead) continue;
            m.network.refuse(false);
            m.go_on();
        }
    }

    std::mt19937 random;
};

std::size_t leases_of(shard_world const& w)
{
    return boost::json::parse(w.server.list(group_leases, "shop")).at("items").as_array().size();
}

// Returns how much time has passed in this world.
duration run_chaos(unsigned seed, int disturbances)
{
    chaos_of_members w(seed);
    auto const begin = w.time.now();
    INFO("seed " << seed);
    for (int i = 0; i != 3; ++i) w.begin_one();
    for (int i = 0; i != disturbances; ++i) {
        w.disturb();
        w.watch_for(std::chrono::milliseconds(100 + w.below(200) * w.below(200)));
    }
    w.heal();
    w.watch_for(2min);
    double sum = 0;
    int taking_part = 0;
    for (auto const& m : w.members) taking_part += !m.is_dead && m.running && !m.running->ended;
    for (auto const& m : w.members) {
        if (m.is_dead || !m.running || m.running->ended) continue;
        CHECK(m.share() == Approx(1.0 / taking_part).margin(0.001));
        sum += m.share();
    }
    if (taking_part != 0) CHECK(sum == Approx(1));
    CHECK(w.owners_now().none == (taking_part == 0 ? 16 : 0));
    // The dead count as members until somebody has deleted their Leases.
    if (taking_part != 0) CHECK(leases_of(w) == static_cast<std::size_t>(taking_part) + 1);
    return w.time.now() - begin;
}

} // namespace

TEST_CASE("members come and go, die, stand still and are cut off, and no two own a key at once")
{
    duration lived = 0s;
    test::seed_range const seeds("SHARD", 0, 2);
    for (auto seed = seeds.first; seed != seeds.end(); ++seed) lived += run_chaos(seed, 50);
    test::report_time(seeds, lived);
}
