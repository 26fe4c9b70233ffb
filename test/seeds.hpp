#pragma once

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>

namespace test {

/// Which seeds a random test runs through: `count` of them, beginning with `first`. The environment may ask
/// for others, for example COINFORMER_SHARD_SEEDS=1000 and COINFORMER_SHARD_FROM=5000 for the name "SHARD".
struct seed_range {
    unsigned first = 0, count = 0;
    bool is_long = false; ///< more seeds than usual were asked for

    seed_range(std::string const& name, unsigned first_of_all, unsigned usual_count)
        : first(number("COINFORMER_" + name + "_FROM", first_of_all)),
          count(number("COINFORMER_" + name + "_SEEDS", usual_count)), is_long(count > usual_count)
    {
    }
    unsigned end() const noexcept { return first + count; }

private:
    static unsigned number(std::string const& variable, unsigned otherwise)
    {
        auto const* const text = std::getenv(variable.c_str());
        return text ? static_cast<unsigned>(std::stoul(text)) : otherwise;
    }
};

/// Tells whoever asked for a long run how much time passed in it, in the worlds of the tests.
inline void report_time(seed_range const& seeds, std::chrono::nanoseconds lived)
{
    if (!seeds.is_long) return;
    std::cerr << "seeds " << seeds.first << " to " << seeds.end() - 1 << ": "
              << std::chrono::duration_cast<std::chrono::hours>(lived).count() << " hours of virtual time\n";
}

} // namespace test
