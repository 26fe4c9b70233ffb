#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace small_worlds {

/// The decisions of one world, and the odometer that leads from one world to the next.
///
/// A world calls choose() whenever more than one thing may happen. In the first run every answer is 0. After
/// a run, next() raises the last decision that has another option, and forgets the decisions behind it. So
/// every world is visited exactly once, depth first, although nobody knows beforehand how many decisions a
/// world has, or which options there are.
class choices {
public:
    choices() = default;
    /// The decisions of one world, as id() wrote them. Errors: std::invalid_argument.
    explicit choices(std::string_view id);

    /// Returns a number below `options`. One option is no decision, and leaves no trace in the ID.
    /// Errors     std::invalid_argument if the ID that was given to the constructor has no such option.
    unsigned choose(unsigned options);

    /// Goes on to the next world. Returns false if there is none.
    bool next() { return next_behind(used_); }
    /// As next(), but skips all worlds that share the first `depth` decisions with this one.
    bool next_behind(std::size_t depth);

    /// Returns the number of decisions that this run has taken.
    std::size_t used() const noexcept { return used_; }
    /// Returns the first decision in which this world differs from the one before it.
    std::size_t changed_at() const noexcept { return changed_at_; }
    /// Returns the decisions as digits, 0 to 9 and a to z, without the zeros at the end.
    std::string id() const;

private:
    struct decision {
        unsigned chosen;
        unsigned options;
    };
    std::vector<decision> made_; // those behind `used_` are still to be taken
    std::size_t used_ = 0;
    std::size_t changed_at_ = 0;
};

} // namespace small_worlds
