#pragma once

#include "transport/http/connection_codec.hpp"

#include <coinformer/transport/byte_stream.hpp>

#include <string>
#include <utility>
#include <vector>

namespace coinformer {

/// An answer's status and header.
struct response_head {
    int status = 0;
    std::vector<std::pair<std::string, std::string>> fields;

    /// Empty when absent; the case of the name does not matter.
    std::string_view find(std::string_view name) const noexcept;
    std::vector<std::string_view> find_all(std::string_view name) const;
};

/// One connection: a byte stream, its codec, and the buffer between them. It serves one exchange at a time; bytes are
/// read when the exchange asks for them, so a slow reader slows the peer, and nothing runs by itself.
class connection final : private codec_sink {
public:
    connection(std::unique_ptr<byte_stream> stream, std::unique_ptr<connection_codec> codec, std::size_t buffer_limit);

    /// Whether open() may be called: the last exchange was read to its end, and the peer keeps the connection.
    bool reusable() const noexcept { return !closed_ && codec_->room() > 0; }
    void open(stream_request const& request);
    /// The epoch of connection_pool in which this connection was dialled.
    std::uint64_t epoch() const noexcept { return epoch_; }
    void set_epoch(std::uint64_t epoch) noexcept { epoch_ = epoch; }
    /// Sends what open() made.
    [[nodiscard]] task<> write() &;
    /// Ends when the answer's header is here. Errors: those of the stream and the codec.
    [[nodiscard]] task<> read_head() &;
    /// What one read brought of the body; empty at its end. The views hold until the next call.
    [[nodiscard]] task<std::span<std::string_view const>> read_body() &;

    response_head take_head() noexcept { return std::exchange(head_, {}); }
    /// Whether any byte came since open().
    bool answered() const noexcept { return answered_; }
    /// Whether it was in use before the exchange that it serves now.
    bool reused() const noexcept { return exchanges_ > 1; }

    /// Gives memory back while the connection is unused.
    void rest() noexcept;
    /// Ends what is under way with errc::connection_closed.
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
    bool filled_ = false;      // by the last read

    stream_id id_ = 0;
    std::uint64_t epoch_ = 0;
    std::uint32_t exchanges_ = 0;
    response_head head_;
    std::vector<std::string_view> pieces_; // read, not yet handed out
    bool handed_out_ = false;
    bool answered_ = false;
    bool done_ = false;
    bool closed_ = false;
    error_code failure_;
    std::string detail_;
};

} // namespace coinformer
