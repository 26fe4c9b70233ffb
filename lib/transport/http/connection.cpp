#include "transport/http/connection.hpp"

#include "core/exceptions.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/this_coro.hpp>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

// Closes the connection if an operation ends with an exception, which leaves the stream in the middle of
// something.
class close_unless_completed {
public:
    explicit close_unless_completed(connection& c) noexcept : connection_(&c) {}
    close_unless_completed(close_unless_completed const&) = delete;
    close_unless_completed& operator=(close_unless_completed const&) = delete;
    ~close_unless_completed()
    {
        if (connection_) connection_->close();
    }
    void completed() noexcept { connection_ = nullptr; }

private:
    connection* connection_;
};

bool was_ended_by_peer(error_code const& code) noexcept
{
    return code == errc::connection_reset || code == errc::connection_closed;
}

// Returns true for an end that does not say more than the failure of a write before it.
bool is_plain_end(error_code const& code) noexcept
{
    return was_ended_by_peer(code) || code == errc::truncated;
}

// A stream of the user's may throw anything. A cancellation keeps its code if somebody has cancelled the
// coroutine, whose state is `own`. Otherwise the stream was cancelled by itself, as by a time limit of its
// own, or it was closed: an informer must not end with that.
[[noreturn]] void throw_failure_of_stream(std::exception_ptr const& failure,
                                          asio::cancellation_state const& own)
{
    bool const was_cancelled = own.cancelled() != asio::cancellation_type::none;
    if (was_cancelled && is_cancellation(failure)) std::rethrow_exception(failure);
    std::rethrow_exception(with_code(failure, errc::connection_closed, {}));
}

} // namespace

connection::connection(std::unique_ptr<byte_stream> stream, std::unique_ptr<connection_codec> codec,
                       std::size_t buffer_limit)
    : stream_(std::move(stream)), codec_(std::move(codec)), buffer_(buffer_limit)
{
}

void connection::open(stream_request const& request)
{
    head_ = {};
    pieces_.clear();
    handed_out_ = answered_ = done_ = false;
    unsent_ = nullptr;
    failure_ = {};
    detail_.clear();
    ++exchanges_;
    id_ = codec_->open(request);
}

// A server may refuse a long body before it has read all of it, and close the connection (RFC 9112, 9.5). Its
// answer is there to be read although the rest of the request cannot be written, so that read_head() has the
// last word.
task<> connection::write() &
{
    close_unless_completed guard(*this);
    std::exception_ptr failure;
    try {
        for (auto bytes = codec_->output(); !bytes.empty(); bytes = codec_->output()) {
            auto const span = std::span<char const>(bytes);
            co_await stream_->write(span);
            codec_->written(bytes.size());
        }
    } catch (...) {
        failure = std::current_exception();
    }
    bool const may_be_answered = !closed_ && was_ended_by_peer(code_of(failure));
    if (failure && !may_be_answered) {
        auto const own = co_await asio::this_coro::cancellation_state;
        throw_failure_of_stream(failure, own);
    }
    unsent_ = failure;
    guard.completed();
}

task<> connection::read_head() &
{
    try {
        while (head_.status == 0) {
            throw_failure();
            co_await pump();
        }
    } catch (boost::system::system_error const& e) {
        if (unsent_ && is_plain_end(e.code())) std::rethrow_exception(unsent_);
        throw;
    }
}

// The pieces are views into the buffer, so they are cleared only by the next call. Pieces that came before a
// failure are handed out first.
task<std::span<std::string_view const>> connection::read_body() &
{
    if (std::exchange(handed_out_, false)) pieces_.clear();
    while (pieces_.empty() && !done_) {
        throw_failure();
        co_await pump();
    }
    if (pieces_.empty()) throw_failure();
    handed_out_ = true;
    co_return std::span<std::string_view const>(pieces_);
}

// Does one network read, and gives the bytes to the codec, which calls head(), data() and done().
task<> connection::pump()
{
    close_unless_completed guard(*this);
    auto const room = buffer_.fit();
    std::size_t n = 0;
    std::exception_ptr failure;
    try {
        n = co_await stream_->read_some(room);
    } catch (...) {
        failure = std::current_exception();
    }
    if (failure) {
        auto const own = co_await asio::this_coro::cancellation_state;
        throw_failure_of_stream(failure, own);
    }
    buffer_.received(n);
    if (n == 0) {
        codec_->close(*this);
    } else {
        answered_ = true;
        codec_->feed(std::string_view(room.data(), n), *this);
    }
    if (!codec_->spent()) guard.completed();
}

void connection::throw_failure() const
{
    if (failure_) throw api_error(failure_, {}, detail_);
    if (closed_ && !done_) throw api_error(errc::connection_closed, {});
}

void connection::release_memory() noexcept
{
    pieces_ = {};
    buffer_.release();
}

void connection::close() noexcept
{
    if (std::exchange(closed_, true)) return;
    codec_->cancel(id_);
    stream_->close();
}

void connection::head(stream_id, int status, std::span<header_field const> fields)
{
    head_.status = status;
    for (auto const& f : fields) head_.fields.emplace_back(f.name, f.value);
}

void connection::data(stream_id, std::string_view bytes)
{
    pieces_.push_back(bytes);
}

void connection::done(stream_id, error_code why, std::string_view detail)
{
    done_ = true;
    failure_ = why;
    detail_ = detail;
}

} // namespace coinformer::detail
