#pragma once

#include "verdict.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace simulation {

/// A simulation of its own, as its command line sees it: seeds one after the other, replays, planted defects.
struct campaign {
    std::string about;
    struct expected {
        std::uint64_t seeds;
        std::vector<std::string> events;
    };
    /// What has to happen in so many seeds, or the properties were not put to the test.
    std::vector<expected> registered;
    std::function<verdict(std::uint64_t seed, std::function<void(std::string const&)> trace)> run_seed;

    int main(int argc, char** argv) const;
};

/// A world's run(). After a violation the world is left as it is: its coroutines cannot be joined.
template <class World>
verdict verdict_of(World* world)
{
    auto v = world->run();
    if (!v.broken) delete world;
    return v;
}

} // namespace simulation
