#pragma once

#include "transport/config/credential_mask.hpp"

#include <coinformer/core/error.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace coinformer::detail {

/// The number of an exchange on its connection.
using stream_id = std::uint32_t;

/// One field of a header.
struct header_field {
    std::string_view name;
    std::string_view value;
};

/// A request. Its views are used by open() only. They contain no control characters: the caller has checked
/// that. The scheme is sent by HTTP/2 only.
struct stream_request {
    std::string_view method;
    std::string_view authority;
    std::string_view path;
    std::span<header_field const> fields;
    std::string_view body;
    std::string_view scheme = "https";
    credential_mask mask = {}; // hides the credentials among the fields in what the peer says
};

/// Receives what a codec finds in the bytes. It is called inside feed() and close(), and must not call the
/// codec. The views end with the call; those of data() point into the bytes that feed() was given.
class codec_sink {
public:
    virtual void head(stream_id id, int status, std::span<header_field const> fields) = 0;
    virtual void data(stream_id id, std::string_view bytes) = 0;
    /// The last call for this exchange, which is made once. Without a code, the whole answer has come.
    /// With errc::request_refused, the peer has not acted on the request. `detail` does not show the
    /// credentials of any request of the connection, even if the peer quotes them.
    virtual void done(stream_id id, error_code why, std::string_view detail) = 0;

protected:
    ~codec_sink() = default;
};

/// The protocol of one connection, without I/O, clock or thread: bytes go in, events come out. HTTP/1.1 has
/// one exchange at a time, HTTP/2 as many as the peer allows.
///
/// Threads    those of the connection that owns it.
class connection_codec {
public:
    virtual ~connection_codec() = default;

    /// The number of exchanges that open() would take now. With HTTP/1.1 it is 1 or 0.
    virtual std::size_t room() const noexcept = 0;
    /// Begins an exchange. Call it only if room() > 0.
    virtual stream_id open(stream_request const& request) = 0;
    /// Gives an exchange up: the sink hears nothing more of it. With HTTP/1.1 the connection is then spent().
    virtual void cancel(stream_id id) noexcept = 0;

    /// Takes all of `bytes`. After an error in the protocol, every exchange is done, and the connection is
    /// spent().
    virtual void feed(std::string_view bytes, codec_sink& sink) = 0;
    /// Called when the peer has closed the connection.
    virtual void close(codec_sink& sink) = 0;
    /// Returns the next bytes to write; empty if there are none. They stay valid, whatever else is called,
    /// until written() was called for all of them.
    virtual std::string_view output() noexcept = 0;
    /// Called when that number of the bytes was written.
    virtual void written(std::size_t bytes) noexcept = 0;

    /// Called when the consumer of an exchange has used that number of bytes of its body: the peer may send
    /// as many more. HTTP/1.1 does not need it, because TCP holds the peer back.
    virtual void consumed(stream_id, std::size_t) {}
    /// Sets how many bytes of the body may arrive before they are consumed.
    virtual void set_window(stream_id, std::size_t) {}
    /// Asks the peer for a sign of life, if the protocol has a way to ask.
    virtual void ping() {}
    /// Returns how many times the peer has answered ping().
    virtual std::uint64_t pongs() const noexcept { return 0; }
    /// Called about once a second while bytes arrive. It forgets the frames that brought nothing, of which
    /// only a limited number is accepted between two calls.
    virtual void new_period() noexcept {}

    /// True if no new exchange is possible while those under way go on ("Connection: close").
    virtual bool draining() const noexcept = 0;
    /// True if nothing is left to be read or written: close the socket.
    virtual bool spent() const noexcept = 0;
};

} // namespace coinformer::detail
