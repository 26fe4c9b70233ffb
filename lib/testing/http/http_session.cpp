#include "testing/http/http_session.hpp"

#include "core/keeping.hpp"
#include "testing/formats/gzip_stream.hpp"
#include "testing/http/answer_form.hpp"
#include "testing/http/http2_service.hpp"
#include "testing/http/protobuf_answer.hpp"
#include "testing/http/wire_text.hpp"

#include <coinformer/testing/memory_stream.hpp>

#include <algorithm>
#include <utility>

namespace coinformer::testing::detail {

namespace {

constexpr std::size_t http_read_bytes = 8 * 1024;
constexpr std::size_t inbox_limit_bytes = 64 * 1024;
constexpr std::size_t block_bytes = 64 * 1024; // a part of a long answer is written when it has this size

constexpr std::size_t protobuf_length_bytes = 4; // before each event, where HTTP chunks do not frame it

// Appends lines to a watch's answer. With gzip, events that are sent together are one member of the gzip
// stream, because a real server flushes them together. A message of a WebSocket holds one event.
void append_lines(std::string& out, watch_answer const& w, std::string_view lines)
{
    if (w.websocket && w.protobuf)
        append_frame(out, frame_kind::binary, lines.substr(protobuf_length_bytes));
    else if (w.websocket)
        append_frame(out, frame_kind::text, lines);
    else if (w.gzip)
        append_chunk(out, gzipped(lines));
    else
        append_chunk(out, lines);
}

} // namespace

http_session::http_session(std::shared_ptr<server_state> state, std::unique_ptr<byte_stream> stream)
    : shared_state_(std::move(state)), state_(*shared_state_), stream_(std::move(stream)),
      tls_(dynamic_cast<tls_server_stream*>(stream_.get())),
      certified_(dynamic_cast<certified_peer*>(stream_.get())),
      self_(state_.sessions.insert(state_.sessions.end(), this)), buffer_(http_read_bytes)
{
}

http_session::~http_session()
{
    state_.sessions.erase(self_);
    stream_->close();
}

void http_session::reset() noexcept
{
    if (auto* const in_memory = dynamic_cast<memory_stream*>(stream_.get()))
        in_memory->reset();
    else
        stream_->close();
}

task<> http_session::serve()
{
    auto const self = shared_from_this();
    nursery parts(state_.env.ex);
    parts.start(coinformer::detail::keeping(self, receive()));
    parts.start(coinformer::detail::keeping(self, answer_all(parts)));
    co_await parts.join();
}

task<> http_session::receive() &
{
    try {
        for (;;) {
            while (inbox_.size() >= inbox_limit_bytes) co_await inbox_has_room_.wait();
            auto const n = co_await stream_->read_some(buffer_);
            if (n == 0) break;
            inbox_.append(buffer_.data(), n);
            state_changed_.notify();
        }
    } catch (boost::system::system_error const&) {
        // The stream was reset, closed or cancelled: the connection is over in each case.
    }
    ended_ = true;
    state_changed_.notify();
}

task<> http_session::answer_all(nursery& parts) &
{
    try {
        bool const http2 = co_await speaks_http2();
        if (http2)
            co_await answer_http2(parts);
        else
            co_await answer_http1();
        if (tls_) co_await tls_->say_goodbye();
    } catch (boost::system::system_error const& e) {
        if (e.code() != condition::cancelled)
            state_.env.log->log(log_level::debug, "api_server: connection lost", {{"cause", e.what()}});
    }
    parts.request_stop();
}

task<> http_session::answer_http1() &
{
    request_handler handler(state_);
    for (bool keep = true; keep;) {
        auto request = co_await next_request();
        if (!request) break;
        request->peer = certified_ ? certified_->client() : nullptr;
        auto reply = handler.handle(*request);
        injected_fault_ = std::move(reply.injected_fault);
        sent_ = 0;
        if (injected_fault_ && injected_fault_->delay != duration::zero())
            co_await state_.env.time->sleep_for(injected_fault_->delay);
        if (auto const* const wait = std::get_if<version_wait>(&reply.what)) {
            co_await wait_for_version(wait->until);
            reply.what = handler.again(*request);
        }
        keep = co_await send_answer(std::move(reply.what), request->keep_alive);
    }
}

// Waits for as many bytes as show whether the client speaks HTTP/2: by ALPN, or by the bytes themselves.
task<bool> http_session::speaks_http2() &
{
    if (is_stream_) co_return false;
    for (;;) {
        auto const seen = std::string_view(inbox_).substr(0, http2_preface.size());
        if (!http2_preface.starts_with(seen)) co_return false;
        bool const agreed = !seen.empty() && stream_->protocol() == "h2";
        if (agreed || seen.size() == http2_preface.size()) co_return true;
        if (ended_) co_return false;
        co_await state_changed_.wait();
    }
}

task<> http_session::answer_http2(nursery& sessions) &
{
    http2_service service(shared_state_, certified_ ? certified_->client() : nullptr, state_changed_,
                          sessions);
    for (bool good = true; good && !ended_ && !service.is_over();) {
        good = service.receive(std::exchange(inbox_, {}));
        inbox_has_room_.notify();
        auto const bytes = service.output();
        if (!bytes.empty())
            co_await stream_->write(std::span<char const>(bytes));
        else if (good && inbox_.empty() && !ended_)
            co_await state_changed_.wait();
    }
}

task<std::optional<wire_request>> http_session::next_request() &
{
    request_reader reader;
    for (;;) {
        auto request = reader.feed(inbox_);
        inbox_has_room_.notify();
        if (request) co_return request;
        if (ended_) co_return std::nullopt;
        if (reader.wants_continue()) {
            std::string_view const go_on = "HTTP/1.1 100 Continue\r\n\r\n";
            co_await stream_->write(go_on);
        } else {
            co_await state_changed_.wait();
        }
    }
}

// Waits until the store has the version `until`, but at most for version_patience, and no longer than the
// connection lasts.
task<> http_session::wait_for_version(revision until) &
{
    auto const deadline = state_.env.time->now() + version_patience;
    auto const alarm = state_.env.time->make_timer(state_.env.ex);
    auto const ring = [this] { state_changed_.notify(); };
    awaits_version_ = true;
    while (!ended_ && state_.store.now() < until && state_.env.time->now() < deadline) {
        alarm->start(deadline, ring);
        co_await state_changed_.wait();
    }
    awaits_version_ = false;
}

// Sends a part of an answer. An injected fault may end the answer, and the connection, early.
task<> http_session::send(std::string_view bytes) &
{
    auto const begin = std::exchange(sent_, sent_ + bytes.size());
    auto const limit = !injected_fault_             ? std::nullopt
                       : injected_fault_->cut_after ? injected_fault_->cut_after
                                                    : injected_fault_->stall_after;
    bool const fits = !limit || sent_ <= *limit;
    if (!fits) bytes = bytes.substr(0, *limit - std::min(begin, *limit));
    co_await stream_->write(bytes);
    if (fits) co_return;
    while (injected_fault_->stall_after && !ended_) co_await state_changed_.wait();
    throw api_error(errc::connection_closed, "api_server", "by an injected fault");
}

task<bool> http_session::send_answer(answer reply, bool keep_alive) &
{
    if (auto* const list = std::get_if<list_answer>(&reply)) {
        co_await send_list(std::move(*list), keep_alive);
    } else if (auto* const watch = std::get_if<watch_answer>(&reply)) {
        keep_alive = co_await send_watch(std::move(*watch), keep_alive);
    } else {
        keep_alive = co_await send_whole_answer(std::move(std::get<canned_answer>(reply)), keep_alive);
    }
    co_return keep_alive;
}

task<bool> http_session::send_whole_answer(canned_answer reply, bool keep_alive) &
{
    if (reply.warning.empty()) reply.warning = warning();
    auto out = answer_head(reply, reply.body.size(), keep_alive);
    std::string_view const body = reply.body;
    out.append(reply.cut ? body.substr(0, body.size() / 2) : body);
    co_await send(out);
    co_return keep_alive && !reply.cut;
}

// Sends a short list in one piece, and a long one in chunks, so that its text is never in memory as a whole.
task<> http_session::send_list(list_answer reply, bool keep_alive) &
{
    canned_answer whole;
    whole.warning = warning();
    if (reply.protobuf) {
        whole.content_type = protobuf_list_type;
        whole.body = protobuf_list(*reply.of, reply.list);
        if (reply.gzip && whole.body.size() > state_.options.gzip_threshold) {
            whole.body = gzipped(whole.body);
            whole.content_encoding = "gzip";
        }
        co_await send_whole_answer(std::move(whole), keep_alive);
        co_return;
    }
    whole.body = list_opening(reply);
    auto chunked = false;
    auto first = true;
    auto const enough = reply.gzip ? state_.options.gzip_threshold : block_bytes;
    std::optional<gzip_stream> gzip;
    for (auto const& item : reply.list.page.items) {
        if (!std::exchange(first, false)) whole.body += ',';
        append_item(whole.body, reply, *item);
        if (whole.body.size() <= (chunked ? block_bytes : enough)) continue;
        if (reply.gzip && !chunked) {
            gzip.emplace();
            whole.content_encoding = "gzip";
        }
        auto out = chunked ? std::string() : answer_head(whole, std::nullopt, keep_alive);
        chunked = true;
        append_chunk(out, gzip ? gzip->add(whole.body) : whole.body);
        whole.body.clear();
        co_await send(out);
    }
    whole.body += list_closing(reply);
    std::string out;
    if (chunked) {
        append_chunk(out, gzip ? gzip->finish(whole.body) : whole.body);
        out += last_chunk;
    } else {
        out = answer_head(whole, whole.body.size(), keep_alive) + whole.body;
    }
    co_await send(out);
}

task<bool> http_session::send_watch(watch_answer reply, bool keep_alive) &
{
    canned_answer stream;
    stream.warning = warning();
    if (reply.gzip) stream.content_encoding = "gzip";
    if (reply.protobuf) stream.content_type = protobuf_watch_type;
    bool const upgraded = reply.websocket.has_value();
    auto head =
        upgraded ? websocket_answer_head(*reply.websocket) : answer_head(stream, std::nullopt, keep_alive);
    if (reply.fault) {
        std::string line;
        watch_cursor::append_error(line, *reply.fault);
        append_lines(head, reply, reply.protobuf ? protobuf_event(line) : line);
    }
    co_await send(head);
    websocket_reader frames;
    if (reply.cursor) co_await send_events(reply, frames);
    std::string end(upgraded ? std::string_view() : last_chunk);
    if (upgraded && !frames.closed()) append_close_frame(end, close_code::normal);
    co_await send(end);
    co_return keep_alive && !upgraded;
}

// Appends the events that are ready, each as a chunk or a message, as a real server sends them. Returns true
// if there were any.
bool http_session::take_events(watch_answer& from, std::string& out)
{
    std::string lines;
    auto* const left = injected_fault_ && injected_fault_->events ? &*injected_fault_->events : nullptr;
    while (out.size() + lines.size() < block_bytes && !(left && *left == 0)) {
        auto const now = state_.env.time->now();
        bool const is_early = from.cursor->has_initial_events() && now < next_initial_event_;
        using initial = watch_cursor::initial_events;
        auto const event = from.cursor->next(is_early ? initial::later : initial::now);
        if (!event) break;
        if (!is_early && injected_fault_) next_initial_event_ = now + injected_fault_->initial_pause;
        if (event->initial_end && injected_fault_ && injected_fault_->no_initial_end) continue;
        if (left) --*left;
        from.cursor->append_line(lines, *event);
        if (from.gzip) continue;
        append_lines(out, from, lines);
        lines.clear();
    }
    if (!lines.empty()) append_lines(out, from, lines);
    return !out.empty();
}

/// The times at which a watch has something to do although nothing changes: its bookmarks and its end.
struct http_session::watch_deadlines {
    watch_deadlines(time_source& time, duration interval, watch_answer const& w)
        : time(time), interval(interval), bookmarks(w.bookmarks), bookmark(time.after(interval)),
          end(w.timeout ? time.after(*w.timeout) : time_point::max())
    {
    }

