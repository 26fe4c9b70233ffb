#pragma once

#include <coinformer/core/task.hpp>

#include <boost/asio/posix/stream_descriptor.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace chaos {

/// A program that this test started. The test writes lines to it, and keeps the lines that it prints. The
/// destructor kills it with SIGKILL and reaps it.
class process {
public:
    /// Errors     std::system_error when it cannot be started.
    process(coinformer::executor ex, std::vector<std::string> command);
    process(process const&) = delete;
    process& operator=(process const&) = delete;
    ~process();

    /// Reads the program's output until it ends. An unfinished last line is dropped: the program was killed
    /// while it wrote.
    [[nodiscard]] coinformer::task<> read() &;
    bool output_ended() const noexcept { return output_ended_; }
    std::vector<std::string> const& lines() const noexcept { return lines_; }

    /// Sends a line to the program. The line is dropped if the program is dead, as everything is that is sent
    /// to a dead server.
    void tell(std::string_view line) noexcept;
    void end_input() noexcept;
    /// Sends SIGSTOP, SIGCONT, SIGTERM or SIGKILL. Does nothing after the program was reaped.
    void signal(int number) noexcept;
    /// Sends SIGSTOP or SIGKILL, and waits until the program stands still. After the signal alone it may go
    /// on for a moment on another processor.
    void halt(int number) noexcept;
    /// Returns how it ended: the exit status, or minus the signal that killed it; nullopt while it runs.
    std::optional<int> ended() noexcept;

private:
    pid_t pid_ = -1;
    int input_ = -1;
    boost::asio::posix::stream_descriptor output_;
    std::vector<std::string> lines_;
    std::optional<int> ended_;
    bool output_ended_ = false;
};

} // namespace chaos
