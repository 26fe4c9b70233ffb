#pragma once

#include "transport/http/http2_allowance.hpp"
#include "transport/http/http2_codec.hpp"
#include "transport/http/unsent_bytes.hpp"

#include <nghttp2/nghttp2.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// The inside of http2_codec.hpp, which two sources share.
namespace coinformer::detail {

struct free_nghttp2 {
    void operator()(nghttp2_session* s) const noexcept { nghttp2_session_del(s); }
    void operator()(nghttp2_session_callbacks* c) const noexcept { nghttp2_session_callbacks_del(c); }
    void operator()(nghttp2_option* o) const noexcept { nghttp2_option_del(o); }
};
using http2_callback_table = std::unique_ptr<nghttp2_session_callbacks, free_nghttp2>;

inline std::string_view text_of(std::uint8_t const* bytes, std::size_t size) noexcept
{
    return {reinterpret_cast<char const*>(bytes), size};
}

/// Returns the table of the functions that nghttp2 calls. Their user data is the http2_codec.
http2_callback_table make_http2_callbacks();
/// Throws errc::protocol_error if nghttp2 has failed, which it does only without memory or by a mistake.
inline void demand_http2(int result, char const* what)
{
    if (result != 0) throw api_error(errc::protocol_error, what, nghttp2_strerror(result));
}

/// One exchange. `header` holds the fields of the header that is arriving, one after the other; `ends` tells
/// where each name and value ends in it.
struct http2_stream {
    std::string body; // the request's
    std::size_t body_sent = 0;
    int status = 0;
    bool answered = false; // the final header was given to the sink
    std::string header;
    std::vector<std::size_t> ends;
    std::size_t header_bytes = 0; // as RFC 9113 counts them, of all headers of this exchange
};

/// The state of an HTTP/2 client: a session of nghttp2, which calls http2_callbacks, and a record of each
/// exchange.
///
/// States     open; draining after the peer's GOAWAY; spent after an error, or when nothing is left. A
///            stream is in `streams_` from open() until done() or cancel().
/// Re-entry   nghttp2 calls back inside feed(), and inside serialize(), where it must not be called itself.
class http2_codec final : public connection_codec {
public:
    /// See make_http2_codec().
    explicit http2_codec(std::shared_ptr<std::size_t> announced);

    std::size_t room() const noexcept override;
    stream_id open(stream_request const& request) override;
    void cancel(stream_id id) noexcept override;
    void feed(std::string_view bytes, codec_sink& sink) override;
    void close(codec_sink& sink) override;
    std::string_view output() noexcept override { return unsent_.next(); }
    void written(std::size_t bytes) noexcept override;
    void consumed(stream_id id, std::size_t bytes) override;
    void set_window(stream_id id, std::size_t bytes) override;
    void ping() override;
    void new_period() noexcept override { allowance_.new_period(); }
    std::uint64_t pongs() const noexcept override { return pongs_; }
    bool draining() const noexcept override { return draining_ || spent_; }
    bool spent() const noexcept override { return spent_; }

private:
    using streams = std::map<std::int32_t, http2_stream>;
    friend struct http2_callbacks;

    void start_session();
    void announce_limits();
    void note_credentials(credential_mask const& sent) noexcept;
    void serialize();
    void fail_all(error_code why, std::string_view detail, codec_sink& sink);
    void end(std::int32_t id, error_code why, std::string_view detail);
    void end_with(std::int32_t id, error_code why, std::string_view detail);
    bool count_idle_frame();
    void expect_rest(std::int32_t id);
    void reset(std::int32_t id);
    void blame(errc code, std::string_view detail);
    void give_head(std::int32_t id, http2_stream& s);
    ssize_t read_body(std::int32_t id, std::uint8_t* into, std::size_t size, std::uint32_t* flags);

    std::unique_ptr<nghttp2_session, free_nghttp2> session_;
    streams streams_;
    codec_sink* sink_ = nullptr; // set inside feed() and close()
    unsent_bytes unsent_;
    http2_allowance allowance_;
    std::shared_ptr<std::size_t> announced_; // what the server has said, here or on another connection
    std::size_t announced_streams_;          // what counts here
    std::uint64_t pongs_ = 0;
    credential_mask mask_;                // hides the credentials that were sent first
    bool has_sent_other_secrets_ = false; // a later request carried others, which the mask does not hide
    bool draining_ = false;
    bool spent_ = false;
    error_code why_; // the reason for which this side ended the connection
    std::string detail_;
};

} // namespace coinformer::detail
