#pragma once

#include "cache/handlers/change_log.hpp"
#include "cache/handlers/merge_queue.hpp"
#include "cache/handlers/passed_versions.hpp"
#include "cache/handlers/present_objects.hpp"

#include <coinformer/cache/handlers.hpp>

#include <cstdint>
#include <memory>
#include <optional>

namespace coinformer::detail {

/// Holds, in order, the changes that wait for a handler which is behind the log: a replay of all objects,
/// then the log from a position on. If the handler merges, it holds the newest state of each object in place
/// of the log's changes. A backlog is one of the log's readers.
///
/// Threads    none of its own: the lock of the informer's handlers guards it.
class backlog {
public:
    /// Begins with the change at this position of the log. Errors: std::bad_alloc, as an empty deque has a
    /// block.
    backlog(change_log& log, std::uint64_t at, replaced_objects replaced)
        : log_(log), replaced_(replaced), handed_out_(at), merged_(log.counts())
    {
    }
    backlog(backlog const&) = delete;
    ~backlog() { count_handed_out(0); }

    /// Counts what the reader keeps of the changes that it was handed out last, if the log has them no more.
    void count_handed_out(std::size_t bytes) noexcept;
    /// Puts these objects, as additions, in front of the log.
    void begin(present_objects objects, time_point now);
    /// Queues a resync: every object of this snapshot as an update to itself, behind the changes that are
    /// queued now. The snapshot has at least one object, and shows the state at the end of the log. Does
    /// nothing if a replay is queued already.
    void resync(present_objects objects, time_point now);
    /// From now on keeps only the newest state of each object, until nothing waits any more. The caller calls
    /// it again each time the log has grown.
    void merge();
    bool is_merging() const noexcept { return merging_; }
    /// Lets the backlog end with the changes that the log holds now. From now on the caller does not count
    /// the backlog as a reader of new segments.
    void ends_here() noexcept { until_ = log_.end(); }
    void clear(); ///< drops everything that waits

    /// Takes the next changes, a few hundred at most. Returns null if nothing waits. Errors: std::bad_alloc,
    /// and then the next call takes them.
    std::shared_ptr<change_span const> take();

    std::size_t
    log_size() const noexcept; ///< number of changes of the log that wait; objects of a replay do not count
    std::size_t size() const noexcept; ///< number of changes that wait
    std::optional<time_point>
    oldest() const noexcept; ///< the time at which the change that has waited longest came
    std::uint64_t handed_out() const noexcept
    {
        return handed_out_;
    } ///< position of the first change not taken
    std::uint64_t log_end() const noexcept { return std::min(until_, log_.end()); }

private:
    struct replay {
        present_objects objects;
        std::uint64_t after; // the replay comes when the log has been handed out up to this position
        time_point since;
        change::kind shown_as = change::kind::added;
        std::size_t next_slot = 0;
        std::size_t taken = 0;

        bool is_over();
        change next();
    };
    std::shared_ptr<change_span const> take_replay();
    std::shared_ptr<change_span const> take_merged();
    std::shared_ptr<change_span const> take_log();
    struct passed_segment {
        std::shared_ptr<change_span const> span;
        bool is_kept_here; // the log has dropped it: all readers have passed it
    };
    passed_segment pass_segment(bool joined);
    void merge_replay();

    change_log& log_;
    replaced_objects replaced_;
    std::optional<replay> replay_;
    std::uint64_t handed_out_;
    std::uint64_t until_ = UINT64_MAX; // the position where the backlog ends, if it is draining
    std::string version_; // the newest version among the segments that were passed; empty if none had one
    passed_versions passed_versions_; // those of the segments whose changes wait in merged_
    merge_queue merged_;
    bool merging_ = false;
    // The size in bytes of the changes that take() returned last, or 0 if the log keeps them as well. The
    // caller drops these changes before it calls take() again.
    std::size_t handed_out_bytes_ = 0;
};

} // namespace coinformer::detail
