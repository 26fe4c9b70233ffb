#pragma once

#include <cstdlib>
#include <string>

namespace test {

/// Which seeds a random test runs through: `count` of them, beginning with `first`. The environment may ask
/// for others, for example COINFORMER_MOVE_SEEDS=1000 and COINFORMER_MOVE_FROM=5000 for the name "MOVE".
struct seed_range {
    unsigned first = 0, count = 0;

    seed_range(std::string const& name, unsigned first_of_all, unsigned usual_count)
        : first(number("COINFORMER_" + name + "_FROM", first_of_all)),
          count(number("COINFORMER_" + name + "_SEEDS", usual_count))
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

} // namespace test
