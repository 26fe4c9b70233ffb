#pragma once

#include <fcntl.h>
#include <unistd.h>

namespace test {

/// Takes standard input away from this process, as some supervisors start a program, and gives it back at the
/// end. Meanwhile the system gives the number 0 to the next descriptor that is opened.
class closed_standard_input {
public:
    closed_standard_input() noexcept : kept_(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1))
    {
        ::close(STDIN_FILENO);
    }
    closed_standard_input(closed_standard_input const&) = delete;
    ~closed_standard_input()
    {
        if (kept_ < 0) return; // there was none before
        ::dup2(kept_, STDIN_FILENO);
        ::close(kept_);
    }
    /// Returns true if something that was opened meanwhile has the number 0.
    bool is_taken() const noexcept { return ::fcntl(STDIN_FILENO, F_GETFD) != -1; }

private:
    int const kept_;
};

} // namespace test
