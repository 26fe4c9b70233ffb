#include "testing/store/generation.hpp"

#include "testing/formats/json_member.hpp"

#include <boost/json/value.hpp>

#include <algorithm>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

// True if `whole` has all members of `part` with the same values. Kind, apiVersion and metadata do not count.
// A member that is null is the same as one that is missing, because such members are not stored.
bool has_content_of(json::object const& whole, json::object const& part)
{
    return std::ranges::all_of(part, [&](json::key_value_pair const& member) {
        std::string_view const key = member.key();
        if (key == "metadata" || key == "kind" || key == "apiVersion") return true;
        auto const* other = whole.if_contains(key);
        return other ? *other == member.value() : member.value().is_null();
    });
}

// Returns labels or annotations. Null stands for an empty map, too.
json::value map_at(json::object const& metadata, std::string_view key)
{
    auto map = member_of(metadata, key);
    return is_empty(map) ? json::value() : map;
}

} // namespace

bool counts_change(generations counted, json::object const& before, json::object const& metadata,
                   json::object const& wanted)
{
    if (counted == generations::none || counted == generations::creation) return false;
    if (!has_content_of(before, wanted) || !has_content_of(wanted, before)) return true;
    if (counted == generations::content) return false;
    std::string_view const key = counted == generations::labels ? "labels" : "annotations";
    return map_at(metadata, key) != map_at(before.at("metadata").get_object(), key);
}

} // namespace coinformer::testing::detail
