#include "testing/http/http2_stream.hpp"

#include "testing/http/wire_text.hpp"
#include "transport/http/http1_codec.hpp"

#include <algorithm>

namespace coinformer::testing::detail {

using coinformer::detail::header_field;
using coinformer::detail::stream_id;

namespace {

constexpr std::size_t unsent_limit_bytes = 64 * 1024; // a session waits while its stream has more than that

bool is_for_one_connection(std::string_view name) noexcept
{
    auto const is = [name](std::string_view other) {
        return std::ranges::equal(name, other, [](char a, char b) {
            return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
        });
    };
    return is("connection") || is("transfer-encoding") || is("keep-alive") || is("upgrade");
}

} // namespace

http2_stream_state::http2_stream_state(std::int32_t number)
    : id(number), reader(coinformer::detail::make_http1_codec())
{
}

void http2_stream_state::field(std::string_view name, std::string_view value)
{
    if (name == ":method")
        method = value;
    else if (name == ":path")
        target = value;
    else if (name == ":authority")
        fields.append("host: ").append(value).append("\r\n");
    else if (!name.starts_with(':') && name != "content-length")
        fields.append(name).append(": ").append(value).append("\r\n");
}

void http2_stream_state::end_of_header(bool has_body)
{
    incoming = method + ' ' + target + " HTTP/1.1\r\n" + fields;
    chunked = has_body;
    if (has_body) incoming += "transfer-encoding: chunked\r\n";
    incoming += "\r\n";
    reader->open({method, "", target, {}, {}});
    reader->written(reader->output().size());
    changed.notify();
}

void http2_stream_state::body(std::string_view bytes)
{
    append_chunk(incoming, bytes);
    changed.notify();
}

void http2_stream_state::end_of_body()
{
    if (chunked) incoming += last_chunk;
    changed.notify();
}

void http2_stream_state::head(stream_id, int its_status, std::span<header_field const> its_fields)
{
    status = its_status;
    for (auto const& f : its_fields)
        if (!is_for_one_connection(f.name)) answer_fields.emplace_back(f.name, f.value);
}

void http2_stream_state::data(stream_id, std::string_view bytes)
{
    outgoing.append(bytes);
}

void http2_stream_state::done(stream_id, error_code why, std::string_view)
{
    complete = !why;
    broken = static_cast<bool>(why);
}

http2_session_stream::http2_session_stream(std::shared_ptr<http2_stream_state> state,
                                           certificate_subject const* client,
                                           std::function<void(http2_stream_state&)> answered)
    : state_(std::move(state)), answered_(std::move(answered))
{
    if (client) client_ = *client;
}

http2_session_stream::~http2_session_stream()
{
    close();
}

task<std::size_t> http2_session_stream::read_some(std::span<char> into)
{
    auto const s = state_;
    while (s->incoming.empty() && !s->closed) co_await s->changed.wait();
    auto const n = s->incoming.copy(into.data(), into.size());
    s->incoming.erase(0, n);
    co_return n;
}

task<> http2_session_stream::write(std::span<char const> bytes)
{
    auto const s = state_;
    if (!s->closed && !s->complete) {
        s->reader->feed({bytes.data(), bytes.size()}, *s);
        answered_(*s);
    }
    while (s->outgoing.size() > unsent_limit_bytes && !s->closed) co_await s->changed.wait();
    if (s->closed && !s->complete) throw api_error(errc::connection_reset, "HTTP/2 stream");
}

void http2_session_stream::close() noexcept
{
    if (state_->closed) return;
    if (!state_->complete) {
        state_->broken = true;
        answered_(*state_);
    }
    state_->changed.notify();
}

} // namespace coinformer::testing::detail
