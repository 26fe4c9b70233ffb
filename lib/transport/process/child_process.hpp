#pragma once

#include <coinformer/core/environment.hpp>
#include <coinformer/core/task.hpp>

#include <cstddef>
#include <string>
#include <system_error>
#include <vector>

namespace coinformer::detail {

/// A program to run. It gets no input, no terminal and no descriptor but its standard ones.
class process_command {
public:
    process_command() = default;

    std::vector<std::string> arguments; ///< The first one is the program: a path, or a name to find in PATH.
    std::vector<std::string> variables; ///< "NAME=value", beside those of this process; the last one counts
};

/// The end of a process, and what it has written.
struct process_end {
    enum class kind {
        exited,    ///< with `number` as exit code
        killed,    ///< by the signal `number`, which others have sent
        timed_out, ///< it was stopped at the time limit
        flooded,   ///< it was stopped because it wrote more than most_output bytes
        unknown,   ///< this program ignores SIGCHLD, or another part of it has taken the exit code
    };
    kind how = kind::unknown;
    int number = 0;
    std::string output;     ///< its standard output
    std::string complaints; ///< the last bytes of its standard error
};

constexpr std::size_t most_output = 1024 * 1024;
constexpr std::size_t most_complaints = 64 * 1024;

/// Runs a program until it ends. What its own children write after its end is not waited for.
///
/// At the time limit, and when the task is cancelled, the process and all of its session are sent SIGTERM,
/// and SIGKILL two seconds later. If the task is destroyed, they are sent SIGKILL at once. In each case the
/// process is waited for, so that it does not stay as a zombie. No handler of SIGCHLD is needed or changed.
///
/// Errors     std::system_error if the program cannot be started, for example with ENOENT.
/// Cancel     at any time; the process has ended before the task does.
/// Threads    one serial executor. Starting a process blocks until the program has been loaded.
/// Lifetime   `env` outlives the task.
[[nodiscard]] task<process_end> run_process(environment const& env, process_command what, duration limit);

} // namespace coinformer::detail
