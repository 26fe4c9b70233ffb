#include "testing/http/http2_service.hpp"

#include "core/keeping.hpp"
#include "testing/http/http2_stream.hpp"
#include "testing/http/http_session.hpp"

#include <nghttp2/nghttp2.h>

#include <algorithm>
#include <map>

namespace coinformer::testing::detail {

namespace {

constexpr std::uint32_t most_streams = 250;     // as Go's server, and more than a kube-apiserver's 100
constexpr std::size_t output_bytes = 64 * 1024; // frames that are written together
constexpr std::int32_t connection_window = 1 << 20;

// Ends nghttp2's limit on the resets of a client. It counts them by the machine's clock, so that a client in
// virtual time would reach it sooner or later, depending on the machine's speed. Older versions have no
// limit, and no such function: therefore the template, in which the name is looked up only if it exists.
template <class Option>
void end_reset_limit(Option* o)
{
    constexpr std::uint64_t most = std::uint64_t{1} << 62;
    if constexpr (requires { nghttp2_option_set_stream_reset_rate_limit(o, most, most); })
        nghttp2_option_set_stream_reset_rate_limit(o, most, most);
}

} // namespace

/// The session of nghttp2 and the streams. Shared, because a stream's session may outlive the service.
class http2_service::impl : public std::enable_shared_from_this<http2_service::impl> {
public:
    using stream = std::shared_ptr<http2_stream_state>;

    impl(std::shared_ptr<server_state> state, certificate_subject const* client, wakeup& changed,
         nursery& sessions)
        : state_(std::move(state)), client_(client), changed_(changed), sessions_(sessions)
    {
        nghttp2_session_callbacks* to = nullptr;
        nghttp2_session_callbacks_new(&to);
        nghttp2_session_callbacks_set_on_begin_headers_callback(to, &on_begin);
        nghttp2_session_callbacks_set_on_header_callback(to, &on_header);
        nghttp2_session_callbacks_set_on_frame_recv_callback(to, &on_frame);
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(to, &on_data);
        nghttp2_session_callbacks_set_on_stream_close_callback(to, &on_close);
        nghttp2_option* options = nullptr;
        nghttp2_option_new(&options);
        end_reset_limit(options);
        nghttp2_session_server_new2(&session_, to, this, options);
        nghttp2_option_del(options);
        nghttp2_session_callbacks_del(to);
        nghttp2_settings_entry const settings[] = {{NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, most_streams}};
        nghttp2_submit_settings(session_, NGHTTP2_FLAG_NONE, settings, std::size(settings));
        nghttp2_session_set_local_window_size(session_, NGHTTP2_FLAG_NONE, 0, connection_window);
    }
    impl(impl const&) = delete;
    ~impl() { nghttp2_session_del(session_); }

    bool receive(std::string_view bytes)
    {
        auto const* const raw = reinterpret_cast<std::uint8_t const*>(bytes.data());
        auto const took = nghttp2_session_mem_recv(session_, raw, bytes.size());
        for (auto const& begun : std::exchange(begun_, {})) start(begun);
        return took >= 0;
    }

    std::string output()
    {
        std::string all;
        std::uint8_t const* bytes = nullptr;
        while (all.size() < output_bytes) {
            auto const n = nghttp2_session_mem_send(session_, &bytes);
            if (n <= 0) break;
            all.append(reinterpret_cast<char const*>(bytes), static_cast<std::size_t>(n));
        }
        return all;
    }

    bool is_over() const noexcept
    {
        return nghttp2_session_want_read(session_) == 0 && nghttp2_session_want_write(session_) == 0;
    }

    void end() noexcept
    {
        for (auto& [id, s] : std::exchange(streams_, {})) {
            s->closed = true;
            s->changed.notify();
        }
    }

private:
    static impl& self(void* user) noexcept { return *static_cast<impl*>(user); }
    http2_stream_state* find(std::int32_t id)
    {
        auto const found = streams_.find(id);
        return found == streams_.end() ? nullptr : found->second.get();
    }

    static int on_begin(nghttp2_session*, nghttp2_frame const* frame, void* user)
    {
        if (frame->headers.cat == NGHTTP2_HCAT_REQUEST)
            self(user).streams_.emplace(frame->hd.stream_id,
                                        std::make_shared<http2_stream_state>(frame->hd.stream_id));
        return 0;
    }

    static int on_header(nghttp2_session*, nghttp2_frame const* frame, std::uint8_t const* name,
                         std::size_t name_size, std::uint8_t const* value, std::size_t value_size,
                         std::uint8_t, void* user)
    {
        auto* const s = self(user).find(frame->hd.stream_id);
        if (s && frame->headers.cat == NGHTTP2_HCAT_REQUEST)
            s->field({reinterpret_cast<char const*>(name), name_size},
                     {reinterpret_cast<char const*>(value), value_size});
        return 0;
    }

