#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace coinformer::testing::detail {

/// The type of a field. `message` stands for every message that has no type of its own here.
enum class protobuf_type {
    message,
    string,
    boolean,
    integer,
    bytes,
    time,
    micro_time,
    quantity,
    int_or_string,
    json
};

/// A field of a Kubernetes protobuf message, with its name in JSON.
struct protobuf_field {
    std::string_view name;
    protobuf_type type = protobuf_type::message;
    std::string_view message; ///< the name of the message, if `type` is protobuf_type::message
    /// How many values it has. The members of an inlined message stand in its place in JSON.
    enum class has { one, many, map, inlined } count = has::one;
    bool keeps_zero = false; ///< true if JSON has it even when it is empty or 0
};

/// The fields of a message, by number.
using protobuf_message = std::map<std::uint32_t, protobuf_field>;

/// Returns null if the message is not in the table.
protobuf_message const* find_protobuf_message(std::string_view name);

/// True if the table has the kind in this apiVersion.
bool has_protobuf_kind(std::string_view api_version, std::string_view kind);
/// Returns the known kinds for a message: "v1 Namespace ConfigMap, apps/v1 Deployment".
std::string protobuf_kinds();

} // namespace coinformer::testing::detail
