#pragma once

#include "cache/handlers/run_reminder.hpp"
#include "cache/informers_in_making.hpp"
#include "core/exceptions.hpp"
#include "core/keeping.hpp"

#include <coinformer/cache/informer_factory.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/shielded.hpp>
#include <coinformer/core/wakeup.hpp>
#include <coinformer/core/with_timeout.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace coinformer {

/// The list of a factory's informers, and the tasks that run them. Each task keeps it alive.
///
/// run() has one nursery with a child for each informer, and one child that starts informers which are added
/// later. Each informer runs in a nursery of its own inside of its child, so that it can be stopped
/// alone, and its failure stops no other informer.
///
/// States     Idle; running; ended (`over`), by run() or stop(). An informer is in the list until it is
///            released or stopped. One that has ended by itself stays there until of() makes a fresh one.
/// Threads    the client's strand. of() and failures() run on any thread, with the lock held; so the strand
///            writes the members marked "locked" with the lock held. of() writes `list` and `used` as well.
///            With the lock held, no informer is made or destroyed, and no function of the user's is
///            called but the executor's: they may take other locks, whose owners may ask the factory.
class informer_factory::impl : public std::enable_shared_from_this<impl> {
public:
    struct entry {
        detail::informer_identity identity;
        made what;
        std::weak_ptr<detail::informer_use> used = {}; // locked; expired when no handle is left
        bool leaving = false;                          // locked; released or stopped: of() does not find it
        bool ended = false;                            // locked; its run() has ended
        std::exception_ptr failure = {};               // locked; the error that ended it
        bool started = false;
        nursery* alone = nullptr; // the nursery that it runs in, while it runs
    };
    using entries = std::vector<std::shared_ptr<entry>>;

    impl(environment e, factory_options o) : env(std::move(e)), options(std::move(o)) {}
    executor const& strand() const noexcept { return env.ex; }

    task<> run()
    {
        if (std::exchange(running, true)) throw api_error(errc::already_running, "informer factory");
        if (over) co_return; // stop() was called before
        reminder.settle();
        nursery informers(env.ex);
        std::exception_ptr ending;
        try {
            informers.start(start_as_they_come(shared_from_this(), informers));
            stop_all = [&informers] { informers.request_stop(); };
            co_await informers.join();
        } catch (...) {
            ending = std::current_exception();
        }
        stop_all = nullptr;
        co_await boost::asio::this_coro::reset_cancellation_state(boost::asio::disable_cancellation());
        try {
            co_await end_the_rest();
        } catch (...) {
            ending = std::current_exception();
        }
        note_end();
        if (ending) std::rethrow_exception(ending);
    }

    task<std::vector<informer_report>> status()
    {
        std::vector<informer_report> all;
        for (auto const& e : copied()) {
            auto s = co_await e->what.untyped.status();
            if (e->leaving) continue; // it was released meanwhile, and its end is no failure
            all.push_back({e->identity.which, std::move(s)});
        }
        co_return all;
    }

    task<> synced()
    {
        auto const reminded = reminder.begin_wait();
        nursery waits(env.ex); // the first cause ends all waits
        for (auto& e : copied())
            if (!e->leaving) waits.start(synced_of(shared_from_this(), std::move(e)));
        co_await waits.join();
    }

    task<std::vector<unsynced_informer>> unsynced(duration limit)
    {
        auto const these = copied();
        (void)co_await detail::finished_in_time(*env.time, limit, all_synced_or_ended(these));
        std::vector<unsynced_informer> missing;
        for (auto const& e : these) {
            if (e->leaving) continue;
            auto const status = co_await e->what.untyped.status();
            if (e->leaving) continue; // it was released meanwhile
            if (!status.synced || e->failure)
                missing.push_back({e->identity.which, why_unsynced(*e, status)});
        }
        co_return missing;
    }

    task<> stop()
    {
        if (stop_all) stop_all();
        if (!running) {
            co_await boost::asio::this_coro::reset_cancellation_state(boost::asio::disable_cancellation());
            std::exception_ptr failure;
            try {
                co_await end_the_rest();
            } catch (...) {
                failure = std::current_exception();
            }
            note_end();
            if (failure) std::rethrow_exception(failure);
        }
        while (!has_ended) co_await changed.wait();
    }

