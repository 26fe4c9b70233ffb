#pragma once

#include "transport/http/connection_codec.hpp"
#include "transport/http/connection_tasks.hpp"
#include "transport/http/exchange_table.hpp"
#include "transport/http/liveness.hpp"
#include "transport/http/read_buffer.hpp"

#include <coinformer/core/environment.hpp>
#include <coinformer/transport/byte_stream.hpp>

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace coinformer::detail {

/// One HTTP/2 connection: a byte stream that many exchanges share, and its codec. One coroutine reads for all
/// of them, and another one writes; neither depends on a consumer, so that an exchange whose consumer stands
/// still stops alone, and the cancellation of one exchange cuts no frame in two.
///
/// States     While an exchange is under way, it reads, and a timer asks a silent peer for a sign of life.
///            Otherwise nothing runs, so that an unused connection keeps no io_context running
///            (docs/decisions/036-an-unused-connection-reads-nothing.md). Closed for good after an error.
/// Threads    the client's strand.
/// Lifetime   shared by the connection_pool, the exchanges, and its own two coroutines.
class shared_connection final : public std::enable_shared_from_this<shared_connection> {
public:
    shared_connection(environment const& env, std::unique_ptr<byte_stream> stream,
                      std::unique_ptr<connection_codec> codec, std::size_t buffer_limit, std::uint64_t epoch);
    ~shared_connection();

    /// True if open() would take another exchange, and the pool may ask for it.
    bool has_room() const noexcept { return !use_.is_retired && can_open(); }
    /// True if it takes no exchange now or later, so that the pool can forget it. An unused connection
    /// reads nothing, so that it never learns of a server that takes requests again.
    bool is_over() const noexcept
    {
        return closed_ || codec_->draining() || (exchanges_.empty() && !can_open());
    }
    /// Called when the pool forgets it: it closes itself when its last exchange has ended. Otherwise a write
    /// that the peer does not take would keep it alive.
    void retire() noexcept
    {
        use_.is_retired = true;
        if (exchanges_.begun() != 0 && exchanges_.empty()) close();
    }
    bool is_used() const noexcept { return !exchanges_.empty(); }
    /// True if bytes, or the end of the stream, wait for being read. Asked of an unused connection, which
    /// reads nothing.
    bool has_input() const noexcept { return stream_->has_input(); }
    time_point unused_since() const noexcept { return use_.unused_since; }
    std::uint64_t epoch() const noexcept { return use_.epoch; }
    bool reused() const noexcept { return exchanges_.begun() > 1; }
    /// The number of reads that have brought bytes.
    std::uint64_t reads() const noexcept { return use_.reads; }
    /// Ends every exchange with errc::connection_closed.
    void close() noexcept;

    // The calls of shared_exchange.
    /// Errors: errc::request_refused if there is no room.
    stream_id open(stream_request const& request, shared_exchange& by);
    void consumed(stream_id id, std::size_t bytes);
    void set_window(stream_id id, std::size_t bytes);
    /// Gives an exchange up, if it has not ended. `waits_since` is when its request was sent, if its answer
    /// has not begun yet: a server may let a watch be quiet, but it answers a request.
    void leave(stream_id id, std::optional<time_point> waits_since) noexcept;
    time_point now() const noexcept { return time_->now(); }

private:
    bool is_doubted() const noexcept { return tasks_.is_unwritable() || liveness_.is_doubted(); }
    bool can_open() const noexcept { return !closed_ && !is_doubted() && codec_->room() > 0; }
    /// True if it is to be closed as soon as no exchange is under way.
    bool is_ending() const noexcept
    {
        return use_.is_retired || codec_->draining() || (exchanges_.empty() && codec_->room() == 0);
    }
    void start_work();
    task<> write_all();
    task<> read_on();
    task<> read_while_used();
    task<> let_consume();
    void receive(std::string_view bytes);
    void stop_reading() noexcept;
    void rest() noexcept;
    void fail(std::exception_ptr why) noexcept;
    void watch_silence(time_point due);
    void on_silence();
    void ask();

    /// Facts about the connection that the connection_pool and the exchanges ask for.
    struct use {
        std::uint64_t epoch;     // the pool's, when the connection was made
        time_point unused_since; // the end of the last exchange
        std::uint64_t reads = 0; // the number of those that have brought bytes
        bool is_retired = false; // the pool has forgotten it
    };

    time_ref time_;
    std::unique_ptr<byte_stream> stream_;
    std::unique_ptr<connection_codec> codec_;
    read_buffer buffer_;
    exchange_table exchanges_;
    liveness liveness_;
    std::unique_ptr<timer> silence_;
    time_point period_began_; // the codec's present period (new_period())
    use use_;
    bool closed_ = false;
    connection_tasks tasks_;
};

} // namespace coinformer::detail
