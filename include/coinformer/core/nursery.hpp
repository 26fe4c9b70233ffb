#pragma once

#include <coinformer/core/task.hpp>
#include <coinformer/core/wakeup.hpp>

#include <boost/asio/cancellation_signal.hpp>

#include <exception>
#include <list>

namespace coinformer {

/// Owner of child tasks. The first child that fails stops its siblings; join() rethrows that failure.
///
/// Threads    the executor is serial: a strand, or an io_context that one thread runs. All calls are made on it.
/// Lifetime   joined before it dies; the destructor asserts it.
class nursery {
public:
    explicit nursery(executor ex) : ex_(std::move(ex)) {}
    nursery(nursery const&) = delete;
    nursery& operator=(nursery const&) = delete;
    ~nursery();

    /// Starts a child on the nursery's executor, never inline. After request_stop() the child is dropped unstarted.
    void start(task<> child);

    /// Cancels every child, now and in a turn of its own for each. Returns at once; join() waits.
    void request_stop();
    bool stopping() const noexcept { return stopping_; }

    /// Waits until every child has ended, then rethrows the first failure, if any. A child that ends by being
    /// cancelled after request_stop() is no failure.
    ///
    /// Cancel     stops the children, still waits for all of them, then throws condition::cancelled.
    [[nodiscard]] task<> join() &;

private:
    using children = std::list<boost::asio::cancellation_signal>;
    void ended(children::iterator child, std::exception_ptr failure);

    executor ex_;
    wakeup ended_;
    children children_;
    std::size_t posted_ = 0; // stop signals on their way
    std::exception_ptr failure_;
    bool stopping_ = false;
};

} // namespace coinformer
