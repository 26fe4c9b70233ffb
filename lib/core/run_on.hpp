#pragma once

#include "core/forward_cancellation.hpp"

#include <coinformer/core/task.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <functional>
#include <memory>

namespace coinformer::detail {

/// Runs `body` on another executor, and resumes the caller on the caller's own. Keeps `owner`, which may be
/// null, alive until the frames of `body` are gone.
///
/// Cancel     Passed on in a turn of the other executor, so that two threads never touch one operation.
/// Lifetime   The caller's frame holds `owner`, and the spawned coroutine owns the caller, so `body` is
///            destroyed first, also when the execution context ends. The last reference to `owner` may be
///            dropped on the caller's executor. If the owner must be destroyed on `where`, give it to
///            `body` instead, with keeping().
template <class T>
[[nodiscard]] task<T> run_on(executor where, std::shared_ptr<void const> owner, task<T> body)
{
    namespace asio = boost::asio;
    (void)owner; // declared before `body`, so that it is destroyed after a body that was never started
    auto const stop = std::make_shared<asio::cancellation_signal>();
    auto const state = co_await asio::this_coro::cancellation_state;
    auto hand_over = [stop, where](asio::cancellation_type type) {
        asio::post(where, [stop, type] { stop->emit(type); });
    };
    forward_cancellation const forward(state.slot(), std::move(hand_over));
    auto child = asio::bind_cancellation_slot(stop->slot(), asio::use_awaitable);
    co_return co_await asio::co_spawn(where, std::move(body), child);
}

/// As above, without an owner.
template <class T>
[[nodiscard]] task<T> run_on(executor where, task<T> body)
{
    return run_on(std::move(where), nullptr, std::move(body));
}

/// Runs a member function of `owner`, which returns a task, on the owner's strand(), and resumes the caller
/// on the caller's own executor. Public functions use it to reach the object behind them:
///
///     return on_strand(core_, &informer_core::stopped);
///
/// It keeps `owner` alive from this call on: a task starts only when it is awaited, and the object of which
/// the public function was called may be gone by then. The member function takes its parameters by value. If
/// it is not a coroutine itself, it is called on the caller's thread, and may only return another object's
/// task.
template <class Owner, class Member, class... Args>
[[nodiscard]] auto on_strand(std::shared_ptr<Owner> owner, Member member, Args&&... args)
{
    executor where = owner->strand();
    auto body = std::invoke(member, *owner, std::forward<Args>(args)...);
    return run_on(std::move(where), std::move(owner), std::move(body));
}

} // namespace coinformer::detail
