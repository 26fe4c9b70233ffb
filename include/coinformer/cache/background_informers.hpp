#pragma once

#include <coinformer/api/client.hpp>
#include <coinformer/cache/informer_factory.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>

#include <future>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace coinformer {

namespace detail {

class background_thread; // the thread, and what runs on it
class change_pipe;       // behind change_descriptor()

void notify(change_pipe& to) noexcept;
/// Makes the descriptor readable when the informer is synced, even if its first list is empty.
void notify_when_synced(background_thread& by, untyped_informer informer);

} // namespace detail

/// Informers on a thread of their own, for a program without an io_context: one that has threads and blocking
/// calls, or the event loop of another library.
///
///     background_informers cluster(load_endpoint());
///     auto const running = cluster.factory().of<pod>();
///     cluster.signal_changes_of(running);
///     cluster.start();
///     if (!cluster.wait_for_sync(30s).empty()) std::cout << "not everything can be read yet\n";
///     for (auto const& p : running.snapshot().list()) std::cout << to_string(p.key()) << '\n';
///
/// Listers, snapshots and has_synced() of its informers answer on any thread, without a wait.
///
/// Threads    any; start() and stop() one at a time. The informers and their handlers run on the thread of
///            this object; a handler that blocks holds up all of them. handler_options::executor takes a
///            handler elsewhere.
/// Lifetime   The destructor does what stop() does; so it must not run on the informers' thread. Handles,
///            listers and snapshots may be kept: they answer as of the end. Objects that handlers
///            refer to are declared before it, so that they live until its thread has ended.
class background_informers {
public:
    /// Errors     those of client.
    explicit background_informers(endpoint server, client_options options = {}, log_sink& log = stderr_log());
    /// For sources of your own (informer_factory::from()), without an API server.
    explicit background_informers(log_sink& log = stderr_log());
    background_informers(background_informers const&) = delete;
    ~background_informers();

    /// The factory of the informers. New informers and handlers may be added at any time. Do not call its
    /// run().
    informer_factory& factory() noexcept;
    /// The client, for requests: wait(api().get<pod>("shop", "web")). Errors: errc::bad_request if there is
    /// no API server.
    client& api();

    /// Starts the thread.
    ///
    /// Errors     errc::already_running; std::system_error if there is no thread to be had, or
    /// std::bad_alloc:
    ///            then it may be called again.
    void start();

    /// Blocks until every informer is synced, but at most for `limit`.
    ///
    /// Result     the informers that are not synced, with the reason: see informer_factory::unsynced().
    /// Errors     as wait().
    std::vector<unsynced_informer> wait_for_sync(duration limit) { return wait(factory().unsynced(limit)); }

    /// Runs a task on the thread of this object, blocks until it has ended, and returns its result. This is
    /// how a program without coroutines uses any function of the library that returns a task.
    ///
    /// Errors     what the task throws. errc::stopped before start() and after stop().
    ///            errc::would_deadlock if a handler calls this on the informers' thread, which it would
    ///            block.
    template <class T>
    T wait(task<T> what)
    {
        std::future<T> result;
        {
            auto const running = hold(); // the thread goes on until this task has ended
            result = boost::asio::co_spawn(context(), std::move(what), boost::asio::use_future);
        }
        return result.get();
    }

    /// A file descriptor that becomes readable when something has changed in an informer that was given to
    /// signal_changes_of(). For poll(), epoll, or the event loop of another library. It stays readable until
    /// take_changes(). Do not read from it, and do not close it.
    int change_descriptor() const noexcept;
    /// Returns true if something has changed since the last call, and makes the descriptor wait again. Call
    /// it before you look at the informers: what changes afterwards makes the descriptor readable again.
    bool take_changes() noexcept;
    /// From now on, changes of this informer make the descriptor readable. So does the end of its first list,
    /// from when on it has_synced(), even if the collection is empty. May be called before and after start().
    template <class T>
    void signal_changes_of(shared_informer<T> const& informer)
    {
        auto const signal = [to = changes()] { detail::notify(*to); };
        informer.on_change({.added = [signal](T const&) { signal(); },
                            .updated = [signal](T const&) { signal(); },
                            .deleted = [signal](T const&) { signal(); }});
        detail::notify_when_synced(*thread_, informer.untyped_);
    }

    /// Ends the informers, waits for every wait() of other threads, and joins the thread. After that no
    /// handler is called. Does nothing if that has happened, or if start() was not called. It cannot be
    /// started again. No handler may call it, on whatever executor, because it waits for the handlers.
    ///
    /// Errors     errc::would_deadlock on the informers' thread; the error that ended the informers, if they
    ///            have ended by themselves.
    void stop();

private:
    boost::asio::io_context& context() noexcept;
    /// Returns a lock that keeps the thread running. Errors: those of wait().
    std::unique_lock<std::mutex> hold() const;
    std::shared_ptr<detail::change_pipe> const& changes() const noexcept;

    std::unique_ptr<detail::background_thread> thread_;
};

} // namespace coinformer