    task<> stop_informers_of(resource which)
    {
        auto const these = mark_leaving([&](entry const& e) { return e.identity.which == which; });
        co_await end(these);
    }

    task<> release(std::shared_ptr<entry> it)
    {
        auto const this_one =
            mark_leaving([&](entry const& e) { return &e == it.get() && e.used.expired(); });
        co_await end(this_one);
    }

    entries copied() const
    {
        std::lock_guard const hold(lock);
        return list;
    }

    /// Returns the informer of this identity; null if there is none, or if it has ended by itself and of()
    /// makes a fresh one. Called with the lock held.
    std::shared_ptr<entry> find(detail::informer_identity const& wanted) const
    {
        auto const at = place_of(wanted);
        bool const is_used_up = at != list.end() && (*at)->ended && !over;
        return at == list.end() || is_used_up ? nullptr : *at;
    }

    /// Adds an informer, which takes the place of one that has ended. Returns that one, if there is one,
    /// so that it is destroyed without the lock. If this throws, nothing has changed. Called with the lock
    /// held.
    std::shared_ptr<entry> add(std::shared_ptr<entry> fresh)
    {
        list.reserve(list.size() + 1);
        // The strand does not look at the list before the lock is free.
        boost::asio::post(env.ex, [shared = shared_from_this()] { shared->changed.notify(); });
        std::shared_ptr<entry> replaced;
        if (auto const at = place_of(fresh->identity); at != list.end()) {
            replaced = *at;
            list.erase(at);
        }
        list.push_back(std::move(fresh));
        return replaced;
    }

    environment env;
    factory_options options;
    mutable std::mutex lock;
    entries list;                       // locked
    detail::informers_in_making making; // locked
    bool over = false;                  // locked; run() is ending, or stop() was called instead of it
    bool has_ended = false;             // all informers have ended as well, which stop() waits for
    wakeup changed; // notified when an informer was added, started or ended, or when the factory has ended
    std::shared_ptr<detail::run_warning> const not_run = detail::run_reminder::warning_for_factory();
    detail::run_reminder reminder{env, not_run};

private:
    entries::const_iterator place_of(detail::informer_identity const& wanted) const
    {
        return std::ranges::find_if(list,
                                    [&](auto const& e) { return !e->leaving && e->identity == wanted; });
    }

    // Ends the informers that were never run, because nobody will run them any more. A child of a nursery
    // that was stopped before its first turn has not run, either.
    task<> end_the_rest() &
    {
        {
            std::lock_guard const hold(lock);
            over = true;
        }
        reminder.settle();
        changed.notify();
        for (auto const& e : copied()) co_await e->what.untyped.abandon(); // does nothing if it was run
    }

    // Everything has ended, or there was no memory for a step of the end. Nobody waits for that any longer.
    void note_end()
    {
        {
            std::lock_guard const hold(lock);
            over = true;
        }
        has_ended = true;
        changed.notify();
    }

    task<> start_as_they_come(std::shared_ptr<impl> self, nursery& informers)
    {
        for (;;) {
            bool has_awaited = false; // then an informer may have been added meanwhile
            for (auto const& e : copied()) {
                if (e->leaving || std::exchange(e->started, true)) continue;
                std::exception_ptr failure;
                try {
                    informers.start(run_alone(self, e));
                } catch (...) { // there was no memory for that, and the other informers go on
                    failure = std::current_exception();
                }
                if (!failure) continue;
                co_await record_end(e, failure);
                has_awaited = true;
            }
            changed.notify(); // waiters may wait for an informer's start
            if (!has_awaited) co_await changed.wait();
        }
    }

    // Runs one informer until it ends, and records how it ended.
    task<> run_alone(std::shared_ptr<impl>, std::shared_ptr<entry> e)
    {
        std::exception_ptr failure;
        try {
            if (!e->leaving) {
                nursery alone(env.ex);
                e->alone = &alone;
                alone.start(detail::keeping(e, e->what.untyped.run())); // throws if there is no memory
                co_await alone.join();
            }
        } catch (...) {
            failure = std::current_exception();
        }
        e->alone = nullptr; // the nursery is gone, whatever has ended it
        co_await boost::asio::this_coro::reset_cancellation_state(boost::asio::disable_cancellation());
        co_await record_end(e, failure);
    }

