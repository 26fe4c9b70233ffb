#pragma once

#include <coinformer/core/metrics.hpp>

#include <functional>
#include <optional>
#include <string_view>

namespace coinformer::detail {

/// The instruments of one member of a shard group. If default-constructed, they count nothing.
struct group_metrics {
    counter joins;
    gauge members, owned;
};

/// Returns instruments that count nothing if nobody listens. `read_members` returns how many members this
/// process sees, and `read_owned` which part of the key space it owns now. They are called on any thread,
/// until the instruments are destroyed.
group_metrics make_group_metrics(metrics const& make, std::string_view group,
                                 std::function<std::optional<double>()> read_members,
                                 std::function<std::optional<double>()> read_owned);

} // namespace coinformer::detail
