#include "transport/http/shared_connection.hpp"

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

std::exception_ptr lost(error_code why, std::string const& detail)
{
    return std::make_exception_ptr(api_error(why, {}, detail));
}

} // namespace

shared_connection::shared_connection(environment const& env, std::unique_ptr<byte_stream> stream,
                                     std::unique_ptr<connection_codec> codec, std::size_t buffer_limit,
                                     std::uint64_t epoch)
    : time_(env.time), stream_(std::move(stream)), codec_(std::move(codec)), buffer_(buffer_limit),
      silence_(time_->make_timer(env.ex)), epoch_(epoch), period_began_(time_->now()),
      unused_since_(time_->now()), ex_(env.ex), writes_(ex_)
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
    auto const id = codec_->open(request);
    exchanges_.emplace(id, &by);
    ++begun_;
    if (first) {
        liveness_.begin(time_->now());
        watch_silence(liveness_.due());
    }
    start_work();
    return id;
}

void shared_connection::consumed(stream_id id, std::size_t bytes)
{
    unconsumed_ -= std::min(unconsumed_, bytes);
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
    if (exchanges_.erase(id) == 0) return;
    bool const ping_is_due = waits_since && liveness_.given_up(*waits_since, time_->now());
    codec_->cancel(id);
    try {
        if (ping_is_due && !exchanges_.empty()) ask();
        start_work();
    } catch (std::exception const&) { // no memory
        fail(lost(errc::connection_closed, {}));
    }
    if (exchanges_.empty()) stop_reading();
}

// Starts the coroutines that have something to do.
void shared_connection::start_work()
{
    if (closed_) return;
    if (!writing_ && !codec_->output().empty()) {
        writing_ = true;
        writes_.start(keeping(shared_from_this(), write_all()));
    }
    if (!reading_ && !exchanges_.empty()) {
        reading_ = true;
        if (!reads_ || reads_->stopping()) reads_ = std::make_unique<nursery>(ex_);
        reads_->start(keeping(shared_from_this(), read_on()));
    }
}

// Writes until nothing is left. If that fails, what the peer has sent before may still say why: reading goes
// on, and finds the end.
task<> shared_connection::write_all()
{
    try {
        for (auto bytes = codec_->output(); !bytes.empty() && !closed_; bytes = codec_->output()) {
            auto const span = std::span<char const>(bytes);
            co_await stream_->write(span);
            codec_->written(bytes.size());
        }
        writing_ = false;
        if (exchanges_.empty()) silence_->cancel();
    } catch (boost::system::system_error const&) {
        unwritable_ = true; // `writing_` stays set, so that no other write begins
        if (!reading_) fail(std::current_exception());
    }
}

task<> shared_connection::read_on()
{
    std::exception_ptr failure;
    bool cancelled = false;
    try {
        co_await read_while_used();
    } catch (boost::system::system_error const& e) {
        cancelled = e.code() == condition::cancelled;
        failure = std::current_exception();
    }
    reading_ = false;
    buffer_.release();
    bool const usable = cancelled && !closed_ && stream_->reads_resume();
    if (failure && !usable)
        fail(cancelled ? lost(errc::connection_closed, {}) : failure);
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
    bool const is_much = unconsumed_ >= worth_a_turn;
    for (unsigned turns = 0; is_much && unconsumed_ != 0 && turns < most_turns; ++turns)
        co_await boost::asio::post(boost::asio::use_awaitable);
    if (is_much) unconsumed_ = 0;
    for (auto const id : std::exchange(fed_, {}))
        if (auto const found = exchanges_.find(id); found != exchanges_.end()) found->second->before_read();
}

// Takes what one read has brought; nothing if the peer has closed the connection.
void shared_connection::receive(std::string_view bytes)
{
    auto const now = time_->now();
    liveness_.byte_came(now, !writing_);
    if (now - period_began_ >= period) {
        period_began_ = now;
        codec_->new_period();
    }
    if (!bytes.empty()) ++read_count_;
    if (bytes.empty())
        codec_->close(*this);
    else
        codec_->feed(bytes, *this);
    if (std::exchange(pongs_, codec_->pongs()) != codec_->pongs()) liveness_.answer_came();
    start_work();
    if (codec_->spent() || (is_ending() && exchanges_.empty())) close();
}

// Called when no exchange is under way. The next one continues to read, if the stream lets itself be
// interrupted; otherwise the connection is closed.
void shared_connection::stop_reading() noexcept
{
    rest();
    if (is_ending()) return close();
    if (!reading_) return;
    if (stream_->reads_resume())
        reads_->request_stop();
    else
        close();
}

// Called when the last exchange has ended. A write that goes on gets some more time, so that a peer that
// takes nothing cannot keep the connection for ever.
void shared_connection::rest() noexcept
{
    unused_since_ = time_->now();
    silence_->cancel();
    if (!writing_) return;
    try {
        watch_silence(unused_since_ + silence_limits::for_answer);
    } catch (std::exception const&) { // no memory
        close();
    }
}

void shared_connection::close() noexcept
{
    if (!closed_) fail(lost(errc::connection_closed, {}));
}

// Ends every exchange, and the connection.
void shared_connection::fail(std::exception_ptr why) noexcept
{
    if (std::exchange(closed_, true)) return;
    silence_->cancel();
    auto const ending = std::exchange(exchanges_, {});
    for (auto const& [id, exchange] : ending) exchange->on_end(why);
    stream_->close();
}

void shared_connection::watch_silence(time_point due)
{
    silence_->start(due, [this] { on_silence(); });
}

void shared_connection::on_silence()
{
    if (exchanges_.empty()) return close();
    switch (liveness_.judge(time_->now())) {
    case liveness::verdict::silent: return fail(lost(errc::silent_connection, "no answer to an HTTP/2 ping"));
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

void shared_connection::head(stream_id id, int status, std::span<header_field const> fields)
{
    if (auto const found = exchanges_.find(id); found != exchanges_.end())
        found->second->on_head(status, fields);
}

void shared_connection::data(stream_id id, std::string_view bytes)
{
    auto const found = exchanges_.find(id);
    if (found == exchanges_.end()) return;
    if (fed_.empty() || fed_.back() != id) fed_.push_back(id);
    unconsumed_ += bytes.size();
    found->second->on_data(bytes, buffer_.block());
}

void shared_connection::done(stream_id id, error_code why, std::string_view detail)
{
    auto const found = exchanges_.find(id);
    if (found == exchanges_.end()) return;
    auto& exchange = *found->second;
    exchanges_.erase(found);
    unconsumed_ = 0; // it gives no more credit
    exchange.on_end(why ? lost(why, std::string(detail)) : nullptr);
    if (exchanges_.empty()) rest();
}

} // namespace coinformer::detail
