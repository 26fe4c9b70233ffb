#pragma once

#include "cache/store/key_table.hpp"
#include "cache/store/memory_counts.hpp"

#include <coinformer/api/object.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace coinformer::detail {

/// The objects of a list that the store does not have in the same version: the last state of each object,
/// each key once.
///
/// Repetitions are found by a hash table that is filled as objects come, not by sorting at the end: with
/// 100,000 objects that came in another order, sorting took a fifth of the first sync, because the keys had
/// left the processor's cache by then. While keys ascend, as servers send them, a greater key is new, and the
/// table stays empty.
///
/// Threads    the client's strand. listing owns it.
class arriving_objects {
public:
    /// Counts its memory as memory_counts::arriving.
    explicit arriving_objects(memory_counts_ptr counts) noexcept : counts_(std::move(counts)) {}

    void put(object_ref object);
    void remove(object_key key);
    std::size_t size() const noexcept { return objects_.size(); }
    /// The size of the objects and of the vector of them, in allocated bytes.
    std::size_t bytes() const noexcept;
    /// Returns the objects, and forgets them.
    std::vector<object_ref> take();

private:
    bool is_new(object_key const& key) const;
    std::optional<slot_id> place_of(object_key const& key, std::uint64_t hash);
    void add_bytes(std::size_t came, std::size_t went = 0) noexcept;

    memory_counts_ptr counts_;
    std::vector<object_ref> objects_;
    bool in_order_ = true;         // the keys in objects_ ascend
    key_table places_;             // the place of each key in objects_; filled once they are not in order
    std::size_t object_bytes_ = 0; // sum of object_bytes() over objects_
    std::size_t counted_ = 0;      // how many bytes are in memory_counts::arriving
};

} // namespace coinformer::detail
