#pragma once

#include "testing/store/collection_query.hpp"
#include "testing/store/served_resource.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>

namespace coinformer::testing {

// Lists and watch events in protobuf, as a real API server writes them for a client that asks for it. The field numbers
// are those of protobuf_schema.hpp, which shares nothing with the library's own table.

inline constexpr char const* protobuf_list_type = "application/vnd.kubernetes.protobuf";
inline constexpr char const* protobuf_watch_type = "application/vnd.kubernetes.protobuf;stream=watch";

/// Returns true if the client's first choice is protobuf with whole objects, and this server can write the kind.
bool prefers_protobuf(std::string_view accept, served_resource const& of);

/// The whole answer to a list.
std::string protobuf_list(served_resource const& of, list_result const& list);

/// One event of a watch, with its length before it. `object` has kind and apiVersion, a Status among others.
std::string protobuf_event(std::string_view type, boost::json::object const& object);

/// The same event as a line of JSON says it. A line that is not JSON becomes an event that ends before its length says.
std::string protobuf_event(std::string_view json_line);

} // namespace coinformer::testing
