#pragma once

#include <boost/json/value.hpp>

namespace coinformer::testing {

/// RFC 6902, with a real server's leniency: "replace" of an absent member adds it, and an absent member is null to
/// "test". All or nothing. Throws refusal: 400 when `patch` is no list of operations, 422 when one of them cannot be
/// done or a test fails.
void json_patch(boost::json::value& target, boost::json::value const& patch);

} // namespace coinformer::testing
