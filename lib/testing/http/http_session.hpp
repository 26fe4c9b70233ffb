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
#include <vector>

namespace coinformer::testing {

/// One connection: requests come in, answers go out, one after the other. Reading goes on during a watch, so that
/// the peer's going away is seen at once.
class http_session : public std::enable_shared_from_this<http_session> {
public:
    http_session(std::shared_ptr<server_state> state, std::unique_ptr<byte_stream> stream);
    http_session(http_session const&) = delete;
    ~http_session(); ///< closes the connection

    /// Ends when the peer or reset() has ended the connection. Errors: none but condition::cancelled.
    [[nodiscard]] task<> serve();
    /// Breaks the connection off, bytes on their way are lost where the stream can do that.
    void reset() noexcept;

    /// A change of this collection, or any, may be news to this session.
    void changed(collection const& in) noexcept
    {
        if (awaits_version_ || (watched_ && watched_->shares_objects(in))) stirred_.notify();
    }
    bool watching() const noexcept { return watched_ != nullptr; }

private:
    struct watch_deadlines;

    task<> receive() &;
    task<> answer_all(nursery& parts) &;
    task<std::optional<wire_request>> next_request() &;
    task<> version_reached(revision until) &;
    task<> send(std::string_view bytes) &;
    task<bool> give(answer reply, bool keep_alive) &;
    task<bool> give_whole(canned_answer reply, bool keep_alive) &;
    task<> give_list(list_answer reply, bool keep_alive) &;
    task<bool> give_watch(watch_answer reply, bool keep_alive) &;
    task<> follow(watch_answer& reply, websocket_reader& frames) &;
    std::string warning() const { return wrong_ ? wrong_->warning : std::string(); }
    bool take_events(watch_answer& from, std::string& out);

    std::shared_ptr<server_state> const kept_state_;
    server_state& state_;
    std::unique_ptr<byte_stream> stream_;
    tls_server_stream* tls_; // the stream when it is one
    std::list<http_session*>::iterator self_;
    std::vector<char> buffer_;
    std::string inbox_;  // received, not yet parsed
    bool ended_ = false; // nothing more will be received
    wakeup stirred_;     // bytes came, the connection ended, something watched changed, or time is up
    wakeup room_;        // the inbox has room
    collection const* watched_ = nullptr;
    bool awaits_version_ = false;
    std::optional<fault> wrong_;      // with the answer under way
    std::size_t sent_ = 0;            // bytes of it
    time_point next_initial_event_{}; // of a streamed list: not before
};

} // namespace coinformer::testing
