#pragma once

#include "cache/listener.hpp"

#include <coinformer/core/environment.hpp>
#include <coinformer/core/wakeup.hpp>

#include <exception>
#include <memory>
#include <vector>

namespace coinformer::detail {

/// Hands changes to the handlers: one log, a cursor a handler. Also knows who has seen the first list.
///
/// Threads    all on the informer's strand, but for remove() and synced() of a registration, which hop onto it.
class processor : public std::enable_shared_from_this<processor> {
public:
    /// Handlers run on strands of `handlers`. `present` says what a new handler is shown first.
    processor(environment env, executor handlers, std::function<snapshot_ref()> present)
        : env_(std::move(env)), handlers_(std::move(handlers)), present_(std::move(present))
    {
    }

    /// The handler sees what is present as adds first, then what comes.
    void add(std::uint64_t id, untyped_handler handler, handler_options options);
    /// Ends when the handler is not running any more.
    [[nodiscard]] task<> remove(std::uint64_t id);

    /// Appends to the log, in slices; waits while a handler with overflow::block is too far behind.
    [[nodiscard]] task<> distribute(std::vector<change> changes) &;
    /// The first list is in the log up to here.
    void initial_list_ends();

    /// The cause why the first list does not come; a null pointer when there is hope again.
    /// Result: whether somebody waits, and gets it.
    bool tell(std::exception_ptr cause);
    /// Ends when the first list was handled by everyone, or by the handler `id` (0: everyone).
    /// Errors: the cause that was told; errc::stopped, also for a handler that was removed.
    [[nodiscard]] task<> synced(std::uint64_t id);
    bool has_synced() const { return has_seen_initial_list(0); }

    /// No handler is called any more; ends when none is running.
    [[nodiscard]] task<> stop() &;

    executor const& strand() const noexcept { return env_.ex; }
    std::size_t listeners() const noexcept { return listeners_.size(); }
    std::size_t handler_failures() const noexcept;

private:
    void append(std::vector<change> slice);
    bool has_seen_initial_list(std::uint64_t id) const;
    bool is_here(std::uint64_t id) const;
    void drop_overflowed();
    bool held_up() const noexcept;

    struct arrival {
        std::uint64_t id;
        untyped_handler handler;
        handler_options options;
    };
    void begin(arrival a);

    environment env_;
    executor handlers_;
    std::function<snapshot_ref()> present_;
    bool distributing_ = false;
    std::vector<arrival> arriving_; // while a batch is distributed, the store is ahead of the log: they wait
    std::vector<std::shared_ptr<listener>> listeners_;
    std::vector<std::shared_ptr<listener>> leaving_; // stopped, perhaps still running
    std::weak_ptr<segment> tail_;                    // lives as long as a handler has it before it
    std::uint64_t log_end_ = 0;
    bool initial_list_ended_ = false;
    bool stopped_ = false;
    std::size_t waiting_for_sync_ = 0;
    std::exception_ptr cause_;
    std::size_t past_failures_ = 0;
    wakeup turned_; // a handler came along, or the state of the sync changed
};

} // namespace coinformer::detail
