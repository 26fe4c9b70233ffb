#pragma once

#include <coinformer/core/time_source.hpp>

#include <cstddef>
#include <cstdint>

namespace coinformer {

/// The order in which a queue returns its keys: the highest priority first. A key of a low priority is not
/// delayed for ever: see work_queue_options::ageing.
enum class priority : std::uint8_t {
    low,    ///< for keys without news, as those of first lists and resyncs
    normal, ///< for keys whose objects have changed
    high,
};

/// Says what happens to the queued keys when a queue is shut down.
enum class pending {
    hand_out, ///< pop() returns the queued keys, and then the end of the queue
    drop,     ///< the queued keys are dropped
};

/// The present state and the counters of a work queue.
struct work_queue_status {
    std::size_t depth = 0;                       ///< keys that pop() could return now
    std::size_t delayed = 0;                     ///< keys that will be queued at a later time
    std::size_t working = 0;                     ///< keys that were popped and are not finished
    std::size_t failing = 0;                     ///< idle keys, remembered because they have failed
    duration oldest = duration::zero();          ///< how long the key that has waited longest has been queued
    duration unfinished = duration::zero();      ///< the sum of the times since each `working` key was popped
    duration longest_running = duration::zero(); ///< the longest of these times
    /// How often a key was queued. Adding a key that is queued already does not count.
    std::uint64_t adds = 0;
    /// How often a key was added because it had failed. A plain delay does not count.
    std::uint64_t retries = 0;
};

/// How long a key of a work queue has been waiting, or being worked on.
struct key_age {
    duration lasted = duration::zero(); ///< since it was queued, or since a worker has popped it
    bool is_working = false;            ///< a worker has it
};

} // namespace coinformer
