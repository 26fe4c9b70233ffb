// Simulates leader election for ten virtual hours per seed: see docs/simulation.md.
#include "arena.hpp"

#include "simulation/campaign.hpp"

using namespace simulation;

int main(int argc, char** argv)
{
    campaign c;
    c.about = "Processes that contend for a Lease, for virtual hours of faults; never do two work at once.";
    c.registered = {
        {2,
         {"another leads, with a greater number", "answers go wrong", "deleted under the holder", "half-open",
          "kept away for long", "killed at work", "lost: not renewed in time", "lost: stood still",
          "released", "renewed late", "stopped at work", "taken again by the same",
          "taken when it had run out", "taken when it was free", "written by others"}},
        {20,
         {"cleared under the holder", "a lease is kept while its work ends",
          "stood still at work for longer than the lease", "suspended at work for longer than the lease",
          "work ended by itself", "work threw"}},
    };
    c.run_seed = [](std::uint64_t seed, std::function<void(std::string const&)> trace) {
        return verdict_of(new arena(seed, std::chrono::hours(10), std::move(trace)));
    };
    return c.main(argc, argv);
}
