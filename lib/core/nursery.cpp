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
    struct child_entry {
        asio::cancellation_signal stop;
        bool has_started = false, was_told = false; // was_told: the stop was delivered
    };
    using child_entries = std::list<child_entry>;
    class end_of_child;

    explicit state(executor e) : ex(std::move(e)) {}

    void start(task<> child);
    void ended(child_entries::iterator child, std::exception_ptr failed);
    void request_stop();
    void deliver_stop();
    bool try_post_stop() noexcept;
    bool all_have_ended();
    std::exception_ptr take_failure();

    executor ex;
    serial_use use;
    wakeup changed;
    child_entries children;
    std::size_t posted = 0; // stop signals on their way
    std::exception_ptr failure;
    bool stopping = false;
};

namespace {

// Returns the executor in the form in which it is used here. Cancelling a child needs an executor that can
// run inline.
executor checked(executor const& ex, char const* where)
{
    demand_serial(ex, where);
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

/// The completion handler of a child: it tells the nursery that the child has ended. If the handler is
/// destroyed without a call, so was the child, because the execution context that it ran on has ended. The
/// nursery is told of that as well: it would wait for ever. A child for which there was no memory has not
/// started, and is only forgotten, because start() throws then.
class nursery::state::end_of_child {
public:
    end_of_child(std::shared_ptr<state> nursery, child_entries::iterator child)
        : nursery_(std::move(nursery)), child_(child)
    {
    }
    end_of_child(end_of_child&&) noexcept = default;
    ~end_of_child()
    {
        if (!nursery_) return;
        std::exception_ptr why;
        try {
            if (child_->has_started)
                why = std::make_exception_ptr(api_error(errc::stopped, "nursery", was_destroyed));
        } catch (...) { // no memory
            why = std::current_exception();
        }
        try {
            report(why);
        } catch (...) { // no memory for the report
        }
    }
    void operator()(std::exception_ptr failed) { report(std::move(failed)); }

private:
    static constexpr char const* was_destroyed =
        "a child was destroyed before it ended, probably because its execution context has ended";

    // In a turn of its own, because the child's signal may be on the stack, emitting.
    void report(std::exception_ptr failed)
    {
        asio::post(nursery_->ex, [to = nursery_, child = child_, failed] { to->ended(child, failed); });
        nursery_.reset(); // not before: there may be no memory for the post
    }

    std::shared_ptr<state> nursery_; // null after the report
    child_entries::iterator child_;
};

void nursery::state::start(task<> child)
{
    serial_use::turn const alone(use);
    auto const it = children.emplace(children.end());
    end_of_child end(shared_from_this(), it);
    auto body = later(shared_from_this(), std::move(child));
    asio::co_spawn(ex, std::move(body), asio::bind_cancellation_slot(it->stop.slot(), std::move(end)));
    it->has_started = true;
}

void nursery::state::ended(child_entries::iterator child, std::exception_ptr failed)
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
    if (!stopping && !children.empty()) {
        asio::post(ex, [self = shared_from_this()] { self->deliver_stop(); });
        ++posted; // not before: there may be no memory for the post
    }
    stopping = true;
}

void nursery::state::deliver_stop()
{
    serial_use::turn const alone(use);
    bool is_short_of_memory = false;
    // children leave the list in posted turns only, so that it stays as it is while we walk it
    for (auto& child : children) {
        if (child.was_told) continue;
        try {
            child.stop.emit(asio::cancellation_type::terminal);
            child.was_told = true;
        } catch (std::bad_alloc const&) {
            is_short_of_memory = true;
        }
    }
    if (is_short_of_memory && try_post_stop()) return;
    --posted;
    if (children.empty()) changed.notify();
}

// Delivers the stop once more. Returns false if there is no memory for that either.
bool nursery::state::try_post_stop() noexcept
{
    try {
        asio::post(ex, [self = shared_from_this()] { self->deliver_stop(); });
    } catch (...) {
        return false;
    }
    return true;
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
        bool has_waited = true;
        try {
            co_await self->changed.wait();
        } catch (boost::system::system_error const&) { // the wait was cancelled
        } catch (std::bad_alloc const&) {
            has_waited = false;
        }
        // Without memory for a wait, the children have a turn, and the wait is tried again: they may use what
        // this coroutine owns, so that it must not end before them.
        if (!has_waited) co_await asio::post(self->ex, asio::use_awaitable);
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
