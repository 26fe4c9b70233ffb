#pragma once

#include "all_kinds.hpp"

#include <boost/json.hpp>

#include <string>

namespace test {

/// Returns the contents of an object of a generated view as the JSON from which it was read. A member for
/// which empty, 0 or false means the same as absent is left out if it has that value; an optional or a box is
/// left out if it is absent.
boost::json::value object_as_json(any_view const& view, coinformer::detail::object_ref const& object);

/// Returns what object_as_json() should return for an object that was read from this JSON. Members that the
/// view does not declare stay.
boost::json::value expected_of(any_view const& view, boost::json::value const& object);

/// Reads an object, from JSON or from the message of its kind. Errors: a text that says what does not decode.
coinformer::detail::object_ref from_json(any_view const& view, std::string_view json);
coinformer::detail::object_ref from_proto(any_view const& view, coinformer::resource const& of,
                                          std::string_view message);

/// Returns an empty text if the view can be read from protobuf, and otherwise the reason.
std::string why_not_proto(any_view const& view, coinformer::resource const& of);

} // namespace test
