#pragma once

#include "transport/http/connection_codec.hpp"
#include "transport/http/response_head.hpp"

#include <coinformer/core/task.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace coinformer::detail {

/// Carries one exchange at a time: an HTTP/1.1 connection, or one stream of an HTTP/2 connection.
///
/// States     Between open() and the end of the body it is in use. An operation that ends with an exception
///            ends the exchange.
/// Threads    the client's strand. While in use, it belongs to http_client::send() and then to the
///            http_response.
class carrier {
public:
    virtual ~carrier() = default;

    /// Begins an exchange. Errors: errc::request_refused if the connection takes no more.
    virtual void open(stream_request const& request) = 0;
    /// Sends the request that open() has prepared, or sees to it that it is sent.
    [[nodiscard]] virtual task<> write() & = 0;
    /// Returns when the header of the answer has arrived. Errors: those of the stream and of the codec.
    [[nodiscard]] virtual task<> read_head() & = 0;
    /// Returns the part of the body that has come; an empty span at its end. The views are valid until the
    /// next call.
    [[nodiscard]] virtual task<std::span<std::string_view const>> read_body() & = 0;
    virtual response_head take_head() noexcept = 0;

    virtual std::string_view protocol() const noexcept = 0; ///< "HTTP/1.1" or "HTTP/2"
    /// True if any byte of the answer has come since open().
    virtual bool answered() const noexcept = 0;
    /// True if its connection was in use before the present exchange.
    virtual bool reused() const noexcept = 0;
    /// True if open() may be called again: the last exchange was read to its end, and the connection lasts.
    virtual bool reusable() const noexcept = 0;
    /// True if something has come while it was unused: the end of the connection, or an answer to no request.
    virtual bool has_input() noexcept { return false; }
    /// The epoch of connection_pool in which its connection was dialled.
    virtual std::uint64_t epoch() const noexcept = 0;

    /// Gives memory back while it is unused.
    virtual void release_memory() noexcept = 0;
    /// Ends the operations under way with errc::connection_closed.
    virtual void close() noexcept = 0;
};

} // namespace coinformer::detail
