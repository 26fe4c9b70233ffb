#pragma once

#include "cache/store/memory_counts.hpp"

#include <coinformer/cache/change.hpp>
#include <coinformer/core/time_source.hpp>

#include <boost/circular_buffer.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace coinformer::detail {

/// Changes that a handler is given in one go. A span is immutable, and all handlers share those of the log.
struct change_span {
    std::vector<change> changes;
    std::uint64_t end = 0;    ///< where in the log a handler is after these changes; 0 if unknown
    std::string version = {}; ///< which resource version it has reached then; empty if unknown
    time_point since = {};    ///< when the first of the changes came
    std::size_t bytes = 0;    ///< what it keeps in memory: see bytes_of(); 0 if nobody counts that
};

/// Returns what changes keep in memory that the store does not have any more, in bytes of the allocator: the
/// states that they replace, and those that were deleted. The newest state of an object is in the store, or
/// a later change replaces it.
std::size_t left_behind_bytes(std::span<change const> changes) noexcept;
/// Returns what a span keeps in memory: itself, its changes, and what they have left behind.
std::size_t bytes_of(change_span const& span) noexcept;

/// Returns true if `gone` deletes an object and `next` adds one of the same name. The log writes these two
/// changes next to each other if an object was replaced by another one.
bool replaces(change const& gone, change const& next);

/// The sequence of changes that all handlers of an informer read, in segments. Positions in it are numbers of
/// changes, beginning with 1; 0 means before everything. A segment is freed when each of its readers has
/// passed it.
///
/// Threads    none of its own: the lock of the informer's handlers guards it.
class change_log {
public:
    struct segment {
        std::shared_ptr<change_span const> span;
        std::shared_ptr<change_span const> joined; ///< the same changes, with replaced objects as updates
        std::uint64_t begin = 0, end = 0;
        std::string version_before =
            {}; ///< every change up to this version is before `begin`; empty if unknown
        std::size_t readers = 0;
        std::uint64_t events_before = 0; ///< number of changes before `begin` that events brought
    };

    explicit change_log(memory_counts_ptr counts = std::make_shared<memory_counts>());

    /// The totals to which the log adds what its segments keep, and its readers what they keep beside it.
    memory_counts_ptr const& counts() const noexcept { return counts_; }

    /// Appends a segment that `readers` readers have to pass. With this segment the log holds every change up
    /// to `version`, which is empty if that is not known. If a list has brought the changes, `list_size` is
    /// the number of its objects, or of the changes that it has brought, if that is more. It is 0 if events
    /// have brought them. Errors: std::bad_alloc, and the log is as it was before.
    void append(std::vector<change> changes, std::string version, time_point now, std::size_t readers,
                std::uint64_t list_size = 0);
    /// Notes that nothing more changed up to this version: the log holds every change up to it.
    void advance(std::string const& version) { version_ = version; }
    /// Returns the segment that a position is in. The position is not the end.
    segment const& segment_at(std::uint64_t position) const noexcept;
    /// Notes that a reader has passed the segment that begins at `begin`. Returns the segment's changes if it
    /// was the last reader, so that the caller can destroy them without the lock; else null.
    [[nodiscard]] std::shared_ptr<change_span const> pass(std::uint64_t begin) noexcept;
    /// The same for all segments between these positions. Unlike pass(), it destroys the changes at once,
    /// although the caller may hold the lock.
    void pass_all(std::uint64_t from, std::uint64_t until) noexcept;

    std::uint64_t end() const noexcept { return end_; } ///< where the next segment will begin
    /// Returns the version up to which every change is before this position, which begins a segment or is the
    /// end. Empty if unknown.
    std::string const& version_before(std::uint64_t position) const noexcept;
    /// Returns how many changes before this position were brought by events, and not by a list. The position
    /// begins a segment or is the end.
    std::uint64_t events_before(std::uint64_t position) const noexcept;
    /// Returns the size of the largest list that was appended since the log had no segments the last time; 0
    /// if it has none. overflow::fail excuses a handler twice as many changes of lists.
    std::uint64_t largest_list() const noexcept { return largest_list_; }
    std::size_t segments() const noexcept { return segments_.size(); }

private:
    std::size_t index_of(std::uint64_t position) const noexcept;
    void drop_first() noexcept;

    memory_counts_ptr const counts_; // declared first: the segments' buffer counts there until its end
    // The buffer's capacity does not limit the log; the overflow policies of its readers do.
    boost::circular_buffer_space_optimized<segment, counting_allocator<segment>> segments_;
    std::uint64_t end_ = 1;
    std::uint64_t events_ = 0; // number of changes that events brought
    std::uint64_t largest_list_ = 0;
    std::string version_;
};

} // namespace coinformer::detail
