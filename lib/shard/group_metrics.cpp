#include "shard/group_metrics.hpp"

#include <utility>

namespace coinformer::detail {

namespace {

constexpr metric_family joins{.name = "coinformer_shard_group_joins_total",
                              .help = "How often this process has got a Lease of its own, by group."};
constexpr metric_family members{.name = "coinformer_shard_group_members",
                                .help = "Members of the group that this process sees, by group.",
                                .type = metric_type::gauge,
                                .together = gauges_together::largest};
constexpr metric_family owned{.name = "coinformer_shard_group_owned_ratio",
                              .help = "The part of the key space that this process owns, 0 to 1, by group.",
                              .type = metric_type::gauge};

} // namespace

group_metrics make_group_metrics(metrics const& make, std::string_view group,
                                 std::function<std::optional<double>()> read_members,
                                 std::function<std::optional<double>()> read_owned)
{
    if (!make) return {};
    metric_label const name[] = {{"group", group}};
    return {.joins = make.counter(joins, name),
            .members = make.gauge_of(std::move(read_members), members, name),
            .owned = make.gauge_of(std::move(read_owned), owned, name)};
}

} // namespace coinformer::detail
