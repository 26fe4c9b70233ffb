#pragma once

#include "cache/handlers/backlog.hpp"
#include "cache/handlers/handler_callables.hpp"
#include "cache/handlers/handler_group.hpp"
#include "cache/handlers/handler_strand.hpp"
#include "core/undelivered.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/wakeup.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

namespace coinformer::detail {

/// The queue of one handler which is behind the log.
struct private_queue {
    private_queue(change_log& log, std::uint64_t begin, replaced_objects replaced)
        : changes(log, begin, replaced)
    {
    }

    backlog changes;                                 ///< the changes that have not been handed out
    std::shared_ptr<change_span const> at_hand = {}; ///< handed out, and not handled yet
    std::uint64_t reached = 0; ///< every change before this position of the log was handled
    std::string version = {};  ///< every change up to this version was handled; empty if unknown
};

/// The wait of next_batch() for the changes of a handler without callables. Used on the client's strand.
struct batch_request {
    bool is_waiting = false;
    wakeup arrived = {}; ///< changes have come, or the handler has ended
    /// The caller has got the changes that are at hand, so that they count as handled when it asks for more.
    /// If it has not, for want of memory, the next call returns them. Set on the caller's executor.
    std::atomic<bool> is_returned = false;
    /// The changes that were handed out to a call which was cancelled. Used on the caller's executor.
    std::shared_ptr<undelivered<std::vector<change>>> const late =
        std::make_shared<undelivered<std::vector<change>>>();
};

/// One handler: its callables and options, its progress, and its state. The diagram of the states is in
/// docs/architecture.md:
///
///     not_admitted ──▶ caught_up ◀──▶ behind ──▶ draining ──▶ ended; and to ended from each of them
///
/// - not_admitted: on_change() has returned, and the informer's strand has not seen the handler yet.
/// - caught_up: the handler reads the shared log. Its state is one position.
/// - behind: it has a queue of its own, because it is shown all objects, merges, or has no callables.
/// - draining: it was removed with removal::drain, and still handles what waited then.
/// - ended: it is not called any more.
///
/// Each state has the data that is valid in it, and no other. A handler takes 136 bytes, apart from its
/// callables.
///
/// Threads    A handler is made and destroyed on any thread. Functions that take a held_lock are called with
///            the lock: transitions by fan_out on the client's strand, claiming and giving back of work by
///            the runner. The runner makes the calls without the lock.
class handler final : public handler_strand {
public:
    struct not_admitted {
        duration resync_period;
    };
    struct caught_up {
        std::uint64_t position; ///< every change of the log before it was handed out
    };
    struct behind {
        std::unique_ptr<private_queue> queue;
    };
    struct drain_record {
        std::unique_ptr<private_queue> queue;
        api_error ends_with;
    };
    struct draining {
        std::unique_ptr<drain_record> record;
    };
    struct end_record {
        api_error why;
        std::string version; ///< every change up to this version was handled; empty if unknown
    };
    struct ended {
        std::unique_ptr<end_record const> record;
    };

    /// Makes a handler that is not in a run_queue yet.
    static handler_ptr make(untyped_handler from, handler_options const& options,
                            boost::intrusive_ptr<handler_series const> of);

    handler_group& group() const noexcept { return of_->group; }
    bool returns_tasks() const noexcept { return returns_tasks_; }
    bool skips_restored() const noexcept { return skips_restored_; } ///< see restored_objects::not_told
    /// Set for a handler of events(), which has no callables: next_batch() asks for its changes. Null for all
    /// others.
    batch_request* event_request() const noexcept { return event_request_.get(); }
    overflow policy() const noexcept { return policy_; }
    std::size_t capacity() const noexcept { return capacity_; }
    handler_series const* series() const noexcept { return of_.get(); }

    // ---- states
    bool is_admitted(held_lock const&) const noexcept
    {
        return !std::holds_alternative<not_admitted>(state_);
    }
    bool is_draining(held_lock const&) const noexcept { return std::holds_alternative<draining>(state_); }
    bool has_ended(held_lock const&) const noexcept { return std::holds_alternative<ended>(state_); }
    /// Why the handler has ended; null if it has not.
    api_error const* why_ended(held_lock const&) const noexcept;
    /// The error that the handler ends with when it has drained; null if it is not draining.
    api_error const* ends_with(held_lock const&) const noexcept;
    /// The queue of a handler that is behind or draining; null in the other states.
    private_queue* queue_of_its_own(held_lock const&) const noexcept { return own_queue(); }

