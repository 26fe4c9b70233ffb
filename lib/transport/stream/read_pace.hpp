#pragma once

#include <coinformer/core/time_source.hpp>

#include <cstddef>

namespace coinformer::detail {

/// Notices that a peer writes a little at a time, and often. An API server writes each object of a streamed
/// list by itself: one HTTP chunk and one TLS record each. A reader that is faster than the server is woken
/// for each of them, and a wake-up costs several times as much as decoding one object. A stream that sees
/// this lets bytes gather for `pause` before it reads again.
///
/// A lone event is never delayed: the first `reads_before_gathering` reads of a burst happen at once, and the
/// first pause in which nothing has come is the last one.
///
/// Threads    one.
class read_pace {
public:
    static constexpr duration pause = std::chrono::milliseconds(1);
    /// The longest time between two reads of a burst.
    static constexpr duration dense = std::chrono::microseconds(300);
    static constexpr std::size_t little = 64 * 1024; ///< bytes of a small read; more is worth a wake-up
    static constexpr unsigned reads_before_gathering = 16;
    static constexpr int enough = 128 * 1024; ///< bytes that end a pause early

    void received(std::size_t bytes) noexcept { bytes_ += bytes; }

    /// Called when all bytes that have arrived were read, and the stream is about to wait for more. Returns
    /// true if the stream should sleep for `pause` first.
    bool gathers(time_point now) noexcept
    {
        auto const bytes = bytes_;
        auto const since = now - last_;
        bytes_ = 0;
        last_ = now;
        bool const goes_on = gathering() ? bytes != 0 : bytes != 0 && bytes < little && since < dense;
        if (!goes_on)
            reads_ = 0;
        else if (!gathering())
            ++reads_;
        return gathering();
    }

private:
    bool gathering() const noexcept { return reads_ >= reads_before_gathering; }

    std::size_t bytes_ = 0; // since the last call
    time_point last_;
    unsigned reads_ = 0; // small reads in a row, each soon after the one before
};

} // namespace coinformer::detail
