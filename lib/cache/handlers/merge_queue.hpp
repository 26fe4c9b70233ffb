#pragma once

#include <coinformer/cache/handlers.hpp>
#include <coinformer/core/text_hash.hpp>

#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace coinformer::detail {

/// Changes that wait for a slow handler, one place for each object: what the handler saw last, and what is now.
/// Never larger than the objects there are, and those that the handler has yet to be told are gone.
class merge_queue {
public:
    /// `number` says which change of the log it is, `since` when it came: they ascend.
    void add(change const& c, std::uint64_t number = 0, time_point since = {});
    /// Of the first change of the object that has waited longest; the largest number when none waits.
    std::uint64_t oldest() const noexcept { return waiting_.empty() ? UINT64_MAX : waiting_.front().first; }
    std::optional<time_point> oldest_since() const noexcept;
    /// The changes that bring the handler from what it saw to what is, in the order the objects first changed.
    std::vector<change> take(std::size_t most, replaced_objects replaced = replaced_objects::as_delete_and_add);

    bool empty() const noexcept { return waiting_.empty(); }
    std::size_t size() const noexcept { return waiting_.size(); }

private:
    struct object {
        std::string key;
        std::uint64_t first;
        time_point since;
        bool known;         // the handler has been shown this key
        object_ref seen;    // its last shown state, when known and not deleted since
        object_ref deleted; // it is to be told so
        final_state final = final_state::known;
        object_ref cur;
        initial_list initial = initial_list::no;
    };
    std::list<object> waiting_;
    std::unordered_map<std::string_view, std::list<object>::iterator, text_hash> by_key_; // views into object::key
};

} // namespace coinformer::detail
