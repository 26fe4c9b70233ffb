// Simulates groups of processes that share their work, for virtual hours: see docs/simulation.md.
#include "group_world.hpp"

#include "simulation/campaign.hpp"

using namespace simulation;

int main(int argc, char** argv)
{
    campaign c;
    c.about =
        "Processes that share their work in a group, for virtual hours of faults; never do two own a key.";
    c.registered = {
        {10,
         {"a Lease has lost its label",
          "a Lease was deleted by others",
          "a Lease was written by others",
          "a hash waited for an owner during faults",
          "a reconcile was cancelled",
          "a slow network",
          "an owner follows another",
          "answers go wrong",
          "connections reset",
          "half-open",
          "kept away",
          "kept away for long",
          "killed",
          "left and joined again",
          "one dies",
          "one dies and comes back under its identity",
          "one joins",
          "one leaves",
          "stood still",
          "stood still for longer than the lease",
          "stopped",
          "the server ends all connections",
          "the server is away for all",
          "the server was away, and all have kept what they had",
          "wall clock changed"}},
        {100, {"a late writer was rejected"}},
    };
    c.run_seed = [](std::uint64_t seed, std::function<void(std::string const&)> trace) {
        return verdict_of(new group_world(seed, std::chrono::hours(1), std::move(trace)));
    };
    return c.main(argc, argv);
}
