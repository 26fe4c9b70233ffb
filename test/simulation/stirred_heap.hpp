#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

namespace simulation {

/// Leaves holes of many sizes in the heap while it lives, so that what is allocated meanwhile comes to other
/// addresses and in another order of addresses. A run in such a heap has to leave the same trace: whatever
/// depends on addresses, such as the order in which a hash table of pointers is walked, shows in it.
class stirred_heap {
public:
    explicit stirred_heap(std::uint64_t seed)
    {
        std::mt19937_64 random(seed);
        std::vector<std::unique_ptr<std::byte[]>> blocks(4000);
        for (auto& block : blocks) block = std::make_unique<std::byte[]>(16 + random() % 500);
        std::shuffle(blocks.begin(), blocks.end(), random);
        blocks.resize(blocks.size() / 2); // the holes, in an order of their own
        kept_ = std::move(blocks);
    }

private:
    std::vector<std::unique_ptr<std::byte[]>> kept_;
};

} // namespace simulation
