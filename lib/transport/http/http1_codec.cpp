#include "transport/http/http1_codec.hpp"

#include "transport/http/http1_body.hpp"

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace coinformer::detail {

namespace http = boost::beast::http;

namespace {

constexpr std::size_t header_limit = 64 * 1024;

/// The state machine of an HTTP/1.1 client. It collects the header, which Beast parses; the body is followed
/// by http1_body.
///
/// States     idle, waiting for a header, reading a body, or spent (never used again).
class http1_codec final : public connection_codec {
public:
    std::size_t room() const noexcept override { return state_ == state::idle && keep_alive_ ? 1 : 0; }
    stream_id open(stream_request const& request) override;
    void cancel(stream_id id) noexcept override;
    void feed(std::string_view bytes, codec_sink& sink) override;
    void close(codec_sink& sink) override;
    std::string_view output() noexcept override { return std::string_view(output_).substr(written_); }
    void written(std::size_t bytes) noexcept override;
    bool draining() const noexcept override { return !keep_alive_ || spent(); }
    bool spent() const noexcept override { return state_ == state::spent; }

private:
    enum class state { idle, head, body, spent };

    void feed_head(std::string_view& bytes, codec_sink& sink);
    void feed_body(std::string_view& bytes, codec_sink& sink);
    bool collect_head(std::string_view& bytes, codec_sink& sink);
    void parse_head(codec_sink& sink);
    void finish(codec_sink& sink);
    void fail(codec_sink& sink, error_code why, std::string_view detail);

    state state_ = state::idle;
    stream_id id_ = 0;
    bool bodiless_ = false; // the present request is a HEAD
    bool keep_alive_ = true;
    std::string head_;              // the part of the header that has come
    std::size_t interim_bytes_ = 0; // bytes of interim answers ("100 Continue") before it
    std::optional<http1_body> body_;
    std::string output_;
    std::size_t written_ = 0;
};

bool has_body_by_habit(std::string_view method) noexcept
{
    return method == "POST" || method == "PUT" || method == "PATCH";
}

stream_id http1_codec::open(stream_request const& request)
{
    output_.clear();
    written_ = 0;
    output_.append(request.method).append(" ").append(request.path).append(" HTTP/1.1\r\n");
    output_.append("Host: ").append(request.authority).append("\r\n");
    for (auto const& f : request.fields) output_.append(f.name).append(": ").append(f.value).append("\r\n");
    if (!request.body.empty() || has_body_by_habit(request.method))
        output_.append("Content-Length: ").append(std::to_string(request.body.size())).append("\r\n");
    output_.append("\r\n").append(request.body);
    bodiless_ = request.method == "HEAD";
    state_ = state::head;
    return ++id_;
}

void http1_codec::cancel(stream_id id) noexcept
{
    if (id == id_ && state_ != state::idle) state_ = state::spent;
}

void http1_codec::written(std::size_t bytes) noexcept
{
    written_ += bytes;
    if (written_ < output_.size()) return;
    output_ = std::string(); // a watch that runs for minutes need not keep its request
    written_ = 0;
}

void http1_codec::feed(std::string_view bytes, codec_sink& sink)
{
    while (!bytes.empty()) {
        switch (state_) {
        case state::head: feed_head(bytes, sink); break;
        case state::body: feed_body(bytes, sink); break;
        case state::idle: state_ = state::spent; return; // bytes without a request
        case state::spent: return;
        }
    }
}

void http1_codec::close(codec_sink& sink)
{
    auto const before = state_;
    if (before == state::body && body_->ends_at_close()) return finish(sink);
    if (before == state::body) return fail(sink, errc::truncated, "the connection ended in the body");
    if (before == state::head && !head_.empty())
        return fail(sink, errc::truncated, "the connection ended in the header");
    if (before == state::head) return fail(sink, errc::connection_closed, "before the answer began");
    state_ = state::spent;
}

void http1_codec::feed_head(std::string_view& bytes, codec_sink& sink)
{
    if (collect_head(bytes, sink)) parse_head(sink);
}

// Returns true if the last byte of the header has come. It looks at each line as it ends, so that the outcome
// does not depend on how the network cuts the bytes.
bool http1_codec::collect_head(std::string_view& bytes, codec_sink& sink)
{
    constexpr std::string_view magic = "HTTP/1.";
    while (!bytes.empty() && head_.size() < magic.size()) {
        if (bytes.front() != magic[head_.size()]) {
            fail(sink, errc::protocol_error, "the answer does not begin with HTTP/1");
            return false;
        }
        head_ += bytes.front();
        bytes.remove_prefix(1);
    }
    while (!bytes.empty()) {
        auto const feed = bytes.find('\n');
        auto const room = header_limit - std::min(header_limit, interim_bytes_ + head_.size());
        auto const line = feed == std::string_view::npos ? bytes.size() : feed + 1;
        if (line > room) {
            fail(sink, errc::header_too_large, "the header is over 64 KB");
            return false;
        }
        head_.append(bytes.substr(0, line));
        bytes.remove_prefix(line);
        if (feed == std::string_view::npos) return false;
        if (!head_.ends_with("\r\n")) {
            fail(sink, errc::protocol_error, "line feed without carriage return");
            return false;
        }
        if (head_.ends_with("\r\n\r\n")) return true;
    }
    return false;
}

void http1_codec::parse_head(codec_sink& sink)
{
    http::response_parser<http::empty_body> parser;
    // Collect_head() has enforced the limit.
    parser.header_limit(static_cast<std::uint32_t>(2 * header_limit));
    parser.body_limit(boost::none);
    parser.skip(bodiless_);
    error_code ec;
    parser.put(boost::asio::buffer(head_), ec);
    if (ec || !parser.is_header_done())
        return fail(sink, errc::protocol_error, ec ? ec.message() : "bad header");

    auto const status = static_cast<int>(parser.get().result_int());
    if (status == 101 || status < 100)
        return fail(sink, errc::protocol_error, "an interim status that the client did not ask for");
    interim_bytes_ = status < 200 ? interim_bytes_ + head_.size() : 0;
    head_.clear();
    if (status < 200) return; // "100 Continue": the answer comes after it

    bool const bodiless = bodiless_ || status == 204 || status == 304;
    auto const& fields = parser.get();
    if (!bodiless && fields.count(http::field::transfer_encoding) != 0) {
        if (!parser.chunked() || !boost::beast::iequals(fields[http::field::transfer_encoding], "chunked"))
            return fail(sink, errc::protocol_error, "a transfer encoding that the client did not ask for");
    }
    keep_alive_ = parser.keep_alive();
    auto const length = parser.content_length();
    body_ = bodiless           ? http1_body::of_length(0)
            : parser.chunked() ? http1_body::chunked()
            : length           ? http1_body::of_length(*length)
                               : http1_body::until_close();
    if (body_->ends_at_close()) keep_alive_ = false;
    head_ = std::string();
    state_ = state::body;

    std::vector<header_field> views;
    for (auto const& f : fields)
        views.push_back(
            {{f.name_string().data(), f.name_string().size()}, {f.value().data(), f.value().size()}});
    sink.head(id_, status, views);
    if (body_->done()) finish(sink);
}

void http1_codec::feed_body(std::string_view& bytes, codec_sink& sink)
{
    auto const piece = body_->take(bytes);
    if (!piece.empty()) sink.data(id_, piece);
    if (body_->fault()) return fail(sink, body_->fault(), body_->detail());
    if (body_->done()) finish(sink);
}

void http1_codec::finish(codec_sink& sink)
{
    bool const answered_early = !output().empty(); // the peer may take the rest of the request for a new one
    state_ = keep_alive_ && !answered_early ? state::idle : state::spent;
    sink.done(id_, {}, {});
}

void http1_codec::fail(codec_sink& sink, error_code why, std::string_view detail)
{
    state_ = state::spent;
    sink.done(id_, why, detail);
}

} // namespace

std::unique_ptr<connection_codec> make_http1_codec()
{
    return std::make_unique<http1_codec>();
}

} // namespace coinformer::detail
