#include "testing/store/manifest.hpp"

#include "testing/formats/json_member.hpp"
#include "testing/formats/refusal.hpp"
#include "testing/store/object_rules.hpp"

#include <boost/json/array.hpp>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

// Appends the objects of one document.
void take(json::object&& document, std::vector<json::object>& into)
{
    auto* const items = text_at(document, "kind").ends_with("List") ? document.if_contains("items") : nullptr;
    if (!items || !items->is_array()) {
        into.push_back(std::move(document));
        return;
    }
    for (auto& item : items->get_array()) {
        if (!item.is_object()) throw bad_request("an item of a list is no object");
        take(std::move(item.get_object()), into);
    }
}

} // namespace

std::vector<json::object> objects_of(std::string_view manifest)
{
    std::vector<json::object> objects;
    for (auto& document : parse_yaml_documents(manifest)) take(std::move(document), objects);
    return objects;
}

collection& collection_of(api_store& store, json::object const& object)
{
    auto const kind = text_at(object, "kind");
    auto const api_version = text_at(object, "apiVersion");
    auto const name = metadata_text(object, "name");
    if (kind.empty() || api_version.empty())
        throw bad_request("object \"" + name + "\" has no kind or no apiVersion");
    for (auto const* of : store.served())
        if (of->kind == kind && of->api_version() == api_version)
            return *store.find(of->group, of->version, of->plural);
    throw bad_request("no matches for kind \"" + kind + "\" in version \"" + api_version + "\" of object \"" +
                      name + "\": serve() it, or create its CustomResourceDefinition first");
}

} // namespace coinformer::testing::detail
