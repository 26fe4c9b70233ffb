#pragma once

#include <coinformer/cache/handlers.hpp>

#include <memory>
#include <vector>

namespace coinformer {

/// One change of an object.
template <class T>
struct event {
    event_kind kind = event_kind::added;
    object_ptr<T> old; ///< the state before; null when added. Equal to `cur`: a resync
    object_ptr<T> cur; ///< the new state; when deleted, the last one
    initial_list initial = initial_list::no;
    final_state final = final_state::known; ///< of deleted
};

namespace detail {

/// The untyped side of events<T>. Its end takes the handler out.
class puller {
public:
    explicit puller(handler_registration handler) noexcept : handler_(std::move(handler)) {}
    puller(puller const&) = delete;
    ~puller();

    [[nodiscard]] task<std::vector<change>> next_batch() const;
    handler_registration const& handler() const noexcept { return handler_; }

private:
    handler_registration handler_;
};

template <class T>
task<std::vector<event<T>>> typed_batch(task<std::vector<change>> untyped)
{
    auto changes = co_await std::move(untyped);
    std::vector<event<T>> batch;
    batch.reserve(changes.size());
    for (auto& c : changes)
        batch.push_back({c.what, object_ptr<T>(std::move(c.old)), object_ptr<T>(std::move(c.cur)), c.initial, c.final});
    co_return batch;
}

} // namespace detail

/// What a handler is told, for one who would rather ask: a handler without a callable. Made by
/// shared_informer::events().
///
///     auto events = pods.events();
///     for (;;) {
///         auto batch = co_await events.next_batch();
///         for (auto const& e : batch) std::cout << e.cur.key().name << '\n';
///     }
///
/// What waits to be asked for is bounded by handler_options, as for any handler.
///
/// Threads    any; one next_batch() at a time.
/// Lifetime   dropping it takes the handler out, and ends a next_batch() that waits. The informer outlives it.
template <class T>
class events {
public:
    explicit events(std::unique_ptr<detail::puller> from) noexcept : from_(std::move(from)) {}

    /// The next changes, at least one, in their order: at first every object that is here as `added` with
    /// initial_list::yes. Waits for one. A batch counts as handled when the next one is asked for, in synced() and
    /// status() here. The informer's synced() does not wait for it: who asks may first wait for that.
    ///
    /// Result     a few hundred changes at most.
    /// Errors     errc::stopped with the cause after the informer has ended, errc::queue_overflow (see overflow::fail);
    ///            errc::already_running when another next_batch() waits.
    /// Cancel     at any time, also by with_timeout(): nothing is lost, the next call brings what this one did not.
    [[nodiscard]] task<std::vector<event<T>>> next_batch() { return detail::typed_batch<T>(from_->next_batch()); }

    /// Ends when the whole first list has been handled. Errors: see handler_registration::synced().
    [[nodiscard]] task<> synced() const { return from_->handler().synced(); }
    [[nodiscard]] task<handler_status> status() const { return from_->handler().status(); }

private:
    std::unique_ptr<detail::puller> from_;
};

} // namespace coinformer
