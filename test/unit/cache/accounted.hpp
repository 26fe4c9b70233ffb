#pragma once

#include "allocated.hpp"

#include <coinformer/cache/memory_account.hpp>

#include <cstddef>
#include <string>

#include "catch.hpp"

inline constexpr int many = 10'000; ///< the number of objects in most tests

/// Compares an account with what the allocator has handed out since this object was made.
class taken_from_here {
public:
    std::size_t bytes() const noexcept { return allocated_so_far().taken - begin_; }
    /// Requires that the account says the same, but for one in twenty.
    void require_within_5_percent(coinformer::memory_account const& said) const
    {
        auto const really = static_cast<double>(bytes());
        auto const error = (static_cast<double>(said.total()) / really - 1) * 100;
        CAPTURE(said.objects, said.indices, said.backlogs, really, error);
        CHECK(error < 5);
        CHECK(error > -5);
    }

private:
    std::size_t const begin_ = allocated_so_far().taken;
};
