#pragma once

#include <coinformer/core/log.hpp>
#include <coinformer/core/task.hpp>
#include <coinformer/core/time_source.hpp>

#include <cstdint>

namespace coinformer {

/// What the library takes from outside: who runs it, the time, chance, and where its log lines go.
/// The network comes from outside too: see `dialer`.
///
/// Lifetime   the log outlives every object that was given the environment, and the execution context: tasks that are
///            destroyed with the context may write a last line. So declare it before the io_context. For the clock see
///            time_source.
struct environment {
    executor ex = {};
    time_ref time = &system_time();
    log_sink* log = &stderr_log(); ///< warnings and errors go to stderr; `&no_log()` silences the library
    std::uint64_t seed = 0;        ///< of jitter; 0 draws one from the machine
};

} // namespace coinformer
