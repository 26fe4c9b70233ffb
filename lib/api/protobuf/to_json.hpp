#pragma once

#include "api/object/whole_index.hpp"
#include "api/protobuf/names.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// The depth to which messages may contain messages, each of which takes some stack. In the table of
/// Kubernetes 1.37 no message contains itself, and the deepest has some 20 levels; but the server chooses the
/// bytes, and a later table may be different.
inline constexpr unsigned most_nested_messages = 200;

/// Returns the JSON of a message, as the server writes it but for the order of members.
///
/// Errors     errc::malformed_protobuf, also if messages are nested more than `most_nested` levels deep.
std::string proto_json(proto_names const& names, std::string_view message,
                       unsigned most_nested = most_nested_messages);

/// Returns the JSON to which a pointer leads in a message, or nullopt if there is nothing: a part of the
/// message or of `room`. If `plain` is true, a string has no quotes. The index must be that of this message,
/// if there is one.
///
/// Errors     errc::malformed_protobuf; errc::bad_request if `pointer` is not empty and does not begin with
///            '/'.
std::optional<std::string_view> proto_value_at(proto_names const& names, std::string_view message,
                                               std::string_view pointer, bool plain, std::string& room,
                                               whole_index index = {});
/// Returns the text of a key of labels or annotations, of which the index knows all entries.
std::optional<std::string_view> proto_part_value(std::string_view message, whole_part part,
                                                 std::string_view name, std::string& room, whole_index index);

} // namespace coinformer::detail
