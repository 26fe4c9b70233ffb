#pragma once

#include "simulation/verdict.hpp"

#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace simulation {

class shard_process;

/// The reconciles of all processes: what a store would know that rejects a writer with a smaller number than
/// one before it, and what no store can see, namely which reconciles of a key run at the same time.
class ledger {
public:
    /// An object in one of its lives. The hash tells lives apart if objects are sharded by their UID.
    using object = std::pair<std::string, std::uint64_t>;
    struct entry {
        shard_process const* by;
        object of;
        std::int64_t number;
        bool is_excused; ///< its process has stood still or died since, and could not know what happens
    };
    using position = std::list<entry>::iterator;

    position begin(shard_process const& by, object of, std::int64_t number);
    void end(position p) { running_.erase(p); }
    /// Writes the state to which the object was reconciled. `believes` says that the reconcile thinks that it
    /// may go on. Returns false if a later owner has begun already.
    bool write(position p, std::string state, bool believes);
    void excuse(shard_process const& who);

    struct written {
        std::int64_t greatest = -1; ///< number that has begun
        std::int64_t number = -1;   ///< the number of the owner that has written the state
        std::string state;
    };
    /// Returns what was written last; an empty state if nothing was.
    written last_of(object const& of) const;
    std::uint64_t rejected() const noexcept { return rejected_; }
    /// The first property that did not hold. It is not thrown where that is seen, because a controller would
    /// take the exception for a failed reconcile.
    std::optional<violation> const& broken() const noexcept { return broken_; }
    void note(violation v)
    {
        if (!broken_) broken_ = std::move(v);
    }

private:
    std::list<entry> running_;
    std::map<object, written> objects_;
    std::uint64_t rejected_ = 0;
    std::optional<violation> broken_;
};

} // namespace simulation
