#include "cache/handlers/processor.hpp"
#include "core/run_on.hpp"

#include <coinformer/cache/events.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

namespace coinformer {

namespace {

using detail::listener_ptr;
using detail::processor;
using owner_ptr = std::shared_ptr<processor>; // null: the informer is gone, and its handlers with it

owner_ptr owner_of(listener_ptr const& handler)
{
    return handler ? handler->owner().owner.lock() : nullptr;
}

// coroutines of their own: the registration may be gone before they begin
task<> remove_from(owner_ptr owner, listener_ptr handler, removal how)
{
    if (!owner) co_return;
    executor const here = co_await boost::asio::this_coro::executor;
    if (handler->owner().runs_on(*handler, here))
        throw api_error(errc::would_deadlock, "remove()", "the handler would wait for its own end");
    co_await run_on(owner->strand(), owner, owner->remove(handler, how));
}

task<> synced_in(owner_ptr owner, listener_ptr handler)
{
    if (!owner) throw api_error(errc::stopped, "handler");
    co_await run_on(owner->strand(), owner, owner->synced(handler));
}

task<> at_least_in(owner_ptr owner, listener_ptr handler, std::string version)
{
    if (!owner) throw api_error(errc::stopped, "handler");
    co_await run_on(owner->strand(), owner, owner->at_least(handler, std::move(version)));
}

task<handler_status> look_at(owner_ptr owner, listener_ptr handler)
{
    static std::string const unknown;
    auto const& env = handler->owner().env;
    auto const held = handler->owner().hold();
    auto s = handler->status(owner ? owner->version() : unknown, env.time->now());
    if (!owner && !s.ended) s.ended = api_error(errc::stopped, "handler", "the informer is gone");
    co_return s;
}

task<handler_status> status_in(owner_ptr owner, listener_ptr handler)
{
    if (!handler) co_return handler_status();
    auto s = co_await run_on(handler->owner().env.ex, look_at(std::move(owner), handler));
    co_return s;
}

task<std::vector<detail::change>> next_in(owner_ptr owner, listener_ptr handler)
{
    if (!owner) throw api_error(errc::stopped, "next_batch()", "the informer is gone");
    auto batch = co_await run_on(owner->strand(), owner, owner->next(handler));
    co_return batch;
}

} // namespace

task<> handler_registration::remove(removal how) const
{
    return remove_from(owner_of(handler_), handler_, how);
}

task<> handler_registration::synced() const
{
    return synced_in(owner_of(handler_), handler_);
}

task<> handler_registration::at_least(std::string resource_version) const
{
    return at_least_in(owner_of(handler_), handler_, std::move(resource_version));
}

task<handler_status> handler_registration::status() const
{
    return status_in(owner_of(handler_), handler_);
}

namespace detail {

puller::~puller()
{
    auto const owner = owner_of(handler_.handler_);
    if (!owner) return;
    auto take_out = [owner, handler = handler_.handler_] { owner->take_out(handler, removal::drop); };
    boost::asio::post(owner->strand(), std::move(take_out));
}

task<std::vector<change>> puller::next_batch() const
{
    return next_in(owner_of(handler_.handler_), handler_.handler_);
}

} // namespace detail

} // namespace coinformer
