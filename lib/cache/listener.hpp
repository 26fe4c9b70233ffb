#pragma once

#include "cache/backlog.hpp"

#include <coinformer/core/environment.hpp>
#include <coinformer/core/wakeup.hpp>

#include <boost/asio/cancellation_signal.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace coinformer::detail {

/// One handler and how far it has come. When it is idle it is this object and nothing else: no coroutine, no timer, no
/// buffer. A handler without callables is asked for by next(), and goes the same way otherwise.
///
/// Threads    all members on the informer's strand, but for construction; the handler itself is called on the
/// listener's.
class listener : public std::enable_shared_from_this<listener> {
public:
    /// The handler is called on a strand of `handlers`. `turned` is called when it has made room or is at its end.
    listener(untyped_handler handler, handler_options options, environment const& informer, executor const& handlers,
             std::function<void()> turned);

    /// Starts with these objects as adds, then with the log from `log_end` on.
    void begin(snapshot_ref objects, std::uint64_t log_end);
    /// A new stretch at the end of the log.
    void appended(std::shared_ptr<segment> const& tail);
    /// The first list ends here in the log. From now on it is due for a resync each period.
    void initial_list_ends(std::uint64_t log_end);

    /// When the handler is to be shown every object again; none: never.
    std::optional<time_point> resync_due() const noexcept { return resync_due_; }
    /// Shows it these, which are what the log comes to.
    void resync(snapshot_ref objects);

    /// What is under way ends at the next change; nothing is called after that. The first reason is kept.
    void stop(api_error why);
    /// As stop(), when nothing waits any more.
    void drain(api_error why);

    /// What comes next, for one who asks. Errors: why it was stopped; errc::already_running.
    [[nodiscard]] task<std::vector<change>> next();

    executor const& informer() const noexcept { return informer_; }
    executor const& own() const noexcept { return own_; }
    bool running() const noexcept { return running_; }
    bool at_end() const noexcept { return ended_ && !running_; }
    std::optional<api_error> const& ended() const noexcept { return ended_; }
    bool holds_up() const noexcept { return options_.policy == overflow::block && too_much(); }
    bool has_seen_initial_list() const noexcept { return seen_initial_list_; }
    bool pulled() const noexcept { return pulled_; } ///< asked by next(), not called
    std::size_t failures() const noexcept { return failures_; }
    /// `version`: what is in the log.
    handler_status status(std::string const& version) const;

private:
    bool too_much() const noexcept { return backlog_.of_log() > options_.capacity; }
    void schedule();
    void start(std::shared_ptr<stretch const> work);
    void finished(std::shared_ptr<stretch const> const& work);
    void reached(std::uint64_t log_end, std::string const& version);
    void run(stretch const& work) noexcept;
    task<> run_awaitable(std::shared_ptr<stretch const> work);
    void failed(change const& c, std::exception_ptr failure) noexcept;
    void let_go();

    untyped_handler handler_;
    bool const pulled_;
    handler_options options_;
    executor informer_;
    executor own_; // a strand
    time_source& time_;
    log_sink& log_;
    std::function<void()> turned_;

    backlog backlog_;
    std::shared_ptr<stretch const> at_hand_; // while running
    bool running_ = false;
    std::uint64_t given_ = 0;   // changes handed out
    std::uint64_t reached_ = 0; // in the log
    std::string version_;
    std::optional<std::uint64_t> initial_end_;
    bool seen_initial_list_ = false;
    std::optional<time_point> resync_due_;

    std::optional<api_error> draining_, ended_;
    std::atomic<bool> stopped_{false}; // ended_, for the handler's strand
    std::atomic<std::uint64_t> handled_{0};
    std::atomic<std::size_t> failures_{0};
    boost::asio::cancellation_signal stop_; // of the coroutine on own_
    bool asking_ = false;                   // next() waits
    wakeup asked_for_;
};

} // namespace coinformer::detail
