#pragma once

#include <coinformer/cache/handlers.hpp>

#include <cstdint>
#include <vector>

namespace coinformer::detail {

/// How the informer reacts if more changes wait for a handler than its capacity.
enum class overflow_action {
    none,    ///< the handler may go on as it does
    merge,   ///< the changes that wait are merged
    hold_up, ///< the informer waits until the handler has made room
    remove,  ///< the handler is removed
};

/// Describes how much waits for one handler.
struct queue_level {
    std::size_t waiting = 0;  ///< changes of the log that wait for the handler, without those it has at hand
    std::size_t capacity = 0; ///< handler_options::capacity
    /// How many of the waiting changes do not count for overflow::fail. These are the events of the newest
    /// batch, and changes of lists, up to twice the size of the largest list.
    std::size_t excused = 0;
    bool being_asked = false; ///< a next_batch() waits, and takes the changes at once
};

/// The decisions of the policies overflow::merge, overflow::block and overflow::fail.
overflow_action merge_policy(queue_level const& level) noexcept;
overflow_action block_policy(queue_level const& level) noexcept;
overflow_action fail_policy(queue_level const& level) noexcept;

overflow_action action_for(overflow policy, queue_level const& level) noexcept;

/// Knows a length of the log up to which no handler's queue can overflow. While the log is shorter, no
/// handler has to be checked, so that an event costs the same however many handlers there are.
///
/// Threads    the client's strand. fan_out calls it.
class overflow_watch {
public:
    /// A handler was admitted at this position of the log.
    void admit(std::uint64_t position, std::size_t capacity) noexcept;
    /// The log has grown up to `end`. Returns true if some handler's queue may be full: then the caller calls
    /// begin_check(), and note() for each busy handler. (An idle handler need not be checked: it takes the
    /// new segment next, and nothing else waits for it.)
    bool must_check(std::uint64_t end) noexcept;
    void begin_check() noexcept { check_at_ = UINT64_MAX; }
    /// Takes into account one busy handler, for which `waiting` changes wait when the log has grown up to
    /// `end`.
    void note(std::uint64_t end, std::size_t waiting, std::size_t capacity) noexcept;

private:
    std::uint64_t check_at_ = UINT64_MAX; // while the log is not longer, no queue is full
    std::uint64_t smallest_capacity_ = UINT32_MAX;
};

} // namespace coinformer::detail
