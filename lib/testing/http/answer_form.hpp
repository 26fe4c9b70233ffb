#pragma once

#include "testing/http/request_handler.hpp"

namespace coinformer::testing {

/// An answer of the resource's own kind, in the form that the client wants. Status answers stay as they are.
answer in_form(answer reply, served_resource const& of, object_view view);

/// The same as protobuf: a list or a watch of whole objects. Everything else stays JSON.
answer in_protobuf(answer reply);

/// Long answers and streamed lists are compressed for a client that takes gzip.
answer compressed_for(wire_request const& request, answer reply);

/// Plain answers that are longer than this, and lists.
inline constexpr std::size_t gzip_threshold_bytes = 128 * 1024;

} // namespace coinformer::testing
