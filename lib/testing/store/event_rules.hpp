#pragma once

#include "testing/store/served_resource.hpp"

#include <boost/json/object.hpp>

#include <string_view>

namespace coinformer::testing::detail {

/// Checks an Event by the rules of a real server that concern more than its metadata; any other kind passes.
/// An Event of events.k8s.io/v1 has to be complete, and later only its series may change. An Event of v1 has
/// to be complete if it has an eventTime.
/// `old` is the stored Event, or null if the Event is to be created. Throws refusal (422).
void check_event(served_resource const& of, boost::json::object const& event, boost::json::object const* old,
                 std::string_view ns, std::string_view name);

} // namespace coinformer::testing::detail
