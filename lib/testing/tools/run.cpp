#include "core/exceptions.hpp"

#include <coinformer/testing/run.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <cstdio>
#include <cstdlib>

namespace coinformer::testing {

namespace asio = boost::asio;

namespace detail {

// A task that run() or `background` has started on an io_context. Its owner keeps it until it has ended,
// because the task's frames may refer to the owner's variables.
class root_task {
public:
    root_task(asio::io_context& io, task<> body) : io_(io)
    {
        asio::co_spawn(io, std::move(body),
                       asio::bind_cancellation_slot(stop_.slot(), [this](std::exception_ptr failure) {
                           // Posted, because the cancellation signal may be on the stack now: the owner
                           // destroys this object, with the signal, as soon as `ended_` is true.
                           asio::post(io_, [this, failure] {
                               failure_ = failure;
                               ended_ = true;
                           });
                       }));
    }

    bool ended() const noexcept { return ended_; }
    void stop()
    {
        asio::post(io_, [this] { stop_.emit(asio::cancellation_type::terminal); });
    }
    void rethrow() const
    {
        was_told_ = true;
        if (failure_) std::rethrow_exception(failure_);
    }
    // Returns a failure that nobody has been told of; null if there is none.
    std::exception_ptr untold_failure() const
    {
        return was_told_ || coinformer::detail::is_cancellation(failure_) ? nullptr : failure_;
    }

private:
    asio::io_context& io_;
    asio::cancellation_signal stop_;
    std::exception_ptr failure_;
    mutable bool was_told_ = false; // rethrow() was called
    bool ended_ = false;
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

} // namespace

void run_to_end(asio::io_context& io, task<> body)
{
    root_task task(io, std::move(body));
    io.restart();
    while (!task.ended() && io.run_one() != 0) {
    }
    if (task.ended()) return task.rethrow();
    task.stop();
    io.restart();
    while (!task.ended() && io.run_one() != 0) {
    }
    if (!task.ended()) abort_with(stuck_task);
    report_endless_wait("the io_context was stopped");
}

void run_to_end(asio::io_context& io, virtual_clock& time, task<> body, duration limit)
{
    root_task task(io, std::move(body));
    auto const ended = [&task] { return task.ended(); };
    if (time.run_until(ended, limit)) return task.rethrow();
    bool const nothing_comes = time.armed() == 0;
    task.stop();
    if (!time.run_until(ended, limit)) abort_with(stuck_task);
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
    if (!ended()) task_->stop();
    if (!time_.run_until(ended, std::chrono::hours(1)))
        detail::abort_with(
            "a task of `background` was cancelled and does not end; look for a wait that ignores "
            "cancellation");
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
