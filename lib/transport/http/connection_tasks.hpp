#pragma once

#include <coinformer/core/nursery.hpp>

#include <memory>
#include <utility>

namespace coinformer::detail {

/// The two coroutines of a shared_connection: one that reads, and one that writes. At most one of each runs.
///
/// Threads    the connection's.
class connection_tasks {
public:
    explicit connection_tasks(executor ex) : ex_(std::move(ex)), writes_(ex_) {}

    /// Starts the coroutine that reads; it calls begin_reading() first, and end_reading() at its end.
    void start_reading(task<> body)
    {
        if (!reads_ || reads_->stopping()) reads_ = std::make_unique<nursery>(ex_);
        reads_->start(std::move(body));
        reading_ = true; // not before: there may be no memory to start it
        has_begun_ = false;
    }
    void begin_reading() noexcept { has_begun_ = true; }
    void end_reading() noexcept { reading_ = false; }
    /// Stops the coroutine that reads, if is_reading(). One that has not begun will not begin, and so would
    /// never call end_reading(). Errors: std::bad_alloc.
    void stop_reading()
    {
        reads_->request_stop();
        if (!has_begun_) reading_ = false;
    }
    bool is_reading() const noexcept { return reading_; }
    /// True if stop_reading() was called for the coroutine that reads, or has read last.
    bool was_stopped() const noexcept { return reads_ && reads_->stopping(); }

    /// Starts the coroutine that writes; it calls end_writing() at its end.
    void start_writing(task<> body)
    {
        writes_.start(std::move(body));
        writing_ = true;
    }
    void end_writing() noexcept { writing_ = false; }
    /// The write has failed: is_writing() stays true, so that no other write begins.
    void fail_writing() noexcept { unwritable_ = true; }
    bool is_writing() const noexcept { return writing_; }
    bool is_unwritable() const noexcept { return unwritable_; }

private:
    executor ex_;
    nursery writes_;
    std::unique_ptr<nursery> reads_; // each one until it is stopped
    bool reading_ = false, has_begun_ = false, writing_ = false, unwritable_ = false;
};

} // namespace coinformer::detail
