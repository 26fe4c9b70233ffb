// Simulates a work queue and a controller: see docs/simulation.md.
#include "controller_world.hpp"
#include "queue_world.hpp"

#include "simulation/campaign.hpp"

using namespace simulation;

int main(int argc, char** argv)
{
    campaign c;
    c.about = "A work queue and a controller, in worlds of their own, beside what they promise.";
    c.registered = {
        {40,
         {"a pop was cancelled with a key on its way", "added while it is on its way",
          "added while it is worked on", "added while it waits", "an item was dropped",
          "cancelled when all ends", "delayed twice", "failed again",
          "failures were forgotten for want of room", "is told to end, and it works",
          "not done by its deadline", "one of several is next", "status compared",
          "the oldest has its turn"}},
        {200,
         {"an informer ends, and it works", "done() after a failure that was reported before",
          "done within the grace"}},
    };
    c.run_seed = [](std::uint64_t seed, std::function<void(std::string const&)> trace) {
        auto v = verdict_of(new queue_world(seed, trace));
        if (v.broken) return v;
        auto more = verdict_of(new controller_world(seed, trace));
        more.hash ^= v.hash * 3;
        more.steps += v.steps;
        for (auto const& [name, n] : v.sometimes) more.sometimes[name] += n;
        return more;
    };
    return c.main(argc, argv);
}
