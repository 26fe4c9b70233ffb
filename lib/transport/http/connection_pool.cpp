#include "transport/http/connection_pool.hpp"

#include <boost/assert.hpp>

namespace coinformer {

connection_pool::connection_pool(environment const& env, http_options const& options)
    : time_(env.time), idle_timeout_(options.idle_timeout), capacity_(options.idle_connections)
{
}

connection_pool::~connection_pool()
{
    BOOST_ASSERT(under_way_.empty());
}

std::unique_ptr<connection> connection_pool::take()
{
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

http_response::exchange::exchange(std::shared_ptr<connection_pool> pool, std::unique_ptr<connection> c,
                                  credential_mask mask)
    : pool_(std::move(pool)), connection_(std::move(c)), entry_(pool_->enter(*connection_)),
      head_(connection_->take_head()), mask_(std::move(mask))
{
}

http_response::exchange::~exchange()
{
    release();
}

void http_response::exchange::release()
{
    if (!connection_) return;
    pool_->leave(entry_);
    pool_->give_back(std::move(connection_));
}

task<std::span<std::string_view const>> http_response::exchange::read() &
{
    std::span<std::string_view const> pieces;
    if (!connection_) co_return pieces;
    pieces = co_await connection_->read_body();
    if (pieces.empty()) release();
    co_return pieces;
}

void http_response::exchange::abandon() noexcept
{
    if (connection_) connection_->close();
}

} // namespace coinformer
