#pragma once

#include "transport/http/connection_codec.hpp"

#include <coinformer/transport/byte_stream.hpp>

#include <string>
#include <utility>
#include <vector>

namespace coinformer::detail {

/// The status and header of an answer.
struct response_head {
    int status = 0;
    std::vector<std::pair<std::string, std::string>> fields;

    /// Returns the value of a header, or an empty view. Upper and lower case of the name are the same.
    std::string_view find(std::string_view name) const noexcept;
    std::vector<std::string_view> find_all(std::string_view name) const;
};

/// One connection: a byte stream, its codec, and the buffer between them. It serves one exchange at a time.
/// Bytes are read only when the exchange asks for them, so that a slow reader slows the peer down, and
/// nothing runs by itself.
///
/// States     Between open() and the end of the body it is in use; then it is reusable(), unless the peer
///            closes it. An operation that ends with an exception closes it, because the stream is then in
///            the middle of something.
/// Threads    the client's strand. While in use, it belongs to http_client::send() and then to the
///            http_response; while unused, to the connection_pool.
class connection final : private codec_sink {
public:
    connection(std::unique_ptr<byte_stream> stream, std::unique_ptr<connection_codec> codec,
               std::size_t buffer_limit);

    /// True if open() may be called: the last exchange was read to its end, and the peer keeps the
    /// connection.
    bool reusable() const noexcept { return !closed_ && codec_->room() > 0; }
    /// Begins an exchange. Nothing is sent before write().
    void open(stream_request const& request);
    /// The epoch of connection_pool in which this connection was dialled.
    std::uint64_t epoch() const noexcept { return epoch_; }
    void set_epoch(std::uint64_t epoch) noexcept { epoch_ = epoch; }
    /// Sends the request that open() has prepared.
    [[nodiscard]] task<> write() &;
    /// Returns when the header of the answer has arrived. Errors: those of the stream and of the codec.
    [[nodiscard]] task<> read_head() &;
    /// Returns the part of the body that one read brought; an empty span at its end. The views are valid
    /// until the next call.
    [[nodiscard]] task<std::span<std::string_view const>> read_body() &;

    response_head take_head() noexcept { return std::exchange(head_, {}); }
    /// True if any byte has come since open().
    bool answered() const noexcept { return answered_; }
    /// True if it was in use before the present exchange.
    bool reused() const noexcept { return exchanges_ > 1; }

    /// Gives memory back while the connection is unused.
    void release_memory() noexcept;
    /// Ends the operations under way with errc::connection_closed.
    void close() noexcept;

private:
    void head(stream_id id, int status, std::span<header_field const> fields) override;
    void data(stream_id id, std::string_view bytes) override;
    void done(stream_id id, error_code why, std::string_view detail) override;

    task<> pump(); // one network read, fed to the codec
    void fit_buffer();
    void throw_failure() const;

    std::unique_ptr<byte_stream> stream_;
    std::unique_ptr<connection_codec> codec_;
    std::unique_ptr<char[]> buffer_;
    std::size_t buffer_size_;
    std::size_t buffer_limit_;
    unsigned small_reads_ = 0; // in a row
    bool filled_ = false;      // the last read filled the buffer, or nearly

    stream_id id_ = 0;
    std::uint64_t epoch_ = 0;
    std::uint32_t exchanges_ = 0;
    response_head head_;
    std::vector<std::string_view> pieces_; // read, but not yet handed out
    bool handed_out_ = false;
    bool answered_ = false;
    bool done_ = false;
    bool closed_ = false;
    error_code failure_;
    std::string detail_;
};

} // namespace coinformer::detail
