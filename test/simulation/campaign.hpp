#pragma once

#include "verdict.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace simulation {

/// What `run_campaign` needs to know of one simulation: the simulations of `controller/` and `leader/` share
/// its command line, which runs seeds one after the other, replays one, and plants defects.
struct campaign {
    std::string about;
    struct expected {
        std::uint64_t seeds;
        std::vector<std::string> events;
    };
    /// How often each event has to happen in `seeds` seeds. If it comes less often, the properties were not
    /// put to the test.
    std::vector<expected> registered;
    std::function<verdict(std::uint64_t seed, std::function<void(std::string const&)> trace)> run_seed;

    int main(int argc, char** argv) const;
};

/// Calls the world's run(). After a violation the world is leaked on purpose, because its coroutines cannot
/// be joined.
template <class World>
verdict verdict_of(World* world)
{
    auto v = world->run();
    if (!v.broken) delete world;
    return v;
}

} // namespace simulation
