// The main function of every test program. When a case crashes, hangs or is ended by a sanitizer, it says
// which case that was. Catch2's own handler is not enough: it works only while a case runs, it allocates
// memory, so that it may hang for ever, and it does not notice cases that do not end.

#define CATCH_CONFIG_RUNNER
#define CATCH_CONFIG_NO_POSIX_SIGNALS
#include "catch.hpp"
#if __has_include(<catch2/reporters/catch_reporter_event_listener.hpp>) // Catch2 3
#include <catch2/catch_test_case_info.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
using event_listener = Catch::EventListenerBase;
#else
using event_listener = Catch::TestEventListenerBase;
#endif

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
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

namespace {

constexpr std::array fatal_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM};

// The name of the running case. It is plain memory, because a signal handler may use nothing else.
std::array<char, 400> running{};
std::array<struct sigaction, fatal_signals.size()> handlers_before{};
std::array<char, 64 * 1024> signal_stack{}; // so that a case that has used up its own stack is named, too

void set_running(std::string_view where)
{
    running.fill('\0');
    std::copy_n(where.data(), std::min(where.size(), running.size() - 1), running.data());
}

void say(std::string_view text)
{
    while (!text.empty()) {
        auto const written = ::write(STDERR_FILENO, text.data(), text.size());
        if (written <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void say_what_failed(std::string_view why)
{
    say("\nFAILED: ");
    say(running.data());
    say("\n  ");
    say(why);
    say("\n");
}

void at_fatal_signal(int signal)
{
    for (std::size_t i = 0; i != fatal_signals.size(); ++i)
        // perhaps a sanitizer's
        if (fatal_signals[i] == signal) ::sigaction(signal, &handlers_before[i], nullptr);
    switch (signal) {
    case SIGSEGV:
        say_what_failed("It was ended by SIGSEGV: a bad pointer, or a stack that is too deep.");
        break;
    case SIGABRT:
        say_what_failed("It was ended by SIGABRT: an exception that nobody caught, or an assertion.");
        break;
    case SIGTERM:
        say_what_failed("It was ended from outside by SIGTERM, as ctest does when a program takes too long.");
        break;
    default: say_what_failed("It was ended by a fatal signal."); break;
    }
    ::raise(signal);
}

/// Ends the program when a case takes too long. It is a thread and not an alarm signal, because
/// ThreadSanitizer delivers signals only to a thread that waits, and a thread that hangs in a loop does not.
class watchdog {
public:
    explicit watchdog(std::chrono::seconds limit) : limit_(limit) {}

    void begin_case()
    {
        std::lock_guard const lock(mutex_);
        ends_ = std::chrono::steady_clock::now() + limit_;
    }
    void end_case()
    {
        std::lock_guard const lock(mutex_);
        ends_.reset();
    }

private:
    void watch(std::stop_token const& stop)
    {
        std::unique_lock lock(mutex_);
        while (!stop.stop_requested()) {
            changed_.wait_for(lock, stop, std::chrono::seconds(1), [] { return false; });
            if (!ends_ || std::chrono::steady_clock::now() < *ends_) continue;
            say_what_failed("It did not end in time and is ended here. COINFORMER_TEST_CASE_SECONDS gives "
                            "each case more time.");
            ::_exit(124);
        }
    }

    std::chrono::seconds limit_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::optional<std::chrono::steady_clock::time_point> ends_; // when the time of the running case is over
    std::jthread thread_{[this](std::stop_token const& stop) { watch(stop); }};
};

watchdog* guard = nullptr; // lives in main()

void at_sanitizer_report()
{
    say_what_failed("A sanitizer ended it: its report is above.");
}

void install_handlers()
{
    stack_t stack{};
    stack.ss_sp = signal_stack.data();
    stack.ss_size = signal_stack.size();
    ::sigaltstack(&stack, nullptr);
    struct sigaction action{};
    action.sa_handler = at_fatal_signal;
    action.sa_flags = SA_ONSTACK;
    for (std::size_t i = 0; i != fatal_signals.size(); ++i)
        ::sigaction(fatal_signals[i], &action, &handlers_before[i]);
    if (&__sanitizer_set_death_callback) __sanitizer_set_death_callback(at_sanitizer_report);
}

/// Tells the handlers which case runs, and gives each case its time limit.
struct case_guard : event_listener {
    using event_listener::event_listener;

    void testCaseStarting(Catch::TestCaseInfo const& info) override
    {
        set_running(info.name + "\n  " + info.lineInfo.file + ':' + std::to_string(info.lineInfo.line));
        guard->begin_case();
    }
    void testCaseEnded(Catch::TestCaseStats const& stats) override
    {
        guard->end_case();
        set_running("what follows the case: " + stats.testInfo.name);
    }
    void testRunEnded(Catch::TestRunStats const&) override
    {
        set_running("the end of the program, after its cases");
    }
};
CATCH_REGISTER_LISTENER(case_guard)

} // namespace

int main(int argc, char** argv)
{
    auto const* const seconds = std::getenv("COINFORMER_TEST_CASE_SECONDS");
    watchdog here(std::chrono::seconds(seconds ? std::strtol(seconds, nullptr, 10) : 100));
    guard = &here;
    set_running("the start of the program, before its cases");
    install_handlers();
    return Catch::Session().run(argc, argv);
}
