#include "core/exceptions.hpp"
#include "core/parallel_executor.hpp"
#include "core/run_on.hpp"
#include "core/serial_use.hpp"
#include "core/strand_of.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/wakeup.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <exception>
#include <list>

namespace coinformer {

using namespace detail;

namespace asio = boost::asio;

/// The children of a nursery, and what is known about their end. All functions run on the nursery's executor.
/// Each child's coroutine shares this state, which therefore may outlive the nursery; and both may outlive
/// the execution context, because the executor is a bound one.
struct nursery::state : std::enable_shared_from_this<nursery::state> {
    using signals = std::list<asio::cancellation_signal>;

    explicit state(executor e) : ex(std::move(e)) {}

    void start(task<> child);
    void ended(signals::iterator child, std::exception_ptr failed);
    void request_stop();
    void deliver_stop();
    bool all_have_ended();
    std::exception_ptr take_failure();

    executor ex;
    serial_use use;
    wakeup changed;
    signals children;
    std::size_t posted = 0; // stop signals on their way
    std::exception_ptr failure;
    bool stopping = false;
};

namespace {

// Returns the executor in the form in which it is used here. Cancelling a child needs an executor that can
// run inline.
executor checked(executor const& ex, char const* where)
{
    if (is_parallel(ex))
        throw api_error(
            errc::bad_request, where,
            "the executor runs on several threads at the same time: use boost::asio::make_strand(executor)");
    return able_to_run_inline(ex);
}

// The child begins in a turn of its own; not at all if the nursery was stopped before that.
template <class State>
task<> later(std::shared_ptr<State> owner, task<> child)
{
    co_await asio::post(owner->ex, asio::use_awaitable);
    if (owner->stopping) co_return;
    co_await std::move(child);
}

} // namespace

void nursery::state::start(task<> child)
{
    serial_use::turn const alone(use);
    auto const it = children.emplace(children.end());
    auto body = later(shared_from_this(), std::move(child));
    asio::co_spawn(
        ex, std::move(body),
        asio::bind_cancellation_slot(it->slot(), [self = shared_from_this(), it](std::exception_ptr e) {
            // not erased here: the signal may be on the stack, emitting
            asio::post(self->ex, [self, it, e] { self->ended(it, e); });
        }));
}

void nursery::state::ended(signals::iterator child, std::exception_ptr failed)
{
    serial_use::turn const alone(use);
    if (failed && !failure && !(stopping && is_cancellation(failed))) failure = failed;
    children.erase(child);
    if (failure) request_stop();
    if (children.empty()) changed.notify();
}

void nursery::state::request_stop()
{
    serial_use::turn const alone(use);
    if (std::exchange(stopping, true) || children.empty()) return;
    ++posted;
    asio::post(ex, [self = shared_from_this()] { self->deliver_stop(); });
}

void nursery::state::deliver_stop()
{
    serial_use::turn const alone(use);
    // children leave the list in posted turns only, so that it stays as it is while we walk it
    for (auto& child : children) child.emit(asio::cancellation_type::terminal);
    --posted;
    if (children.empty()) changed.notify();
}

bool nursery::state::all_have_ended()
{
    serial_use::turn const alone(use);
    return children.empty() && posted == 0;
}

std::exception_ptr nursery::state::take_failure()
{
    serial_use::turn const alone(use);
    return std::exchange(failure, nullptr);
}

nursery::nursery(executor const& ex) : state_(std::make_shared<state>(bound(checked(ex, "nursery")))) {}

nursery::~nursery()
{
    state_->request_stop();
}

void nursery::start(task<> child)
{
    state_->start(std::move(child));
}

void nursery::start_on(executor const& where, task<> child)
{
    state_->start(run_on(bound(checked(where, "nursery::start_on")), std::move(child)));
}

void nursery::request_stop()
{
    state_->request_stop();
}

bool nursery::stopping() const noexcept
{
    return state_->stopping;
}

task<> nursery::join() &
{
    auto const self = state_;
    bool const throws = co_await asio::this_coro::throw_if_cancelled();
    co_await asio::this_coro::throw_if_cancelled(false); // a cancelled join goes on waiting
    while (!self->all_have_ended()) {
        try {
            co_await self->changed.wait();
        } catch (boost::system::system_error const&) { // the only error of a wait
        }
        auto const stop = co_await asio::this_coro::cancellation_state;
        if (stop.cancelled() != asio::cancellation_type::none) self->request_stop();
    }
    co_await asio::this_coro::throw_if_cancelled(throws);
    if (auto const failure = self->take_failure()) std::rethrow_exception(failure);
    auto const stop = co_await asio::this_coro::cancellation_state;
    if (throws && stop.cancelled() != asio::cancellation_type::none)
        throw boost::system::system_error(make_error_code(errc::cancelled));
}

} // namespace coinformer
