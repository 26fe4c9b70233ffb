#pragma once

#include <coinformer/core/task.hpp>

#include <boost/asio/cancellation_signal.hpp>

#include <list>

namespace coinformer {

/// Ends tasks from outside of them, whoever awaits them.
///
/// Threads    one serial executor.
/// Lifetime   outlives what run() awaits; the destructor asserts it.
class interruption {
public:
    interruption() = default;
    interruption(interruption const&) = delete;
    ~interruption();

    /// Awaits `body`, which interrupt() cancels.
    [[nodiscard]] task<> run(task<> body) &;
    void interrupt() noexcept;

private:
    std::list<boost::asio::cancellation_signal> signals_;
};

} // namespace coinformer
