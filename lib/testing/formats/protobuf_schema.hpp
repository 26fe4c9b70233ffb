#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace coinformer::testing {

/// A member of a Kubernetes protobuf message, as JSON has it.
struct protobuf_field {
    std::string_view name;
    /// A letter, or the name of a message: s string, b bool, i integer, y bytes, t Time, u MicroTime, q Quantity,
    /// o IntOrString, j JSON text in a message.
    std::string_view type;
    enum class has { one, many, map, inlined } count = has::one;
    bool keeps_zero = false; ///< JSON has it even when it is empty or 0
};

using protobuf_message = std::map<std::uint32_t, protobuf_field>;

/// Null for a message that is not known here.
protobuf_message const* find_protobuf_message(std::string_view name);

/// Whether objects of this apiVersion and kind are known.
bool has_protobuf_kind(std::string_view api_version, std::string_view kind);
/// "v1 Namespace ConfigMap, apps/v1 Deployment"
std::string protobuf_kinds();

} // namespace coinformer::testing
