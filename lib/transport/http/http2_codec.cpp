#include "transport/http/http2_state.hpp"

#include <algorithm>
#include <utility>

namespace coinformer::detail {

namespace {

constexpr std::int32_t last_stream_id = 0x7fffffff - 4096;

std::uint8_t* bytes_of(std::string_view text) noexcept
{
    // nghttp2 copies names and values, and does not change them
    return const_cast<std::uint8_t*>(reinterpret_cast<std::uint8_t const*>(text.data()));
}

} // namespace

http2_codec::http2_codec(std::shared_ptr<std::size_t> announced)
    : announced_(announced ? std::move(announced)
                           : std::make_shared<std::size_t>(http2_limits::first_streams)),
      announced_streams_(std::clamp<std::size_t>(*announced_, 1, http2_limits::first_streams))
{
    start_session();
    announce_limits();
    serialize();
}

void http2_codec::start_session()
{
    auto const to = make_http2_callbacks();
    nghttp2_option* raw_options = nullptr;
    demand_http2(nghttp2_option_new(&raw_options), "HTTP/2");
    std::unique_ptr<nghttp2_option, free_nghttp2> const options(raw_options);
    nghttp2_option_set_no_auto_window_update(options.get(), 1);
    nghttp2_option_set_no_closed_streams(options.get(), 1);
    nghttp2_option_set_max_send_header_block_length(options.get(), http2_limits::request_header);
    // The codec counts the streams; nghttp2 would queue those above the peer's limit without a word.
    nghttp2_option_set_peer_max_concurrent_streams(options.get(), http2_limits::first_streams);

    nghttp2_session* session = nullptr;
    demand_http2(nghttp2_session_client_new2(&session, to.get(), this, options.get()), "HTTP/2");
    session_.reset(session);
}

void http2_codec::announce_limits()
{
    nghttp2_settings_entry const settings[] = {
        {NGHTTP2_SETTINGS_ENABLE_PUSH, 0},
        {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, http2_limits::stream_window},
        {NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, http2_limits::header_list},
        {NGHTTP2_SETTINGS_MAX_FRAME_SIZE, http2_limits::frame},
    };
    demand_http2(nghttp2_submit_settings(session_.get(), NGHTTP2_FLAG_NONE, settings, std::size(settings)),
                 "HTTP/2");
    demand_http2(nghttp2_session_set_local_window_size(session_.get(), NGHTTP2_FLAG_NONE, 0,
                                                       http2_limits::connection_window),
                 "HTTP/2");
}

std::size_t http2_codec::room() const noexcept
{
    if (draining() || nghttp2_session_get_next_stream_id(session_.get()) > last_stream_id) return 0;
    auto const most = std::min(announced_streams_, http2_limits::most_streams);
    return most - std::min(most, streams_.size());
}

// A token is rotated while a connection lives, so that each exchange may have sent another one, and the
// server may quote any of them when it ends the connection. To keep them all would have no bound.
void http2_codec::note_credentials(credential_mask const& sent) noexcept
{
    credential_mask const none;
    if (sent == none) return;
    if (mask_ == none) mask_ = sent;
    if (sent != mask_) has_sent_other_secrets_ = true;
}

stream_id http2_codec::open(stream_request const& request)
{
    note_credentials(request.mask);
    bool const has_body = !request.body.empty();
    auto const length = std::to_string(request.body.size());
    std::vector<std::string> names;
    names.reserve(request.fields.size());
    std::vector<nghttp2_nv> header;
    auto const add = [&header](std::string_view name, std::string_view value, std::uint8_t flags) {
        header.push_back({bytes_of(name), bytes_of(value), name.size(), value.size(), flags});
    };
    add(":method", request.method, NGHTTP2_NV_FLAG_NONE);
    add(":scheme", request.scheme, NGHTTP2_NV_FLAG_NONE);
    add(":authority", request.authority, NGHTTP2_NV_FLAG_NONE);
    add(":path", request.path, NGHTTP2_NV_FLAG_NONE);
    for (auto const& f : request.fields) {
        auto& name = names.emplace_back(f.name);
        std::ranges::transform(name, name.begin(), [](char c) {
            return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        });
        // A token must not come into a compression table, where its length could be probed.
        add(name, f.value, name == "authorization" ? NGHTTP2_NV_FLAG_NO_INDEX : NGHTTP2_NV_FLAG_NONE);
    }
    if (has_body) add("content-length", length, NGHTTP2_NV_FLAG_NONE);

    nghttp2_data_provider provider{};
    provider.read_callback = [](nghttp2_session*, std::int32_t stream, std::uint8_t* into, std::size_t size,
                                std::uint32_t* flags, nghttp2_data_source*, void* user) {
        return static_cast<http2_codec*>(user)->read_body(stream, into, size, flags);
    };
    std::string body(request.body);
    auto const id = nghttp2_submit_request(session_.get(), nullptr, header.data(), header.size(),
                                           has_body ? &provider : nullptr, nullptr);
    demand_http2(std::min(id, 0), "HTTP/2 request");
    try {
        streams_[id].body = std::move(body);
    } catch (std::exception const&) { // no memory, and nghttp2 has the request
        spent_ = true;
        throw;
    }
    if (has_body) allowance_.allow_frames_for_a_body();
    serialize();
    if (!streams_.contains(id)) // nghttp2 has refused it
        throw api_error(errc::bad_request, "HTTP/2 request", "it was not sent: its header is over 1 MB");
    return static_cast<stream_id>(id);
}

void http2_codec::cancel(stream_id id) noexcept
{
    auto const stream = static_cast<std::int32_t>(id);
    if (spent_ || streams_.erase(stream) == 0) return;
    try {
        reset(stream);
        serialize();
    } catch (std::exception const&) {
        spent_ = true; // no memory
    }
}

void http2_codec::feed(std::string_view bytes, codec_sink& sink)
{
    if (spent_) return;
    sink_ = &sink;
    allowance_.add_bytes(bytes.size());
    auto const took = nghttp2_session_mem_recv(session_.get(), bytes_of(bytes), bytes.size());
    bool const idle = allowance_.has_too_many_bytes();
    if (idle) blame(errc::protocol_error, "HTTP/2: the server sends frames without content");
    if (took < 0) blame(errc::protocol_error, nghttp2_strerror(static_cast<int>(took)));
    if (took >= 0) serialize();
    bool const over = nghttp2_session_want_read(session_.get()) == 0;
    if (over && !draining_) blame(errc::protocol_error, "the server's bytes are no HTTP/2");
    if (over || idle || took < 0) {
        spent_ = true;
        fail_all(why_ ? why_ : make_error_code(errc::connection_closed), detail_, sink);
    }
    sink_ = nullptr;
}

void http2_codec::close(codec_sink& sink)
{
    if (std::exchange(spent_, true)) return;
    auto ending = std::exchange(streams_, {});
    for (auto const& [id, s] : ending) {
        auto const number = static_cast<stream_id>(id);
        if (why_)
            sink.done(number, why_, detail_);
        else if (s.answered)
            sink.done(number, errc::truncated, "the connection ended in the body");
        else
            sink.done(number, errc::connection_closed, "before the answer began");
    }
}

void http2_codec::written(std::size_t bytes) noexcept
{
    unsent_.written(bytes);
    if (unsent_.empty()) allowance_.end_output();
}

void http2_codec::consumed(stream_id id, std::size_t bytes)
{
    auto const stream = static_cast<std::int32_t>(id);
    if (spent_ || !streams_.contains(stream)) return;
    nghttp2_session_consume_stream(session_.get(), stream, bytes);
    serialize();
}

void http2_codec::set_window(stream_id id, std::size_t bytes)
{
    auto const stream = static_cast<std::int32_t>(id);
    if (spent_ || !streams_.contains(stream)) return;
    nghttp2_session_set_local_window_size(session_.get(), NGHTTP2_FLAG_NONE, stream,
                                          static_cast<std::int32_t>(bytes));
    serialize();
}

void http2_codec::ping()
{
    if (spent_) return;
    nghttp2_submit_ping(session_.get(), NGHTTP2_FLAG_NONE, nullptr);
    serialize();
}

// Turns the frames that are due into bytes at once, so that nghttp2 ends streams only inside feed(), where
// the sink can be told. nghttp2 gives a frame once: if there is no memory for it, the peer would miss it, so
// that nothing more is sent.
void http2_codec::serialize()
{
    for (;;) {
        std::uint8_t const* bytes = nullptr;
        auto const size = nghttp2_session_mem_send(session_.get(), &bytes);
        if (size < 0) blame(errc::protocol_error, nghttp2_strerror(static_cast<int>(size)));
        if (size <= 0) return;
        try {
            unsent_.append(text_of(bytes, static_cast<std::size_t>(size)));
        } catch (std::exception const&) {
            spent_ = true;
            throw;
        }
    }
}

void http2_codec::fail_all(error_code why, std::string_view detail, codec_sink& sink)
{
    auto const ending = std::exchange(streams_, {});
    for (auto const& [id, s] : ending) sink.done(static_cast<stream_id>(id), why, detail);
}

// Ends an exchange, if it has not ended yet.
void http2_codec::end(std::int32_t id, error_code why, std::string_view detail)
{
    if (streams_.erase(id) == 0 || !sink_) return;
    sink_->done(static_cast<stream_id>(id), why, detail);
}

// Ends an exchange that the peer could go on with.
void http2_codec::end_with(std::int32_t id, error_code why, std::string_view detail)
{
    reset(id);
    end(id, why, detail);
}

// The bytes that the peer may have sent of a stream, until it learns that this side has reset it, are not
// held against it.
void http2_codec::expect_rest(std::int32_t id)
{
    auto const window = nghttp2_session_get_stream_local_window_size(session_.get(), id);
    if (window > 0) allowance_.allow_rest(static_cast<std::size_t>(window));
}

void http2_codec::reset(std::int32_t id)
{
    expect_rest(id);
    nghttp2_submit_rst_stream(session_.get(), NGHTTP2_FLAG_NONE, id, NGHTTP2_CANCEL);
}

// Returns false if the peer has sent more frames without content than the limit allows.
bool http2_codec::count_idle_frame()
{
    if (allowance_.add_idle_frame(!unsent_.empty())) return true;
    blame(errc::protocol_error, "HTTP/2: the server sends frames without content");
    return false;
}

// Keeps the first reason for which this side ends the connection.
void http2_codec::blame(errc code, std::string_view detail)
{
    if (why_) return;
    why_ = code;
    detail_ = detail;
}

void http2_codec::give_head(std::int32_t id, http2_stream& s)
{
    std::vector<header_field> fields;
    std::string_view const all = s.header;
    std::size_t begin = 0;
    for (std::size_t i = 0; i + 1 < s.ends.size(); i += 2) {
        fields.push_back(
            {all.substr(begin, s.ends[i] - begin), all.substr(s.ends[i], s.ends[i + 1] - s.ends[i])});
        begin = s.ends[i + 1];
    }
    s.answered = true;
    allowance_.add_header();
    sink_->head(static_cast<stream_id>(id), s.status, fields);
    s.header = std::string();
    s.ends = {};
}

ssize_t http2_codec::read_body(std::int32_t id, std::uint8_t* into, std::size_t size, std::uint32_t* flags)
{
    auto const found = streams_.find(id);
    if (found == streams_.end()) return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    auto& s = found->second;
    auto const n = s.body.copy(reinterpret_cast<char*>(into), size, s.body_sent);
    s.body_sent += n;
    allowance_.allow_frames_for(n);
    if (s.body_sent == s.body.size()) *flags |= NGHTTP2_DATA_FLAG_EOF;
    return static_cast<ssize_t>(n);
}

bool has_http2() noexcept
{
    return true;
}

std::unique_ptr<connection_codec> make_http2_codec(std::shared_ptr<std::size_t> announced)
{
    return std::make_unique<http2_codec>(std::move(announced));
}

} // namespace coinformer::detail
