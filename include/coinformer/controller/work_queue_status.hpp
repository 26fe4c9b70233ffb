#pragma once

#include <coinformer/core/time_source.hpp>

#include <cstddef>
#include <cstdint>

namespace coinformer {

/// Which key comes first. No key starves: see work_queue_options::ageing.
enum class priority : std::uint8_t {
    low,    ///< what is no news: first lists, resyncs
    normal, ///< what has changed
    high,
};

/// What becomes of the keys that wait when a queue is shut down.
enum class pending {
    hand_out, ///< pop() gives them, then it ends
    drop,
};

/// How a work queue is doing.
struct work_queue_status {
    std::size_t depth = 0;                       ///< keys that could be worked on now
    std::size_t delayed = 0;                     ///< keys that are to be queued later
    std::size_t working = 0;                     ///< keys that are being worked on
    std::size_t failing = 0;                     ///< keys of which failures are remembered, but that nobody asked for
    duration oldest = duration::zero();          ///< how long the one that waits longest has done so
    duration unfinished = duration::zero();      ///< how long those that are being worked on have been so, together
    duration longest_running = duration::zero(); ///< and the one that was begun first
    std::uint64_t adds = 0;    ///< keys that were queued; one that was in the queue already does not count
    std::uint64_t retries = 0; ///< rate-limited adds; other delayed ones are no retries
};

/// Told of what a queue does: for histograms, and counters of one's own. What can be asked for instead is in
/// work_queue_status; no timer runs for either.
///
/// Threads    called from any, several at once, outside the queue's lock.
class work_queue_metrics {
public:
    virtual ~work_queue_metrics() = default;
    virtual void added() noexcept {}
    virtual void retried() noexcept {}
    virtual void popped(duration /*waited*/) noexcept {}
    /// Once for each popped(); also for one that was put back because its pop was cancelled, after no time.
    virtual void finished(duration /*worked*/) noexcept {}
};

} // namespace coinformer
