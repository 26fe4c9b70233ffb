#pragma once

#include "cache/handlers/change_batch.hpp"
#include "cache/handlers/failure_board.hpp"
#include "cache/handlers/handler.hpp"
#include "cache/handlers/overflow_policy.hpp"
#include "cache/handlers/resync_schedule.hpp"
#include "cache/handlers/run_queues.hpp"
#include "cache/handlers/run_reminder.hpp"
#include "cache/handlers/slow_handlers.hpp"
#include "cache/handlers/sync_state.hpp"
#include "core/context_member.hpp"

#include <coinformer/core/environment.hpp>
#include <coinformer/core/wakeup.hpp>

#include <cstdint>
#include <exception>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coinformer::detail {

/// The handlers of one informer, grouped by what the informer's strand has to do for them.
struct handler_roster {
    std::list<handler_ptr>
        submitted; ///< handlers that were submitted and not admitted yet; used with the lock
    bool is_admission_posted = false; ///< somebody posts admit_submitted(), or has; used with the lock
    std::list<handler_ptr> held_back; ///< handlers that are not told of a snapshot, until it is in the log
    bool awaits_snapshot = false;     ///< the first batch may be a snapshot
    std::vector<handler*>
        followers; ///< handlers that merge, or have no callables: updated when the log grows
    std::vector<handler_ptr> blocking; ///< handlers with overflow::block for whose queues the informer waits
    std::size_t active = 0;            ///< number of handlers that are neither draining nor ended
    std::size_t removed = 0;           ///< number of handlers that were removed because they were too slow
    std::size_t leaving = 0; ///< number of handlers that drain, or have ended and are still being called

    /// A handler at its end. Its callables, and perhaps its queue, are destroyed without the lock.
    struct departed {
        handler_ptr ended_handler;
        boost::intrusive_ptr<run_queue> queue;
    };
    std::vector<departed> ended;
};

/// Hands the changes of the store to the handlers: it admits and removes handlers, appends each batch of
/// changes to the log that they share, and decides what becomes of handlers that stopped, are behind, or are
/// being waited for. Apart from the calls themselves, an event costs the same however many handlers keep up.
///
/// It decides by means of `overflow_watch` and `action_for()` (which handlers are too slow),
/// `resync_schedule` (which are due for a resync), `sync_state` (which have handled the first list) and
/// `failure_board` (why waits end). It does not call handlers: the `run_queue` of each executor does.
///
/// States     Open; stopped (`stopped_`) by stop(): all handlers have ended, and a handler that is submitted
///            later ends at once; closed, when the client's execution context has ended.
/// Threads    make_shared(), add() and submit() on any thread, the rest on the client's strand. Functions
///            that take a held_lock are called with the lock of the handlers.
/// Lifetime   shared by the informer, and by each wait that began here.
class fan_out final : public std::enable_shared_from_this<fan_out>, private context_member {
public:
    /// Handlers are called on the executor `handlers` if they are given none of their own; it may outlive its
    /// execution context. `present` returns the objects that a new handler is shown first. If `of` has no
    /// names, there is no reminder that the informer has to be run, and no line about slow handlers.
    /// `sources` is the number of reflectors that report causes. What waits for handlers is added to
    /// `memory`.
    static std::shared_ptr<fan_out> make_shared(environment env, executor handlers,
                                                std::function<snapshot_ref()> present,
                                                handled_collection of = {}, std::size_t sources = 1,
                                                memory_counts_ptr memory = std::make_shared<memory_counts>());
    fan_out(fan_out const&) = delete;
    ~fan_out();

    /// From now on the handlers are counted. Called before there is one.
    void count_with(informer_labels labels);

    // ---- handlers come and go
    /// Makes a handler, and posts its admission to the informer's strand. `owner` keeps this object alive
    /// until then. Errors: those of submit(); std::bad_alloc, and then there is no handler.
    [[nodiscard]] handler_ptr add(untyped_handler from, handler_options const& options,
                                  std::shared_ptr<void const> owner);
    struct submission {
        handler_ptr submitted;
        bool is_first; ///< nobody has posted it yet: the caller posts admit_submitted() to the informer's
                       ///< strand
    };
    /// Makes a handler, which is admitted by the next admit_submitted(). Errors: errc::bad_request if a
    /// callable returns a task, and the executor never runs anything inline.
    [[nodiscard]] submission submit(untyped_handler from, handler_options const& options);
    /// Admits the submitted handlers: each is shown the present objects as additions, and then the changes.
    void admit_submitted();
    /// The informer may begin with a saved snapshot. Handlers with restored_objects::not_told are admitted
    /// behind it. Called before there is a handler.
    void await_snapshot() noexcept { roster_.awaits_snapshot = true; }
    /// Removes the handler, and waits until it is not being called any more.
    [[nodiscard]] task<> remove(handler_ptr h, removal how);
    /// Begins to remove the handler.
    void begin_removal(handler_ptr const& h, removal how);
    /// Ends all handlers, and waits until none is being called. `ending` is the error that ended the
    /// informer; null if there is none.
    [[nodiscard]] task<> stop(std::exception_ptr ending) &;

