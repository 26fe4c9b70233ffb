#pragma once

#include <coinformer/api/object.hpp>

#include <cstdint>

namespace coinformer {

/// What happened to an object, as a handler sees it.
enum class event_kind : std::uint8_t { added, updated, deleted };

/// Whether an add is part of the first list (or of the replay to a handler that came late), or news.
enum class initial_list : bool { no, yes };

/// Whether a deleted object's last state was sent by the server, or inferred because a list lacks the object:
/// then it is the last state that we saw.
enum class final_state : bool { unknown, known };

namespace detail {

/// One change, as it goes to the handlers.
struct change {
    using kind = event_kind;

    kind what = kind::added;
    initial_list initial = initial_list::no;
    final_state final = final_state::known;
    object_ref old; ///< updated, deleted: the state before
    object_ref cur; ///< added, updated: the new state; deleted: the last state
};

} // namespace detail

} // namespace coinformer
