#pragma once

#include "testing/http/request_reader.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace coinformer::testing {

/// Client-go's typed clients, and kubectl's `create` of some kinds, write protobuf without asking: such a request with
/// its body in JSON. None: it is not one. Answers are JSON in any case.
/// Throws refusal: 415 for a kind or field that is not in protobuf_schema.cpp, 400 for what is no protobuf.
std::optional<wire_request> json_request(wire_request const& request);

/// The object in an envelope, as JSON text. Throws as above.
std::string json_of_protobuf(std::string_view bytes);

} // namespace coinformer::testing
