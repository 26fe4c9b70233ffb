#pragma once

#include "transport/http/http2_codec.hpp"

#include <coinformer/core/time_source.hpp>

#include <algorithm>
#include <cstddef>

namespace coinformer::detail {

/// Decides how large the window of a stream is: how many bytes may wait for its consumer. A long list wants a
/// large one, because a round trip passes between a credit and the bytes that it allows; over 40 ms, a window
/// of 256 KB limits a list to some 5 MB/s. A watch keeps the small one.
///
/// The window is quadrupled when one of its size was consumed within `quick`, and goes back to the first size
/// when that took longer than `slow`.
class receive_window {
public:
    static constexpr std::size_t first = http2_limits::stream_window;
    static constexpr std::size_t largest = 16 * 1024 * 1024;
    static constexpr duration quick = std::chrono::milliseconds(500);
    static constexpr duration slow = std::chrono::seconds(5);

    /// Called when bytes were consumed. Returns true if the size has changed.
    bool consumed(std::size_t bytes, time_point now) noexcept
    {
        if (consumed_ == 0) since_ = now;
        consumed_ += bytes;
        if (consumed_ < size_) return false;
        auto const took = now - since_;
        auto const before = size_;
        consumed_ = 0;
        if (took <= quick) size_ = std::min(size_ * 4, largest);
        if (took >= slow) size_ = first;
        return size_ != before;
    }
    std::size_t size() const noexcept { return size_; }

private:
    std::size_t size_ = first;
    std::size_t consumed_ = 0; // since since_
    time_point since_;
};

} // namespace coinformer::detail
