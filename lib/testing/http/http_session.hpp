#pragma once

#include "testing/http/request_handler.hpp"
#include "testing/http/tls_server_stream.hpp"

#include <coinformer/core/nursery.hpp>
#include <coinformer/core/task.hpp>
#include <coinformer/core/wakeup.hpp>
#include <coinformer/transport/byte_stream.hpp>

#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing::detail {

/// One connection of the API server: it reads requests and answers them one after the other. It also goes on
/// reading during a watch, so that it sees at once if the peer closes the connection. If the client speaks
/// HTTP/2, it moves bytes only, and an http2_service makes a session for each stream.
///
/// States     It waits for a request, gives an answer, or follows a watch (`watched_` is set). `ended_` is
///            set when the peer has closed the connection; the session then ends with the present answer. A
///            fault that the request has met (`injected_fault_`) lasts as long as its answer.
/// Threads    the server's serial executor. serve() runs two coroutines: one fills the inbox, the other reads
///            it and writes answers. They wake each other through state_changed_ and inbox_has_room_.
class http_session : public std::enable_shared_from_this<http_session> {
public:
    http_session(std::shared_ptr<server_state> state, std::unique_ptr<byte_stream> stream);
    http_session(http_session const&) = delete;
    ~http_session(); ///< closes the connection

    /// Serves the connection until the peer or reset() has ended it. Throws nothing but condition::cancelled.
    [[nodiscard]] task<> serve();
    /// Breaks the connection off. Bytes on their way are lost if the stream has a reset (memory_stream);
    /// otherwise it is closed.
    void reset() noexcept;

    /// Tells the session that this collection has changed. The store calls it for every session.
    void changed(collection const& in) noexcept
    {
        if (awaits_version_ || (watched_ && watched_->shares_objects(in))) state_changed_.notify();
    }
    bool watching() const noexcept { return watched_ != nullptr; }

    /// Says that this session answers one stream of an HTTP/2 connection.
    void mark_as_stream() noexcept { is_stream_ = true; }
    bool is_connection() const noexcept { return !is_stream_; }

private:
    struct watch_deadlines;

    // receive() fills the inbox; answer_all() takes requests from it. The other coroutines give the answers.
    task<> receive() &;
    task<> answer_all(nursery& parts) &;
    task<> answer_http1() &;
    task<bool> speaks_http2() &;
    task<> answer_http2(nursery& sessions) &;
    task<std::optional<wire_request>> next_request() &;
    task<> wait_for_version(revision until) &;
    task<> send(std::string_view bytes) &;
    // These return true if the connection can take another request.
    task<bool> send_answer(answer reply, bool keep_alive) &;
    task<bool> send_whole_answer(canned_answer reply, bool keep_alive) &;
    task<> send_list(list_answer reply, bool keep_alive) &;
    task<bool> send_watch(watch_answer reply, bool keep_alive) &;
    task<> send_events(watch_answer& reply, websocket_reader& frames) &;
    std::string warning() const { return injected_fault_ ? injected_fault_->warning : std::string(); }
    bool take_events(watch_answer& from, std::string& out);

    std::shared_ptr<server_state> const shared_state_;
    server_state& state_;
    std::unique_ptr<byte_stream> stream_;
    tls_server_stream* tls_;    // the stream, if it speaks TLS; otherwise null
    certified_peer* certified_; // the stream, if it may know a certificate
    bool is_stream_ = false;
    std::list<http_session*>::iterator self_; // the place of this session in state_.sessions
    std::vector<char> buffer_;
    std::string inbox_;  // received bytes that are not parsed yet
    bool ended_ = false; // true if nothing more will be received
    // Notified when bytes came, the connection ended, a watched collection changed, or a time is due.
    wakeup state_changed_;
    wakeup inbox_has_room_;               // notified when the inbox has room
    collection const* watched_ = nullptr; // the collection of the watch that is under way; otherwise null
    bool awaits_version_ = false;         // true while a request waits for a version that is yet to come
    std::optional<fault> injected_fault_; // the fault of the answer that is under way
    std::size_t sent_ = 0;                // bytes of this answer
    time_point next_initial_event_{};     // the next initial event of a streamed list is not sent before
};

} // namespace coinformer::testing::detail
