#pragma once

#include "all_kinds.hpp"

#include <boost/json.hpp>

#include <string>

namespace test {

/// What an object of a generated view holds, as the JSON that it was read from: what is empty, 0, false or absent is
/// left out.
boost::json::value object_as_json(any_view const& view, coinformer::detail::object_ref const& object);

/// The same of any JSON: empty strings, lists and objects, zeros, false and null are left out, members are in the order
/// of their names. Quantities that are numbers, times and so on stay as they are.
boost::json::value without_empty(boost::json::value const& v);

/// Reads an object, from JSON or from the message of its kind. Errors: what does not decode, as text.
coinformer::detail::object_ref from_json(any_view const& view, std::string_view json);
coinformer::detail::object_ref from_proto(any_view const& view, coinformer::resource const& of,
                                          std::string_view message);

/// Empty when a view is read from protobuf, else why not.
std::string why_not_proto(any_view const& view, coinformer::resource const& of);

} // namespace test
