#pragma once

#include "all_kinds.hpp"

#include <boost/json.hpp>

#include <string>

namespace test {

/// What an object of a generated view holds, as the JSON that it was read from. Members for which empty, 0 or false is
/// the same as absent are left out when they are that; optionals and boxes when they are absent.
boost::json::value object_as_json(any_view const& view, coinformer::detail::object_ref const& object);

/// What object_as_json() should say of an object that was read from this JSON. What the view does not declare stays.
boost::json::value expected_of(any_view const& view, boost::json::value const& object);

/// Reads an object, from JSON or from the message of its kind. Errors: what does not decode, as text.
coinformer::detail::object_ref from_json(any_view const& view, std::string_view json);
coinformer::detail::object_ref from_proto(any_view const& view, coinformer::resource const& of,
                                          std::string_view message);

/// Empty when a view is read from protobuf, else why not.
std::string why_not_proto(any_view const& view, coinformer::resource const& of);

} // namespace test
