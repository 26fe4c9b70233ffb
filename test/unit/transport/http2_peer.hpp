#pragma once

#include <nghttp2/nghttp2.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace test {

/// A server's side of HTTP/2 without I/O, for tests: an nghttp2 session that records the requests, and
/// answers as the test says.
class http2_peer {
public:
    using fields = std::vector<std::pair<std::string, std::string>>;

    struct request {
        std::map<std::string, std::string> header;
        std::string body;
        bool complete = false;
        bool reset = false;
    };

    explicit http2_peer(std::vector<nghttp2_settings_entry> const& settings = {},
                        bool credits_by_itself = true)
    {
        nghttp2_session_callbacks* to = nullptr;
        nghttp2_session_callbacks_new(&to);
        nghttp2_session_callbacks_set_on_header_callback(to, &on_header);
        nghttp2_session_callbacks_set_on_frame_recv_callback(to, &on_frame);
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(to, &on_data);
        nghttp2_session_callbacks_set_on_stream_close_callback(to, &on_close);
        nghttp2_option* options = nullptr;
        nghttp2_option_new(&options);
        nghttp2_option_set_no_auto_window_update(options, credits_by_itself ? 0 : 1);
        nghttp2_option_set_max_send_header_block_length(options, 1024 * 1024);
        nghttp2_session_server_new2(&session_, to, this, options);
        nghttp2_option_del(options);
        nghttp2_session_callbacks_del(to);
        nghttp2_submit_settings(session_, 0, settings.data(), settings.size());
    }
    http2_peer(http2_peer const&) = delete;
    ~http2_peer() { nghttp2_session_del(session_); }

    void receive(std::string_view bytes)
    {
        nghttp2_session_mem_recv(session_, reinterpret_cast<std::uint8_t const*>(bytes.data()), bytes.size());
    }
    /// Returns the bytes to send.
    std::string output()
    {
        std::string all;
        std::uint8_t const* bytes = nullptr;
        for (auto n = nghttp2_session_mem_send(session_, &bytes); n > 0;
             n = nghttp2_session_mem_send(session_, &bytes))
            all.append(reinterpret_cast<char const*>(bytes), static_cast<std::size_t>(n));
        return all;
    }

    void head(int status, std::int32_t id, fields more = {}, bool last = false)
    {
        more.insert(more.begin(), {":status", std::to_string(status)});
        auto const header = views(more);
        if (status < 200) {
            nghttp2_submit_headers(session_, 0, id, nullptr, header.data(), header.size(), nullptr);
            return;
        }
        nghttp2_data_provider from{};
        from.source.ptr = this;
        from.read_callback = &read_body;
        nghttp2_submit_response(session_, id, header.data(), header.size(), last ? nullptr : &from);
    }
    /// Sends a part of a body; `last` ends it.
    void body(std::int32_t id, std::string_view bytes, bool last = false)
    {
        bodies_[id].first.append(bytes);
        bodies_[id].second = last;
        nghttp2_session_resume_data(session_, id);
    }
    void answer(std::int32_t id, std::string_view text)
    {
        body(id, text, true);
        head(200, id, {{"content-type", "text/plain"}});
    }
    void reset(std::int32_t id, std::uint32_t code) { nghttp2_submit_rst_stream(session_, 0, id, code); }
    /// Says that streams above `last` were not and will not be looked at.
    void go_away(std::int32_t last, std::uint32_t code = NGHTTP2_NO_ERROR, std::string_view why = {})
    {
        nghttp2_submit_goaway(session_, 0, last, code, reinterpret_cast<std::uint8_t const*>(why.data()),
                              why.size());
    }
    void settings(nghttp2_settings_entry entry) { nghttp2_submit_settings(session_, 0, &entry, 1); }

    nghttp2_session* native() noexcept { return session_; }
    std::size_t unsent(std::int32_t id) { return bodies_[id].first.size(); }
    std::map<std::int32_t, request> requests;
    int pings = 0;
    bool client_went_away = false;

    /// One frame, made by hand.
    static std::string frame(std::uint8_t type, std::uint8_t flags, std::uint32_t stream,
                             std::string_view payload)
    {
        std::string bytes;
        auto const byte = [&bytes](std::size_t b) { bytes += static_cast<char>(b & 0xff); };
        byte(payload.size() >> 16), byte(payload.size() >> 8), byte(payload.size());
        byte(type), byte(flags);
        byte(stream >> 24), byte(stream >> 16), byte(stream >> 8), byte(stream);
        return bytes.append(payload);
    }

private:
    static http2_peer& self(void* user) { return *static_cast<http2_peer*>(user); }

    static std::vector<nghttp2_nv> views(fields const& of)
    {
        std::vector<nghttp2_nv> all;
        for (auto const& [name, value] : of) {
            auto const bytes = [](std::string const& s) {
                return const_cast<std::uint8_t*>(reinterpret_cast<std::uint8_t const*>(s.data()));
            };
            all.push_back({bytes(name), bytes(value), name.size(), value.size(), NGHTTP2_NV_FLAG_NONE});
        }
        return all;
    }

    static int on_header(nghttp2_session*, nghttp2_frame const* frame, std::uint8_t const* name,
                         std::size_t name_size, std::uint8_t const* value, std::size_t size, std::uint8_t,
                         void* user)
    {
        std::string const key(reinterpret_cast<char const*>(name), name_size);
        self(user).requests[frame->hd.stream_id].header[key] =
            std::string(reinterpret_cast<char const*>(value), size);
        return 0;
    }
    static int on_frame(nghttp2_session*, nghttp2_frame const* frame, void* user)
    {
        auto const& head = frame->hd;
        bool const data = head.type == NGHTTP2_DATA || head.type == NGHTTP2_HEADERS;
        if (data && (head.flags & NGHTTP2_FLAG_END_STREAM) != 0)
            self(user).requests[head.stream_id].complete = true;
        if (head.type == NGHTTP2_PING && (head.flags & NGHTTP2_FLAG_ACK) == 0) ++self(user).pings;
        if (head.type == NGHTTP2_GOAWAY) self(user).client_went_away = true;
        return 0;
    }
    static int on_data(nghttp2_session*, std::uint8_t, std::int32_t id, std::uint8_t const* bytes,
                       std::size_t size, void* user)
    {
        self(user).requests[id].body.append(reinterpret_cast<char const*>(bytes), size);
        return 0;
    }
    static int on_close(nghttp2_session*, std::int32_t id, std::uint32_t code, void* user)
    {
        if (code != NGHTTP2_NO_ERROR) self(user).requests[id].reset = true;
        return 0;
    }
    static ssize_t read_body(nghttp2_session*, std::int32_t id, std::uint8_t* into, std::size_t size,
                             std::uint32_t* flags, nghttp2_data_source*, void* user)
    {
        auto& [text, last] = self(user).bodies_[id];
        auto const n = text.copy(reinterpret_cast<char*>(into), size);
        text.erase(0, n);
        if (text.empty() && last) *flags |= NGHTTP2_DATA_FLAG_EOF;
        if (n == 0 && !last) return NGHTTP2_ERR_DEFERRED;
        return static_cast<ssize_t>(n);
    }

    nghttp2_session* session_ = nullptr;
    std::map<std::int32_t, std::pair<std::string, bool>> bodies_;
};

} // namespace test
