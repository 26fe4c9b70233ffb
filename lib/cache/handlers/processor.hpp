#pragma once

#include "cache/handlers/change_batch.hpp"
#include "cache/handlers/dispatcher.hpp"
#include "cache/handlers/run_reminder.hpp"
#include "cache/handlers/wait_cause.hpp"
#include "core/context_member.hpp"

#include <coinformer/core/environment.hpp>
#include <coinformer/core/wakeup.hpp>

#include <exception>
#include <map>
#include <memory>
#include <vector>

namespace coinformer::detail {

/// Hands changes to the handlers: one log, a place in it for each. Says what becomes of those that are behind, who has
/// seen the first list, and when whom to show everything again. An event costs what is due, however many handlers there
/// are.
///
/// Threads    make() and arrives() from any, the rest on the informer's strand. A registration's members hop onto it.
class processor final : public std::enable_shared_from_this<processor>, private context_member {
public:
    /// Handlers run on `handlers`. `present` says what a new handler is shown first. `of` names the resource in the
    /// log; without it, nobody is reminded that the informer has to be run (run_reminder).
    static std::shared_ptr<processor> make_shared(environment env, executor handlers,
                                                  std::function<snapshot_ref()> present, std::string of = {});
    processor(processor const&) = delete;
    ~processor();

    listener_ptr make(untyped_handler handler, handler_options const& options);
    /// The handler sees what is present as adds first, then what comes.
    void add(listener_ptr const& handler);
    /// The same from any thread. Result: whether let_in() is to be called on the strand.
    bool arrives(listener_ptr handler);
    void let_in();
    /// Ends when the handler is not running any more.
    [[nodiscard]] task<> remove(listener_ptr handler, removal how);
    /// Begins to.
    void take_out(listener_ptr const& handler, removal how);

    /// Appends to the log, in slices; waits while a handler with overflow::block is too far behind.
    [[nodiscard]] task<> distribute(change_batch changes) &;
    /// The first list is in the log up to here.
    void initial_list_ends();
    /// Somebody has run who is to be looked at.
    void visit();

    /// The cause why the first list does not come; a null pointer when there is hope again.
    /// Result: whether somebody waits, and gets it.
    bool tell(std::exception_ptr cause, std::exception_ptr older = nullptr);
    /// Ends when the first list was handled by this handler; null: by everyone who is called.
    /// Errors: the cause that was told; why the handler, or all, were stopped.
    [[nodiscard]] task<> synced(listener_ptr only);
    /// Ends when this handler has handled every change up to this version. Errors: as synced(), whenever.
    [[nodiscard]] task<> at_least(listener_ptr only, std::string version);
    bool has_synced() const { return has_seen_initial_list(nullptr); }
    /// What comes next for one who asks. Errors: why it was stopped; errc::already_running.
    [[nodiscard]] task<std::vector<change>> next(listener_ptr handler);

    /// No handler is called any more; ends when none is running. `ending`: what ended the informer.
    [[nodiscard]] task<> stop(std::exception_ptr ending) &;

    run_reminder& reminder() noexcept { return reminder_; }
    executor const& strand() const noexcept { return shared_->env.ex; }
    std::size_t listeners() const noexcept { return in_place_; }
    std::size_t handler_failures() const noexcept { return shared_->failures; }
    /// Every change of the store up to here is in the log.
    std::string const& version() const noexcept { return version_; }

private:
    processor(environment env, executor handlers, std::function<snapshot_ref()> present, std::string of);
    void context_ends() noexcept override;
    void release_handlers() noexcept;

    // with the lock
    void begin(listener& l, present_objects const& objects);
    void proceed(listener& l);
    void look_at(listener& l);
    void handled(listener& l);
    void saw(listener& l);
    void leaves_place(listener& l);
    void stop(listener& l, api_error const& why);
    void drain(listener& l, api_error const& why);
    void end(listener& l);
    void find_full(std::vector<listener_ptr>& full);
    void merge(listener& l);
    void due_again(listener& l);

    present_objects told_objects();
    void append(std::vector<change> slice, std::string version);
    void apply_policy(listener& l);
    std::shared_ptr<stretch const> hand_out(listener& l);
    void settle();
    bool held_up();
    bool has_seen_initial_list(listener const* only) const;
    std::uint64_t told_to(listener const* only) const;
    void tell_cause(listener* only);
    void arm_resync();
    void resync_those_due();

    boost::intrusive_ptr<dispatcher> const shared_;
    std::function<snapshot_ref()> const present_;
    run_reminder reminder_;
    change_batch undistributed_;          // what the store is ahead of the log by
    std::uint64_t batch_begin_ = 0;       // of what is distributed, in the log
    mutable bool was_synced_ = false;     // all handlers were, once
    std::vector<listener_ptr> submitted_; // by any thread
    std::vector<listener_ptr> gone_;      // at their end: what they hold goes without the lock
    std::size_t in_place_ = 0;            // not drained, not ended
    std::size_t leaving_ = 0;             // draining, or stopped and still running
    std::size_t unsynced_ = 0;            // in place and called, and have not seen the first list
    std::vector<listener*> followers_;    // want to know when the log grows: who asks, who merges
    std::vector<listener_ptr> blocking_;  // hold up the informer, perhaps
    std::uint64_t check_at_ = UINT64_MAX; // until the log is longer, nobody's queue overflows
    std::uint64_t smallest_capacity_ = UINT32_MAX;
    std::string version_;
    std::multimap<time_point, listener*> resyncs_;
    std::unique_ptr<timer> resync_; // armed when somebody wants it
    std::optional<time_point> armed_for_;
    bool initial_list_ended_ = false;
    std::uint64_t initial_end_ = 0; // in the log
    std::optional<api_error> stopped_;
    std::size_t waiting_for_sync_ = 0;
    wait_cause cause_;
    std::uint64_t told_ = 0; // up to which cause somebody was told who waits for all
    wakeup turned_;          // a handler came along, or the state of the sync changed
};

} // namespace coinformer::detail
