#pragma once

#include <cstddef>

namespace coinformer {

/// The memory that one informer takes for its collection, in bytes as glibc's allocator hands them out: each
/// block with its header, rounded up to 16. Other allocators round a little differently.
///
/// The numbers are running totals, so that asking for them costs nothing in proportion to the collection.
/// They leave out
/// - what all collections of the process have in common: see common_memory;
/// - objects that the store does not have any more and that only the program keeps, in an object_ptr or in a
///   snapshot, and the parts of tables that were copied because a snapshot is held;
/// - buffers of connections, and what requests under way take;
/// - the callables and records of handlers: 240 bytes for an idle handler with three small callables;
/// - what members of computed objects (transform::derive) allocate, unless their type says how much.
struct memory_account {
    /// The objects in the store, together with what their members of std types allocate.
    std::size_t objects = 0;
    /// The store's tables: slots, keys, namespaces, and the indices of shared_informer::index().
    std::size_t indices = 0;
    /// Everything on its way: lists that are being read, deltas that wait for the store, and changes that
    /// wait for handlers, with the objects that the store does not have yet, or not any more. An object that
    /// waits for several handlers which merge (overflow::merge) counts once for each of them.
    std::size_t backlogs = 0;

    std::size_t total() const noexcept { return objects + indices + backlogs; }

    friend bool operator==(memory_account const&, memory_account const&) noexcept = default;
};

} // namespace coinformer
