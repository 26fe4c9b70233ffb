#pragma once

#include "stepped_clock.hpp"

#include <condition_variable>
#include <list>
#include <mutex>
#include <optional>

namespace hostile {

/// Keeps the threads of a server in the virtual time of the client's loop. Each thread says what it waits
/// for: a socket, or a time. The clock of the loop advances only if every thread waits for something that the
/// client or the passing of time must bring.
class outside_threads final : public outside_world {
public:
    struct over {}; ///< thrown by each wait after stop() was called

    struct waiter {
        bool waits = false;
        int socket = -1;
        short events = 0; ///< the events for poll(2); 0: it waits for a time
        std::optional<coinformer::time_point> until = std::nullopt;
    };

    outside_threads();
    outside_threads(outside_threads const&) = delete;
    outside_threads& operator=(outside_threads const&) = delete;
    ~outside_threads() override;

    // ---- called by the threads
    waiter& enter();
    void leave(waiter& self);
    void wait(waiter& self, int socket, short events);
    void sleep(waiter& self, coinformer::duration time);

    // ---- called by the client's thread
    void stop();
    bool is_quiet() override;
    std::chrono::microseconds settling_time() override;
    std::optional<coinformer::time_point> next_time() override;
    void advance_to(coinformer::time_point now) override;

private:
    int stop_event_; // an eventfd that is readable after stop() was called
    std::mutex mutex_;
    std::condition_variable time_passed_;
    coinformer::time_point now_{};
    bool stops_ = false;
    std::list<waiter> waiters_;
};

} // namespace hostile
