#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>

/// Says what a test program was doing when a fatal signal, a sanitizer or a time limit ended it. The
/// report is one line on stderr: "FAILED: NAME: WHY". Everything that a signal handler calls here is safe
/// in it.
namespace test::end_report {

/// Installs handlers for the fatal signals and for the end by a sanitizer. main() calls it once, first of
/// all.
void install();

/// Sets the name of what runs now, of which the first 400 bytes are kept.
void set_running(std::string_view name) noexcept;
/// Adds one character to the name of what runs now.
void append(char c) noexcept;
/// Writes the report.
void say_failed(std::string_view why) noexcept;

/// Adds the name of a part to the name of what runs now, on a line of its own, while this object exists.
class named_part {
public:
    explicit named_part(std::string_view name) noexcept;
    named_part(named_part const&) = delete;
    named_part& operator=(named_part const&) = delete;
    ~named_part();

private:
    std::size_t length_before_;
};

enum class limited { cpu_time, real_time };

/// Ends the program with a report and the status 124 if this object exists for longer than `limit`. CPU
/// time is that of all threads, so that a busy machine is no reason to end. At most one limit of each kind
/// exists at a time. Zero means no limit.
///
/// The limit is a signal and no thread, because a program with a second thread counts references with
/// atomics, which would slow the simulations down. ThreadSanitizer hands the signal over when the program
/// next calls a function that it intercepts, such as an allocation.
class time_limit {
public:
    time_limit(limited what, std::chrono::seconds limit) noexcept;
    time_limit(time_limit const&) = delete;
    time_limit& operator=(time_limit const&) = delete;
    ~time_limit();

private:
    limited what_;
};

} // namespace test::end_report
