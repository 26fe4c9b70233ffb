#pragma once

#include <csignal>
#include <cstring>
#include <string>
#include <sys/time.h>
#include <unistd.h>

namespace hostile {

/// Ends the program if a handler of the loop does not return, and names the attack; the clock of the loop
/// ends all other attacks that do not come to an end. The watchdog counts CPU time, so that a busy machine is
/// no reason to end. It calls only functions that are safe in a signal handler.
class watchdog {
public:
    explicit watchdog(std::string const& name)
    {
        std::strncpy(name_, name.c_str(), sizeof name_ - 1);
        std::signal(SIGPROF, &watchdog::bite);
        set(seconds);
    }
    watchdog(watchdog const&) = delete;
    watchdog& operator=(watchdog const&) = delete;
    ~watchdog() { set(0); }

private:
    static constexpr time_t seconds = 200;

    static void set(time_t after)
    {
        itimerval const once{{0, 0}, {after, 0}};
        ::setitimer(ITIMER_PROF, &once, nullptr);
    }
    static void bite(int)
    {
        static constexpr char said[] = "hostile server: no end after 200 s of CPU time: ";
        (void)!::write(STDERR_FILENO, said, sizeof said - 1);
        (void)!::write(STDERR_FILENO, name_, std::strlen(name_));
        (void)!::write(STDERR_FILENO, "\n", 1);
        ::_exit(1);
    }
    static inline char name_[300] = {};
};

} // namespace hostile
