#include "api/stream/body.hpp"
#include "controller/election_core.hpp"
#include "controller/lease_durations.hpp"
#include "core/precondition_check.hpp"
#include "core/run_on.hpp"
#include "core/strand_of.hpp"

namespace coinformer {

using namespace detail;

namespace {

// Returns the options with the default namespace filled in, or throws.
leader_election_options checked_election_options(client& api, leader_election_options o)
{
    if (o.ns.empty()) o.ns = api.server().ns;
    detail::precondition_check const demand("leader_election " + o.ns + '/' + o.name);
    demand(!o.name.empty(), "name is empty: give the name of the Lease, the same in all processes");
    demand(!o.ns.empty(), "ns is empty, and the endpoint names no namespace");
    demand(!o.identity.empty(),
           "identity is empty: give a name that no other process has, for example the pod's");
    check_lease_durations(
        demand, o,
        {.no_reserve = "lease_duration is not more than renew_deadline: the work would have no time to end",
         .longest = std::chrono::hours(24 * 365),
         .too_long = "lease_duration is more than a year"});
    object_path(detail::leases, o.ns, o.name); // throws if a name cannot be part of a path
    return o;
}

// Runs the work on a new strand of the awaiting coroutine's executor.
task<> run_election(std::shared_ptr<detail::election_core> core, std::function<task<>()> work)
{
    executor const ex = co_await boost::asio::this_coro::executor;
    co_await on_strand(std::move(core), &detail::election_core::run, strand_of(ex), std::move(work));
}

} // namespace

leader_election::leader_election(client& api, leader_election_options options)
    : core_(std::make_shared<detail::election_core>(api, checked_election_options(api, std::move(options))))
{
}

leader_election::~leader_election() = default;

task<> leader_election::run(std::function<task<>()> work)
{
    return run_election(core_, std::move(work));
}

std::string leader_election::leader() const
{
    return core_->status().leader;
}

bool leader_election::is_leader() const
{
    return core_->is_leader();
}

std::int64_t leader_election::term() const
{
    auto const s = core_->status();
    return s.is_leading ? s.term : -1;
}

void leader_election::check(duration tolerance) const
{
    auto const s = core_->status();
    auto const over = core_->now() - s.must_end_by;
    if (!s.is_working || over <= tolerance) return;
    auto const seconds = std::chrono::duration_cast<std::chrono::seconds>(over).count();
    throw api_error(errc::leadership_lost, core_->where(),
                    "the work still runs, although it had to end " + std::to_string(seconds) +
                        " s ago, with its lease: end this process");
}

} // namespace coinformer
