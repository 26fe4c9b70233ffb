#include "controller/lease_durations.hpp"
#include "core/run_on.hpp"
#include "shard/shard_group_core.hpp"

#include <utility>

namespace coinformer {

using namespace detail;

namespace {

// Returns the options with the default namespace filled in, or throws.
shard_group_options checked_group_options(client& api, shard_group_options o)
{
    if (o.ns.empty()) o.ns = api.server().ns;
    detail::precondition_check const demand("shard_group " + o.ns + '/' + o.name);
    demand(!o.name.empty(), "name is empty: give the group's name, the same in all processes");
    demand(o.name.size() <= 63, "name is longer than 63 characters, which a label cannot hold");
    demand(!o.ns.empty(), "ns is empty, and the endpoint names no namespace");
    demand(!o.identity.empty(), "identity is empty: give a name for this process, for example the pod's");
    check_lease_durations(demand, o,
                          {.no_reserve = "lease_duration is not more than renew_deadline",
                           .longest = std::chrono::hours(24),
                           .too_long = "lease_duration is more than a day"});
    object_path(detail::leases, o.ns, o.name + '-' + o.identity); // throws if a name cannot be part of a path
    return o;
}

// The share of a process in its group, for informers and controllers.
class group_share final : public shard_owner {
public:
    group_share(std::shared_ptr<ownership> of, std::shared_ptr<release_functions> releases, shard_field field)
        : of_(std::move(of)), releases_(std::move(releases)), field_(field)
    {
    }

    shard_field field() const override { return field_; }
    shard_ranges held() const override { return of_->held(); }
    [[nodiscard]] task<> held_changed(shard_ranges known) override
    {
        return on_strand(of_, &ownership::held_changed, std::move(known));
    }
    std::string trouble() const override { return of_->last_failure(); }
    std::optional<std::int64_t> fence(std::uint64_t hash) const override { return of_->fence(hash); }
    bool may_go_on(std::uint64_t hash, std::int64_t number) const override
    {
        return of_->may_go_on(hash, number);
    }
    shard_ranges owned() const override { return of_->owned(); }
    [[nodiscard]] task<> changed(shard_ranges known) override
    {
        return on_strand(of_, &ownership::changed, std::move(known));
    }
    [[nodiscard]] std::shared_ptr<void> on_release(std::function<task<>(shard_ranges const&)> stop) override
    {
        return releases_->add(std::move(stop));
    }

private:
    std::shared_ptr<ownership> const of_;
    std::shared_ptr<release_functions> const releases_;
    shard_field const field_;
};

} // namespace

shard_group::shard_group(client& api, shard_group_options options)
    : core_(std::make_shared<detail::shard_group_core>(api, checked_group_options(api, std::move(options)))),
      share_(std::make_shared<group_share>(core_->known_ownership(), core_->functions(), field()))
{
}

shard_group::~shard_group() = default;

task<> shard_group::run()
{
    return on_strand(core_, &detail::shard_group_core::run);
}

bool shard_group::owns(std::uint64_t hash) const
{
    return fence(hash).has_value();
}

std::optional<std::int64_t> shard_group::fence(std::uint64_t hash) const
{
    return core_->known_ownership()->fence(hash);
}

shard_ranges shard_group::owned() const
{
    return core_->known_ownership()->owned();
}

task<> shard_group::changed(shard_ranges known) const
{
    return on_strand(core_->known_ownership(), &ownership::changed, std::move(known));
}

shard_ranges shard_group::held() const
{
    return core_->known_ownership()->held();
}

task<> shard_group::held_changed(shard_ranges known) const
{
    return on_strand(core_->known_ownership(), &ownership::held_changed, std::move(known));
}

void shard_group::on_release(std::function<task<>(shard_ranges const&)> stop)
{
    core_->on_release(std::move(stop));
}

std::shared_ptr<shard_owner> shard_group::share() const
{
    return share_;
}

shard_field shard_group::field() const noexcept
{
    return core_->options().field;
}

shard_group_status shard_group::status() const
{
    return core_->known_ownership()->status();
}

} // namespace coinformer
