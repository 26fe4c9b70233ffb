#include "cache/informer_core.hpp"
#include "core/run_on.hpp"

#include <coinformer/core/nursery.hpp>

namespace coinformer::detail {

namespace asio = boost::asio;

informer_core::informer_core(client& api, resource of, object_type const& type, informer_options options)
    : api_(api.internals()), of_(of), options_(std::move(options)), queue_(options_.queue_capacity),
      handlers_(std::make_shared<processor>(api_.env(), api_.outer_executor(), [this] { return store_.snapshot(); })),
      reflector_(api_, of_, type, options_, queue_, store_,
                 [this](std::exception_ptr cause) { return handlers_->tell(std::move(cause)); }),
      controller_(queue_, store_, *handlers_)
{
}

void informer_core::index(std::string name, index_function values)
{
    {
        std::lock_guard const hold(names_lock_);
        if (!index_names_.insert(name).second)
            throw api_error(errc::index_exists, "index \"" + name + "\" of " + to_string(of_));
    }
    asio::post(api_.env().ex, [self = shared_from_this(), name = std::move(name), values = std::move(values)] {
        self->store_.add_index(name, values);
    });
}

handler_registration informer_core::on_change(untyped_handler handler, handler_options options)
{
    if (!options.resync) options.resync = options_.resync;
    auto added = handlers_->make(std::move(handler), options);
    asio::post(api_.env().ex, [self = shared_from_this(), added] { self->handlers_->add(added); });
    return {handlers_, std::move(added)};
}

task<> informer_core::run()
{
    if (started_.exchange(true)) throw api_error(errc::already_running, "informer of " + to_string(of_));
    co_await run_on(api_.env().ex, run_here());
}

task<> informer_core::run_here()
{
    auto const self = shared_from_this();
    nursery parts(api_.env().ex);
    parts.start(reflector_.run());
    parts.start(controller_.run());
    std::exception_ptr ending;
    try {
        co_await parts.join();
    } catch (...) {
        ending = std::current_exception();
    }
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    co_await handlers_->stop(ending);
    if (ending) std::rethrow_exception(ending);
}

task<> informer_core::synced()
{
    co_await run_on(api_.env().ex, handlers_->synced(nullptr));
}

task<informer_status> informer_core::status()
{
    auto s = co_await run_on(api_.env().ex, status_here());
    co_return s;
}

task<informer_status> informer_core::status_here() const
{
    informer_status s;
    s.synced = handlers_->has_synced();
    s.objects = store_.size();
    s.handlers = handlers_->listeners();
    s.handler_failures = handlers_->handler_failures();
    s.index_failures = store_.index_failures();
    s.queued = queue_.size();
    s.resource_version = store_.version();
    s.reflector = reflector_.status();
    co_return s;
}

// ---- the walls of shared_informer.hpp

std::shared_ptr<informer_core> make_informer(client& api, resource of, object_type const& type,
                                             informer_options options)
{
    if (of.version.empty() || of.plural.empty())
        throw api_error(errc::config_invalid, "informer of a projection whose resource is not known",
                        "specialise coinformer::resource_of<T> for it, or pass a resource");
    return std::make_shared<informer_core>(api, of, type, std::move(options));
}

void informer_door::index(std::string name, std::function<std::vector<std::string>(object_ref const&)> values) const
{
    core_->index(std::move(name), std::move(values));
}

handler_registration informer_door::on_change(untyped_handler handler, handler_options options) const
{
    return core_->on_change(std::move(handler), options);
}

std::unique_ptr<puller> informer_door::events(handler_options options) const
{
    return std::make_unique<puller>(core_->on_change({}, options));
}

namespace {

// the informer lives as long as what was asked of it
task<> run_of(std::shared_ptr<informer_core> core)
{
    co_await core->run();
}

task<> synced_of(std::shared_ptr<informer_core> core)
{
    co_await core->synced();
}

task<informer_status> status_of(std::shared_ptr<informer_core> core)
{
    auto s = co_await core->status();
    co_return s;
}

} // namespace

task<> informer_door::run() const
{
    return run_of(core_);
}

task<> informer_door::synced() const
{
    return synced_of(core_);
}

snapshot_ref informer_door::snapshot() const
{
    return core_->snapshot();
}

task<informer_status> informer_door::status() const
{
    return status_of(core_);
}

resource const& informer_door::of() const noexcept
{
    return core_->of();
}

} // namespace coinformer::detail
