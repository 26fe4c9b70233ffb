#pragma once

#include "dice.hpp"
#include "plan.hpp"

namespace simulation {

/// Chooses the acts that a seed uses, each with a weight, and leaves the others out altogether (swarm
/// testing). Leaving acts out finds defects: one relist too many repairs the cache and hides the defect.
inline std::vector<act> swarm(dice& d, std::vector<act> const& all, std::size_t least)
{
    std::vector<act> bag;
    auto const wanted = least + d.below(all.size() - least + 1);
    std::vector<act> left = all;
    for (std::size_t i = 0; i < wanted && !left.empty(); ++i) {
        auto const at = static_cast<std::ptrdiff_t>(d.below(left.size()));
        auto const weight = 1 + d.below(10);
        bag.insert(bag.end(), weight, left[static_cast<std::size_t>(at)]);
        left.erase(left.begin() + at);
    }
    return bag;
}

} // namespace simulation
