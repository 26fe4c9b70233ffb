#pragma once

#include "cache/merge_queue.hpp"

#include <coinformer/cache/handlers.hpp>
#include <coinformer/cache/snapshot.hpp>

#include <memory>
#include <optional>
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

/// A stretch's place in the log. Whoever is at work holds the stretch, not the segment, and so not what comes after it.
struct segment {
    segment() = default;
    segment(segment const&) = delete;
    ~segment(); // not by recursion: the log of a slow handler may be long

    std::shared_ptr<stretch const> what;
    std::shared_ptr<segment> next; ///< read and written on the informer's strand
};

/// What one handler has yet to be given, in its order: a replay of a snapshot, the log behind a cursor, or, merged, the
/// newest state of each object in it.
class backlog {
public:
    explicit backlog(replaced_objects replaced) noexcept : replaced_(replaced) {}

    /// Begins with these objects as adds, then the log from `log_end` on.
    void begin(snapshot_ref objects, std::uint64_t log_end, time_point now);
    /// A new stretch at the end of the log.
    void append(std::shared_ptr<segment> const& tail);
    /// These objects, which are what the log comes to, as updates of themselves, after what waits now. Left out when a
    /// replay waits already.
    void resync(snapshot_ref objects, time_point now);
    /// From now until nothing waits, of each object only the newest state.
    void merge();
    void clear();

    /// What comes next; null when nothing waits.
    std::shared_ptr<stretch const> take();

    std::size_t of_log() const noexcept; ///< changes that wait, replays left out
    std::size_t size() const noexcept;   ///< changes that wait
    std::optional<time_point> oldest() const noexcept;
    std::uint64_t log_end() const noexcept { return log_end_; }

private:
    struct replay {
        snapshot_ref objects;
        std::uint64_t after; // its place in the log
        time_point since;
        change::kind as = change::kind::added;
        std::uint32_t slot = 0;
        std::size_t taken = 0;

        bool over();
        change next();
    };
    std::shared_ptr<stretch const> take_replay();
    std::shared_ptr<stretch const> take_merged();
    std::shared_ptr<stretch const> take_log();
    void merge_replay();

    replaced_objects replaced_;
    std::optional<replay> replay_;
    std::shared_ptr<segment> next_; // first stretch of the log not handed out yet
    std::uint64_t log_end_ = 0;
    std::uint64_t handed_out_ = 0;
    std::string version_; // at log_end_, as far as is known
    merge_queue merged_;
    bool merging_ = false;
};

} // namespace coinformer::detail
