// Contract: a large group settles soon, whatever number of members come or go at once, and moves no more keys
// than it must.

#include "shard_world.hpp"

namespace {

constexpr std::size_t many = 50;

/// A large group whose members are as far away from the server as in a cluster. It adds up which part of the
/// keys members were asked for.
struct large_group : shard_world {
    ~large_group() // all leave together, which is sooner than one after the other
    {
        for (auto& m : members) m.stop();
        time.run_for(5s);
    }
    sharing_process& make()
    {
        auto& made = members.emplace_back(*this, "m" + std::to_string(100 + members.size()));
        made.network.conditions({.delay = 5ms}, {.delay = 5ms});
        made.group.on_release([this](shard_ranges const& where) { return count(where); });
        return made;
    }
    task<> count(shard_ranges where)
    {
        moved += where.fraction();
        co_return;
    }
    bool is_even()
    {
        double sum = 0;
        std::size_t taking_part = 0;
        for (auto const& m : members) taking_part += !m.running->ended;
        for (auto const& m : members) {
            auto const share = m.share();
            if (!m.running->ended && share < 1.0 / static_cast<double>(taking_part) - 0.001) return false;
            sum += share;
        }
        return sum > 0.9999;
    }
    /// Lets time pass until the shares are even. Returns how long that took.
    duration settle()
    {
        auto const began = time.now();
        while (!is_even() && time.now() - began < 60s) watch_for(100ms);
        return time.now() - began;
    }

    double moved = 0;
};

} // namespace

TEST_CASE_METHOD(large_group, "fifty members that start together have equal shares within ten seconds")
{
    for (std::size_t i = 0; i != many; ++i) make();
    for (auto& m : members) m.start();
    CHECK(settle() <= 10s);

    moved = 0;
    make().start();
    CHECK(settle() <= 10s);
    CHECK(moved <= 1.2 / many);

    moved = 0;
    members[20].stop();
    CHECK(settle() <= 10s);
    CHECK(moved <= 1.2 / many);
}
