#pragma once

#include "cache/listener.hpp"

#include <coinformer/core/environment.hpp>
#include <coinformer/core/wakeup.hpp>

#include <exception>
#include <memory>
#include <vector>

namespace coinformer::detail {

/// Hands changes to the handlers: one log, a cursor a handler. Also knows who has seen the first list, and when whom to
/// show everything again.
///
/// Threads    make() from any, the rest on the informer's strand. A registration's members hop onto it.
class processor : public std::enable_shared_from_this<processor> {
public:
    /// Handlers run on strands of `handlers`. `present` says what a new handler is shown first.
    processor(environment env, executor handlers, std::function<snapshot_ref()> present)
        : env_(std::move(env)), handlers_(std::move(handlers)), present_(std::move(present))
    {
    }

    std::shared_ptr<listener> make(untyped_handler handler, handler_options options);
    /// The handler sees what is present as adds first, then what comes.
    void add(std::shared_ptr<listener> handler);
    /// Ends when the handler is not running any more.
    [[nodiscard]] task<> remove(std::shared_ptr<listener> handler, removal how);
    /// Begins to.
    void take_out(std::shared_ptr<listener> const& handler, removal how);

    /// Appends to the log, in slices; waits while a handler with overflow::block is too far behind.
    [[nodiscard]] task<> distribute(std::vector<change> changes) &;
    /// The first list is in the log up to here.
    void initial_list_ends();

    /// The cause why the first list does not come; a null pointer when there is hope again.
    /// Result: whether somebody waits, and gets it.
    bool tell(std::exception_ptr cause);
    /// Ends when the first list was handled by this handler; null: by everyone who is called.
    /// Errors: the cause that was told; why the handler, or all, were stopped.
    [[nodiscard]] task<> synced(std::shared_ptr<listener> only);
    /// Ends when this handler has handled every change up to this version. Errors: as synced(), whenever.
    [[nodiscard]] task<> at_least(std::shared_ptr<listener> only, std::string version);
    bool has_synced() const { return has_seen_initial_list(nullptr); }

    /// No handler is called any more; ends when none is running. `ending`: what ended the informer.
    [[nodiscard]] task<> stop(std::exception_ptr ending) &;

    executor const& strand() const noexcept { return env_.ex; }
    std::size_t listeners() const noexcept { return listeners_.size(); }
    std::size_t handler_failures() const noexcept;
    /// Every change of the store up to here is in the log.
    std::string const& version() const noexcept { return version_; }

private:
    using handlers = std::vector<std::shared_ptr<listener>>;

    void append(std::vector<change> slice, std::string version);
    void begin(std::shared_ptr<listener> const& l);
    bool has_seen_initial_list(listener const* only) const;
    void let_leave(std::shared_ptr<listener> const& l);
    void sweep();
    bool held_up() const noexcept;
    void arm_resync();
    void resync_those_due();

    environment env_;
    executor handlers_;
    std::function<snapshot_ref()> present_;
    bool distributing_ = false;
    handlers arriving_; // while a batch is distributed, the store is ahead of the log: they wait
    handlers listeners_;
    handlers leaving_;            // stopped, perhaps still running, or draining
    std::weak_ptr<segment> tail_; // lives as long as a handler has it before it
    std::uint64_t log_end_ = 1;   // 0 is before everything
    std::string version_;
    std::unique_ptr<timer> resync_; // armed when somebody wants it
    bool resync_late_ = false;      // it was due while distributing
    bool initial_list_ended_ = false;
    std::optional<api_error> stopped_;
    std::size_t waiting_for_sync_ = 0;
    std::exception_ptr cause_;
    std::size_t past_failures_ = 0;
    wakeup turned_; // a handler came along, or the state of the sync changed
};

} // namespace coinformer::detail
