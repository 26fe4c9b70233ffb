#include "core/exceptions.hpp"
#include "core/strand_of.hpp"

#include <coinformer/core/run_until_signal.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>

#include <atomic>
#include <csignal>
#include <cstdio>

namespace coinformer {

using namespace detail;

namespace asio = boost::asio;

namespace {

/// Runs the main task of a program on a strand, and cancels it when a signal arrives or when fail() is
/// called. Its pending operations keep it alive.
///
/// States     Running; cancelled, by a signal (`is_told_to_end_`) or by a failure (`failure_`); ended.
/// Threads    start(), fail() and exit_code() are called on the thread of main(). exit_code() is called after
///            the context has been stopped, by this class's user or by somebody else, while other threads may
///            still be in their last turn. Everything else runs on the strand.
class main_task : public std::enable_shared_from_this<main_task> {
public:
    explicit main_task(executor const& ex) : strand_(strand_of(ex)), signals_(strand_, SIGINT, SIGTERM) {}

    /// `ended` is called on the strand.
    void start(task<> body, std::function<void()> ended)
    {
        signals_.async_wait([self = shared_from_this()](error_code ec, int) {
            if (!ec) self->end_by_signal();
        });
        auto on_end = [self = shared_from_this(), ended = std::move(ended)](std::exception_ptr failure) {
            // Posted, because the call may come out of stop_.emit(), and the signal must not be destroyed
            // meanwhile.
            asio::post(self->strand_, [self, ended, failure] {
                self->end(failure);
                ended();
            });
        };
        asio::co_spawn(strand_, std::move(body),
                       asio::bind_cancellation_slot(stop_.slot(), std::move(on_end)));
    }

    /// Cancels the task because a handler of somebody else has thrown.
    void fail(std::exception_ptr failure)
    {
        if (!thrown_elsewhere_) thrown_elsewhere_ = failure;
        asio::post(strand_, [self = shared_from_this(), failure] {
            // exit_code() may be reading `failure_` then.
            if (self->has_ended_.load(std::memory_order_relaxed)) return;
            if (!self->failure_) self->failure_ = failure;
            self->stop_.emit(asio::cancellation_type::terminal);
        });
    }

    int exit_code() const
    {
        // `failure_` is the strand's until the task has ended. What fail() was told may have come too late
        // to be there.
        bool const ended = has_ended_.load(std::memory_order_acquire);
        auto const& failure = ended && failure_ ? failure_ : thrown_elsewhere_;
        if (failure) return report(failure);
        if (ended) return 0;
        std::fputs("error: the main task had not ended when the execution context was stopped: let the task "
                   "end, or send a signal, and leave the context to run_until_signal()\n",
                   stderr);
        return 1;
    }

private:
    static int report(std::exception_ptr const& failure)
    {
        try {
            std::rethrow_exception(failure);
        } catch (std::exception const& e) {
            std::fprintf(stderr, "error: %s\n", e.what());
        } catch (...) {
            std::fprintf(stderr, "error: an exception of unknown type\n");
        }
        return 1;
    }

    void end_by_signal()
    {
        is_told_to_end_ = true;
        error_code ignored;
        signals_.clear(ignored); // the system handles a second signal, and ends the process
        stop_.emit(asio::cancellation_type::terminal);
    }

    void end(std::exception_ptr failure)
    {
        error_code ignored;
        signals_.clear(ignored);
        signals_.cancel(ignored);
        bool const in_order = (is_told_to_end_ || failure_) && is_cancellation(failure);
        if (failure && !failure_ && !in_order) failure_ = failure;
        has_ended_.store(true, std::memory_order_release);
    }

    executor const strand_;
    asio::signal_set signals_;
    asio::cancellation_signal stop_;
    std::exception_ptr failure_;
    std::exception_ptr thrown_elsewhere_; // what fail() was told first
    bool is_told_to_end_ = false;
    std::atomic<bool> has_ended_{false};
};

} // namespace

int run_until_signal(asio::io_context& io, task<> body)
{
    auto const root = std::make_shared<main_task>(io.get_executor());
    root->start(std::move(body), [&io] { io.stop(); });
    for (io.restart(); !io.stopped();) {
        try {
            io.run();
        } catch (...) {
            root->fail(std::current_exception());
        }
    }
    return root->exit_code();
}

int run_until_signal(asio::thread_pool& threads, task<> body)
{
    auto const root = std::make_shared<main_task>(threads.get_executor());
    root->start(std::move(body), [&threads] { threads.stop(); });
    threads.join();   // returns when the pool was stopped, be it by somebody else
    threads.attach(); // does the work of a pool that has no threads of its own; otherwise returns at once
    return root->exit_code();
}

} // namespace coinformer
