#include "testing/tools/memory_pipe.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/this_coro.hpp>

#include <stdexcept>

namespace coinformer::testing {

namespace asio = boost::asio;

memory_stream::memory_stream(std::shared_ptr<detail::memory_pipe> in,
                             std::shared_ptr<detail::memory_pipe> out, std::string_view protocol)
    : in_(std::move(in)), out_(std::move(out)), protocol_(protocol)
{
}

memory_stream::~memory_stream()
{
    close();
}

task<std::size_t> memory_stream::read_some(std::span<char> into)
{
    auto* const in = in_.get();
    co_await asio::this_coro::throw_if_cancelled(true);
    for (;;) {
        if (closed_) throw api_error(errc::connection_closed, "memory stream", "by us");
        if (in->is_broken()) throw api_error(errc::connection_reset, "memory stream");
        auto const n = in->take(into);
        if (n != 0) co_return n;
        if (in->has_ended()) co_return 0;
        in->notify_on_arrival();
        co_await in->changed.wait();
    }
}

task<> memory_stream::write(std::span<char const> bytes)
{
    auto* const out = out_.get();
    for (;;) {
        if (closed_) throw api_error(errc::connection_closed, "memory stream", "by us");
        if (out->takes_nothing()) throw api_error(errc::connection_reset, "memory stream");
        auto const n = out->put(bytes);
        bytes = bytes.subspan(n);
        if (bytes.empty()) co_return;
        if (n == 0) co_await out->changed.wait();
    }
}

bool memory_stream::has_input() noexcept
{
    return closed_ || in_->is_broken() || in_->has_arrived();
}

void memory_stream::close() noexcept
{
    if (std::exchange(closed_, true)) return;
    in_->close_reader();
    out_->close_writer();
}

void memory_stream::reset() noexcept
{
    if (out_->is_silent()) return close(); // a silent link does not tell the peer
    in_->break_off();
    out_->break_off();
}

std::pair<std::unique_ptr<memory_stream>, std::unique_ptr<memory_stream>>
memory_stream_pair(std::size_t capacity_bytes)
{
    if (capacity_bytes == 0)
        throw std::invalid_argument("memory_stream_pair: the capacity has to be at least one byte");
    auto const there = std::make_shared<detail::memory_pipe>(environment(), capacity_bytes, link_options());
    auto const back = std::make_shared<detail::memory_pipe>(environment(), capacity_bytes, link_options());
    return {std::make_unique<memory_stream>(back, there), std::make_unique<memory_stream>(there, back)};
}

} // namespace coinformer::testing
