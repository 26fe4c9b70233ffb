#pragma once

#include "testing/http/certified_peer.hpp"
#include "transport/http/connection_codec.hpp"

#include <coinformer/core/wakeup.hpp>
#include <coinformer/transport/byte_stream.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coinformer::testing::detail {

/// The state of one HTTP/2 stream, between the http2_service and the http_session that answers: the request
/// as HTTP/1.1 text, and the answer that was parsed from HTTP/1.1 text.
///
/// States     The request comes, the answer goes; it is closed when the client or the service has ended it.
struct http2_stream_state final : coinformer::detail::codec_sink {
    explicit http2_stream_state(std::int32_t number);

    void head(coinformer::detail::stream_id, int status,
              std::span<coinformer::detail::header_field const> fields) override;
    void data(coinformer::detail::stream_id, std::string_view bytes) override;
    void done(coinformer::detail::stream_id, error_code why, std::string_view detail) override;

    // The request.
    void field(std::string_view name, std::string_view value);
    void end_of_header(bool has_body);
    void body(std::string_view bytes);
    void end_of_body();

    std::int32_t id;
    std::string method, target, fields;
    std::string incoming; // the request's text that the session has not read
    bool chunked = false;
    std::unique_ptr<coinformer::detail::connection_codec> reader; // reads the answer's text
    int status = 0;
    std::vector<std::pair<std::string, std::string>> answer_fields;
    bool answer_fields_sent = false;
    std::string outgoing; // the part of the answer's body that was not sent
    bool complete = false, broken = false, closed = false;
    wakeup changed;
};

/// What the http_session of a stream takes for its connection.
///
/// Lifetime   It may outlive the service: the state is shared, and `answered` is called only until the state
/// is
///            closed.
class http2_session_stream final : public byte_stream, public certified_peer {
public:
    http2_session_stream(std::shared_ptr<http2_stream_state> state, certificate_subject const* client,
                         std::function<void(http2_stream_state&)> answered);
    ~http2_session_stream() override;

    task<std::size_t> read_some(std::span<char> into) override;
    task<> write(std::span<char const> bytes) override;
    void close() noexcept override;
    certificate_subject const* client() const noexcept override { return client_ ? &*client_ : nullptr; }

private:
    std::shared_ptr<http2_stream_state> state_;
    std::optional<certificate_subject> client_;
    std::function<void(http2_stream_state&)> answered_;
};

} // namespace coinformer::testing::detail
