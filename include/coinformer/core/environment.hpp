#pragma once

#include <coinformer/core/log.hpp>
#include <coinformer/core/metrics.hpp>
#include <coinformer/core/task.hpp>
#include <coinformer/core/time_source.hpp>

#include <cstdint>

namespace coinformer {

/// Everything that the library takes from the program around it: an executor, a clock, a log and a seed for
/// random numbers. The network comes from outside as well: see `dialer`.
///
/// Lifetime   The log outlives every object that was given the environment, and the execution context,
///            because tasks that are destroyed with the context may write a last line. So declare the log
///            before the io_context. For the clock see time_source.
struct environment {
    executor ex = {};
    time_ref time = &system_time();
    log_sink* log = &stderr_log();    ///< warnings and errors go to stderr; `&no_log()` silences the library
    std::uint64_t seed = 0;           ///< seed for jitter; with 0 the library draws one from the machine
    coinformer::metrics metrics = {}; ///< a `&registry` of type metrics_registry; the default counts nothing
};

} // namespace coinformer
