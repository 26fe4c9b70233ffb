#pragma once

#include "choices.hpp"
#include "scope.hpp"
#include "simulation/verdict.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace small_worlds {

using clock = std::chrono::steady_clock;

/// The worlds of one scope that were run, by one process or by all.
struct tally {
    std::uint64_t worlds = 0;
    std::uint64_t broken = 0;
    std::uint64_t steps = 0;
    double seconds = 0; ///< CPU time
    bool complete = false;
};

/// The part of each scope's worlds that one of several processes runs.
struct share {
    unsigned job = 0;
    unsigned jobs = 1;
    clock::time_point end = clock::time_point::max();
};

struct outcome {
    bool counts = false; ///< false for a world that belongs to a smaller scope
    std::uint64_t steps = 0;
    std::uint64_t trace = 0; ///< a hash of the order of steps and of all deadlines
    std::optional<simulation::violation> broken;
};
outcome run_world(scope const& of, choices& decides, std::function<void(std::string const&)> trace = {});

/// Runs the worlds of a scope, one after the other, until all have run, the time is up, or `report` returns
/// false. It is called with each world that breaks.
tally run_scope(scope const& of, share const& mine,
                std::function<bool(world_id const&, simulation::violation const&)> const& report);

/// Runs the scopes in several processes. Returns a tally for each scope.
std::vector<tally> run_scopes(std::vector<scope> const& scopes, unsigned jobs, clock::time_point end);

} // namespace small_worlds
