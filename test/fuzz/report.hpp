#pragma once

#include <cstdlib>
#include <iostream>
#include <string_view>

// The way in which a fuzz target reports that the library broke a promise: it prints what was expected and
// what came, and aborts. Then libFuzzer keeps the input as a file.

namespace fuzz {

[[noreturn]] inline void fail(std::string_view promise, std::string_view details)
{
    std::cerr << "broken promise: " << promise << '\n' << details << std::endl;
    std::abort();
}

inline void check(bool holds, std::string_view promise, std::string_view details)
{
    if (!holds) fail(promise, details);
}

/// Fails if the two values differ. `of` is the text that was read, for the report.
template <class Expected, class Actual>
void check_equal(std::string_view promise, Expected const& expected, Actual const& actual,
                 std::string_view of)
{
    if (expected == actual) return;
    std::cerr << "expected: " << expected << "\nactual:   " << actual << "\nof:       " << of << '\n';
    fail(promise, "");
}

} // namespace fuzz
