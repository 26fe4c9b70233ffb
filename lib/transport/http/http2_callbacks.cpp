#include "transport/http/http2_state.hpp"

#include <algorithm>
#include <charconv>

namespace coinformer::detail {

namespace {

constexpr std::size_t bytes_per_field = 32; // RFC 9113, 6.5.2

} // namespace

/// The functions that nghttp2 calls. No exception may pass through it, which is in C.
struct http2_callbacks {
    template <class Body>
    static int guarded(void* user, Body body) noexcept
    {
        try {
            return body(*static_cast<http2_codec*>(user));
        } catch (std::exception const&) { // no memory
            return NGHTTP2_ERR_CALLBACK_FAILURE;
        }
    }

    static int begin_frame(nghttp2_session*, nghttp2_frame_hd const* head, void* user)
    {
        return guarded(user, [&](http2_codec& c) {
            bool const header = head->type == NGHTTP2_HEADERS || head->type == NGHTTP2_CONTINUATION;
            if (head->type == NGHTTP2_HEADERS) c.allowance_.begin_header();
            if (header && !c.allowance_.add_header_frame(head->length)) {
                c.blame(errc::header_too_large, "a header of more than 256 KB of frames");
                return static_cast<int>(NGHTTP2_ERR_CALLBACK_FAILURE);
            }
            bool const data = head->type == NGHTTP2_DATA && head->length != 0;
            bool const ends = head->type == NGHTTP2_DATA && (head->flags & NGHTTP2_FLAG_END_STREAM) != 0;
            if (data) c.allowance_.add_body_frame();
            if (header || data || ends || c.count_idle_frame()) return 0;
            return static_cast<int>(NGHTTP2_ERR_CALLBACK_FAILURE);
        });
    }

    static int begin_headers(nghttp2_session*, nghttp2_frame const* frame, void* user)
    {
        return guarded(user, [&](http2_codec& c) {
            if (auto const found = c.streams_.find(frame->hd.stream_id); found != c.streams_.end()) {
                found->second.header.clear();
                found->second.ends.clear();
                found->second.status = 0;
            }
            return 0;
        });
    }

    static int header(nghttp2_session*, nghttp2_frame const* frame, std::uint8_t const* name,
                      std::size_t name_size, std::uint8_t const* value, std::size_t value_size, std::uint8_t,
                      void* user)
    {
        return guarded(user, [&](http2_codec& c) {
            auto const found = c.streams_.find(frame->hd.stream_id);
            if (found == c.streams_.end()) return 0;
            auto& s = found->second;
            s.header_bytes += name_size + value_size + bytes_per_field;
            if (s.header_bytes > http2_limits::header_list) {
                c.end_with(frame->hd.stream_id, errc::header_too_large, "the header is over 64 KB");
                return 0;
            }
            auto const field = text_of(name, name_size);
            auto const text = text_of(value, value_size);
            if (field == ":status") {
                std::from_chars(text.data(), text.data() + text.size(), s.status); // nghttp2 has checked it
                return 0;
            }
            s.header.append(field);
            s.ends.push_back(s.header.size());
            s.header.append(text);
            s.ends.push_back(s.header.size());
            return 0;
        });
    }

    static int frame_received(nghttp2_session* session, nghttp2_frame const* frame, void* user)
    {
        return guarded(user, [&](http2_codec& c) {
            auto const id = frame->hd.stream_id;
            if (frame->hd.type == NGHTTP2_HEADERS) {
                auto const found = c.streams_.find(id);
                if (found != c.streams_.end() && !found->second.answered) {
                    auto const status = found->second.status;
                    if (status >= 200)
                        c.give_head(id, found->second);
                    else if (status < 100) // nghttp2 demands three digits
                        c.end_with(id, errc::protocol_error, "the status of the answer is below 100");
                    else if (!c.count_idle_frame())
                        return static_cast<int>(NGHTTP2_ERR_CALLBACK_FAILURE);
                }
            }
            bool const of_exchange = frame->hd.type == NGHTTP2_HEADERS || frame->hd.type == NGHTTP2_DATA;
            if (of_exchange && (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0) finish(c, id);
            if (frame->hd.type == NGHTTP2_SETTINGS && (frame->hd.flags & NGHTTP2_FLAG_ACK) == 0)
                *c.announced_ = c.announced_streams_ =
                    nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS);
            if (frame->hd.type == NGHTTP2_GOAWAY) {
                c.draining_ = true;
                if (frame->goaway.error_code != NGHTTP2_NO_ERROR) goaway_with_error(c, frame->goaway);
            }
            if (frame->hd.type == NGHTTP2_PING && (frame->hd.flags & NGHTTP2_FLAG_ACK) != 0) ++c.pongs_;
            return 0;
        });
    }

