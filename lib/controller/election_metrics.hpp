#pragma once

#include <coinformer/core/metrics.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace coinformer::detail {

/// The instruments of one leader election. If default-constructed, they count nothing.
///
/// Threads    those of its owner: the client's strand.
class election_metrics {
public:
    election_metrics() = default;
    /// `lease` is the name of the Lease. `is_leader` is called on any thread, until this object is destroyed.
    election_metrics(metrics const& make, std::string_view lease, std::function<bool()> is_leader);

    /// Counts how far the Lease's leaseTransitions have grown since the last call. The first call counts
    /// nothing, and neither does one with a smaller number, because then somebody has deleted the Lease.
    void count_transitions(std::int32_t present);

private:
    gauge master_status_;
    counter transitions_;
    std::optional<std::int32_t> last_transitions_;
};

} // namespace coinformer::detail