    /// not_admitted → caught_up, at the end of the log. Returns the period of the handler's resync; zero if
    /// it has none.
    duration admit(held_lock const&) noexcept;
    /// caught_up, behind → not_admitted: undoes admit(), because there is no memory for what comes with it.
    void revoke_admission(held_lock const&, duration resync_period) noexcept;
    /// caught_up → behind; a handler that is behind or draining stays so. If the strand was idle, it is taken
    /// out of its queue.
    private_queue& fall_behind(held_lock const& held);
    /// behind → caught_up. Nothing waits in the handler's queue.
    void catch_up(held_lock const&) noexcept;
    /// caught_up, behind → draining. From now on the caller does not count the handler as a reader of new
    /// segments. Errors: std::bad_alloc, and then the handler has not begun to drain.
    void begin_draining(held_lock const& held, api_error const& why);
    /// Returns what end() needs memory for.
    std::unique_ptr<end_record const> record_of_end(held_lock const& held, api_error const& why) const;
    /// Any state → ended. The handler passes the rest of the log, unread. A call may still be under way.
    void end(held_lock const& held, std::unique_ptr<end_record const> record) noexcept;

    // ---- progress
    std::uint64_t
    handed_out(held_lock const&) const noexcept; ///< every change of the log before it was handed out
    std::uint64_t reached(held_lock const&) const noexcept; ///< every change of the log before it was handled
    /// The number of changes that wait, without the objects of a replay, and without the changes that were
    /// handed out.
    std::size_t log_size(held_lock const& held) const noexcept;
    /// Every change up to this version was handled. Empty if unknown.
    std::string version(held_lock const& held) const;
    /// Returns how many changes wait for the handler, and how long the oldest has waited. The changes that
    /// the handler is being called for count as well.
    waiting_changes waiting(held_lock const& held, time_point now) const;
    /// `store_version`: every change of the store up to this version is in the log.
    handler_status status(held_lock const& held, std::string const& store_version, time_point now) const;
    /// Counts changes that next_batch() returned, when the next ones are asked for.
    void count_handled(held_lock const&, std::size_t changes) noexcept { handled_ += changes; }
    bool is_synced(held_lock const&) const noexcept { return is_synced_; } ///< it has handled the first list
    void mark_synced(held_lock const&) noexcept { is_synced_ = true; }

    /// Destroys the callables. They may hold objects of the user, so they are destroyed when the handler
    /// ends, and not later with its last registration. Takes the lock itself.
    void destroy_callables() noexcept override;

    // ---- what run_queue calls: see handler_strand
    bool has_work(held_lock const&) const noexcept override;
    void claim_work(held_lock const& held, handler_work& work) override;
    void give_back_work(held_lock const&, handler_work& work) override;
    bool wants_review(held_lock const& held) const noexcept override;
    void run_calls(handler_work& work) noexcept override;
    task<> start_call(change const& c, borrowed_objects& objects) override
    {
        return callables_.start(c, objects);
    }
    void note_failure(change const& c, std::exception_ptr failure) noexcept override;
    void add_reference() noexcept override { intrusive_ptr_add_ref(this); }
    void drop_reference() noexcept override { intrusive_ptr_release(this); }

private:
    friend void intrusive_ptr_add_ref(handler const* h) noexcept;
    friend void intrusive_ptr_release(handler const* h) noexcept;

    handler(untyped_handler from, handler_options const& options,
            boost::intrusive_ptr<handler_series const> of);
    ~handler() = default;

    private_queue* own_queue() const noexcept;
    /// The form of a segment that this handler is shown: with replaced objects as updates, or as they are.
    std::shared_ptr<change_span const> const& view(change_log::segment const& s) const noexcept
    {
        return replaced_ == replaced_objects::as_update ? s.joined : s.span;
    }

    // The first members share a word with the end of the base class.
    mutable std::atomic<std::uint32_t> references_{0};
    std::uint32_t capacity_;
    overflow policy_;
    replaced_objects replaced_;
    bool returns_tasks_ : 1 = false, skips_restored_ : 1 = false; // do not change, and share a byte
    bool is_synced_ = false;
    std::uint32_t failures_ = 0; // calls that threw
    std::uint64_t handled_ = 0;  // number of handled changes, without those of the runner's present work
    boost::intrusive_ptr<handler_series const> const of_;
    handler_callables callables_;
    std::unique_ptr<batch_request> const event_request_;
    std::variant<not_admitted, caught_up, behind, draining, ended> state_;
};

} // namespace coinformer::detail
