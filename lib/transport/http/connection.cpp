#include "transport/http/connection.hpp"

#include <algorithm>

namespace coinformer::detail {

namespace {

constexpr std::size_t first_buffer_size = 2 * 1024;
constexpr std::size_t bulk = 32 * 1024; // mostly larger than what one read of a watch brings
constexpr unsigned small_reads_before_shrinking = 16;

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

bool same_name(std::string_view a, std::string_view b) noexcept
{
    auto const lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::equal(a, b, {}, lower, lower);
}

} // namespace

connection::connection(std::unique_ptr<byte_stream> stream, std::unique_ptr<connection_codec> codec,
                       std::size_t buffer_limit)
    : stream_(std::move(stream)), codec_(std::move(codec)),
      buffer_size_(std::min(first_buffer_size, buffer_limit)), buffer_limit_(buffer_limit)
{
}

void connection::open(stream_request const& request)
{
    head_ = {};
    pieces_.clear();
    handed_out_ = answered_ = done_ = false;
    failure_ = {};
    detail_.clear();
    ++exchanges_;
    id_ = codec_->open(request);
}

task<> connection::write() &
{
    close_unless_completed guard(*this);
    for (auto bytes = codec_->output(); !bytes.empty(); bytes = codec_->output()) {
        auto const span = std::span<char const>(bytes);
        co_await stream_->write(span);
        codec_->written(bytes.size());
    }
    guard.completed();
}

task<> connection::read_head() &
{
    while (head_.status == 0) {
        throw_failure();
        co_await pump();
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

std::string_view response_head::find(std::string_view name) const noexcept
{
    auto const found =
        std::ranges::find_if(fields, [name](auto const& f) { return same_name(f.first, name); });
    return found == fields.end() ? std::string_view() : std::string_view(found->second);
}

std::vector<std::string_view> response_head::find_all(std::string_view name) const
{
    std::vector<std::string_view> found;
    for (auto const& [field, value] : fields)
        if (same_name(field, name)) found.push_back(value);
    return found;
}

// Does one network read, and gives the bytes to the codec, which calls head(), data() and done().
task<> connection::pump()
{
    close_unless_completed guard(*this);
    fit_buffer();
    auto const room = std::span<char>(buffer_.get(), buffer_size_);
    auto const n = co_await stream_->read_some(room);
    // TLS leaves a part of it empty.
    bool const in_bulk = buffer_size_ >= bulk && n >= buffer_size_ - buffer_size_ / 4;
    filled_ = n == buffer_size_ || in_bulk;
    small_reads_ = n <= first_buffer_size / 2 ? small_reads_ + 1 : 0;
    if (n == 0) {
        codec_->close(*this);
    } else {
        answered_ = true;
        codec_->feed(std::string_view(buffer_.get(), n), *this);
    }
    if (!codec_->spent()) guard.completed();
}

// Adapts the buffer: a long list wants a few large reads, and ten thousand idle watches want small buffers.
void connection::fit_buffer()
{
    auto wanted = buffer_size_;
    if (filled_) wanted = std::min(buffer_size_ * 4, buffer_limit_);
    if (small_reads_ >= small_reads_before_shrinking) wanted = std::min(first_buffer_size, buffer_limit_);
    if (buffer_ && wanted == buffer_size_) return;
    buffer_.reset();
    buffer_ = std::make_unique_for_overwrite<char[]>(wanted);
    buffer_size_ = wanted;
}

void connection::throw_failure() const
{
    if (failure_) throw api_error(failure_, {}, detail_);
    if (closed_ && !done_) throw api_error(errc::connection_closed, {});
}

void connection::release_memory() noexcept
{
    pieces_ = {};
    buffer_.reset();
    buffer_size_ = std::min(first_buffer_size, buffer_limit_);
    filled_ = false;
    small_reads_ = 0;
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
