#pragma once

#include "testing/http/request_reader.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace coinformer::testing::detail {

/// Returns the request with its body as JSON, or nullopt if the body is not protobuf. Client-go's typed
/// clients, and kubectl's `create` of some kinds, write protobuf without asking the server. Answers are JSON
/// in any case.
/// Throws refusal: 415 for a kind or field that is not in protobuf_schema.cpp, 400 for a body that is not
/// protobuf.
std::optional<wire_request> json_request(wire_request const& request);

/// Returns the object in an envelope (runtime.Unknown) as JSON text. Throws as above.
std::string json_of_protobuf(std::string_view bytes);

} // namespace coinformer::testing::detail
