#pragma once

#include <coinformer/core/random.hpp>
#include <coinformer/core/wakeup.hpp>
#include <coinformer/testing/memory_stream.hpp>

#include <deque>
#include <memory>
#include <span>
#include <string>

namespace coinformer::testing::detail {

/// One direction of a connection: bytes that are on their way, and what becomes of them.
///
/// Lifetime   shared by both ends; whoever waits on it holds it.
class memory_pipe {
public:
    memory_pipe(environment env, std::size_t capacity, link_options how);

    /// How many of these bytes found room; 0 while it is full.
    std::size_t put(std::span<char const> from);
    /// How many bytes have arrived and were taken; 0 when none have.
    std::size_t take(std::span<char> into);
    /// All bytes were taken, and the writer's orderly end has arrived.
    bool has_ended() const noexcept;
    /// Sees to it that there is a notify() when the next bytes arrive.
    void expect();

    void close_writer();
    void close_reader();
    void break_off() noexcept;
    void silence() noexcept;
    void hold(bool held);

    bool is_broken() const noexcept { return broken_; }
    bool is_silent() const noexcept { return silent_; }
    bool takes_nothing() const noexcept { return broken_ || (reader_gone_ && !silent_); }

    wakeup changed;

private:
    struct parcel {
        time_point arrival;
        std::string bytes; // none: the writer's orderly end
        std::size_t taken = 0;
    };
    time_point arrival_now();
    bool arrived() const noexcept;

    environment env_;
    std::size_t capacity_;
    link_options link_;
    random_source random_;
    std::deque<parcel> under_way_;
    std::size_t size_ = 0; // bytes in under_way_
    std::uint64_t written_ = 0;
    time_point last_arrival_{};
    std::unique_ptr<timer> alarm_;
    bool silent_ = false;
    bool held_ = false;
    bool writer_gone_ = false;
    bool reader_gone_ = false;
    bool broken_ = false;
};

} // namespace coinformer::testing::detail
