#pragma once

#include "testing/store/served_resource.hpp"
#include "testing/store/write_options.hpp"

#include <boost/json/object.hpp>

namespace coinformer::testing::detail {

/// Reads propagationPolicy or orphanDependents of a DeleteOptions. Throws refusal (400, 422).
dependents_policy policy_in(boost::json::object const& options);

/// Sets and removes the finalizers of the garbage collector, as a deletion with this policy does.
void set_collector_finalizers(served_resource const& of, boost::json::object& body,
                              dependents_policy dependents);

} // namespace coinformer::testing::detail
