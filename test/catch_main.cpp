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

#include "end_report.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unistd.h>

namespace {

namespace end_report = test::end_report;

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
            end_report::say_failed("has not ended in time, and is ended here. COINFORMER_TEST_CASE_SECONDS "
                                   "gives each case more time.");
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

/// Tells the handlers which case runs, and gives each case its time limit.
struct case_guard : event_listener {
    using event_listener::event_listener;

    void testCaseStarting(Catch::TestCaseInfo const& info) override
    {
        last_ = info.name;
        end_report::set_running(info.name + "\n  " + info.lineInfo.file + ':' +
                                std::to_string(info.lineInfo.line));
        guard->begin_case();
    }
    void testCaseEnded(Catch::TestCaseStats const&) override
    {
        guard->end_case();
        end_report::set_running("what follows the case: " + last_);
    }
    void testRunEnded(Catch::TestRunStats const&) override
    {
        end_report::set_running("the end of the program, after its cases, the last of which was: " + last_);
    }

private:
    std::string last_;
};
CATCH_REGISTER_LISTENER(case_guard)

} // namespace

int main(int argc, char** argv)
{
    auto const* const seconds = std::getenv("COINFORMER_TEST_CASE_SECONDS");
    watchdog here(std::chrono::seconds(seconds ? std::strtol(seconds, nullptr, 10) : 100));
    guard = &here;
    end_report::set_running("the start of the program, before its cases");
    end_report::install();
    return Catch::Session().run(argc, argv);
}
