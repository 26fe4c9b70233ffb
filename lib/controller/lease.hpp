#pragma once

#include "controller/candidacy.hpp"

#include <coinformer/api/object.hpp>
#include <coinformer/api/resource.hpp>

#include <boost/describe/class.hpp>

#include <map>
#include <string>

namespace coinformer::detail {

struct lease_spec {
    std::string holderIdentity;
    std::int32_t leaseDurationSeconds = 0;
    micro_timestamp acquireTime{};
    micro_timestamp renewTime{};
    std::int32_t leaseTransitions = 0;
};
BOOST_DESCRIBE_STRUCT(lease_spec, (), (holderIdentity, leaseDurationSeconds, acquireTime, renewTime, leaseTransitions))

/// Of a Lease what an election reads.
struct lease {
    lease_spec spec;
};
BOOST_DESCRIBE_STRUCT(lease, (), (spec))

inline constexpr resource leases{.group = "coordination.k8s.io", .version = "v1", .plural = "leases", .kind = "Lease"};

lease_record record_of(object_ptr<lease> const& found);

/// metav1.MicroTime: six digits always, as Go writes and reads it.
std::string micro_time_text(micro_timestamp at);

std::string new_lease_json(std::string const& name, lease_record const& record,
                           std::map<std::string, std::string> const& labels);
/// A merge patch of that version and no other. What it does not name stays as it is.
std::string lease_patch_json(std::string const& version, lease_record const& record,
                             std::map<std::string, std::string> const& labels);

} // namespace coinformer::detail