    // ---- changes
    /// Appends a batch to the log, in portions, and waits while a handler with overflow::block is too far
    /// behind.
    [[nodiscard]] task<> distribute(change_batch changes) &;
    /// The first list is in the log. Called by distribute(), after the batch that ends it.
    void end_first_list();
    /// Reviews the handlers that runners returned because they stopped, fell behind, or are being waited
    /// for.
    void review_returned();

    // ---- waits
    failure_board& failures() noexcept { return failures_; }
    /// Wakes the waiters after the board has changed.
    void failures_changed() { changed_.notify(); }
    /// Waits until this handler has handled the first list; if it is null, until every handler with callables
    /// has. Errors: the cause on the failure board; the error that ended the handler, or the informer.
    [[nodiscard]] task<> synced(handler_ptr only);
    /// Waits until every handler with callables has handled the first list, or all handlers have ended.
    /// Returns true in the first case. It takes no cause from the failure board, and so does not count as a
    /// waiter there: the log warns of a cause as if nobody waited.
    [[nodiscard]] task<bool> synced_or_ended();
    /// Waits until this handler has handled every change up to this version. Errors: as synced().
    [[nodiscard]] task<> at_least(handler_ptr only, std::string version);
    bool update_synced() const noexcept { return sync_.update_synced(); } ///< see sync_state. Threads: any
    /// Returns the next changes for a handler without callables. Errors: the error that ended it;
    /// errc::already_running.
    [[nodiscard]] task<std::vector<change>> next_batch(handler_ptr h);

    /// The reminder that warns of waits for an informer that nobody runs.
    run_reminder& reminder() noexcept { return reminder_; }

    executor const& strand() const noexcept { return group_->env.ex; }
    std::size_t handler_count() const noexcept { return roster_.active; }
    std::size_t removed_count() const noexcept { return roster_.removed; }
    std::size_t failed_calls() const noexcept { return group_->failures; }
    /// Returns the version up to which every change of the store is in the log.
    std::string const& version() const noexcept { return batch_.version; }

private:
    /// The batch that is being distributed.
    struct distribution {
        change_batch rest;               // the changes by which the store is ahead of the log
        std::string version;             // every change of the store up to this version is in the log
        std::uint64_t events_before = 0; // how many changes of events the log had before the batch
        std::uint64_t begin = 0;         // where in the log the batch begins
        // If the batch is a list: how many objects the store has now, of all namespaces, and how many the
        // list has removed.
        std::uint64_t list_objects = 0;
        std::size_t counted = 0;      // how many bytes of the rest are in memory_counts::waiting
        std::size_t without_turn = 0; // how many changes were appended since handlers were let run
    };

    fan_out(environment env, executor handlers, std::function<snapshot_ref()> present, handled_collection of,
            std::size_t sources, memory_counts_ptr memory);
    void context_ends() noexcept override;
    void release_handlers() noexcept;
    void settle();

    enum class replay : bool { no, yes };
    bool was_withdrawn(handler_ptr const& h) noexcept;
    void admit_first(std::list<handler_ptr>& of, replay how);
    void admit_held_back(replay how);
    void begin(held_lock const& held, handler& h, present_objects const* objects);
    void deactivate(held_lock const& held, handler& h);
    void stop(held_lock const& held, handler& h, api_error const& why);
    void stop_all();
    void wake_all();
    void drain(held_lock const& held, handler& h, api_error const& why);
    void finish(held_lock const& held, handler& h);
    void depart(held_lock const& held, handler& h);

    void review(held_lock const& held, handler& h);
    void proceed(held_lock const& held, handler& h);
    void note_handled(held_lock const& held, handler& h);
    void mark_synced_if_due(held_lock const& held, handler& h);

    void append(std::vector<change> changes, std::string version);
    void forget_rest() noexcept;
    void count_rest(std::size_t bytes) noexcept;
    void update_followers(held_lock const& held, std::vector<handler_ptr>& full);
    void find_full(held_lock const& held, std::vector<handler_ptr>& full);
    void apply_policy(handler& h);
    std::size_t excused(held_lock const& held, handler const& h) const noexcept;
    void merge(held_lock const& held, handler& h);
    bool is_held_up();
    present_objects objects_of_log();
    void resync_due_handlers();

    waiting_changes waiting_for(handler_series const* of) const;
    std::optional<api_error> why_ended(handler const* h) const;
    std::optional<api_error> why_over(handler const& h) const;
    /// The error of a handler whose executor has lost its execution context.
    api_error without_context() const
    {
        return {errc::stopped, group_->handler_name(), "the execution context of its executor was destroyed"};
    }
    bool has_handled_first_list(handler const* only);
    bool has_reached(handler& h, std::string const& version);
    void count_last_batch(handler& h);
    std::shared_ptr<change_span const> hand_out(handler& h);

    boost::intrusive_ptr<handler_group> const group_;
    run_reminder reminder_;
    run_queues queues_;
    std::function<snapshot_ref()> const present_;
    handler_roster roster_;
    distribution batch_;
    overflow_watch overflow_;
    resync_schedule<handler> resyncs_;
    slow_handlers slow_;
    sync_state sync_;
    failure_board failures_;
    std::optional<api_error> stopped_; // why all handlers have ended
    wakeup changed_;                   // something happened that a waiter may wait for
};

} // namespace coinformer::detail
