#pragma once

#include <coinformer/cache/change.hpp>
#include <coinformer/core/time_source.hpp>

#include <boost/circular_buffer.hpp>

#include <memory>
#include <string>
#include <vector>

namespace coinformer::detail {

/// Changes that a handler is given in one go. Immutable; those of the log are shared by the handlers.
struct stretch {
    std::vector<change> changes;
    std::uint64_t end = 0;    ///< once they are handled, so is the log up to here; 0: that cannot be said
    std::string version = {}; ///< ... and every change up to this resource version; empty: that cannot be said
    time_point since = {};    ///< when the first of them came
};

/// Whether the second change makes anew what the first one says is gone: how the log tells of a replaced object.
bool replaces(change const& gone, change const& next);

/// The changes that some handler has yet to be given, in segments. A place in it is the number of changes before it,
/// and one more: 0 is before everything. A segment goes when each of its readers has passed it.
///
/// Threads    one at a time.
class change_log {
public:
    struct segment {
        std::shared_ptr<stretch const> what;
        std::shared_ptr<stretch const> joined; ///< the same with replaced objects as updates
        std::uint64_t begin = 0, end = 0;
        std::string before = {}; ///< up to this version everything is before `begin`
        std::size_t readers = 0;
    };

    /// For so many readers. `version`: with this segment the log holds every change up to it; empty: that cannot be
    /// said. Errors: std::bad_alloc; the log is as before then.
    void append(std::vector<change> changes, std::string version, time_point now, std::size_t readers);
    /// Nothing more changed up to this version: all up to it is in the log.
    void advance(std::string const& version) { version_ = version; }
    /// The segment that `at` is in, which is not the end.
    segment const& holding(std::uint64_t at) const noexcept;
    /// A reader needs the segment that begins at `at` no more. Result: its changes, when it was the last one.
    [[nodiscard]] std::shared_ptr<stretch const> pass(std::uint64_t at) noexcept;
    /// ... nor any up to `until`.
    void pass_all(std::uint64_t from, std::uint64_t until) noexcept;

    std::uint64_t end() const noexcept { return end_; } ///< where the next segment will begin
    /// Everything up to it is before `at`, where a segment begins or the log ends; empty: that cannot be said.
    std::string const& version_before(std::uint64_t at) const noexcept;
    std::size_t segments() const noexcept { return segments_.size(); }

private:
    std::size_t index_of(std::uint64_t at) const noexcept;

    boost::circular_buffer_space_optimized<segment> segments_{std::size_t(1) << 30}; // its readers' policies bound it
    std::uint64_t end_ = 1;
    std::string version_;
};

} // namespace coinformer::detail
