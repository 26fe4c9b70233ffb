#include "controller/controller_core.hpp"
#include "core/exceptions.hpp"
#include "core/run_on.hpp"

#include <coinformer/controller/controller.hpp>

#include <new>

namespace coinformer::detail {

// ---- controller_handle: the untyped side of controller.hpp

controller_handle::controller_handle(environment env, controller_options options, work_queue_handle queue,
                                     reconcile r, describe d)
    : core_(std::make_shared<controller_core>(std::move(env), std::move(options), std::move(queue),
                                              std::move(r), std::move(d)))
{
}

void controller_handle::add_source(controller_source s) const
{
    core_->add_source(std::move(s));
}

std::function<void(object_key, std::string_view)>
controller_handle::divide(std::shared_ptr<shard_owner> owner, primary_objects primary) const
{
    auto gate = core_->divide(std::move(owner), std::move(primary));
    return [gate = std::move(gate)](object_key key, std::string_view uid) { gate->remember(key, uid); };
}

task<> controller_handle::run() const
{
    return on_strand(core_, &controller_core::run);
}

controller_status controller_handle::status() const
{
    return core_->status();
}

void log_failed_predicate(log_sink& log, object_key key) noexcept
{
    try {
        log.log(log_level::warning, "a predicate threw, so its event is not ignored",
                {{"key", to_string(key)}, {"cause", message_of(std::current_exception())}});
    } catch (std::bad_alloc const&) { // for the line of the log
    }
}

} // namespace coinformer::detail
