#include "transport/http/connection_pool.hpp"

#include <boost/assert.hpp>

namespace coinformer::detail {

connection_pool::connection_pool(environment const& env, http_options const& options, tls_options const& tls)
    : time_(env.time), certificate_(*time_, tls), idle_timeout_(options.idle_timeout),
      capacity_(options.idle_connections)
{
}

connection_pool::~connection_pool()
{
    BOOST_ASSERT(under_way_.empty());
}

std::unique_ptr<connection> connection_pool::take()
{
    check_certificate();
    drop_expired();
    if (idle_.empty()) return nullptr;
    auto last = std::move(idle_.back().held);
    idle_.pop_back();
    return last;
}

void connection_pool::give_back(std::unique_ptr<connection> c)
{
    if (closed_ || capacity_ == 0 || c->epoch() != epoch_ || !c->reusable()) return;
    c->release_memory();
    drop_expired();
    idle_.push_back({std::move(c), time_->now() + idle_timeout_});
    if (idle_.size() > capacity_) idle_.pop_front();
}

void connection_pool::drop_idle() noexcept
{
    idle_.clear();
}

bool connection_pool::is_retired(connection const& c)
{
    check_certificate();
    return c.epoch() != epoch_;
}

void connection_pool::check_certificate()
{
    if (certificate_.has_changed()) retire();
}

void connection_pool::close() noexcept
{
    closed_ = true;
    drop_idle();
    for (auto* c : under_way_) c->close();
}

void connection_pool::drop_expired() noexcept
{
    while (!idle_.empty() && idle_.front().expires <= time_->now()) idle_.pop_front();
}

} // namespace coinformer::detail
