#pragma once

#include "transport/http/http2_codec.hpp"

#include <algorithm>
#include <cstddef>

namespace coinformer::detail {

/// Counts what a server sends that brings nothing, such as PING, SETTINGS and empty DATA frames, and says
/// when that is more than http2_limits allow. Each such frame costs the client time, and some have to be
/// answered, so that a server which sends nothing else could keep a client busy for ever.
///
/// A period is about a second (connection_codec::new_period()). What a request or an answer gives a reason
/// for is not held against the server.
///
/// Threads    those of the http2_codec that owns it.
class http2_allowance {
public:
    /// Begins a new period. What was allowed beyond the limits is used up in a few periods.
    void new_period() noexcept
    {
        idle_frames_ = 0;
        idle_bytes_ = 0;
        cancelled_bytes_ /= 2;
        allowed_frames_ /= 2;
    }

    /// Counts bytes that have come, whatever they bring.
    void add_bytes(std::size_t bytes) noexcept { idle_bytes_ += bytes; }
    /// Takes the payload of a frame, with a part of a body, out of the count again.
    void add_body(std::size_t bytes) noexcept { take_bytes(bytes + http2_frame_head); }
    bool has_too_many_bytes() const noexcept
    {
        return idle_bytes_ > http2_limits::idle_bytes + cancelled_bytes_;
    }
    /// The server may have sent some more bytes of a stream, before it learns that this side has reset it.
    void allow_rest(std::size_t bytes) noexcept { cancelled_bytes_ += bytes; }

    /// Counts a frame that brings nothing. `has_output` is true if bytes wait for being written. Returns
    /// false if the server has sent more such frames than it may.
    bool add_idle_frame(bool has_output) noexcept
    {
        if (has_output) ++unsent_answers_;
        return ++idle_frames_ <= http2_limits::idle_frames + allowed_frames_ &&
               unsent_answers_ <= http2_limits::unsent_answers;
    }
    /// A frame with a part of a body has begun.
    void add_body_frame() noexcept { take_frame(); }
    /// A request with a body is sent: the server reports with a few frames that it has read it.
    void allow_frames_for_a_body() noexcept { allowed_frames_ += http2_limits::frames_for_a_body; }
    /// A part of a request's body was sent.
    void allow_frames_for(std::size_t body_bytes) noexcept
    {
        allowed_frames_ += body_bytes / http2_limits::body_bytes_for_a_frame;
    }
    /// All output was written, and with it the answers to the server's frames.
    void end_output() noexcept { unsent_answers_ = 0; }

    /// A header begins: a HEADERS frame, and the CONTINUATION frames behind it.
    void begin_header() noexcept { open_header_ = 0; }
    /// Returns false if the frames of this header are larger than the limit allows.
    bool add_header_frame(std::size_t payload) noexcept
    {
        open_header_ += http2_frame_head + payload;
        return open_header_ <= http2_limits::header_block;
    }
    /// The final header of an answer has come.
    void add_header() noexcept
    {
        take_frame();
        take_bytes(http2_limits::header_list);
    }

private:
    void take_frame() noexcept { idle_frames_ -= idle_frames_ != 0 ? 1 : 0; }
    void take_bytes(std::size_t bytes) noexcept { idle_bytes_ -= std::min(idle_bytes_, bytes); }

    std::size_t idle_frames_ = 0;     // this period's
    std::size_t allowed_frames_ = 0;  // beyond the limit, because of the bodies of requests
    std::size_t unsent_answers_ = 0;  // idle frames that came while output waited
    std::size_t idle_bytes_ = 0;      // this period's, without those of bodies and headers
    std::size_t cancelled_bytes_ = 0; // those that may still come for streams that were reset
    std::size_t open_header_ = 0;     // bytes of the frames of the header that is arriving
};

} // namespace coinformer::detail
