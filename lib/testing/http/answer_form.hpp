#pragma once

#include "testing/http/request_handler.hpp"

namespace coinformer::testing::detail {

/// Turns the answer for a resource into the form that the client wants: whole objects, metadata or tables. An
/// answer that is a Status stays as it is.
answer in_form(answer reply, served_resource const& of, object_view view);

/// Turns a list or a watch of whole objects into protobuf. Every other answer stays JSON.
answer in_protobuf(answer reply);

/// Has streamed lists, and answers longer than the threshold, compressed if the client accepts gzip.
answer compressed_for(wire_request const& request, answer reply, std::size_t threshold_bytes);

} // namespace coinformer::testing::detail
