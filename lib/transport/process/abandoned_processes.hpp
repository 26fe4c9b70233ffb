#pragma once

#include "transport/process/spawn.hpp"

#include <mutex>
#include <vector>

namespace coinformer::detail {

/// Child processes that do not end although they were killed, for example because they wait for a file server
/// that is gone. Each later run of a process collects those that have ended since, so that zombies do not
/// pile up.
///
/// Threads    any.
class abandoned_processes {
public:
    /// Returns the object that the whole program shares.
    static abandoned_processes& all();

    /// Takes over the pidfd of a process that was sent SIGKILL. Without memory for that, the process will
    /// stay as a zombie.
    void add(unique_descriptor handle) noexcept;
    void collect() noexcept;

private:
    std::mutex lock_;
    std::vector<unique_descriptor> handles_;
};

} // namespace coinformer::detail