    // Records how an informer has ended. If it has not run, its waits and its handlers end here: it was to
    // leave before its first turn, or could not be started.
    task<> record_end(std::shared_ptr<entry> e, std::exception_ptr failure)
    {
        co_await e->what.untyped.abandon();
        if (failure && detail::is_cancellation(failure)) failure = nullptr; // the factory is being stopped
        if (failure)
            env.log->log(
                log_level::error, "an informer has ended",
                {{"collection", to_string(e->identity.which)}, {"error", detail::message_of(failure)}});
        {
            std::lock_guard const hold(lock);
            e->failure = failure;
            e->ended = true;
            if (e->leaving) std::erase(list, e);
        }
        changed.notify();
    }

    // Waits until one informer is synced, was released, or has ended. If its wait ends with errc::stopped,
    // this waits for the informer's end, whose error says more.
    task<> synced_of(std::shared_ptr<impl>, std::shared_ptr<entry> e)
    {
        while (!e->started && !e->leaving && !over) co_await changed.wait();
        if (e->leaving) co_return;
        if (!e->started) throw api_error(errc::stopped, "informer factory");
        if (e->failure) std::rethrow_exception(e->failure);
        std::exception_ptr stopped;
        try {
            co_await e->what.untyped.synced();
        } catch (boost::system::system_error const& x) {
            if (x.code() != errc::stopped) throw;
            stopped = std::current_exception();
        }
        if (!stopped || e->leaving) co_return;
        while (runs(*e)) co_await changed.wait();
        if (e->failure) std::rethrow_exception(e->failure);
        std::rethrow_exception(stopped);
    }

    task<> all_synced_or_ended(entries these)
    {
        nursery waits(env.ex);
        for (auto& e : these) waits.start(synced_or_ended(shared_from_this(), std::move(e)));
        co_await waits.join();
    }

    // As synced_of(), but goes on waiting after a cause, because the cause may pass by itself.
    task<> synced_or_ended(std::shared_ptr<impl> self, std::shared_ptr<entry> e)
    {
        for (;;) {
            std::exception_ptr cause;
            try {
                co_await synced_of(self, e);
            } catch (...) {
                cause = std::current_exception();
            }
            if (!cause || e->leaving || over || e->ended) co_return;
            if (detail::is_cancellation(cause)) std::rethrow_exception(cause);
        }
    }

    std::string why_unsynced(entry const& e, informer_status const& status) const
    {
        if (e.failure) return detail::message_of(e.failure);
        if (over || e.ended) return "the factory has been stopped"; // nothing else ends one without a failure
        if (!running) return "the factory's run() has not been called";
        return status.reflector.last_failure;
    }

    // Marks the informers that `which` selects as leaving, and returns them, even if they were marked before.
    template <class Which>
    entries mark_leaving(Which which)
    {
        entries these;
        std::lock_guard const hold(lock);
        for (auto const& e : list)
            if (which(*e)) these.push_back(e);
        for (auto const& e : these) {
            e->leaving = true;
            if (!runs(*e)) std::erase(list, e);
        }
        return these;
    }

    // Ends informers that are marked as leaving, and waits until they have ended. A caller that is cancelled
    // does not wait, but all of them end nevertheless: of() does not find them any more, so nobody else would
    // end them.
    task<> end(entries const& these) &
    {
        for (auto const& e : these)
            if (e->alone) e->alone->request_stop();
        co_await shielded(abandon_unstarted(these));
        changed.notify(); // waiters may wait for the start of one of them
        for (auto const& e : these)
            while (runs(*e)) co_await changed.wait();
    }

    task<> abandon_unstarted(entries const& these) &
    {
        for (auto const& e : these)
            if (!e->started) co_await e->what.untyped.abandon();
    }

    bool runs(entry const& e) const { return e.started && !e.ended && !over; }

    bool running = false;           // run() was called
    std::function<void()> stop_all; // while the informers run
};

} // namespace coinformer
