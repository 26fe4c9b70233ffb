#include <coinformer/api/object_patch.hpp>

#include "api/client/query_text.hpp"

#include <coinformer/core/error.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

namespace coinformer {

using namespace detail;

namespace json = boost::json;

namespace {

constexpr std::string_view operations_type = "application/json-patch+json";

[[noreturn]] void refuse_patch(std::string const& type, std::string_view what)
{
    throw api_error(errc::bad_request, "patch of type " + type, std::string(what));
}

json::value parsed(std::string const& type, std::string const& body)
{
    boost::system::error_code failed;
    json::parse_options deep;
    deep.max_depth = 500;
    auto document = json::parse(body, failed, {}, deep);
    if (failed) refuse_patch(type, "at_version() and only_uid() need a patch in JSON: " + failed.message());
    return document;
}

} // namespace

object_patch& object_patch::at_version(std::string_view resource_version)
{
    return set_metadata("resourceVersion", resource_version);
}

object_patch& object_patch::only_uid(std::string_view uid)
{
    return set_metadata("uid", uid);
}

// All forms of patches put the condition into the object's metadata: the server compares the metadata that it
// is to store with the metadata that it has. In a JSON patch, a "test" operation would do as well, but its
// failure is 422 and not 409.
object_patch& object_patch::set_metadata(std::string_view member, std::string_view value)
{
    if (value.empty())
        refuse_patch(content_type_, "the " + std::string(member) + " that the object has to have is empty");
    auto document = parsed(content_type_, body_);
    if (content_type_ == operations_type) {
        if (!document.is_array()) refuse_patch(content_type_, "the patch is no list of operations");
        json::object const set{{"op", "add"}, {"path", "/metadata/" + std::string(member)}, {"value", value}};
        document.get_array().push_back(set);
    } else {
        if (!document.is_object()) refuse_patch(content_type_, "the patch is no JSON object");
        auto& metadata = document.get_object()["metadata"];
        if (!metadata.is_object()) metadata.emplace_object();
        metadata.get_object()[member] = value;
    }
    body_ = json::serialize(document);
    return *this;
}

object_patch merge_patch(std::string json)
{
    return {"application/merge-patch+json", std::move(json)};
}

object_patch json_patch(std::string operations)
{
    return {std::string(operations_type), std::move(operations)};
}

object_patch strategic_merge_patch(std::string json)
{
    return {"application/strategic-merge-patch+json", std::move(json)};
}

object_patch server_side_apply(std::string object, std::string field_manager, apply_force force)
{
    std::string query;
    add_to_query(query, "fieldManager", field_manager);
    if (force == apply_force::yes) add_to_query(query, "force", "true");
    return {"application/apply-patch+yaml", std::move(object), std::move(query)};
}

} // namespace coinformer
