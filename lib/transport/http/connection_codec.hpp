#pragma once

#include <coinformer/core/error.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace coinformer {

using stream_id = std::uint32_t;

struct header_field {
    std::string_view name;
    std::string_view value;
};

/// What a stream asks for. Its views are used by open() only. No view holds a control character: whoever makes it
/// has looked.
struct stream_request {
    std::string_view method;
    std::string_view authority;
    std::string_view path;
    std::span<header_field const> fields;
    std::string_view body;
};

/// What a codec found in the bytes. Called inside feed() and close(); views end with the call (those of data() point
/// into what feed() was given). It does not call the codec.
class codec_sink {
public:
    virtual void head(stream_id id, int status, std::span<header_field const> fields) = 0;
    virtual void data(stream_id id, std::string_view bytes) = 0;
    /// The last call for this id, made once. No code: the whole answer was seen.
    virtual void done(stream_id id, error_code why, std::string_view detail) = 0;

protected:
    ~codec_sink() = default;
};

/// One connection's protocol, without I/O, clock or thread: bytes in, events out. A request is a stream.
class connection_codec {
public:
    virtual ~connection_codec() = default;

    /// Streams that open() takes now. HTTP/1.1: 1 or 0.
    virtual std::size_t room() const noexcept = 0;
    /// Precondition: room() > 0.
    virtual stream_id open(stream_request const& request) = 0;
    /// The sink hears no more of this stream. HTTP/1.1: the connection is spent().
    virtual void cancel(stream_id id) noexcept = 0;

    /// Takes all of `bytes`. A protocol error ends every stream and makes the connection spent().
    virtual void feed(std::string_view bytes, codec_sink& sink) = 0;
    /// The peer closed.
    virtual void close(codec_sink& sink) = 0;
    /// The next bytes to write; empty when there are none.
    virtual std::string_view output() const noexcept = 0;
    virtual void written(std::size_t bytes) noexcept = 0;

    /// No new streams, though those there are go on ("Connection: close").
    virtual bool draining() const noexcept = 0;
    /// Nothing is left to read or to write: close the socket.
    virtual bool spent() const noexcept = 0;
};

} // namespace coinformer
