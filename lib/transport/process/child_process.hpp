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

    std::string program;                ///< the path of its file
    std::vector<std::string> arguments; ///< the first one is the name by which the program is called
    std::vector<std::string> variables; ///< all of its environment; each is "NAME=value"
};

/// The end of a process, and what it has written.
struct process_end {
    enum class kind {
        exited,    ///< with `number` as exit code
        killed,    ///< by the signal `number`, which others have sent
        timed_out, ///< it was stopped at the time limit
        flooded,   ///< it was stopped because it wrote more than most_output or most_complained bytes
        unknown,   ///< this program ignores SIGCHLD, or another part of it has taken the exit code
    };
    kind how = kind::unknown;
    int number = 0;
    std::string output;     ///< its standard output; it is larger than most_output if that was the flood
    std::string complaints; ///< the last bytes of its standard error
};

constexpr std::size_t most_output = 1024 * 1024;
constexpr std::size_t most_complaints = 64 * 1024;        // that are kept
constexpr std::size_t most_complained = 16 * 1024 * 1024; // that are read

/// Runs a program until it ends. What its own children write after its end is not waited for.
///
/// At the time limit, and when the task is cancelled, the process and all of its session are sent SIGTERM,
/// and SIGKILL two seconds later. If the task is destroyed, they are sent SIGKILL at once. In each case the
/// process is waited for, so that it does not stay as a zombie; but for a second at most, because a process
/// that waits for a dead file server does not even end by SIGKILL. A later run collects such a process. No
/// handler of SIGCHLD is needed or changed.
///
/// Errors     std::system_error if the program cannot be started, for example with ENOENT.
/// Cancel     at any time; the process has ended before the task does.
/// Threads    one serial executor. Starting a process blocks until the program has been loaded.
/// Lifetime   `env` outlives the task.
[[nodiscard]] task<process_end> run_process(environment const& env, process_command what, duration limit);

} // namespace coinformer::detail
