#include "api/client/client_impl.hpp"
#include "cache/informer_core.hpp"
#include "cache/informer_factory_impl.hpp"
#include "core/run_on.hpp"
#include "core/strand_of.hpp"

namespace coinformer {

using namespace detail;

/// One informer's use. The handles of the informer share it: when the last one is destroyed or released, the
/// informer is not used any more.
class detail::informer_use {
public:
    using factory = informer_factory::impl;

    // Returns the use of an informer, and makes it if no handle is left. Called with the lock held, unless
    // no other code knows the informer yet.
    static std::shared_ptr<informer_use> of(std::shared_ptr<factory> owner,
                                            std::shared_ptr<factory::entry> informer)
    {
        auto& used = informer->used;
        auto use = used.lock();
        if (!use)
            used = use = std::make_shared<informer_use>(informer_use{std::move(owner), std::move(informer)});
        return use;
    }

    std::shared_ptr<factory> owner;
    std::shared_ptr<factory::entry> informer;
};

task<> detail::release(std::shared_ptr<informer_use> use)
{
    if (!use) co_return;
    auto const owner = use->owner;
    auto const informer = use->informer;
    use.reset();
    co_await on_strand(owner, &informer_use::factory::release, informer);
}

informer_factory::informer_factory(client& api, factory_options options)
    : api_(api), env_(api.internals().env()), impl_(std::make_shared<impl>(env_, std::move(options)))
{
    env_.ex = api.internals().context().outer_executor(); // other sources are not on the client's strand
}

informer_factory::informer_factory(environment env, factory_options options)
    : env_(std::move(env)), impl_(std::make_shared<impl>(with_strand(env_), std::move(options)))
{
    env_.ex = bound(env_.ex);
}

informer_factory::~informer_factory() = default;

informer_options informer_factory::defaults() const
{
    informer_options options;
    options.namespaces = impl_->options.namespaces;
    options.resync = impl_->options.resync;
    return options;
}

namespace {

// The ranges of a fixed share are in the scope. A share that changes is equal to none but itself.
void const* changing_share(informer_options const& options)
{
    return options.shard && !options.shard->is_fixed() ? options.shard.get() : nullptr;
}

} // namespace

informer_factory::found informer_factory::find_or_make(subject of, informer_options options,
                                                       maker const& make)
{
    auto const& which = of.which;
    if (!of.source && !api_)
        throw api_error(errc::bad_request, "informer of " + to_string(which),
                        "this factory was made without a client: use from(), or give it one");
    if (impl_->options.tweak) impl_->options.tweak(which, options);
    options = normalized(which, std::move(options));
    informer_identity const wanted{
        &of.type, which, of.source, of.transform, scope_of(options), changing_share(options)};
    std::shared_ptr<impl::entry> fresh, replaced; // declared before the lock, and so destroyed without it
    std::unique_lock held(impl_->lock);
    impl_->making.await(held, wanted);
    if (auto const known = impl_->find(wanted)) return {known->what.informer, informer_use::of(impl_, known)};
    if (impl_->over) throw api_error(errc::stopped, "informer factory");
    informers_in_making::place const mine(impl_->making, held, wanted);
    held.unlock();
    fresh = std::make_shared<impl::entry>(impl::entry{wanted, make(options)});
    fresh->identity.which = interned(which);
    fresh->what.untyped.warn_with(impl_->not_run);
    auto use = informer_use::of(impl_, fresh);
    held.lock();
    if (impl_->over) throw api_error(errc::stopped, "informer factory"); // meanwhile
    replaced = impl_->add(fresh);
    return {fresh->what.informer, std::move(use)};
}

std::vector<informer_failure> informer_factory::failures() const
{
    std::vector<informer_failure> failed;
    std::lock_guard const hold(impl_->lock);
    for (auto const& e : impl_->list)
        if (e->failure) failed.push_back({e->identity.which, e->failure});
    return failed;
}

task<std::vector<informer_report>> informer_factory::status()
{
    return on_strand(impl_, &impl::status);
}

task<> informer_factory::run()
{
    return on_strand(impl_, &impl::run);
}

task<> informer_factory::stop()
{
    return on_strand(impl_, &impl::stop);
}

task<> informer_factory::stop(resource which)
{
    return on_strand(impl_, &impl::stop_informers_of, interned(which));
}

task<> informer_factory::synced()
{
    return on_strand(impl_, &impl::synced);
}

bool informer_factory::has_synced() const
{
    std::lock_guard const hold(impl_->lock);
    return std::ranges::all_of(impl_->list,
                               [](auto& e) { return e->leaving || e->what.untyped.has_synced(); });
}

task<std::vector<unsynced_informer>> informer_factory::unsynced(duration limit)
{
    return on_strand(impl_, &impl::unsynced, limit);
}

} // namespace coinformer
