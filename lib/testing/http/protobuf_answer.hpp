#pragma once

#include "testing/store/collection_query.hpp"
#include "testing/store/served_resource.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>

namespace coinformer::testing::detail {

// Lists and watch events in protobuf, as a real API server writes them for a client that asks for it. The
// field numbers come from protobuf_schema.hpp. They are not those of the library's own decoder, so that a
// mistake in one table does not hide one in the other.

inline constexpr char const* protobuf_list_type = "application/vnd.kubernetes.protobuf";
inline constexpr char const* protobuf_watch_type = "application/vnd.kubernetes.protobuf;stream=watch";

/// Returns true if the client's first choice is protobuf with whole objects, and this server can write the
/// kind.
bool prefers_protobuf(std::string_view accept, served_resource const& of);

/// Returns the whole answer to a list.
std::string protobuf_list(served_resource const& of, list_result const& list);

/// Returns one event of a watch, with its length before it. `object` has kind and apiVersion; it may be a
/// Status.
std::string protobuf_event(std::string_view type, boost::json::object const& object);

/// Returns the event that this line of JSON describes. A line that is not JSON becomes an event that ends
/// before its announced length.
std::string protobuf_event(std::string_view json_line);

} // namespace coinformer::testing::detail
