#pragma once

#include "testing/store/served_resource.hpp"

#include <boost/json/object.hpp>

#include <string_view>

namespace coinformer::testing {

/// What a real server demands of an Event beside its metadata; of another kind: nothing. One of events.k8s.io has to be
/// complete, and only its series may change; one of v1 has to be complete when it has an eventTime.
/// `old`: what it was, null when it is to be created. Throws refusal (422).
void check_event(served_resource const& of, boost::json::object const& event, boost::json::object const* old,
                 std::string_view ns, std::string_view name);

} // namespace coinformer::testing
