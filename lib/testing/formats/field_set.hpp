#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace coinformer::testing::detail {

/// The path of a field. Its elements are written as in FieldsV1: `f:spec`, `k:{"name":"a"}` and `v:"x"`.
using field_path = std::vector<std::string>;
using field_set = std::set<field_path>;

/// The fields that have a value of their own: scalars, atomic lists and maps, empty lists and maps, and the
/// items of lists with keys.
using field_values = std::map<field_path, boost::json::value>;

/// Returns the fields of an object. `custom` says that it is a custom resource, whose lists are atomic.
/// Throws refusal (400) for a list item without its key.
field_values fields_of(boost::json::object const& body, bool custom);
field_set keys_of(field_values const& values);

/// Returns a path as messages show it, such as `.spec.containers[name="a"].image`.
std::string path_text(field_path const& path);

boost::json::object fields_v1(field_set const& fields);
/// Returns nullopt if a key is not of the form that FieldsV1 has.
std::optional<field_set> parse_fields_v1(boost::json::object const& fields);

/// Merges as server-side apply does: maps member by member, lists by their keys; everything else is replaced.
void merge_applied(boost::json::object& live, boost::json::object const& config, bool custom);
/// Removes a field, and the maps that are empty then.
void remove_field(boost::json::object& body, field_path const& path);

} // namespace coinformer::testing::detail
