#pragma once

#include <coinformer/cache/informer_options.hpp>
#include <coinformer/core/backoff.hpp>
#include <coinformer/core/environment.hpp>
#include <coinformer/parts/delta.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace coinformer::parts {

struct delta_fifo_options {
    /// reflector::run() reads no more while this many deltas are queued, and wait_for_room() waits. At
    /// least 1.
    std::size_t capacity = 4096;
    queue_order order = queue_order::by_arrival;
    /// The pauses before a delta that was given to requeue() comes again. Has to be valid: see
    /// backoff_options::is_valid().
    backoff_options retry = {};
};

namespace detail {

class delta_queue; // the queue without the type of its objects

std::shared_ptr<delta_queue> make_queue(environment env, delta_fifo_options options);
void push(delta_queue& to, untyped_delta d);
void requeue(delta_queue& to, untyped_delta d);
void resync(delta_queue& to, coinformer::detail::snapshot_ref const& objects);
void close(delta_queue& q);
std::size_t size_of(delta_queue const& q) noexcept;
[[nodiscard]] task<std::vector<untyped_delta>> pop(std::shared_ptr<delta_queue> from, std::size_t most);
void give_back(delta_queue& to, std::vector<untyped_delta> popped) noexcept; ///< the next pop() returns them
[[nodiscard]] task<> wait_for_room(std::shared_ptr<delta_queue> of);

template <class T>
task<std::vector<delta<T>>> typed_pop(std::shared_ptr<delta_queue> from, std::size_t most)
{
    auto popped = co_await pop(from, most);
    std::vector<delta<T>> all;
    try {
        all = typed<T>(std::move(popped));
    } catch (...) { // no memory
        give_back(*from, std::move(popped));
        throw;
    }
    co_return all;
}

} // namespace detail

/// The queue between a reflector and the code that processes its deltas: client-go's DeltaFIFO, with an
/// awaitable pop(). It is the queue that every informer has inside.
///
///     parts::delta_fifo<pod> deltas(env);
///     for (;;) {
///         auto popped = co_await deltas.pop();
///         if (popped.empty()) break; // the queue was closed
///         for (auto const& d : popped) std::cout << to_string(d.key()) << '\n';
///     }
///
/// Order      With queue_order::by_arrival, deltas come in the order of their arrival, over all objects. With
///            queue_order::by_key, a change takes the place of the queued change of the same object.
/// Bound      push() never waits. The code that pushes awaits wait_for_room(), as a reflector does.
/// Threads    The executor of the environment, which has to be serial; the reflector's client or environment
///            has the same one (parts/reflector.hpp).
/// Lifetime   A handle: copies refer to the same queue.
template <class T>
class delta_fifo {
public:
    /// Errors     errc::bad_request if the capacity is 0, or the back-off is not valid.
    explicit delta_fifo(environment env, delta_fifo_options options = {})
        : queue_(detail::make_queue(std::move(env), options))
    {
    }

    /// Queues a delta. Errors: std::bad_alloc; then the queue is as it was.
    void push(delta<T> d) { detail::push(*queue_, std::move(d).release()); }

    /// Waits until there is a delta, and returns the next ones, at most `most`: either changes of different
    /// objects (added, updated, deleted), or one delta of another kind.
    ///
    /// Result     empty if the queue is closed and empty.
    /// Errors     errc::already_running if another pop() waits: one loop processes the deltas of a queue.
    ///            std::bad_alloc, and then the next call returns the deltas.
    /// Cancel     at any time; nothing is lost.
    [[nodiscard]] task<std::vector<delta<T>>> pop(std::size_t most = 1) const
    {
        return detail::typed_pop<T>(queue_, most);
    }

    /// Gives back a delta whose processing has failed. pop() returns it again after a pause, which grows
    /// with each failure of the same object (delta_fifo_options::retry). A delta that is not given back
    /// until the next pop() has succeeded: the next failure of its object has the first pause again.
    ///
    /// Changes of an object wait outside of the queue, so that others go on. If a newer change of the object,
    /// or a list with its namespace, is queued before the pause is over, it takes the place of the one that
    /// failed. A delta `replaced`, or a bookmark, concerns many objects: pop() returns nothing else until its
    /// pause is over. The version of a store does not wait for changes that have failed.
    ///
    /// Errors     errc::already_running if a pop() waits: give deltas back before the next one.
    /// std::bad_alloc,
    ///            and then the delta is lost; resync() shows its object again after the next pop().
    void requeue(delta<T> failed) { detail::requeue(*queue_, std::move(failed).release()); }

    /// Queues every object of the snapshot as `updated`, unless something newer may be on its way: a change
    /// of the object, or a list, that is queued, was returned by the last pop(), or waits for its pause. This
    /// is the resync of client-go: code that processes deltas sees each object again.
    void resync(snapshot<T> const& objects) { detail::resync(*queue_, objects.ref()); }

    /// Waits until fewer than `capacity` deltas are queued. Cancel: at any time.
    [[nodiscard]] task<> wait_for_room() const { return detail::wait_for_room(queue_); }

    /// From now on, pop() returns what is queued, and then nothing. Deltas that are pushed later, or wait for
    /// their pause, are dropped.
    void close() { detail::close(*queue_); }

    /// Returns the number of deltas that are queued, without those that wait for their pause.
    std::size_t size() const noexcept { return detail::size_of(*queue_); }

    /// For the other parts.
    std::shared_ptr<detail::delta_queue> const& internals() const noexcept { return queue_; }

private:
    std::shared_ptr<detail::delta_queue> queue_;
};

} // namespace coinformer::parts
