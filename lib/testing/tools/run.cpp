#include "core/exceptions.hpp"

#include <coinformer/testing/run.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace coinformer::testing {

namespace asio = boost::asio;

namespace detail {

// A task that run() or `background` has started on an io_context. Its owner keeps it until it has ended,
// because the task's frames may refer to the owner's variables. Its handlers share the state, because one
// of them may still be in the io_context's queue then: another handler may throw before it is called.
class root_task {
public:
    root_task(asio::io_context& io, task<> body) : io_(io), state_(std::make_shared<state>())
    {
        asio::co_spawn(
            io, std::move(body),
            asio::bind_cancellation_slot(state_->stop.slot(), [&io, s = state_](std::exception_ptr failure) {
                // Posted, because the cancellation signal may be on the stack now, and the owner drops it
                // as soon as `has_ended` is true.
                asio::post(io, [s, failure] {
                    s->failure = failure;
                    s->has_ended = true;
                });
            }));
    }

    bool ended() const noexcept { return state_->has_ended; }
    void stop()
    {
        asio::post(io_, [s = state_] {
            if (!s->has_ended) s->stop.emit(asio::cancellation_type::terminal);
        });
    }
    void rethrow() const
    {
        was_told_ = true;
        if (state_->failure) std::rethrow_exception(state_->failure);
    }
    // Returns a failure that nobody has been told of; null if there is none.
    std::exception_ptr untold_failure() const
    {
        auto const& failure = state_->failure;
        return was_told_ || coinformer::detail::is_cancellation(failure) ? nullptr : failure;
    }

private:
    struct state {
        asio::cancellation_signal stop;
        std::exception_ptr failure;
        bool has_ended = false;
    };

    asio::io_context& io_;
    std::shared_ptr<state> state_;
    mutable bool was_told_ = false; // rethrow() was called
};

namespace {

constexpr char const* stuck_task =
    "the task of run() was cancelled and does not end; look for a wait that ignores cancellation";

[[noreturn]] void abort_with(char const* reason)
{
    std::fprintf(stderr, "coinformer::testing: %s\n", reason);
    // There is no way back: waiting frames may refer to local variables of the caller.
    std::abort();
}

[[noreturn]] void report_endless_wait(char const* seen)
{
    throw api_error(errc::timed_out, "testing::run()",
                    std::string(seen) +
                        ", so the task would never have ended and was cancelled. Start what it waits "
                        "for, for example run() of a server, an informer or a factory");
}

// Cancels a task, and calls `run_on` until the task has ended. `run_on` returns true if it has ended, and
// throws what another handler on the io_context throws. The task has to end even so, because its frames
// may refer to variables of the caller; such an exception is written to stderr.
template <class RunOn>
void cancel_and_wait(root_task& task, RunOn run_on, char const* if_stuck)
{
    if (!task.ended()) task.stop();
    do {
        try {
            if (!run_on()) abort_with(if_stuck);
        } catch (...) {
            std::fprintf(stderr,
                         "coinformer: a handler on the io_context has thrown while a task was being "
                         "cancelled: %s\n",
                         coinformer::detail::message_of(std::current_exception()).c_str());
        }
    } while (!task.ended());
}

// Calls `run_on`, and returns true if the task has ended. If another handler throws, the task is
// cancelled, and has ended when this function throws the same.
template <class RunOn>
bool has_ended_after(root_task& task, RunOn run_on)
{
    try {
        return run_on();
    } catch (...) {
        if (!task.ended()) cancel_and_wait(task, run_on, stuck_task);
        throw;
    }
}

} // namespace

void run_to_end(asio::io_context& io, task<> body)
{
    root_task task(io, std::move(body));
    auto const run_on = [&] {
        io.restart();
        while (!task.ended() && io.run_one() != 0) {
        }
        return task.ended();
    };
    if (has_ended_after(task, run_on)) return task.rethrow();
    cancel_and_wait(task, run_on, stuck_task);
    report_endless_wait("the io_context was stopped");
}

void run_to_end(asio::io_context& io, virtual_clock& time, task<> body, duration limit)
{
    if (limit < duration::zero()) // before the task begins, so that nothing has to be cancelled
        throw std::invalid_argument("testing::run(): the limit is negative");
    root_task task(io, std::move(body));
    auto const run_on = [&] { return time.run_until([&task] { return task.ended(); }, limit); };
    if (has_ended_after(task, run_on)) return task.rethrow();
    bool const has_no_limit = time.after(limit) == time_point::max();
    bool const nothing_comes = time.armed() == 0 || has_no_limit;
    cancel_and_wait(task, run_on, stuck_task);
    if (nothing_comes) report_endless_wait("nothing is ready and no timer is armed");
    auto const s = std::chrono::duration_cast<std::chrono::seconds>(limit).count();
    throw api_error(errc::timed_out, "testing::run()",
                    "the task had not ended after " + std::to_string(s) +
                        " s of virtual time, and was cancelled");
}

} // namespace detail

background::background(asio::io_context& io, virtual_clock& time, task<> body)
    : time_(time), task_(std::make_unique<detail::root_task>(io, std::move(body)))
{
}

background::~background()
{
    auto const ended = [this] { return task_->ended(); };
    if (ended() && task_->untold_failure())
        std::fprintf(
            stderr,
            "coinformer: a task of testing::background has failed, and nobody has called rethrow(): %s\n",
            coinformer::detail::message_of(task_->untold_failure()).c_str());
    detail::cancel_and_wait(
        *task_, [&] { return time_.run_until(ended, std::chrono::hours(1)); },
        "a task of `background` was cancelled and does not end; look for a wait that ignores cancellation");
}

bool background::ended() const noexcept
{
    return task_->ended();
}

void background::rethrow() const
{
    task_->rethrow();
}

} // namespace coinformer::testing
