#include "transport/http/shared_connection.hpp"

#include "core/exceptions.hpp"
#include "core/keeping.hpp"
#include "transport/http/shared_exchange.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <utility>

namespace coinformer::detail {

namespace {

constexpr duration period = std::chrono::seconds(1); // the codec's (new_period())
constexpr std::size_t worth_a_turn = 8 * 1024;       // bytes of bodies
constexpr unsigned most_turns = 8;

} // namespace

shared_connection::shared_connection(environment const& env, std::unique_ptr<byte_stream> stream,
                                     std::unique_ptr<connection_codec> codec, std::size_t buffer_limit,
                                     std::uint64_t epoch)
    : time_(env.time), stream_(std::move(stream)), codec_(std::move(codec)), buffer_(buffer_limit),
      exchanges_(buffer_), silence_(time_->make_timer(env.ex)), period_began_(time_->now()),
      use_{.epoch = epoch, .unused_since = time_->now()}, tasks_(env.ex)
{
}

shared_connection::~shared_connection()
{
    close();
}

stream_id shared_connection::open(stream_request const& request, shared_exchange& by)
{
    if (!can_open()) throw api_error(errc::request_refused, {}, "the connection takes no more requests");
    bool const first = exchanges_.empty();
    std::optional<stream_id> id;
    try {
        id = codec_->open(request);
        exchanges_.add(*id, by);
        if (first) {
            liveness_.begin(time_->now());
            watch_silence(liveness_.due());
        }
        start_work();
    } catch (...) { // no memory, or a mistake in a clock of the user's: what has begun must not be sent
        if (id) exchanges_.remove(*id);
        if (id || codec_->spent()) close();
        throw;
    }
    return *id;
}

void shared_connection::consumed(stream_id id, std::size_t bytes)
{
    exchanges_.consumed(bytes);
    codec_->consumed(id, bytes);
    start_work();
}

void shared_connection::set_window(stream_id id, std::size_t bytes)
{
    codec_->set_window(id, bytes);
    start_work();
}

void shared_connection::leave(stream_id id, std::optional<time_point> waits_since) noexcept
{
    if (!exchanges_.remove(id)) return;
    bool const ping_is_due = waits_since && liveness_.given_up(*waits_since, time_->now());
    codec_->cancel(id);
    try {
        if (ping_is_due && !exchanges_.empty()) ask();
        start_work();
    } catch (std::exception const&) { // no memory
        fail(lost_connection(errc::connection_closed));
    }
    if (codec_->spent()) close();
    if (exchanges_.empty()) stop_reading();
}

// Starts the coroutines that have something to do.
void shared_connection::start_work()
{
    if (closed_) return;
    if (!tasks_.is_writing() && !codec_->output().empty())
        tasks_.start_writing(keeping(shared_from_this(), write_all()));
    if (!tasks_.is_reading() && !exchanges_.empty())
        tasks_.start_reading(keeping(shared_from_this(), read_on()));
}

// Writes until nothing is left. If that fails, what the peer has sent before may still say why: reading goes
// on, and finds the end. If a stream of the user's was cancelled by itself, had a time limit of its own, or
// misuses something, the peer has not ended the connection, so that no end would come.
task<> shared_connection::write_all()
{
    try {
        for (auto bytes = codec_->output(); !bytes.empty() && !closed_; bytes = codec_->output()) {
            auto const span = std::span<char const>(bytes);
            co_await stream_->write(span);
            codec_->written(bytes.size());
        }
        tasks_.end_writing();
        if (exchanges_.empty()) silence_->cancel();
    } catch (boost::system::system_error const& e) {
        tasks_.fail_writing();
        bool const is_by_stream =
            e.code() == condition::cancelled || e.code() == condition::misused || e.code() == errc::timed_out;
        if (is_by_stream || !tasks_.is_reading())
            fail(with_code(std::current_exception(), errc::connection_closed, {}));
    } catch (...) { // no memory, or a mistake in a stream of the user's
        fail(with_code(std::current_exception(), errc::connection_closed, {}));
    }
}

task<> shared_connection::read_on()
{
    std::exception_ptr failure;
    tasks_.begin_reading();
    try {
        co_await read_while_used();
    } catch (...) { // a stream of the user's may throw anything
        failure = std::current_exception();
    }
    tasks_.end_reading();
    buffer_.release();
    // A stream of the user's may be cancelled by itself.
    bool const was_asked = is_cancellation(failure) && tasks_.was_stopped();
    bool const usable = was_asked && !closed_ && stream_->reads_resume();
    if (failure && !usable)
        fail(with_code(failure, errc::connection_closed, {}));
    else
        start_work(); // an exchange may have begun while the read was being cancelled
}

task<> shared_connection::read_while_used()
{
    while (!exchanges_.empty() && !closed_) {
        auto const room = buffer_.fit();
        auto const n = co_await stream_->read_some(room);
        buffer_.received(n);
        receive({room.data(), n});
        co_await let_consume();
    }
}

// Lets the consumers decode much that has come, while it is in the processor's cache, and before more piles
// up. This does not depend on them: those that need many turns, or stand still, keep their bytes, and reading
// goes on. A burst of 50,000 events took 1.4 times as much CPU time without it, and 40 MB in place of 1 MB.
task<> shared_connection::let_consume()
{
    bool const is_much = exchanges_.unconsumed() >= worth_a_turn;
    for (unsigned turns = 0; is_much && exchanges_.unconsumed() != 0 && turns < most_turns; ++turns)
        co_await boost::asio::post(boost::asio::use_awaitable);
    if (is_much) exchanges_.forget_unconsumed();
    exchanges_.before_read();
}

// Takes what one read has brought; nothing if the peer has closed the connection.
void shared_connection::receive(std::string_view bytes)
{
    auto const now = time_->now();
    liveness_.byte_came(now, !tasks_.is_writing());
    if (now - period_began_ >= period) {
        period_began_ = now;
        codec_->new_period();
    }
    if (!bytes.empty()) ++use_.reads;
    auto const pongs = codec_->pongs();
    bool const was_used = is_used();
    if (bytes.empty())
        codec_->close(exchanges_);
    else
        codec_->feed(bytes, exchanges_);
    if (codec_->pongs() != pongs) liveness_.answer_came();
    start_work();
    if (was_used && !is_used() && !closed_) rest();
    if (codec_->spent() || (is_ending() && exchanges_.empty())) close();
}

// Called when no exchange is under way. The next one continues to read, if the stream lets itself be
// interrupted; otherwise the connection is closed.
void shared_connection::stop_reading() noexcept
{
    rest();
    if (is_ending()) return close();
    if (!tasks_.is_reading()) return;
    if (!stream_->reads_resume()) return close();
    try {
        tasks_.stop_reading();
    } catch (std::exception const&) { // no memory
        close();
    }
}

// Called when the last exchange has ended. A write that goes on gets some more time, so that a peer that
// takes nothing cannot keep the connection for ever.
void shared_connection::rest() noexcept
{
    use_.unused_since = time_->now();
    silence_->cancel();
    if (!tasks_.is_writing()) return;
    try {
        watch_silence(use_.unused_since + silence_limits::for_answer);
    } catch (std::exception const&) { // no memory
        close();
    }
}

void shared_connection::close() noexcept
{
    if (!closed_) fail(lost_connection(errc::connection_closed));
}

// Ends every exchange, and the connection.
void shared_connection::fail(std::exception_ptr why) noexcept
{
    if (std::exchange(closed_, true)) return;
    silence_->cancel();
    exchanges_.end_all(why);
    stream_->close();
}

void shared_connection::watch_silence(time_point due)
{
    silence_->start(due, [this] {
        try {
            on_silence();
        } catch (std::exception const&) { // no memory
            fail(std::current_exception());
        }
    });
}

void shared_connection::on_silence()
{
    if (exchanges_.empty()) return close();
    switch (liveness_.judge(time_->now())) {
    case liveness::verdict::silent:
        return fail(lost_connection(errc::silent_connection, "no answer to an HTTP/2 ping"));
    case liveness::verdict::ask: ask(); break;
    case liveness::verdict::wait: watch_silence(liveness_.due());
    }
}

void shared_connection::ask()
{
    codec_->ping();
    liveness_.asked(time_->now());
    start_work();
    watch_silence(liveness_.due());
}

} // namespace coinformer::detail
