#pragma once

#include <coinformer/core/error.hpp>
#include <coinformer/core/task.hpp>

#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace coinformer::detail {

/// Keeps the result of a call whose caller was cancelled while the result was on its way. The next call
/// returns it. One result is enough, because such calls are made one at a time.
///
/// Threads    any.
template <class T>
class undelivered {
public:
    void keep(T result)
    {
        std::lock_guard const held(lock_);
        kept_.emplace(std::move(result));
    }
    bool has_result() const
    {
        std::lock_guard const held(lock_);
        return kept_.has_value();
    }
    /// Returns nullopt if nothing is kept.
    std::optional<T> take()
    {
        std::lock_guard const held(lock_);
        auto result = std::move(kept_);
        kept_.reset();
        return result;
    }

private:
    mutable std::mutex lock_;
    std::optional<T> kept_;
};

/// Awaits `body`, which takes a result from a queue on another executor, and returns that result. If the
/// caller was cancelled while the result was on its way, nobody would look at it: Asio's operator ||
/// drops what the slower task returns. So the call keeps the result in `late` and throws errc::cancelled,
/// and the next call returns that result instead of awaiting its own `body`.
template <class T>
[[nodiscard]] task<T> deliver(std::shared_ptr<undelivered<T>> late, task<T> body)
{
    namespace asio = boost::asio;
    std::optional<T> result;
    if (late->has_result()) {
        {
            // The body keeps its owner alive, which must not be destroyed on this executor. The body goes
            // now, when the owner is alive anyway, because the call has just begun.
            [[maybe_unused]] auto const unused = std::move(body);
        }
        // If a coroutine has never been suspended, co_spawn() lets one more turn pass before the caller
        // gets the result, and a cancellation in that turn would not be seen below. After this turn there is
        // no such turn.
        co_await asio::post(asio::use_awaitable); // throws if the caller is cancelled, and then takes nothing
        result = late->take();
        if (!result) throw api_error(errc::already_running, "another call has returned the result");
    } else {
        result.emplace(co_await std::move(body));
    }
    auto const state = co_await asio::this_coro::cancellation_state;
    bool const throws = co_await asio::this_coro::throw_if_cancelled();
    if (throws && state.cancelled() != asio::cancellation_type::none) {
        late->keep(std::move(*result));
        throw boost::system::system_error(make_error_code(errc::cancelled));
    }
    co_return std::move(*result);
}

} // namespace coinformer::detail
