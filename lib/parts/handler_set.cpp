#include "cache/handlers/fan_out.hpp"
#include "core/strand_of.hpp"
#include "parts/delta_queue.hpp"
#include "parts/index_store.hpp"

#include <coinformer/parts/fan_out.hpp>

namespace coinformer::parts::detail {

using namespace coinformer::detail;

/// The handlers of an informer, and the store whose objects new handlers get first.
///
/// Threads    as parts::fan_out.
class handler_set {
public:
    handler_set(environment env, std::shared_ptr<index_store> of, std::string name)
        : store(std::move(of)), all(coinformer::detail::fan_out::make_shared(
                                    env, bound(env.ex), [s = store] { return s->objects().snapshot(); },
                                    coinformer::detail::handled_collection{.resource = name, .path = name}))
    {
        all->reminder().settle(); // nobody runs these handlers, so nobody need be reminded of that
    }

    std::shared_ptr<index_store> const store;
    std::shared_ptr<coinformer::detail::fan_out> const all;
};

std::shared_ptr<handler_set> make_handlers(environment env, std::shared_ptr<index_store> of, std::string name)
{
    env.ex = serial(env.ex, "parts::fan_out");
    return std::make_shared<handler_set>(std::move(env), std::move(of), std::move(name));
}

handler_registration on_change(handler_set& to, untyped_handler h, handler_options options)
{
    if (options.resync && *options.resync < duration::zero())
        throw api_error(errc::bad_request, "parts::fan_out", "handler_options::resync is negative");
    return handler_registration(to.all->add(std::move(h), options, to.all));
}

bool report(handler_set& to, std::exception_ptr cause)
{
    auto& board = to.all->failures();
    if (cause)
        board.report(0, std::move(cause));
    else
        board.clear(0);
    to.all->failures_changed();
    return board.has_waiters();
}

task<> distribute(std::shared_ptr<handler_set> to, changes_ptr what)
{
    if (!what) co_return;
    co_await to->all->distribute(std::move(what->batch));
}

task<> synced(std::shared_ptr<handler_set> of)
{
    co_await of->all->synced(nullptr);
}

task<> stop(std::shared_ptr<handler_set> all)
{
    co_await all->all->stop(nullptr);
}

} // namespace coinformer::parts::detail
