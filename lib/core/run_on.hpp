#pragma once

#include "core/forward_cancellation.hpp"
#include "core/keeping.hpp"

#include <coinformer/core/task.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <memory>

namespace coinformer {

/// Runs `body` on another executor, and resumes the caller on the caller's own. Public functions use it to
/// reach the strand of the object behind them.
///
/// Cancel     Passed on in a turn of the other executor, so that two threads never touch one operation.
template <class T>
[[nodiscard]] task<T> run_on(executor where, task<T> body)
{
    namespace asio = boost::asio;
    auto const stop = std::make_shared<asio::cancellation_signal>();
    auto const state = co_await asio::this_coro::cancellation_state;
    auto hand_over = [stop, where](asio::cancellation_type type) {
        asio::post(where, [stop, type] { stop->emit(type); });
    };
    forward_cancellation const forward(state.slot(), std::move(hand_over));
    auto child = asio::bind_cancellation_slot(stop->slot(), asio::use_awaitable);
    co_return co_await asio::co_spawn(where, std::move(body), child);
}

/// As above, and keeps `owner` alive until the frames of `body` are gone.
template <class T>
[[nodiscard]] task<T> run_on(executor where, std::shared_ptr<void const> owner, task<T> body)
{
    return run_on(std::move(where), keeping(std::move(owner), std::move(body)));
}

} // namespace coinformer
