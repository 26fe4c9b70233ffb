#pragma once

#include <string>

namespace micro {

/// A pod of some 4 KB (in protobuf 2.2), as a Deployment makes them. In a list an object does not tell its kind.
std::string pod_json(unsigned i, bool in_list);

} // namespace micro