    bool over() const noexcept { return time.now() >= end; }
    bool bookmark_due() noexcept
    {
        if (!bookmarks || time.now() < bookmark) return false;
        bookmark = time.after(interval);
        return true;
    }
    time_point next() const noexcept { return bookmarks ? std::min(bookmark, end) : end; }

    time_source& time;
    duration interval;
    bool bookmarks;
    time_point bookmark;
    time_point end;
};

// Sends the events of a watch until it times out, the peer ends the connection, a fault ends the watch, or
// the history has moved past it.
task<> http_session::send_events(watch_answer& reply, websocket_reader& frames) &
{
    struct watching {
        collection const*& place;
        ~watching() { place = nullptr; }
    };
    auto& cursor = *reply.cursor;
    watched_ = &cursor.of();
    watching const until_end{watched_};
    watch_deadlines deadlines(*state_.env.time, state_.options.bookmark_interval, reply);
    next_initial_event_ = state_.env.time->now();
    if (injected_fault_ && injected_fault_->initial_pause != duration::zero()) cursor.mix_changes_in();
    if (injected_fault_ && injected_fault_->no_timeout) deadlines.end = time_point::max();
    auto const alarm = state_.env.time->make_timer(state_.env.ex);
    auto const ring = [this] { state_changed_.notify(); };
    while (!ended_) {
        std::string out;
        if (reply.websocket) {
            frames.feed(inbox_, out);
            inbox_has_room_.notify();
        }
        if (frames.closed()) {
            co_await send(out);
            break;
        }
        auto const over = !take_events(reply, out) && deadlines.over();
        if (out.empty() && injected_fault_ && injected_fault_->events == 0) {
            auto const& last = injected_fault_->last_line;
            if (!last.empty()) append_lines(out, reply, reply.protobuf ? protobuf_event(last) : last);
            co_await send(out);
            break;
        }
        if (out.empty() && cursor.ended()) break; // a real server ends the watch of a reader that is too slow
        // The last bookmark is left out if it says nothing new. After restore() the watch may have begun at a
        // version that is yet to come; until then it gets no bookmark.
        auto const news = over && state_.store.now() > cursor.from();
        bool const reached = state_.store.now() >= cursor.from();
        if (out.empty() && reply.bookmarks && (news || deadlines.bookmark_due()) && reached) {
            std::string line;
            cursor.append_line(line, {"BOOKMARK", nullptr, state_.store.now(), false});
            append_lines(out, reply, line);
        }
        if (!out.empty()) {
            co_await send(out);
        } else if (!over) {
            auto const next = cursor.has_initial_events() ? std::min(deadlines.next(), next_initial_event_)
                                                          : deadlines.next();
            if (next != time_point::max()) alarm->start(next, ring);
            co_await state_changed_.wait();
        }
        if (over) break;
    }
}

} // namespace coinformer::testing::detail