    // Called when an answer has ended. If the peer answered before the whole request came, the rest of it is
    // not sent.
    static void finish(http2_codec& c, std::int32_t id)
    {
        auto const found = c.streams_.find(id);
        if (found == c.streams_.end()) return;
        if (found->second.body_sent < found->second.body.size())
            nghttp2_submit_rst_stream(c.session_.get(), NGHTTP2_FLAG_NONE, id, NGHTTP2_NO_ERROR);
        c.end(id, {}, {});
    }

    // The exchanges that go on after such a GOAWAY seldom get an answer. They end with its reason if they do
    // not. Its text is left out if it may hold a secret that the mask does not hide.
    static void goaway_with_error(http2_codec& c, nghttp2_goaway const& frame)
    {
        c.why_ = errc::connection_reset;
        c.detail_ = "the server ended the connection: ";
        c.detail_ += nghttp2_http2_strerror(frame.error_code);
        if (c.has_sent_other_secrets_) return;
        auto const said = c.mask_.apply_to_excerpt(
            text_of(frame.opaque_data, std::min<std::size_t>(frame.opaque_data_len, 200)));
        if (!said.empty()) c.detail_.append(": ").append(said);
    }

    static int data(nghttp2_session* session, std::uint8_t, std::int32_t id, std::uint8_t const* bytes,
                    std::size_t size, void* user)
    {
        return guarded(user, [&](http2_codec& c) {
            nghttp2_session_consume_connection(session, size);
            c.allowance_.add_body(size);
            if (c.streams_.contains(id)) c.sink_->data(static_cast<stream_id>(id), text_of(bytes, size));
            return 0;
        });
    }

    static int stream_closed(nghttp2_session*, std::int32_t id, std::uint32_t code, void* user)
    {
        return guarded(user, [&](http2_codec& c) {
            // An answer that has begun shows that the server has acted on the request, whatever it says now.
            auto const found = c.streams_.find(id);
            bool const is_answered = found != c.streams_.end() && found->second.answered;
            if (code == NGHTTP2_REFUSED_STREAM && !is_answered)
                c.end(id, errc::request_refused, "");
            else
                c.end(id, errc::connection_reset,
                      std::string("the server ended the stream: ") + nghttp2_http2_strerror(code));
            return 0;
        });
    }

    static int invalid_frame(nghttp2_session*, nghttp2_frame const* frame, int code, void* user)
    {
        return guarded(user, [&](http2_codec& c) {
            std::string const what = std::string("HTTP/2: ") + nghttp2_strerror(code);
            if (frame->hd.stream_id != 0) {
                c.expect_rest(frame->hd.stream_id); // nghttp2 resets the stream
                c.end(frame->hd.stream_id, errc::protocol_error, what);
            } else {
                c.blame(errc::protocol_error, what);
            }
            return 0;
        });
    }
};

http2_callback_table make_http2_callbacks()
{
    nghttp2_session_callbacks* raw_callbacks = nullptr;
    demand_http2(nghttp2_session_callbacks_new(&raw_callbacks), "HTTP/2");
    http2_callback_table to(raw_callbacks);
    nghttp2_session_callbacks_set_on_begin_frame_callback(to.get(), &http2_callbacks::begin_frame);
    nghttp2_session_callbacks_set_on_begin_headers_callback(to.get(), &http2_callbacks::begin_headers);
    nghttp2_session_callbacks_set_on_header_callback(to.get(), &http2_callbacks::header);
    nghttp2_session_callbacks_set_on_frame_recv_callback(to.get(), &http2_callbacks::frame_received);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(to.get(), &http2_callbacks::data);
    nghttp2_session_callbacks_set_on_stream_close_callback(to.get(), &http2_callbacks::stream_closed);
    nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(to.get(), &http2_callbacks::invalid_frame);
    return to;
}

} // namespace coinformer::detail
