#include <coinformer/cache/background_informers.hpp>

#include "core/exceptions.hpp"

#include <coinformer/core/log.hpp>
#include <coinformer/core/nursery.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include <atomic>
#include <fcntl.h>
#include <mutex>
#include <optional>
#include <thread>
#include <unistd.h>

namespace coinformer {

namespace asio = boost::asio;

namespace detail {

/// A pipe that holds one byte while something has changed that nobody has asked for. Many changes make one
/// byte, so that a burst costs one system call.
///
/// Threads    any.
class change_pipe {
public:
    change_pipe()
    {
        if (::pipe2(ends_, O_CLOEXEC | O_NONBLOCK) != 0)
            throw api_error({errno, boost::system::system_category()}, "background_informers: pipe");
    }
    change_pipe(change_pipe const&) = delete;
    ~change_pipe()
    {
        for (int const end : ends_) ::close(end);
    }

    int readable_end() const noexcept { return ends_[0]; }
    void notify() noexcept
    {
        if (changed_.exchange(true)) return;
        char const byte = 1;
        [[maybe_unused]] auto const written = ::write(ends_[1], &byte, 1);
    }
    // The byte is taken before the flag. A change in between finds the flag set, and is part of this answer.
    bool take() noexcept
    {
        char bytes[8];
        [[maybe_unused]] auto const taken = ::read(ends_[0], bytes, sizeof bytes);
        return changed_.exchange(false);
    }

private:
    int ends_[2];
    std::atomic<bool> changed_{false};
};

namespace {

// Waits until the informer is synced, which it is when all of its handlers are. The wait receives no causes:
// the program that polls the descriptor would not learn of them, so they belong in the log, as warnings.
task<> notify_of_sync(std::shared_ptr<change_pipe> to, untyped_informer informer)
{
    bool const is_synced = co_await informer.synced_or_ended();
    if (is_synced) to->notify();
}

} // namespace

/// The thread of a background_informers, and what runs on it.
///
/// States     See progress. After a start() that has failed, it can be started, or destroyed.
/// Threads    start() and stop() on any other thread, one at a time.
class background_thread {
public:
    explicit background_thread(log_sink& log) : env{.ex = io.get_executor(), .log = &log} {}
    background_thread(background_thread const&) = delete;

    void start()
    {
        std::lock_guard const hold(lock);
        if (now == progress::running || now == progress::ended)
            throw api_error(errc::already_running, "background_informers");
        // Each of the two steps may throw. The thread is the last one, because it would not end without
        // the task. If there is no thread to be had, the task waits for the next start().
        if (now == progress::not_begun) {
            begin_task();
            now = progress::has_task;
        }
        thread = std::thread([this] {
            id = std::this_thread::get_id(); // before any handler is called here
            io.run();
        });
        now = progress::running;
    }

    void demand_other_thread() const
    {
        if (id == std::this_thread::get_id())
            throw api_error(
                errc::would_deadlock, "background_informers",
                "a handler on the informers' thread would wait for itself: start a task there, or give "
                "the handler another executor");
    }

    void stop()
    {
        if (!thread.joinable()) return;
        asio::post(io, [this] { end.emit(asio::cancellation_type::terminal); });
        thread.join();
        if (auto const failure = std::exchange(ended_by, nullptr)) std::rethrow_exception(failure);
    }

    enum class progress {
        not_begun,
        has_task, // run() of the factory waits for the thread
        running,
        ended,
    };

    asio::io_context io{1};
    environment env;
    std::shared_ptr<change_pipe> const changes = std::make_shared<change_pipe>(); // shared with handlers
    std::optional<client> api;
    std::optional<informer_factory> factory;
    std::optional<asio::executor_work_guard<asio::io_context::executor_type>> work{io.get_executor()};
    nursery waits{io.get_executor()}; // for the first list of each informer
    asio::cancellation_signal end;
    std::thread thread;
    std::atomic<std::thread::id> id; // that of `thread`, for other threads
    std::mutex lock;
    progress now = progress::not_begun; // used with the lock
    std::exception_ptr ended_by;        // written by the thread before it ends

private:
    void begin_task()
    {
        auto ended = [this](std::exception_ptr failure) {
            std::lock_guard const hold(lock);
            if (!is_cancellation(failure)) ended_by = failure;
            now = progress::ended;
            waits.request_stop(); // the factory may not have run the informer for which one of them waits
            work.reset();         // the thread ends when every wait() has ended
        };
        asio::co_spawn(io, factory->run(), asio::bind_cancellation_slot(end.slot(), std::move(ended)));
    }
};

} // namespace detail

background_informers::background_informers(endpoint server, client_options options, log_sink& log)
    : thread_(std::make_unique<detail::background_thread>(log))
{
    thread_->api.emplace(thread_->env, std::move(server), std::move(options));
    thread_->factory.emplace(*thread_->api);
}

background_informers::background_informers(log_sink& log)
    : thread_(std::make_unique<detail::background_thread>(log))
{
    thread_->factory.emplace(thread_->env);
}

background_informers::~background_informers()
{
    try {
        stop();
    } catch (std::exception const& e) {
        thread_->env.log->log(log_level::error, "background_informers has ended with an error",
                              {{"error", e.what()}});
    } catch (...) {
        thread_->env.log->log(log_level::error, "background_informers has ended with an unknown exception");
    }
}

informer_factory& background_informers::factory() noexcept
{
    return *thread_->factory;
}

client& background_informers::api()
{
    if (!thread_->api)
        throw api_error(errc::bad_request, "background_informers::api()",
                        "there is no API server: give the constructor an endpoint");
    return *thread_->api;
}

void background_informers::start()
{
    thread_->start();
}

void background_informers::stop()
{
    thread_->demand_other_thread();
    thread_->stop();
}

int background_informers::change_descriptor() const noexcept
{
    return thread_->changes->readable_end();
}

bool background_informers::take_changes() noexcept
{
    return thread_->changes->take();
}

asio::io_context& background_informers::context() noexcept
{
    return thread_->io;
}

std::unique_lock<std::mutex> background_informers::hold() const
{
    thread_->demand_other_thread();
    std::unique_lock held(thread_->lock);
    using progress = detail::background_thread::progress;
    if (thread_->now != progress::running)
        throw api_error(errc::stopped, "background_informers",
                        thread_->now == progress::ended ? "it has ended, and cannot be started again"
                                                        : "call start() before wait()");
    return held;
}

std::shared_ptr<detail::change_pipe> const& background_informers::changes() const noexcept
{
    return thread_->changes;
}

void detail::notify(change_pipe& to) noexcept
{
    to.notify();
}

void detail::notify_when_synced(background_thread& by, untyped_informer informer)
{
    asio::post(by.io, [&by, informer] { by.waits.start(notify_of_sync(by.changes, informer)); });
}

} // namespace coinformer
