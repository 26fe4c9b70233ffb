#pragma once

#include "end_report.hpp"

#include <cstdint>
#include <string>

namespace CLI {
class App;
}

namespace simulation {

/// Installs the handlers that name the seed which a program was at when a signal, a sanitizer or a time
/// limit ended it, and adds the option --seed-seconds. The hidden options --crash-at and --hang-at take
/// the number of a seed that ends in this way once it has run, so that the tests can show that it is
/// named.
void guard_seeds(CLI::App& cli);

/// Names the seed, or the plan or world, that runs while this object exists, and limits its CPU time. It
/// writes to stderr alone, because what a seed prints is compared between compilers.
class seed_guard {
public:
    explicit seed_guard(std::uint64_t seed) : seed_guard(seed, "seed " + std::to_string(seed)) {}
    seed_guard(std::uint64_t number, std::string name);
    seed_guard(seed_guard const&) = delete;
    seed_guard& operator=(seed_guard const&) = delete;
    ~seed_guard();

private:
    std::uint64_t const number_;
    std::string const name_;
    int const exceptions_before_;
    test::end_report::time_limit const limit_;
};

} // namespace simulation
