#pragma once

#include <string>

namespace micro {

/// Returns a pod of some 4 KB (2.2 KB in protobuf), as a Deployment makes them. In a list, an object does not
/// name its kind.
std::string pod_json(unsigned i, bool in_list);

} // namespace micro
