#pragma once

#include "verdict.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace simulation {

/// P22: while no request of a client is answered, and no answer is under way, one attempt speaks for all its informers.
/// Each collection may find out by itself, twice, that the server is away; then there is an attempt in eight seconds or
/// more.
class outage_check {
public:
    /// The client connects. `in_contact`: a request was answered since it did so last, or an answer is under way.
    void dialed(std::int64_t now_ns, bool in_contact, std::size_t collections)
    {
        constexpr std::int64_t between_turns = 8'000'000'000;
        if (in_contact) {
            since_ns_ = now_ns;
            dials_ = 0;
        }
        ++dials_;
        auto const lasts = now_ns - since_ns_;
        if (dials_ > 10 + 3 * collections + static_cast<std::size_t>(lasts / between_turns) && broken_.empty())
            broken_ = std::to_string(dials_) + " attempts in " + std::to_string(lasts / 1'000'000) +
                      " ms in which no request was answered, of " + std::to_string(collections) + " collections";
    }

    /// Throws violation.
    void check() const
    {
        if (!broken_.empty()) fail("P22", broken_);
    }

private:
    std::int64_t since_ns_ = 0; // of the dials that are counted
    std::size_t dials_ = 0;
    std::string broken_;
};

} // namespace simulation
