#pragma once

#include <coinformer/core/task.hpp>

#include <boost/asio/cancellation_signal.hpp>

#include <list>

namespace coinformer::detail {

/// Ends tasks from the outside, whatever awaits them. http_client::close() ends all requests with it.
///
/// Threads    one serial executor.
/// Lifetime   must outlive the tasks that run() awaits; the destructor asserts it.
class interruption {
public:
    interruption() = default;
    interruption(interruption const&) = delete;
    ~interruption();

    /// Awaits `body`, which interrupt() cancels.
    [[nodiscard]] task<> run(task<> body) &;
    /// Cancels all tasks that run() awaits now.
    void interrupt() noexcept;

private:
    std::list<boost::asio::cancellation_signal> signals_;
};

} // namespace coinformer::detail
