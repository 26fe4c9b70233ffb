#pragma once

#include "transport/config/http2_support.hpp"
#include "transport/http/connection_codec.hpp"

#include <memory>

namespace coinformer::detail {

/// What an HTTP/2 client allows its peer.
struct http2_limits {
    /// The header of one answer: names, values and 32 bytes for each field (RFC 9113), with the interim
    /// answers before it and the trailers after it. More than this ends the exchange with
    /// errc::header_too_large.
    static constexpr std::size_t header_list = 64 * 1024;
    /// The encoded bytes of one header, padding and empty CONTINUATION frames included.
    static constexpr std::size_t header_block = 256 * 1024;
    /// Frames that bring nothing (SETTINGS, PING, RST_STREAM, WINDOW_UPDATE, PRIORITY, empty DATA, unknown
    /// ones, and interim answers), in one period. Each frame with a part of an answer allows one more.
    static constexpr std::size_t idle_frames = 1000;
    /// A server reports that it has read the body of a request, by a frame for some kilobytes. So each body
    /// allows some more of these frames.
    static constexpr std::size_t frames_for_a_body = 4;
    static constexpr std::size_t body_bytes_for_a_frame = 1024;
    /// Frames without content that come while the peer takes no bytes, because they are answered.
    static constexpr std::size_t unsent_answers = 100'000;
    /// The encoded header of a request.
    static constexpr std::size_t request_header = 1024 * 1024;
    /// Bytes that are no part of a body, in one period. A header allows header_list more. nghttp2 skips
    /// frames of unknown types without a word, so that only their bytes can be counted.
    static constexpr std::size_t idle_bytes = 1024 * 1024;
    /// The number of exchanges before the peer has said how many it takes.
    static constexpr std::size_t first_streams = 100;
    static constexpr std::size_t most_streams = 1000;
    /// The number of bytes of one body that may arrive before its consumer takes them.
    static constexpr std::size_t stream_window = 256 * 1024;
    static constexpr std::size_t connection_window = 64 * 1024 * 1024;
    /// The largest frame. A server writes each frame by itself, so larger ones cost both sides less.
    static constexpr std::size_t frame = 128 * 1024;
};

/// The number of bytes in front of the payload of each frame (RFC 9113, 4.1).
inline constexpr std::size_t http2_frame_head = 9;

/// HTTP/2, as a client, on nghttp2. Credit for the connection is given on receipt, and for a stream on
/// consumption: an exchange whose consumer stands still stops alone.
///
/// `announced` is the number of exchanges that this server has announced to take on one connection, as far as
/// its connections have heard of it. The codec begins with that number, and stores what it hears itself, so
/// that the next connection is not taken for larger than it will be. Null stands for
/// http2_limits::first_streams.
///
/// Errors     errc::config_invalid if has_http2() is false.
std::unique_ptr<connection_codec> make_http2_codec(std::shared_ptr<std::size_t> announced = nullptr);

} // namespace coinformer::detail
