#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>

namespace coinformer::detail {

/// Remembers which version the log had at some of its positions. A handler that merges may never have handled
/// everything, and is told by this how far it has come.
///
/// At most about `most` versions are remembered, at even distances, and the newest one. So the handler may be
/// told of an older version than the one that it has reached, but not for ever of none.
///
/// Threads    under the lock of the handlers. backlog owns it.
class passed_versions {
public:
    static constexpr std::size_t most = 64;

    /// The log had this version at this position, which is not before those that were added earlier.
    void add(std::uint64_t position, std::string version)
    {
        if (known_.empty()) distance_ = 0;
        newest_ = {position, std::move(version)};
        if (!known_.empty() && position - known_.back().first < distance_) return;
        if (known_.size() == most) forget_every_other();
        known_.push_back(newest_);
    }
    /// Returns the newest version at a position up to this one, and forgets it with those before it. Empty if
    /// there is none.
    std::string take_up_to(std::uint64_t position)
    {
        std::string found;
        for (; !known_.empty() && known_.front().first <= position; known_.pop_front())
            found = std::move(known_.front().second);
        if (newest_.first <= position && !newest_.second.empty()) found = std::exchange(newest_.second, {});
        return found;
    }
    void clear()
    {
        known_.clear();
        newest_ = {};
    }

private:
    using place = std::pair<std::uint64_t, std::string>; // a position, and the version there

    void forget_every_other()
    {
        std::deque<place> kept;
        for (std::size_t i = 1; i < known_.size(); i += 2) kept.push_back(std::move(known_[i]));
        known_ = std::move(kept);
        distance_ = (known_.back().first - known_.front().first) / (known_.size() - 1);
    }

    std::deque<place> known_;
    place newest_; // its version is empty if it was taken
    std::uint64_t distance_ = 0;
};

} // namespace coinformer::detail
