#pragma once

// This header checks what coinformer needs of the compiler. Every public header includes this one first, so
// that a wrong setting gives one line that says what to do. The include of a file that does not exist ends
// the compilation: without it, pages of other errors would follow.

#if __cplusplus < 202002L
#error                                                                                                       \
    "coinformer needs C++20: compile with -std=c++20 (in CMake: target_compile_features(your_target PRIVATE cxx_std_20))"
#include <coinformer_needs_cxx20>
#elif !defined(__cpp_exceptions)
#error "coinformer reports failures as exceptions: compile without -fno-exceptions"
#include <coinformer_needs_exceptions>
#elif !defined(__cpp_impl_coroutine)
#error "coinformer needs C++20 coroutines: take g++ 12.2 or later, or clang 19 or later"
#include <coinformer_needs_coroutines>
#endif
