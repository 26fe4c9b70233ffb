#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace coinformer::testing {

/// Elements as FieldsV1 writes them: `f:spec`, `k:{"name":"a"}` and `v:"x"`.
using field_path = std::vector<std::string>;
using field_set = std::set<field_path>;

/// The fields that have a value of their own: scalars, what is atomic, what is empty, and the items of lists with keys.
using field_values = std::map<field_path, boost::json::value>;

/// Throws refusal (400) for a list item without its key. `custom`: lists of custom resources are atomic.
field_values fields_of(boost::json::object const& body, bool custom);
field_set keys_of(field_values const& values);

/// ".spec.containers[name=\"a\"].image"
std::string path_text(field_path const& path);

boost::json::object fields_v1(field_set const& fields);
/// None when a key of it is none of FieldsV1.
std::optional<field_set> parse_fields_v1(boost::json::object const& fields);

/// Merges as server-side apply does: maps member by member, lists by their keys, all else is replaced.
void merge_applied(boost::json::object& live, boost::json::object const& config, bool custom);
/// Takes a field out, and the maps that it leaves empty.
void remove_field(boost::json::object& body, field_path const& path);

} // namespace coinformer::testing
