#include <coinformer/fleet/fleet.hpp>

#include "api/client/options_check.hpp"
#include "core/precondition_check.hpp"
#include "core/run_on.hpp"
#include "fleet/fleet_core.hpp"

#include <coinformer/core/error.hpp>

#include <utility>

namespace coinformer {

using namespace detail;

namespace {

std::unique_ptr<dialer> dialer_of(fleet_options const& options, std::string const& name,
                                  endpoint const& server)
{
    return options.dial ? options.dial(name, server) : nullptr;
}

// The names tell the informers of several clusters apart in metrics.
factory_options with_informer_names(factory_options options, std::string const& cluster)
{
    options.tweak = [cluster, users_own = std::move(options.tweak)](resource const& of, informer_options& o) {
        if (users_own) users_own(of, o);
        o.name = o.name.empty() ? cluster : cluster + '/' + o.name;
    };
    return options;
}

fleet_options checked_fleet_options(fleet_options options)
{
    precondition_check const demand("fleet");
    demand(options.restart.is_valid(),
           "fleet_options::restart is not valid: see backoff_options::is_valid()");
    demand(options.max_clusters > 0, "fleet_options::max_clusters is 0");
    demand(options.factory.resync >= duration::zero(), "fleet_options::factory.resync is negative");
    options.client = detail::checked(std::move(options.client));
    return options;
}

} // namespace

cluster::cluster(environment env, std::string name, endpoint server, fleet_options const& options)
    : name_(std::move(name)), env_(std::move(env)),
      api_(env_, server, options.client, dialer_of(options, name_, server)),
      factory_(api_, with_informer_names(options.factory, name_))
{
}

cluster::~cluster() = default;

std::string_view to_string(cluster_state state) noexcept
{
    switch (state) {
    case cluster_state::running: return "running";
    case cluster_state::failed: return "failed";
    case cluster_state::ending: return "ending";
    }
    return "unknown";
}

fleet::fleet(environment env, std::shared_ptr<cluster_source> source, std::function<task<>(cluster&)> work,
             fleet_options options)
{
    precondition_check const demand("fleet");
    demand(source != nullptr, "the source is null");
    demand(work != nullptr, "the function is empty");
    core_ = std::make_shared<fleet_core>(std::move(env), std::move(source), std::move(work),
                                         checked_fleet_options(std::move(options)));
}

fleet::~fleet() = default;

task<> fleet::run()
{
    return on_strand(core_, &fleet_core::run);
}

std::shared_ptr<cluster> fleet::find(std::string_view name) const
{
    return core_->find(name);
}

std::vector<cluster_status> fleet::status() const
{
    return core_->status();
}

} // namespace coinformer
