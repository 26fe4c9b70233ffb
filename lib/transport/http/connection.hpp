#pragma once

#include "transport/http/carrier.hpp"
#include "transport/http/read_buffer.hpp"

#include <coinformer/transport/byte_stream.hpp>

#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coinformer::detail {

/// One HTTP/1.1 connection: a byte stream, its codec, and the buffer between them. It serves one exchange at
/// a time. Bytes are read only when the exchange asks for them, so that a slow reader slows the peer down,
/// and nothing runs by itself.
///
/// States     Between open() and the end of the body it is in use; then it is reusable(), unless the peer
///            closes it. An operation that ends with an exception closes it, because the stream is then in
///            the middle of something.
/// Threads    the client's strand. While in use, it belongs to http_client::send() and then to the
///            http_response; while unused, to the connection_pool.
class connection final : public carrier, private codec_sink {
public:
    connection(std::unique_ptr<byte_stream> stream, std::unique_ptr<connection_codec> codec,
               std::size_t buffer_limit);

    bool reusable() const noexcept override { return !closed_ && !unsent_ && codec_->room() > 0; }
    bool has_input() noexcept override { return stream_->has_input(); }
    void open(stream_request const& request) override;
    std::uint64_t epoch() const noexcept override { return epoch_; }
    void set_epoch(std::uint64_t epoch) noexcept { epoch_ = epoch; }
    [[nodiscard]] task<> write() & override;
    [[nodiscard]] task<> read_head() & override;
    /// Returns the part of the body that one read brought. The views point into the buffer.
    [[nodiscard]] task<std::span<std::string_view const>> read_body() & override;
    response_head take_head() noexcept override { return std::exchange(head_, {}); }
    std::string_view protocol() const noexcept override { return "HTTP/1.1"; }
    bool answered() const noexcept override { return answered_; }
    bool reused() const noexcept override { return exchanges_ > 1; }
    void release_memory() noexcept override;
    void close() noexcept override;

private:
    void head(stream_id id, int status, std::span<header_field const> fields) override;
    void data(stream_id id, std::string_view bytes) override;
    void done(stream_id id, error_code why, std::string_view detail) override;

    task<> pump(); // one network read, fed to the codec
    void throw_failure() const;

    std::unique_ptr<byte_stream> stream_;
    std::unique_ptr<connection_codec> codec_;
    read_buffer buffer_;

    stream_id id_ = 0;
    std::uint64_t epoch_ = 0;
    std::uint32_t exchanges_ = 0;
    response_head head_;
    std::vector<std::string_view> pieces_; // read, but not yet handed out
    bool handed_out_ = false;
    bool answered_ = false;
    bool done_ = false;
    bool closed_ = false;
    std::exception_ptr unsent_; // why the end of the request was not written; null if it was
    error_code failure_;
    std::string detail_;
};

} // namespace coinformer::detail
