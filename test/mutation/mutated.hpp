// The run-time half of the mutation test (README.md beside it). instrument.py includes this header
// in every source file of a copy of the tree, and rewrites that copy so that each mutant asks here whether it
// is the one that is active. All mutants are therefore compiled once, together, and an environment variable
// selects one of them.
#pragma once

#include <atomic>
#include <cstdlib>
#include <type_traits>

#include <sys/mman.h>

namespace coinformer_mutation {

inline constexpr int most_mutants = 1 << 16;
inline constexpr int record_coverage = -1;

/// Returns the number of the active mutant; 0 for none, and record_coverage if the reached mutants are to be
/// recorded.
inline int active()
{
    static int const number = [] {
        auto const* const text = std::getenv("COINFORMER_MUTANT");
        return text ? std::atoi(text) : 0;
    }();
    return number;
}

/// Which mutants were reached. The memory is shared with forked processes, because some test cases do their
/// work in these.
inline std::atomic<bool>* reached()
{
    static auto* const all = static_cast<std::atomic<bool>*>(
        ::mmap(nullptr, most_mutants, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    return all;
}

/// True if mutant `number` is active. Constant expressions are never mutated.
constexpr bool mutated(int number)
{
    if (std::is_constant_evaluated()) return false;
    if (active() != record_coverage) return active() == number;
    reached()[number].store(true, std::memory_order_relaxed);
    return false;
}

} // namespace coinformer_mutation
