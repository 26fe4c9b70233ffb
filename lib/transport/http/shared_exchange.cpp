#include "transport/http/shared_exchange.hpp"

#include <coinformer/core/error.hpp>

#include <utility>

namespace coinformer::detail {

void shared_exchange::open(stream_request const& request)
{
    began_ = connection_->now();
    reads_before_ = connection_->reads();
    id_ = connection_->open(request, *this);
}

task<> shared_exchange::read_head() &
{
    while (head_.status == 0) {
        if (failure_) std::rethrow_exception(failure_);
        if (ended_) throw api_error(errc::connection_closed, {});
        co_await changed_.wait();
    }
}

// Bytes that came before a failure are handed out first.
task<std::span<std::string_view const>> shared_exchange::read_body() &
{
    give_credit();
    while (body_.empty() && !ended_) co_await changed_.wait();
    if (body_.empty() && failure_) std::rethrow_exception(failure_);
    co_return body_.take();
}

// The consumer has used what it was given: the peer may send as much again.
void shared_exchange::give_credit()
{
    auto const bytes = body_.release();
    if (bytes == 0 || ended_) return;
    if (window_.consumed(bytes, connection_->now())) connection_->set_window(id_, window_.size());
    connection_->consumed(id_, bytes);
}

void shared_exchange::close() noexcept
{
    if (ended_) return;
    leave();
    body_.clear();
    on_end(lost_connection(errc::connection_closed));
}

void shared_exchange::leave() noexcept
{
    connection_->leave(id_, has_head_ ? std::nullopt : std::optional(began_));
}

void shared_exchange::on_head(int status, std::span<header_field const> fields)
{
    has_head_ = true;
    head_.status = status;
    for (auto const& f : fields) head_.fields.emplace_back(f.name, f.value);
    changed_.notify();
}

void shared_exchange::on_data(std::string_view bytes, received_body::block const& block)
{
    body_.add(bytes, block);
    changed_.notify();
}

void shared_exchange::on_end(std::exception_ptr why) noexcept
{
    ended_ = true;
    failure_ = std::move(why);
    changed_.notify();
}

} // namespace coinformer::detail
