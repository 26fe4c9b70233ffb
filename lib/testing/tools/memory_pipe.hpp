#pragma once

#include <coinformer/core/random.hpp>
#include <coinformer/core/wakeup.hpp>
#include <coinformer/testing/memory_stream.hpp>

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>

namespace coinformer::testing::detail {

/// One direction of a connection in memory: it keeps the bytes that are on their way, and lets them arrive,
/// or not, as its link_options say.
///
/// States     Normally bytes arrive after the link's delay. While it is held, nothing arrives. When it is
///            silent, new bytes and the end are swallowed for ever. When it is broken, both sides get an
///            error. Independently, the writer and the reader can be gone.
/// Threads    the memory_stream at each end uses it, both on one serial executor.
/// Lifetime   shared by both ends; an end that waits on it keeps it alive.
class memory_pipe {
public:
    memory_pipe(environment env, std::size_t capacity, link_options how);

    /// Takes as many of these bytes as there is room for, and returns their number; 0 if the buffer is full.
    std::size_t put(std::span<char const> from);
    /// Moves bytes that have arrived to `into`, and returns their number; 0 if none have arrived.
    std::size_t take(std::span<char> into);
    /// True if all bytes were taken and the writer's orderly end has arrived.
    bool has_ended() const noexcept;
    /// True if bytes or the writer's orderly end have arrived.
    bool has_arrived() const noexcept { return arrived(); }
    /// Starts a timer that notifies `changed` when the next bytes arrive. Without a delay, no timer is
    /// needed.
    void notify_on_arrival();

    void close_writer();
    void close_reader();
    void break_off() noexcept;
    void silence() noexcept;
    void hold(bool held);

    bool is_broken() const noexcept { return broken_; }
    bool is_silent() const noexcept { return silent_; }
    /// True if a write has to fail: the link is broken, or its reader has gone and the writer can learn of
    /// it.
    bool takes_nothing() const noexcept { return broken_ || (reader_gone_ && !silent_); }

    wakeup changed; ///< notified when a waiting reader or writer has to look again

private:
    struct parcel {
        time_point arrival;
        std::string bytes; // empty: the writer's orderly end
        std::size_t taken = 0;
    };
    time_point arrival_now();
    bool arrived() const noexcept;

    environment env_;
    std::size_t capacity_;
    link_options link_;
    random_source random_;
    std::deque<parcel> under_way_;
    std::size_t size_ = 0;      // bytes in under_way_
    std::uint64_t written_ = 0; // in all, for reset_after and silent_after
    time_point last_arrival_{};
    std::unique_ptr<timer> alarm_;
    bool silent_ = false;
    bool held_ = false;
    bool writer_gone_ = false;
    bool reader_gone_ = false;
    bool broken_ = false;
};

} // namespace coinformer::testing::detail
