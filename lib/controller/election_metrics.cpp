#include "controller/election_metrics.hpp"

#include <utility>

namespace coinformer::detail {

namespace {

constexpr metric_family master_statuses{.name = "leader_election_master_status",
                                        .help = "1 if this process leads, otherwise 0, by Lease.",
                                        .type = metric_type::gauge,
                                        .together = gauges_together::largest};
constexpr metric_family transitions{.name = "coinformer_leader_election_transitions_total",
                                    .help =
                                        "How often this process has seen the Lease change hands, by Lease."};

} // namespace

election_metrics::election_metrics(metrics const& make, std::string_view lease,
                                   std::function<bool()> is_leader)
{
    if (!make) return;
    metric_label const name[] = {{"name", lease}};
    auto read = [is_leader = std::move(is_leader)] { return is_leader() ? 1.0 : 0.0; };
    master_status_ = make.gauge_of(std::move(read), master_statuses, name);
    transitions_ = make.counter(transitions, name);
}

void election_metrics::count_transitions(std::int32_t present)
{
    auto const before = std::exchange(last_transitions_, present);
    if (before && present > *before)
        transitions_.add(static_cast<std::uint64_t>(std::int64_t(present) - *before));
}

} // namespace coinformer::detail
