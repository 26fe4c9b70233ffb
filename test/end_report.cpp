#include "end_report.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <sys/time.h>
#include <unistd.h>

// Only programs with a sanitizer have this function.
extern "C" [[gnu::weak]] void __sanitizer_set_death_callback(void (*callback)());

// By default UBSan ends a program without a word. With this option it raises a signal, which
// at_fatal_signal() handles.
extern "C" char const* __ubsan_default_options()
{
    return "abort_on_error=1:print_stacktrace=1";
}

// libstdc++.so counts the owners of an exception_ptr with atomics that the thread sanitizer does not see,
// because the library is not built with it. Two threads that let go of one exception look to it as if they
// raced for its memory.
extern "C" char const* __tsan_default_suppressions()
{
    return "race:std::__exception_ptr::exception_ptr::_M_release\n";
}

namespace test::end_report {

namespace {

struct fatal_signal {
    int number;
    std::string_view why;
};
constexpr std::array<fatal_signal, 6> fatal_signals{{
    {SIGSEGV, "ended by signal SIGSEGV: a bad pointer, or a stack that is too deep"},
    {SIGBUS, "ended by signal SIGBUS: a bad pointer, or a file that has become shorter"},
    {SIGFPE, "ended by signal SIGFPE: a division by zero"},
    {SIGILL, "ended by signal SIGILL: an instruction that does not exist, or a trap of the compiler"},
    {SIGABRT, "ended by signal SIGABRT: an exception that nobody caught, or an assertion"},
    {SIGTERM, "ended by signal SIGTERM: from outside, as a program that takes too long"},
}};

// The name of what runs now. It is plain memory, because a signal handler may use nothing else.
std::array<char, 400> running{};
std::size_t running_length = 0;

std::array<struct sigaction, fatal_signals.size()> handlers_before{};
std::array<char, 64 * 1024> signal_stack{};     // for a case that has used up its own stack
std::array<std::array<char, 80>, 2> exceeded{}; // the report of each kind of time limit

void say(std::string_view text) noexcept
{
    while (!text.empty()) {
        auto const written = ::write(STDERR_FILENO, text.data(), text.size());
        if (written <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void at_fatal_signal(int signal)
{
    for (std::size_t i = 0; i != fatal_signals.size(); ++i) {
        if (fatal_signals[i].number != signal) continue;
        ::sigaction(signal, &handlers_before[i], nullptr); // perhaps a sanitizer's
        say_failed(fatal_signals[i].why);
    }
    ::raise(signal);
}

void at_sanitizer_report()
{
    say_failed("ended by a sanitizer, whose report is above");
}

void at_time_limit(int signal)
{
    say_failed(exceeded[signal == SIGPROF ? 0 : 1].data());
    ::_exit(124);
}

void set_timer(limited what, std::chrono::seconds after) noexcept
{
    itimerval const once{{0, 0}, {static_cast<std::time_t>(after.count()), 0}};
    ::setitimer(what == limited::cpu_time ? ITIMER_PROF : ITIMER_REAL, &once, nullptr);
}

} // namespace

void install()
{
    stack_t stack{};
    stack.ss_sp = signal_stack.data();
    stack.ss_size = signal_stack.size();
    ::sigaltstack(&stack, nullptr);
    struct sigaction action{};
    action.sa_handler = at_fatal_signal;
    action.sa_flags = SA_ONSTACK;
    for (std::size_t i = 0; i != fatal_signals.size(); ++i)
        ::sigaction(fatal_signals[i].number, &action, &handlers_before[i]);
    if (&__sanitizer_set_death_callback) __sanitizer_set_death_callback(at_sanitizer_report);
}

void set_running(std::string_view name) noexcept
{
    running_length = std::min(name.size(), running.size());
    std::copy_n(name.data(), running_length, running.data());
}

void append(char c) noexcept
{
    if (running_length == running.size()) return;
    running[running_length] = c;
    ++running_length; // last, so that a signal in between finds only what was written
}

void say_failed(std::string_view why) noexcept
{
    say("\nFAILED: ");
    say({running.data(), running_length});
    say(": ");
    say(why);
    say("\n");
}

named_part::named_part(std::string_view name) noexcept : length_before_(running_length)
{
    for (char const c : std::string_view("\n  ")) append(c);
    for (char const c : name) append(c);
}

named_part::~named_part()
{
    running_length = length_before_;
}

time_limit::time_limit(limited what, std::chrono::seconds limit) noexcept : what_(what)
{
    bool const is_cpu_time = what == limited::cpu_time;
    auto& text = exceeded[is_cpu_time ? 0 : 1];
    std::snprintf(text.data(), text.size(), "has not ended after %lld s%s",
                  static_cast<long long>(limit.count()), is_cpu_time ? " of CPU time" : "");
    struct sigaction action{};
    action.sa_handler = at_time_limit;
    action.sa_flags = SA_ONSTACK;
    ::sigaction(is_cpu_time ? SIGPROF : SIGALRM, &action, nullptr);
    set_timer(what, limit);
}

time_limit::~time_limit()
{
    set_timer(what_, std::chrono::seconds(0));
}

} // namespace test::end_report
