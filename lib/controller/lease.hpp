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
BOOST_DESCRIBE_STRUCT(lease_spec, (),
                      (holderIdentity, leaseDurationSeconds, acquireTime, renewTime, leaseTransitions))

/// The fields of a Lease that leader election reads, as a projection.
struct lease {
    lease_spec spec;
};
BOOST_DESCRIBE_STRUCT(lease, (), (spec))

inline constexpr resource leases{
    .group = "coordination.k8s.io", .version = "v1", .plural = "leases", .kind = "Lease"};

lease_record record_of(object_ptr<lease> const& found);

/// Returns a time in the format of metav1.MicroTime. It always has six digits after the point, because Go's
/// parser accepts no other number.
std::string micro_time_text(micro_timestamp at);

/// Returns the JSON text of a new Lease object.
std::string new_lease_json(std::string const& name, lease_record const& record,
                           std::map<std::string, std::string> const& labels);
/// Returns the JSON text of a merge patch that the server applies only to this resource version of the Lease.
/// Fields that the patch does not name stay as they are.
std::string lease_patch_json(std::string const& version, lease_record const& record,
                             std::map<std::string, std::string> const& labels);

} // namespace coinformer::detail
