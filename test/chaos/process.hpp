#pragma once

#include <coinformer/core/task.hpp>

#include <boost/asio/posix/stream_descriptor.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace chaos {

/// A program that this test started: it is told lines, and its lines are kept. Dies with SIGKILL, and is reaped.
class process {
public:
    /// Errors     std::system_error when it cannot be started.
    process(coinformer::executor ex, std::vector<std::string> command);
    process(process const&) = delete;
    process& operator=(process const&) = delete;
    ~process();

    /// Reads what it prints until that ends. An unfinished last line is dropped: it was killed in mid-line.
    [[nodiscard]] coinformer::task<> read() &;
    bool output_ended() const noexcept { return output_ended_; }
    std::vector<std::string> const& lines() const noexcept { return lines_; }

    /// Dropped when it is dead: whoever speaks to a dead server is not heard either.
    void tell(std::string_view line) noexcept;
    void end_input() noexcept;
    /// SIGSTOP, SIGCONT, SIGKILL. Nothing once it was reaped.
    void signal(int number) noexcept;
    /// How it ended: the exit status, or minus the signal that killed it; none: it runs.
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
