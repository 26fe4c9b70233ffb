#pragma once

#include <coinformer/api/object.hpp>

#include <cstdint>

namespace coinformer {

/// What happened to an object, as a handler sees it.
enum class event_kind : std::uint8_t { added, updated, deleted };

/// `yes` if an add belongs to the first list, or to the replay to a handler that was added late; `no` if it
/// is news.
enum class initial_list : bool { no, yes };

/// How a delete came about, and so what the state is that the handler gets.
enum class final_state : std::uint8_t {
    /// The informer inferred the deletion, because a list lacks the object or because the deletion could not
    /// be decoded. The state is the last one that the informer has seen; the handler may have missed later
    /// ones.
    unknown,
    known, ///< the server sent this last state
    /// The object's part of the key space belongs to another process from now on (see
    /// informer_options::shard), and the state is the last one that this informer has seen. The object may
    /// have been deleted as well, just now, and then no process is told of that: what has to be done for each
    /// deleted object needs a finalizer.
    moved,
};

namespace detail {

/// One change on its way to the handlers, of any projection.
struct change {
    using kind = event_kind;

    kind what = kind::added;
    initial_list initial = initial_list::no;
    final_state final = final_state::known;
    object_ref old; ///< the state before an update or a delete; null for an add
    object_ref cur; ///< the new state; for a delete the last state
};

} // namespace detail

} // namespace coinformer
