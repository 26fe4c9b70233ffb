#include "transport/http/connection_pool.hpp"

#include "transport/http/shared_exchange.hpp"

#include <boost/assert.hpp>

#include <algorithm>
#include <utility>

namespace coinformer::detail {

connection_pool::connection_pool(environment const& env, http_options const& options, tls_options const& tls)
    : time_(env.time), certificate_(env, tls), idle_timeout_(options.idle_timeout),
      capacity_(options.idle_connections)
{
}

connection_pool::~connection_pool()
{
    BOOST_ASSERT(under_way_.empty());
    stop_sharing();
}

std::unique_ptr<carrier> connection_pool::take()
{
    check_certificate();
    drop_expired();
    auto const free = std::ranges::find_if(shared_, &shared_connection::has_room);
    if (free != shared_.end()) return std::make_unique<shared_exchange>(*free);
    while (!idle_.empty()) {
        auto last = std::move(idle_.back().held);
        idle_.pop_back();
        if (!last->has_input()) return last; // otherwise its peer has closed it, or answers out of turn
    }
    return nullptr;
}

void connection_pool::share(std::shared_ptr<shared_connection> c)
{
    if (!closed_ && capacity_ != 0 && c->epoch() == epoch_)
        shared_.push_back(std::move(c));
    else
        c->retire();
}

// Forgets the HTTP/2 connections of which `which` is true.
template <class F>
void connection_pool::forget_shared(F which) noexcept
{
    std::erase_if(shared_, [&](auto const& c) {
        bool const forgotten = which(*c);
        if (forgotten) c->retire();
        return forgotten;
    });
}

void connection_pool::stop_sharing() noexcept
{
    forget_shared([](shared_connection const&) { return true; });
}

void connection_pool::give_back(std::unique_ptr<carrier> c)
{
    if (closed_ || capacity_ == 0 || c->epoch() != epoch_ || !c->reusable()) {
        c.reset(); // a stream of HTTP/2 leaves its connection, which may be unused from now on
        return drop_surplus();
    }
    c->release_memory();
    drop_expired();
    idle_.push_back({std::move(c), time_->now() + idle_timeout_});
    if (idle_.size() > capacity_) idle_.pop_front();
}

void connection_pool::drop_idle() noexcept
{
    idle_.clear();
    forget_shared([this](shared_connection const& c) { return !c.is_used() || c.epoch() != epoch_; });
}

bool connection_pool::is_retired(carrier const& c)
{
    check_certificate();
    return c.epoch() != epoch_;
}

void connection_pool::check_certificate()
{
    if (certificate_.has_changed()) retire();
}

void connection_pool::note_verdict(carrier const& c, int http_status) noexcept
{
    if (c.epoch() != epoch_) return;
    if (http_status != 401)
        is_accepted_ = is_accepted_ || http_status < 500;
    else if (!is_accepted_)
        retire();
}

void connection_pool::close() noexcept
{
    closed_ = true;
    drop_idle();
    for (auto* c : under_way_) c->close();
    for (auto const& c : std::exchange(shared_, {})) c->close();
}

void connection_pool::drop_expired() noexcept
{
    auto const now = time_->now();
    while (!idle_.empty() && idle_.front().expires <= now) idle_.pop_front();
    forget_shared([&](shared_connection const& c) {
        if (c.is_used()) return c.is_over();
        // Nothing was asked of an unused connection. If bytes have come, they are mostly its end.
        return c.is_over() || c.has_input() || now - c.unused_since() >= idle_timeout_;
    });
    drop_surplus();
}

// Forgets the HTTP/2 connections that are unused for the longest time, if more are unused than may be
// kept. A server that takes few requests on each connection would otherwise leave one for each request of
// a burst.
void connection_pool::drop_surplus() noexcept
{
    auto const is_used = [](auto const& c) { return c->is_used(); };
    auto const unused_since = [&](auto const& c) {
        return is_used(c) ? time_point::max() : c->unused_since();
    };
    auto unused = shared_.size() - static_cast<std::size_t>(std::ranges::count_if(shared_, is_used));
    for (; unused > capacity_; --unused) {
        auto const oldest = std::ranges::min_element(shared_, {}, unused_since);
        (*oldest)->retire();
        shared_.erase(oldest);
    }
}

} // namespace coinformer::detail
