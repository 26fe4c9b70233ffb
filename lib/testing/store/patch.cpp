#include "testing/store/patch.hpp"

#include "testing/formats/json_patch.hpp"
#include "testing/formats/strategic_merge.hpp"
#include "testing/store/object_rules.hpp"

#include <boost/json/parse.hpp>

namespace coinformer::testing::detail {

namespace json = boost::json;

void merge(json::value& target, json::value const& patch)
{
    if (!patch.is_object()) {
        target = patch;
        return;
    }
    if (!target.is_object()) target.emplace_object();
    auto& object = target.get_object();
    for (auto const& member : patch.get_object()) {
        if (!member.value().is_null()) {
            merge(object[member.key()], member.value());
        } else if (auto const it = object.find(member.key()); it != object.end()) {
            object.stable_erase(it);
        }
    }
}

json::object patched(served_resource const& of, json::object target, patch_type type, std::string_view patch)
{
    json::value result(std::move(target));
    if (type == patch_type::json) {
        json::error_code ec;
        json::parse_options deep;
        deep.max_depth = 100;
        auto const operations = json::parse(patch, ec, {}, deep);
        if (ec) throw bad_request("invalid JSON patch");
        json_patch(result, operations);
    } else if (type == patch_type::strategic) {
        if (of.custom) throw unsupported_patch(false);
        strategic_merge(result.get_object(), parse_object(patch));
    } else {
        merge(result, parse_object(patch));
    }
    if (!result.is_object()) throw bad_request("the patched document is no object");
    return std::move(result.get_object());
}

} // namespace coinformer::testing::detail
