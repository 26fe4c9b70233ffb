#pragma once

#include <coinformer/cache/handlers.hpp>

#include <memory>
#include <vector>

namespace coinformer {

/// One change of an object.
template <class T>
struct event {
    event_kind kind = event_kind::added;
    object_ptr<T> old; ///< the state before; null for an add, and equal to `cur` on a resync
    object_ptr<T> cur; ///< the new state; for a delete the last state
    initial_list initial = initial_list::no;
    final_state final = final_state::known; ///< for a delete: see final_state
};

namespace detail {

/// The part of events<T> that does not depend on T. Its destructor removes the handler.
class puller {
public:
    explicit puller(handler_registration handler) noexcept : handler_(std::move(handler)) {}
    puller(puller const&) = delete;
    ~puller();

    [[nodiscard]] task<std::vector<change>> next_batch() const;
    /// The program has got the changes that the last next_batch() returned. If this is not called, for want
    /// of memory, the next call returns them again.
    static void note_returned(handler_registration const& of) noexcept;
    handler_registration const& handler() const noexcept { return handler_; }

private:
    handler_registration handler_;
};

template <class T>
task<std::vector<event<T>>> typed_batch(task<std::vector<change>> untyped, handler_registration of)
{
    auto changes = co_await std::move(untyped);
    std::vector<event<T>> batch;
    batch.reserve(changes.size());
    for (auto& c : changes)
        batch.push_back(
            {c.what, object_ptr<T>(std::move(c.old)), object_ptr<T>(std::move(c.cur)), c.initial, c.final});
    puller::note_returned(of);
    co_return batch;
}

} // namespace detail

/// The changes of an informer, for a program that would rather ask for them than be called: a handler without
/// callables. shared_informer::events() makes it.
///
///     auto events = pods.events();
///     for (;;) {
///         auto batch = co_await events.next_batch();
///         for (auto const& e : batch) std::cout << e.cur.key().name << '\n';
///     }
///
/// The number of changes that wait to be asked for is bounded by handler_options, as for any handler.
///
/// Threads    any; one next_batch() at a time.
/// Lifetime   Destroying it removes the handler, and ends a next_batch() that waits. The informer outlives
///            it.
template <class T>
class events {
public:
    explicit events(std::unique_ptr<detail::puller> from) noexcept : from_(std::move(from)) {}

    /// Returns the next changes in their order, and waits until there is at least one. The first batches
    /// bring every object that is in the store already, as `added` with initial_list::yes.
    ///
    /// synced() and status() below count a batch as handled when the next one is asked for.
    /// shared_informer::synced() does not wait for these batches, so that a program may await it before it
    /// asks for the first one.
    ///
    /// Result     at least one change, a few hundred at most.
    /// Errors     errc::stopped after the informer has ended, with the cause; errc::queue_overflow (see
    ///            overflow::fail); errc::already_running if another next_batch() waits; std::bad_alloc, and
    ///            then the next call returns the changes.
    /// Cancel     at any time, also by with_timeout() or by Asio's operator ||. Nothing is lost: the next
    ///            call returns the changes that this one did not.
    [[nodiscard]] task<std::vector<event<T>>> next_batch()
    {
        return detail::typed_batch<T>(from_->next_batch(), from_->handler());
    }

    /// Waits until the whole first list has been handled. Errors and cancellation: as
    /// handler_registration::synced().
    [[nodiscard]] task<> synced() const { return from_->handler().synced(); }
    /// Returns the present state of the handler behind these events: see handler_registration::status().
    [[nodiscard]] task<handler_status> status() const { return from_->handler().status(); }

private:
    std::unique_ptr<detail::puller> from_;
};

} // namespace coinformer
