#pragma once

#include <coinformer/api/resource.hpp>
#include <coinformer/cache/callback.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace coinformer::detail {

struct change_count {
    std::string object; ///< "namespace/name"
    std::uint64_t changes = 0;
};

/// Finds the objects of a collection that change most often, in little memory: the algorithm "space saving".
/// The table holds at most 64 objects. An object that is not in the full table takes the place of the object
/// with the smallest count, and goes on from that count. So an object that changes more often than one change
/// in 64 is always in the table, and a count is too large by at most a 64th of all changes.
class frequent_objects {
public:
    static constexpr std::size_t most_objects = 64;

    void count(std::string object);
    std::vector<change_count> counts() const;

private:
    std::map<std::string, std::uint64_t, std::less<>> counts_;
};

/// Counts the changes of the objects of one collection in the last five to ten minutes. A handler of the
/// informer feeds it.
///
/// Threads    any.
/// Lifetime   shared by the page and the handler.
class changed_objects {
public:
    /// Returns the callables of a handler that counts in `into`.
    static untyped_handler handler_for(std::shared_ptr<changed_objects> into);

    void count(object_key of);
    /// Called every five minutes: what was counted more than five minutes ago is forgotten.
    void begin_period();
    std::vector<change_count> counts() const;

private:
    mutable std::mutex lock_;
    frequent_objects present_, before_;
};

} // namespace coinformer::detail
