#include "cache/processor.hpp"
#include "core/run_on.hpp"

#include <coinformer/cache/events.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

namespace coinformer {

namespace {

using detail::listener;
using detail::processor;

// coroutines of their own: the registration may be gone before they begin
task<> remove_from(std::shared_ptr<processor> owner, std::shared_ptr<listener> handler, removal how)
{
    if (!owner) co_return; // the informer is gone, and its handlers with it
    executor const here = co_await boost::asio::this_coro::executor;
    if (here == handler->own())
        throw api_error(errc::would_deadlock, "remove()", "the handler would wait for its own end");
    co_await run_on(owner->strand(), owner->remove(handler, how));
}

task<> synced_in(std::shared_ptr<processor> owner, std::shared_ptr<listener> handler)
{
    if (!owner) throw api_error(errc::stopped, "handler");
    co_await run_on(owner->strand(), owner->synced(handler));
}

task<> at_least_in(std::shared_ptr<processor> owner, std::shared_ptr<listener> handler, std::string version)
{
    if (!owner) throw api_error(errc::stopped, "handler");
    co_await run_on(owner->strand(), owner->at_least(handler, std::move(version)));
}

task<handler_status> look_at(std::shared_ptr<processor> owner, std::shared_ptr<listener> handler)
{
    static std::string const unknown;
    auto s = handler->status(owner ? owner->version() : unknown);
    if (!owner && !s.ended) s.ended = api_error(errc::stopped, "handler", "the informer is gone");
    co_return s;
}

task<handler_status> status_in(std::shared_ptr<processor> owner, std::shared_ptr<listener> handler)
{
    if (!handler) co_return handler_status();
    auto s = co_await run_on(handler->informer(), look_at(std::move(owner), handler));
    co_return s;
}

task<std::vector<detail::change>> next_in(std::shared_ptr<processor> owner, std::shared_ptr<listener> handler)
{
    if (!owner) throw api_error(errc::stopped, "next_batch()", "the informer is gone");
    auto batch = co_await run_on(handler->informer(), handler->next());
    co_return batch;
}

} // namespace

task<> handler_registration::remove(removal how) const
{
    return remove_from(owner_.lock(), handler_, how);
}

task<> handler_registration::synced() const
{
    return synced_in(owner_.lock(), handler_);
}

task<> handler_registration::at_least(std::string resource_version) const
{
    return at_least_in(owner_.lock(), handler_, std::move(resource_version));
}

task<handler_status> handler_registration::status() const
{
    return status_in(owner_.lock(), handler_);
}

namespace detail {

puller::~puller()
{
    auto const owner = handler_.owner_.lock();
    if (!owner) return;
    auto take_out = [owner, handler = handler_.handler_] { owner->take_out(handler, removal::drop); };
    boost::asio::post(owner->strand(), std::move(take_out));
}

task<std::vector<change>> puller::next_batch() const
{
    return next_in(handler_.owner_.lock(), handler_.handler_);
}

} // namespace detail

} // namespace coinformer
