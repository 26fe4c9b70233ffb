#pragma once

#include "cache/handlers/backlog.hpp"
#include "cache/handlers/ring.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/wakeup.hpp>

#include <atomic>
#include <map>
#include <memory>
#include <optional>

namespace coinformer::detail {

class dispatcher;
class listener;
struct runner;

/// Where a listener is. It is in one place at a time, and so its handler is called by one at a time.
enum class whereabouts : std::uint8_t {
    outside,  ///< new, or at its end, or between two places
    arriving, ///< it has yet to be given anything
    queued,   ///< idle, or ready to run
    running,  ///< its handler is being called
    returned, ///< it has run, and is to be looked at on the informer's strand
    asked,    ///< it has no callables: next_batch() takes what it is given
};

/// What a listener has beside itself while it is anything but caught up; when it has a resync; once it has failed;
/// after its end.
struct listener_state {
    /// Whether something in it is to outlast that it catches up.
    bool stays() const noexcept
    {
        return period != duration::zero() || failures != 0 || told != 0 || draining || ended;
    }

    std::optional<backlog> behind;          ///< then this counts, instead of listener::position
    std::shared_ptr<stretch const> at_hand; ///< of `behind`: handed out, and not handled yet
    std::uint64_t reached = 0;              ///< while behind: all before it was handled
    std::string version = {};               ///< while behind or ended: ... and so was all up to this one
    duration period = duration::zero();     ///< of its resync
    std::optional<std::multimap<time_point, listener*>::iterator> due = {};
    std::size_t failures = 0; ///< calls that threw
    std::unique_ptr<api_error const> draining = {}, ended = {};
    std::uint64_t told = 0; ///< causes: up to this one those who wait for the handler were told
    bool asking = false;    ///< next_batch() waits
    wakeup asked_for = {};
};

/// One handler and how far it has come. Caught up it is this object, its capacity (when it is not the usual one) and
/// its callables behind it in the same block, and nothing else: no coroutine, no strand, no timer, no buffer.
///
/// Threads    made and dropped on any; call(), start() and failed() by who runs it, what is const or atomic on any.
///            For the rest one holds dispatcher's lock.
class listener : public ring_link<listener> {
public:
    static listener_ptr make(untyped_handler handler, handler_options const& options,
                             boost::intrusive_ptr<dispatcher> of);
    listener(listener const&) = delete;

    /// Calls the callable that the change is for, as the filter sees it. Throws what that throws.
    void call(change const& c);
    /// The same when it may return a task. Not valid when there is nothing to await.
    task<> start(change const& c, lent& to);
    /// It has thrown. That is counted and logged, unless it was stopped meanwhile.
    void failed(change const& c, std::exception_ptr failure) noexcept;
    /// What the callables hold goes when they are called no more, not when the last registration does. Not under the
    /// lock: it is the user's.
    void let_go() noexcept;

    dispatcher& owner() const noexcept { return *owner_; }
    bool awaitable() const noexcept { return awaitable_; }
    bool pulled() const noexcept { return pulled_; }
    overflow policy() const noexcept { return policy_; }
    std::size_t capacity() const noexcept;

    bool behind() const noexcept { return state && state->behind; }
    bool draining() const noexcept { return state && state->draining != nullptr; }
    bool at_end() const noexcept { return stopped && where == whereabouts::outside; }
    listener_state& more();

    /// From now on `state->behind` says what waits. Who was idle is out of its ring then.
    backlog& fall_behind();
    /// Nothing waits: it is a place in the log again.
    void catch_up();
    /// The shared form of a segment, as this one is shown it.
    std::shared_ptr<stretch const> const& view(change_log::segment const& s) const noexcept
    {
        return replaced_ == replaced_objects::as_update ? s.joined : s.what;
    }
    std::uint64_t handed_out() const noexcept; ///< of the log; who is ready has its next segment at hand
    std::uint64_t reached() const noexcept;    ///< all of the log before it was handled
    std::size_t of_log() const noexcept;       ///< changes that wait, replays and what is at hand left out
    std::string version() const;               ///< all up to it was handled; empty: that cannot be said
    handler_status status(std::string const& of_log, time_point now) const;

    runner* by() const noexcept { return reinterpret_cast<runner*>(previous); }
    /// Into the hands of a runner: in no ring, it has a link to spare.
    void run_by(runner& r) noexcept
    {
        where = whereabouts::running;
        previous = reinterpret_cast<ring_link<listener>*>(&r);
    }

    void move_to(std::uint64_t at) noexcept { position = at & (UINT64_MAX >> 8); }
    /// So many changes more. Those of a runner count when it gives the listener back, those of who asks when it asks
    /// for the next ones.
    void has_handled(std::size_t n) noexcept { handled = (handled + n) & (UINT64_MAX >> 16); }

    // A million changes a second fill 56 bits in two thousand years, 48 bits in nine. `where` shares position's word:
    // it is written after that is read or written, for what reads a word waits for what wrote a part of it (4 % an
    // event).
    std::uint64_t position : 56 = 0; ///< of the log: all before it was handed out; 0: it has yet to begin
    whereabouts where : 4 = whereabouts::outside;
    bool look : 1 = false; ///< to be looked at when it has run
    bool seen_initial_list : 1 = false;
    std::unique_ptr<listener_state> state;
    std::uint64_t handled : 48 = 0; ///< changes
    std::atomic<bool> stopped{false};

private:
    friend void intrusive_ptr_add_ref(listener const* l) noexcept;
    friend void intrusive_ptr_release(listener const* l) noexcept;
    static constexpr std::size_t filter = 3, closures = 4; // the first are by event_kind

    listener(untyped_handler& handler, handler_options const& options, boost::intrusive_ptr<dispatcher> of);
    ~listener();
    std::byte* behind_it() noexcept { return reinterpret_cast<std::byte*>(this + 1); }
    task<> start_one(change const& c, lent& to);
    closure* at(std::size_t which) noexcept;
    closure* for_kind(event_kind what) noexcept { return at(static_cast<std::size_t>(what)); }

    overflow const policy_ : 3; // signed
    replaced_objects const replaced_ : 2;
    bool const pulled_ : 1;
    bool const awaitable_ : 1;
    bool const own_capacity_ : 1;
    std::uint8_t places_[closures] = {}; // of the callables, behind this object; 0: none
    mutable std::atomic<std::uint32_t> references_{0};
    boost::intrusive_ptr<dispatcher> const owner_;
};

} // namespace coinformer::detail
