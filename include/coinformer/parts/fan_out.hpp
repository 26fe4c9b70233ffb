#pragma once

#include <coinformer/cache/handlers.hpp>
#include <coinformer/core/environment.hpp>
#include <coinformer/parts/indexer.hpp>

#include <exception>
#include <memory>
#include <string>
#include <utility>

namespace coinformer::parts {

namespace detail {

class handler_set; // a fan_out without the type of its objects

std::shared_ptr<handler_set> make_handlers(environment env, std::shared_ptr<index_store> of,
                                           std::string name);
handler_registration on_change(handler_set& to, coinformer::detail::untyped_handler h,
                               handler_options options);
bool report(handler_set& to, std::exception_ptr cause);
[[nodiscard]] task<> distribute(std::shared_ptr<handler_set> to, changes_ptr what);
[[nodiscard]] task<> synced(std::shared_ptr<handler_set> of);
[[nodiscard]] task<> stop(std::shared_ptr<handler_set> all);

} // namespace detail

/// Hands changes to handlers, each of which has a strand and a bounded queue of its own. It is the part of an
/// informer that calls handlers.
///
///     parts::delta_fifo<pod> deltas(env);
///     parts::indexer<pod> pods(env);
///     parts::fan_out<pod> handlers(env, pods);
///     handlers.on_change({.added = started});
///     auto popped = co_await deltas.pop();
///     co_await handlers.distribute(pods.apply(std::move(popped)));
///
/// Threads    the executor of the environment, which has to be serial; on_change() any. Handlers are called
///            on that executor, or on handler_options::executor.
/// Lifetime   A handle: copies refer to the same handlers. Await stop() before the executor's context is
///            destroyed.
template <class T>
class fan_out {
public:
    /// New handlers first get the objects of the indexer. `name` names the resource in the log.
    fan_out(environment env, indexer<T> const& of, std::string name = "objects")
        : handlers_(detail::make_handlers(std::move(env), of.internals(), std::move(name)))
    {
    }

    /// Adds a handler: see shared_informer::on_change().
    handler_registration on_change(handlers<T> h, handler_options options = {})
    {
        return detail::on_change(*handlers_, coinformer::detail::erase_type(std::move(h)), options);
    }

    /// Gives the changes of one step of the indexer to the handlers. Call it once for each step, in order, in
    /// the same turn as the step (with no other co_await in between: a handler that is added meanwhile would
    /// see the changes twice), and await it before the next step. It waits while a handler with
    /// overflow::block is too slow.
    ///
    /// Cancel     at any time; handlers then miss the rest of the changes.
    [[nodiscard]] task<> distribute(changes<T> what)
    {
        return detail::distribute(handlers_, std::move(what).release());
    }

    /// Waits until every handler has handled the first list, which is the first delta `replaced` of each
    /// namespace. Errors: the cause that was given to report(). Cancel: at any time.
    [[nodiscard]] task<> synced() const { return detail::synced(handlers_); }

    /// Ends the waits of synced() with this cause, until report(nullptr): see reflector::on_cause(). Returns
    /// true if somebody was waiting.
    bool report(std::exception_ptr cause) { return detail::report(*handlers_, std::move(cause)); }

    /// Ends all handlers. After that no handler is called.
    [[nodiscard]] task<> stop() { return detail::stop(handlers_); }

private:
    std::shared_ptr<detail::handler_set> handlers_;
};

} // namespace coinformer::parts
