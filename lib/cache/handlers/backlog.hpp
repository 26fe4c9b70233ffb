#pragma once

#include "cache/handlers/change_log.hpp"
#include "cache/handlers/merge_queue.hpp"
#include "cache/handlers/present_objects.hpp"

#include <coinformer/cache/handlers.hpp>

#include <memory>
#include <optional>

namespace coinformer::detail {

/// Holds, in order, the changes that wait for a handler which is behind: a replay of all objects, the log from a
/// position on, or, merged, the newest state of each object in it. It is one of the log's readers.
class backlog {
public:
    /// The log from `at` on.
    backlog(change_log& log, std::uint64_t at, replaced_objects replaced) noexcept
        : log_(log), replaced_(replaced), handed_out_(at)
    {
    }
    backlog(backlog const&) = delete;

    /// Begins with these objects as adds, then the log.
    void begin(present_objects objects, time_point now);
    /// These objects, which are what the log comes to, as updates of themselves, after what waits now. Left out when a
    /// replay waits already.
    void resync(present_objects objects, time_point now);
    /// From now until nothing waits, of each object only the newest state. To be called again when the log has grown.
    void merge();
    bool merging() const noexcept { return merging_; }
    /// What the log holds now is all; the caller ceases to be a reader of what comes.
    void ends_here() noexcept { until_ = log_.end(); }
    void clear();

    /// What comes next; null when nothing waits.
    std::shared_ptr<stretch const> take();

    std::size_t of_log() const noexcept; ///< changes that wait, replays left out
    std::size_t size() const noexcept;   ///< changes that wait
    std::optional<time_point> oldest() const noexcept;
    std::uint64_t handed_out() const noexcept { return handed_out_; }
    std::uint64_t log_end() const noexcept { return std::min(until_, log_.end()); }

private:
    struct replay {
        present_objects objects;
        std::uint64_t after; // its place in the log
        time_point since;
        change::kind as = change::kind::added;
        std::size_t place = 0;
        std::size_t taken = 0;

        bool over();
        change next();
    };
    std::shared_ptr<stretch const> take_replay();
    std::shared_ptr<stretch const> take_merged();
    std::shared_ptr<stretch const> take_log();
    std::shared_ptr<stretch const> pass_segment(bool joined);
    void merge_replay();

    change_log& log_;
    replaced_objects replaced_;
    std::optional<replay> replay_;
    std::uint64_t handed_out_;
    std::uint64_t until_ = UINT64_MAX;
    std::string version_; // of what was merged, as far as is known
    merge_queue merged_;
    bool merging_ = false;
};

} // namespace coinformer::detail