    static int on_frame(nghttp2_session*, nghttp2_frame const* frame, void* user)
    {
        auto* const s = self(user).find(frame->hd.stream_id);
        bool const of_request = frame->hd.type == NGHTTP2_HEADERS || frame->hd.type == NGHTTP2_DATA;
        if (!s || !of_request) return 0;
        bool const last = (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
        if (frame->hd.type == NGHTTP2_HEADERS && frame->headers.cat == NGHTTP2_HCAT_REQUEST) {
            s->end_of_header(!last);
            self(user).begun_.push_back(self(user).streams_[frame->hd.stream_id]);
        }
        if (last) s->end_of_body();
        return 0;
    }

    static int on_data(nghttp2_session*, std::uint8_t, std::int32_t id, std::uint8_t const* bytes,
                       std::size_t size, void* user)
    {
        if (auto* const s = self(user).find(id)) s->body({reinterpret_cast<char const*>(bytes), size});
        return 0;
    }

    static int on_close(nghttp2_session*, std::int32_t id, std::uint32_t, void* user)
    {
        auto& me = self(user);
        if (auto* const s = me.find(id)) {
            s->closed = true;
            s->changed.notify();
            me.streams_.erase(id);
        }
        return 0;
    }

    static ssize_t read_body(nghttp2_session*, std::int32_t, std::uint8_t* into, std::size_t size,
                             std::uint32_t* flags, nghttp2_data_source* source, void*)
    {
        auto& s = *static_cast<http2_stream_state*>(source->ptr);
        auto const n = s.outgoing.copy(reinterpret_cast<char*>(into), size);
        s.outgoing.erase(0, n);
        s.changed.notify();
        if (s.outgoing.empty() && s.complete) *flags |= NGHTTP2_DATA_FLAG_EOF;
        if (n == 0 && !s.complete) return NGHTTP2_ERR_DEFERRED;
        return static_cast<ssize_t>(n);
    }

    void start(stream const& s)
    {
        auto answered = [weak = weak_from_this()](http2_stream_state& of) {
            if (auto const me = weak.lock()) me->answered(of);
        };
        auto bytes = std::make_unique<http2_session_stream>(s, client_, std::move(answered));
        auto const session = std::make_shared<http_session>(state_, std::move(bytes));
        session->mark_as_stream();
        sessions_.start(coinformer::detail::keeping(session, session->serve()));
    }

    // Called when a part of an answer is there, or when the session has given it up.
    void answered(http2_stream_state& s)
    {
        if (s.closed || !streams_.contains(s.id)) return;
        if (s.broken) {
            nghttp2_submit_rst_stream(session_, NGHTTP2_FLAG_NONE, s.id, NGHTTP2_INTERNAL_ERROR);
        } else if (s.status != 0 && !s.answer_fields_sent) {
            s.answer_fields_sent = true;
            submit_head(s);
        } else {
            nghttp2_session_resume_data(session_, s.id);
        }
        changed_.notify();
    }

    void submit_head(http2_stream_state& s)
    {
        auto const status = std::to_string(s.status);
        std::vector<nghttp2_nv> header;
        auto const add = [&header](std::string_view name, std::string_view value) {
            auto const bytes = [](std::string_view text) {
                return const_cast<std::uint8_t*>(reinterpret_cast<std::uint8_t const*>(text.data()));
            };
            header.push_back({bytes(name), bytes(value), name.size(), value.size(), NGHTTP2_NV_FLAG_NONE});
        };
        add(":status", status);
        for (auto& [name, value] : s.answer_fields) {
            std::ranges::transform(name, name.begin(), [](char c) {
                return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
            });
            add(name, value);
        }
        nghttp2_data_provider body{};
        body.source.ptr = &s;
        body.read_callback = &read_body;
        nghttp2_submit_response(session_, s.id, header.data(), header.size(), &body);
    }

    std::shared_ptr<server_state> state_;
    certificate_subject const* client_;
    wakeup& changed_;
    nursery& sessions_;
    nghttp2_session* session_ = nullptr;
    std::map<std::int32_t, stream> streams_;
    std::vector<stream> begun_; // their requests have arrived in this call of receive()
};

http2_service::http2_service(std::shared_ptr<server_state> state, certificate_subject const* client,
                             wakeup& changed, nursery& sessions)
    : impl_(std::make_shared<impl>(std::move(state), client, changed, sessions))
{
}

http2_service::~http2_service()
{
    impl_->end();
}

bool http2_service::receive(std::string_view bytes)
{
    return impl_->receive(bytes);
}

std::string http2_service::output()
{
    return impl_->output();
}

bool http2_service::is_over() const noexcept
{
    return impl_->is_over();
}

} // namespace coinformer::testing::detail
