#pragma once

#include "api/protobuf/names.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// What a whole_object keeps of an object in protobuf: which message it is, and its bytes without managedFields. As
/// JSON an object begins with a brace, and this does not. Before: the metadata was read, so it is protobuf; the rest is
/// kept as it came.
std::string whole_form(proto_names const& names, std::string_view message);

struct whole_protobuf {
    proto_names const& names;
    std::string_view message;
};
/// nullopt: it is JSON, or nothing.
std::optional<whole_protobuf> read_whole_form(std::string_view kept);

/// Undoes compression: `kept` itself, or what it decompresses to, which is put into `into`.
std::string_view as_it_came(std::string_view kept, std::string& into);

} // namespace coinformer::detail
