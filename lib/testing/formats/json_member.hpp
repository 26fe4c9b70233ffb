#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <string>
#include <string_view>

/// Readers of a JSON object's members that tolerate every shape, for objects that a client sent.
namespace coinformer::testing::detail {

/// A copy of the member; null if there is none.
inline boost::json::value member_of(boost::json::object const& in, std::string_view member)
{
    auto const* v = in.if_contains(member);
    return v ? *v : boost::json::value();
}

/// The member's text; empty if there is no such member, or if it is not a string.
inline std::string text_at(boost::json::object const& in, std::string_view member)
{
    auto const* v = in.if_contains(member);
    return v && v->is_string() ? std::string(v->get_string()) : std::string();
}

/// True for an array without elements and for an object without members.
inline bool is_empty(boost::json::value const& v)
{
    return (v.is_array() && v.get_array().empty()) || (v.is_object() && v.get_object().empty());
}

} // namespace coinformer::testing::detail
