#include <coinformer/cache/untyped_informer.hpp>

#include "cache/informer_core.hpp"
#include "core/run_on.hpp"

namespace coinformer::detail {

void untyped_informer::index(std::string name,
                             std::function<std::vector<std::string>(object_ref const&)> values) const
{
    core_->index(std::move(name), std::move(values));
}

handler_registration untyped_informer::on_change(untyped_handler handler, handler_options options) const
{
    return core_->on_change(std::move(handler), options);
}

std::unique_ptr<puller> untyped_informer::events(handler_options options) const
{
    return std::make_unique<puller>(core_->on_change({}, options));
}

void untyped_informer::warn_with(std::shared_ptr<run_warning> if_not_run) const
{
    core_->warn_with(std::move(if_not_run));
}

task<> untyped_informer::abandon() const
{
    return on_strand(core_, &informer_core::abandon);
}

task<> untyped_informer::run() const
{
    return on_strand(core_, &informer_core::run);
}

task<> untyped_informer::synced() const
{
    return on_strand(core_, &informer_core::synced);
}

task<bool> untyped_informer::synced_or_ended() const
{
    return on_strand(core_, &informer_core::synced_or_ended);
}

bool untyped_informer::has_synced() const noexcept
{
    return core_->has_synced();
}

task<> untyped_informer::at_least(std::string version) const
{
    return on_strand(core_, &informer_core::at_least, std::move(version));
}

task<> untyped_informer::until(std::function<bool(snapshot_ref)> holds) const
{
    return on_strand(core_, &informer_core::until, std::move(holds));
}

task<> untyped_informer::stopped() const
{
    return on_strand(core_, &informer_core::stopped);
}

snapshot_ref untyped_informer::snapshot() const
{
    return core_->snapshot();
}

task<informer_status> untyped_informer::status() const
{
    return on_strand(core_, &informer_core::status);
}

resource const& untyped_informer::of() const noexcept
{
    return core_->of();
}

informer_options const& untyped_informer::options() const noexcept
{
    return core_->options();
}

} // namespace coinformer::detail
