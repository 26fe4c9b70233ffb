#include "cache/handlers/fan_out.hpp"
#include "core/process_wide.hpp"
#include "core/run_on.hpp"

#include <coinformer/cache/events.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

namespace coinformer {

using namespace detail;

namespace {

using owner_ptr = std::shared_ptr<fan_out>; // null if the informer was destroyed, and its handlers with it

owner_ptr owner_of(handler_ptr const& handler)
{
    return handler ? handler->group().informer_side.lock() : nullptr;
}

// Returns true if a call of the handler runs on this executor: then the coroutine that asks is probably a
// part of that call.
bool runs_on(handler_ptr const& handler, executor const& where)
{
    auto const held = handler->group().hold();
    auto const* const queue = handler->queue(held);
    return queue && queue->runs_on(held, *handler, where);
}

// The error of a handler whose informer was destroyed. `handler` is null for a registration that was
// default-constructed.
api_error informer_destroyed(handler_ptr const& handler)
{
    return api_error(errc::stopped, handler ? handler->group().handler_name() : "handler",
                     "the informer was destroyed");
}

template <class T>
task<T> fail(api_error why)
{
    co_await boost::asio::this_coro::executor; // makes this function a coroutine
    throw why;
}

// Calls a member function for a handler on the strand of its informer.
template <class T, class... Params, class... Args>
task<T> on_strand_of(handler_ptr const& handler, task<T> (fan_out::*member)(handler_ptr, Params...),
                     Args&&... args)
{
    auto const owner = owner_of(handler);
    if (!owner) return fail<T>(informer_destroyed(handler));
    return on_strand(owner, member, handler, std::forward<Args>(args)...);
}

// Answers as fan_out::synced() does, for a handler whose fan_out was destroyed with its informer. A sync that
// has happened stays true, except for a handler that was removed because it was too slow.
task<> synced_without_informer(handler_ptr handler)
{
    co_await boost::asio::this_coro::executor; // makes this function a coroutine
    if (handler) {
        auto const held = handler->group().hold();
        auto const* const why = handler->why_ended(held);
        bool const was_too_slow = why && why->code() != errc::stopped;
        if (was_too_slow) throw api_error(*why);
        if (handler->is_synced(held)) co_return;
    }
    throw informer_destroyed(handler);
}

// This is a coroutine because only the executor of the awaiting coroutine shows if a call of the handler
// waits for its own end.
task<> remove_from(owner_ptr owner, handler_ptr handler, removal how)
{
    if (!owner) co_return;
    executor const here = co_await boost::asio::this_coro::executor;
    if (runs_on(handler, here))
        throw api_error(
            errc::would_deadlock, "remove() of a " + handler->group().handler_name(),
            "the handler would wait for its own end: start remove() elsewhere, for example in a nursery");
    co_await on_strand(owner, &fan_out::remove, handler, how);
}

task<handler_status> status_of(owner_ptr owner, handler_ptr handler)
{
    if (!handler) co_return handler_status();
    static auto const& unknown = process_wide<std::string>();
    auto const& group = handler->group();
    auto const held = group.hold();
    auto s = handler->status(held, owner ? owner->version() : unknown, group.env.time->now());
    if (!owner && !s.ended) s.ended = informer_destroyed(handler);
    co_return s;
}

} // namespace

task<> handler_registration::remove(removal how) const
{
    return remove_from(owner_of(handler_), handler_, how);
}

task<> handler_registration::synced() const
{
    auto const owner = owner_of(handler_);
    if (!owner) return synced_without_informer(handler_);
    return on_strand(owner, &detail::fan_out::synced, handler_);
}

bool handler_registration::has_synced() const noexcept
{
    return handler_ && handler_->is_synced(handler_->group().hold());
}

task<> handler_registration::at_least(std::string resource_version) const
{
    return on_strand_of(handler_, &detail::fan_out::at_least, std::move(resource_version));
}

task<handler_status> handler_registration::status() const
{
    auto status = status_of(owner_of(handler_), handler_);
    if (!handler_) return status;
    return run_on(handler_->group().env.ex, std::move(status));
}

namespace detail {

puller::~puller()
{
    auto const owner = owner_of(handler_.handler_);
    if (!owner) return;
    auto take_out = [owner, handler = handler_.handler_] { owner->begin_removal(handler, removal::drop); };
    boost::asio::post(owner->strand(), std::move(take_out));
}

void puller::note_returned(handler_registration const& of) noexcept
{
    of.handler_->event_request()->is_returned = true;
}

task<std::vector<change>> puller::next_batch() const
{
    auto const& handler = handler_.handler_;
    return deliver(handler->event_request()->late, on_strand_of(handler, &fan_out::next_batch));
}

} // namespace detail

} // namespace coinformer
