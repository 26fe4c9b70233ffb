#pragma once

#include "cache/store/memory_counts.hpp"

#include <coinformer/cache/handlers.hpp>
#include <coinformer/core/text_hash.hpp>

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace coinformer::detail {

/// The changes that wait for a slow handler, merged to one entry for each object: the state that the handler
/// saw last, and the newest state. There is at most one entry for each object of the collection, and one for
/// each deletion that the handler has not seen.
///
/// Threads    none of its own: the lock of the informer's handlers guards it.
class merge_queue {
public:
    /// Adds what the queue keeps in memory to memory_counts::waiting.
    explicit merge_queue(memory_counts_ptr counts = std::make_shared<memory_counts>());
    merge_queue(merge_queue const&) = delete;
    ~merge_queue() { clear(); }

    /// Merges one more change. `number` is its position in the log, and `since` the time when it came;
    /// neither is smaller than in the call before.
    void add(change const& c, std::uint64_t number = 0, time_point since = {});
    /// Returns the position of the first change of the object that has waited longest; the largest number if
    /// no object waits.
    std::uint64_t oldest() const noexcept { return waiting_.empty() ? UINT64_MAX : waiting_.front().first; }
    std::optional<time_point> oldest_since() const noexcept;
    /// Takes about `most` changes, which bring the handler from the states that it saw to the newest states,
    /// in the order in which the objects first changed.
    std::vector<change> take(std::size_t most,
                             replaced_objects replaced = replaced_objects::as_delete_and_add);

    void clear() noexcept; ///< drops everything that waits
    bool empty() const noexcept { return waiting_.empty(); }
    std::size_t size() const noexcept { return waiting_.size(); }

private:
    struct object {
        std::string key;
        std::uint64_t first;
        time_point since;
        bool known;         // the handler was shown an object of this key, before the changes that wait
        object_ref seen;    // the state that it was shown last, if it is known and was not deleted since
        object_ref deleted; // the last state before a deletion that the handler has not seen; may be null
        final_state final = final_state::known;
        object_ref cur;
        initial_list initial = initial_list::no;
    };
    using objects = std::list<object, counting_allocator<object>>;
    using entry = std::pair<std::string_view const, objects::iterator>;
    static std::size_t bytes_of(object const& o) noexcept;
    void count(std::size_t before, std::size_t now) noexcept { counts_->waiting.add(growth(before, now)); }

    memory_counts_ptr const counts_; // declared first: the containers count there until their end
    objects waiting_;
    // views into object::key
    std::unordered_map<std::string_view, objects::iterator, text_hash, std::equal_to<>,
                       counting_allocator<entry>>
        by_key_;
};

} // namespace coinformer::detail
