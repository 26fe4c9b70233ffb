#pragma once

#include "transport/process/child_process.hpp"

#include <sys/types.h>
#include <sys/wait.h>

#include <utility>

namespace coinformer::detail {

constexpr auto by_pidfd = static_cast<::idtype_t>(3); // P_PIDFD, which older headers lack

/// A descriptor that is closed with its owner.
class unique_descriptor {
public:
    explicit unique_descriptor(int fd = -1) noexcept : fd_(fd) {}
    unique_descriptor(unique_descriptor&& other) noexcept : fd_(other.release()) {}
    unique_descriptor& operator=(unique_descriptor&& other) noexcept
    {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~unique_descriptor();

    int get() const noexcept { return fd_; }
    int release() noexcept { return std::exchange(fd_, -1); }

private:
    int fd_;
};

/// A process that was just started.
struct spawned_process {
    ::pid_t pid = 0;          ///< also the number of its session and of its process group
    unique_descriptor handle; ///< a pidfd
    unique_descriptor output; ///< the reading ends of pipes, which do not block
    unique_descriptor complaints;
};

/// Starts a program in a session of its own.
///
/// Errors     std::system_error
spawned_process spawn(process_command const& what);

} // namespace coinformer::detail
