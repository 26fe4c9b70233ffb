#pragma once

#include "core/forward_cancellation.hpp"
#include "core/strand_of.hpp"

#include <coinformer/core/task.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <functional>

namespace coinformer::detail {

/// Runs `body` shielded from cancellation: if the caller is cancelled, `cancelled` is called instead, and
/// makes `body` end in its own way. After `body` has ended, the caller is cancelled as usual.
[[nodiscard]] inline task<> shielded(task<> body, std::function<void()> cancelled)
{
    namespace asio = boost::asio;
    executor const here = co_await asio::this_coro::executor;
    executor const ex = able_to_run_inline(here); // as for a deadline
    auto const state = co_await asio::this_coro::cancellation_state;
    auto tell = [&cancelled](asio::cancellation_type) { cancelled(); };
    forward_cancellation const forward(state.slot(), tell);
    asio::cancellation_signal never;
    auto child = asio::bind_cancellation_slot(never.slot(), asio::use_awaitable);
    co_await asio::co_spawn(ex, std::move(body), child);
}

} // namespace coinformer::detail
