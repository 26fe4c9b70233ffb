#pragma once

#include "api/proto_names.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// What a whole_object keeps of an object in protobuf: which message it is, and its bytes without managedFields. As
/// JSON an object begins with a brace, and this does not. Errors: none; bytes that are no protobuf are kept as they
/// are.
std::string whole_form(proto_names const& names, std::string_view message);

struct whole_protobuf {
    proto_names const& names;
    std::string_view message;
};
/// nullopt: it is JSON, or nothing.
std::optional<whole_protobuf> read_whole_form(std::string_view kept);

} // namespace coinformer::detail
