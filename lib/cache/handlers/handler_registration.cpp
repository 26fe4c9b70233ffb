#include "cache/handlers/fan_out.hpp"
#include "core/run_on.hpp"

#include <coinformer/cache/events.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

namespace coinformer {

namespace {

using detail::fan_out;
using detail::handler_ptr;
using owner_ptr = std::shared_ptr<fan_out>; // null if the informer was destroyed, and its handlers with it

owner_ptr owner_of(handler_ptr const& handler)
{
    return handler ? handler->group().informer_side.lock() : nullptr;
}

// Returns true if a call of the handler runs on this executor: the coroutine that asks is that call.
bool runs_on(handler_ptr const& handler, executor const& where)
{
    auto const held = handler->group().hold();
    auto const* const queue = handler->queue(held);
    return queue && queue->runs_on(held, *handler, where);
}

// The tasks of the registration's members are coroutines of their own, because the registration may be
// destroyed before they begin.
task<> remove_from(owner_ptr owner, handler_ptr handler, removal how)
{
    if (!owner) co_return;
    executor const here = co_await boost::asio::this_coro::executor;
    if (runs_on(handler, here))
        throw api_error(errc::would_deadlock, "remove() of a " + handler->group().handler_name(),
                        "the handler would wait for its own end: start remove() elsewhere, for example in a nursery");
    co_await run_on(owner->strand(), owner, owner->remove(handler, how));
}

// The error of a handler whose informer was destroyed. `handler` is null for a registration that was
// default-constructed.
api_error informer_destroyed(handler_ptr const& handler)
{
    return api_error(errc::stopped, handler ? handler->group().handler_name() : "handler",
                     "the informer was destroyed");
}

task<> synced_in(owner_ptr owner, handler_ptr handler)
{
    if (!owner) throw informer_destroyed(handler);
    co_await run_on(owner->strand(), owner, owner->synced(handler));
}

task<> at_least_in(owner_ptr owner, handler_ptr handler, std::string version)
{
    if (!owner) throw informer_destroyed(handler);
    co_await run_on(owner->strand(), owner, owner->at_least(handler, std::move(version)));
}

task<handler_status> look_at(owner_ptr owner, handler_ptr handler)
{
    static std::string const unknown;
    auto const& group = handler->group();
    auto const held = group.hold();
    auto s = handler->status(held, owner ? owner->version() : unknown, group.env.time->now());
    if (!owner && !s.ended) s.ended = informer_destroyed(handler);
    co_return s;
}

task<handler_status> status_in(owner_ptr owner, handler_ptr handler)
{
    if (!handler) co_return handler_status();
    auto s = co_await run_on(handler->group().env.ex, look_at(std::move(owner), handler));
    co_return s;
}

task<std::vector<detail::change>> next_in(owner_ptr owner, handler_ptr handler)
{
    if (!owner) throw informer_destroyed(handler);
    auto batch = co_await run_on(owner->strand(), owner, owner->next_batch(handler));
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
    auto take_out = [owner, handler = handler_.handler_] { owner->begin_removal(handler, removal::drop); };
    boost::asio::post(owner->strand(), std::move(take_out));
}

task<std::vector<change>> puller::next_batch() const
{
    return next_in(owner_of(handler_.handler_), handler_.handler_);
}

} // namespace detail

} // namespace coinformer
