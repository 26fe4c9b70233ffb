#include "core/blocking_call.hpp"

#include "core/context_member.hpp"
#include "core/shielded.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/wakeup.hpp>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

#include <chrono>
#include <csignal>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

/// The state that the thread and the coroutine share.
struct blocking_state : std::enable_shared_from_this<blocking_state> {
    /// The function has returned: wakes the coroutine. Called by the thread. If the executor has no memory
    /// for that, this tries it again, because nobody else would wake the coroutine.
    void report_return(executor const& ex)
    {
        std::unique_lock hold(lock);
        while (awaited && !try_post(ex)) {
            hold.unlock();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            hold.lock();
        }
    }

    std::atomic<bool> stop{false};
    std::mutex lock;
    bool awaited = true; // guarded by `lock`: the coroutine exists, so that its executor may be used
    std::exception_ptr failure;

    // used on the coroutine's executor alone
    bool returned = false;
    wakeup changed;

private:
    bool try_post(executor const& ex) noexcept
    {
        try {
            asio::post(ex, [self = shared_from_this()] {
                self->returned = true;
                self->changed.notify();
            });
        } catch (...) {
            return false;
        }
        return true;
    }
};

/// Keeps a new thread of this scope from taking signals of the process, which belong to the program's own
/// threads.
class signals_blocked {
public:
    signals_blocked()
    {
        sigset_t all;
        sigfillset(&all);
        // a crash of this thread has to reach the program's handler
        for (int const crash : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP}) sigdelset(&all, crash);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    signals_blocked(signals_blocked const&) = delete;
    ~signals_blocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
    sigset_t before_;
};

/// Joins the thread. When the execution context ends, or the coroutine is destroyed, the thread posts nothing
/// to the executor any more.
class joined_thread final : context_member {
public:
    joined_thread(executor const& ex, std::shared_ptr<blocking_state> with, std::function<void()> body)
        : context_member(ex), state_(std::move(with))
    {
        signals_blocked const none;
        thread_ = std::thread(std::move(body));
    }
    ~joined_thread()
    {
        let_go();
        thread_.join();
    }

private:
    void context_ends() noexcept override { let_go(); }
    void let_go() noexcept
    {
        state_->stop = true;
        std::lock_guard const hold(state_->lock);
        state_->awaited = false;
    }

    std::shared_ptr<blocking_state> state_;
    std::thread thread_;
};

task<> until_returned(std::shared_ptr<blocking_state> state)
{
    while (!state->returned) co_await state->changed.wait();
}

} // namespace

task<> run_blocking(std::function<void(std::atomic<bool> const& stop)> work)
{
    executor const ex = co_await asio::this_coro::executor;
    auto const tracked = asio::make_work_guard(ex); // nothing else may keep the context running
    auto const state = std::make_shared<blocking_state>();
    auto body = [&work, ex, state] {
        try {
            work(state->stop);
        } catch (...) {
            state->failure = std::current_exception();
        }
        state->report_return(ex);
    };
    {
        joined_thread const running(ex, state, std::move(body));
        auto stop = [state] { state->stop = true; };
        co_await shielded(until_returned(state), std::move(stop));
    }
    auto const asked = co_await asio::this_coro::cancellation_state;
    if (asked.cancelled() != asio::cancellation_type::none) throw api_error(errc::cancelled, "blocking call");
    if (state->failure) std::rethrow_exception(state->failure);
}

} // namespace coinformer::detail
