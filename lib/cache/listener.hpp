#pragma once

#include "cache/merge_queue.hpp"

#include <coinformer/cache/handlers.hpp>
#include <coinformer/cache/snapshot.hpp>
#include <coinformer/core/environment.hpp>

#include <boost/asio/cancellation_signal.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace coinformer::detail {

/// Changes that a handler is called with in one go. Immutable, shared by the handlers.
struct stretch {
    std::vector<change> changes;
    std::uint64_t end = 0; ///< how many changes the log had up to here; 0: not of the log
};

/// A stretch's place in the log. Whoever is at work holds the stretch, not the segment, and so not what comes after it.
struct segment {
    segment() = default;
    segment(segment const&) = delete;
    ~segment(); // not by recursion: the log of a slow handler may be long

    std::shared_ptr<stretch const> what;
    std::shared_ptr<segment> next; ///< read and written on the informer's strand
};

/// One handler and how far it has come. It reads the log with a cursor; when it is idle it is this object and nothing
/// else: no coroutine, no timer, no buffer.
///
/// Threads    all members on the informer's strand; the handler itself is called on the listener's own.
class listener : public std::enable_shared_from_this<listener> {
public:
    /// The handler is called on a strand of `handlers`.
    listener(std::uint64_t id, untyped_handler handler, handler_options options, environment const& informer,
             executor const& handlers, std::function<void()> turned);

    /// Starts with these objects as adds, then with the log from `log_end` on.
    void replay(snapshot_ref objects, std::uint64_t log_end);
    /// A new stretch at the end of the log.
    void appended(std::shared_ptr<segment> const& tail);
    /// The first list ends here in the log.
    void initial_list_ends(std::uint64_t log_end);

    /// What is under way ends at the next change; nothing is called after that.
    void stop();

    std::uint64_t id() const noexcept { return id_; }
    bool running() const noexcept { return running_; }
    bool overflowed() const noexcept { return overflowed_; }
    std::size_t waiting() const noexcept;
    bool holds_up() const noexcept { return options_.policy == overflow::block && waiting() > options_.capacity; }
    bool has_seen_initial_list() const noexcept { return seen_initial_list_; }
    std::size_t failures() const noexcept { return failures_; }

private:
    void schedule();
    std::shared_ptr<stretch const> take_work();
    void start(std::shared_ptr<stretch const> work);
    void finished(std::shared_ptr<stretch const> const& work);
    void run(stretch const& work) noexcept;
    task<> run_awaitable(std::shared_ptr<stretch const> work);
    void failed(std::exception_ptr failure) noexcept;
    void fold_waiting();
    void note_initial_list() noexcept;

    std::uint64_t id_;
    untyped_handler handler_;
    handler_options options_;
    executor informer_;
    executor own_; // a strand
    log_sink& log_;
    std::function<void()> turned_;

    std::shared_ptr<segment> next_; // first stretch of the log not handed out yet
    std::uint64_t log_end_ = 0;
    std::uint64_t handed_out_ = 0;
    std::uint64_t handled_ = 0;
    std::optional<std::uint64_t> initial_end_;
    bool seen_initial_list_ = false;
    merge_queue merged_;
    bool merging_ = false;
    struct replay_state {
        snapshot_ref objects;
        std::uint32_t slot = 0;
    };
    std::optional<replay_state> replay_;
    bool replaying_ = false;
    bool running_ = false;
    bool overflowed_ = false;
    std::atomic<bool> stopped_{false};
    std::atomic<std::size_t> failures_{0};
    boost::asio::cancellation_signal stop_; // of the coroutine on own_
};

} // namespace coinformer::detail
