#include <coinformer/core/error.hpp>
#include <coinformer/core/nursery.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/assert.hpp>

namespace coinformer {

namespace asio = boost::asio;

namespace {

task<> later(executor ex, task<> child)
{
    co_await asio::post(ex, asio::use_awaitable);
    co_await std::move(child);
}

bool is_cancellation(std::exception_ptr const& failure)
{
    try {
        std::rethrow_exception(failure);
    } catch (boost::system::system_error const& e) {
        return e.code() == condition::cancelled;
    } catch (...) {
        return false;
    }
}

} // namespace

nursery::~nursery()
{
    BOOST_ASSERT(children_.empty() && posted_ == 0);
}

void nursery::start(task<> child)
{
    if (stopping_) return;
    auto const it = children_.emplace(children_.end());
    auto body = later(ex_, std::move(child));
    asio::co_spawn(ex_, std::move(body),
                   asio::bind_cancellation_slot(it->slot(), [this, it](std::exception_ptr failure) {
                       // not erased here: the signal may be on the stack, emitting
                       asio::post(ex_, [this, it, failure] { ended(it, failure); });
                   }));
}

void nursery::ended(children::iterator child, std::exception_ptr failure)
{
    if (failure && !failure_ && !(stopping_ && is_cancellation(failure))) failure_ = failure;
    children_.erase(child);
    if (failure_) request_stop();
    if (children_.empty()) ended_.notify();
}

void nursery::request_stop()
{
    if (std::exchange(stopping_, true) || children_.empty()) return;
    ++posted_;
    asio::post(ex_, [this] {
        // children leave the list in posted turns only, so that it stays as it is while we walk it
        for (auto& child : children_) child.emit(asio::cancellation_type::terminal);
        --posted_;
        if (children_.empty()) ended_.notify();
    });
}

task<> nursery::join() &
{
    bool cancelled = false;
    co_await asio::this_coro::throw_if_cancelled(false);
    while (!children_.empty() || posted_ != 0) {
        try {
            co_await ended_.wait();
        } catch (boost::system::system_error const&) { // the only error of a wait
        }
        auto const state = co_await asio::this_coro::cancellation_state;
        if (state.cancelled() != asio::cancellation_type::none) {
            cancelled = true;
            request_stop();
            co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
        }
    }
    co_await asio::this_coro::reset_cancellation_state(asio::enable_terminal_cancellation());
    co_await asio::this_coro::throw_if_cancelled(true);
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    if (cancelled) throw boost::system::system_error(make_error_code(errc::cancelled));
}

} // namespace coinformer
