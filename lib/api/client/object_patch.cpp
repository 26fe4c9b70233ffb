#include <coinformer/api/object_patch.hpp>

#include "api/client/query_text.hpp"
#include "api/json/path.hpp"

#include <coinformer/core/error.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>

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

// Adds an element, or a member, to the container whose closing bracket is at `bracket`.
void append_to(std::string& text, std::size_t bracket, std::string const& item)
{
    auto const last = text.find_last_not_of(" \t\r\n", bracket - 1);
    bool const is_empty = text[last] == '{' || text[last] == '[';
    text.insert(last + 1, is_empty ? item : ',' + item);
}

// Returns the text of an object with a member of its metadata set. `value` is JSON.
std::string with_metadata(std::string text, std::string const& member, std::string const& value)
{
    auto const item = '"' + member + "\":" + value;
    auto const metadata = value_at(text, "/metadata"), former = value_at(text, "/metadata/" + member);
    auto const begin_of = [&text](std::string_view part) {
        return static_cast<std::size_t>(part.data() - text.data());
    };
    if (metadata.empty())
        append_to(text, text.rfind('}'), "\"metadata\":{" + item + '}');
    else if (!metadata.starts_with('{'))
        text.replace(begin_of(metadata), metadata.size(), '{' + item + '}');
    else if (former.empty())
        append_to(text, begin_of(metadata) + metadata.size() - 1, item);
    else
        text.replace(begin_of(former), former.size(), value);
    return text;
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
//
// The rest of the text stays as it is, because the form of a number may have a meaning: a server keeps it in
// a merge patch, and 1.5E0 is another form of a quantity than 1.5.
object_patch& object_patch::set_metadata(std::string_view member, std::string_view value)
{
    if (value.empty())
        refuse_patch(content_type_, "the " + std::string(member) + " that the object has to have is empty");
    auto document = parsed(content_type_, body_);
    json::string const text(value.data(), value.size());
    auto const quoted = json::serialize(text);
    if (content_type_ == operations_type) {
        if (!document.is_array()) refuse_patch(content_type_, "the patch is no list of operations");
        append_to(body_, body_.rfind(']'),
                  R"({"op":"add","path":"/metadata/)" + std::string(member) + R"(","value":)" + quoted + '}');
        return *this;
    }
    if (!document.is_object()) refuse_patch(content_type_, "the patch is no JSON object");
    auto& metadata = document.get_object()["metadata"];
    if (!metadata.is_object()) metadata.emplace_object();
    metadata.get_object()[member] = text;
    auto changed = with_metadata(body_, std::string(member), quoted);
    // The last one of two members with the same name counts, and the condition may stand in the first one.
    bool const is_set = parsed(content_type_, changed) == document;
    body_ = is_set ? std::move(changed) : json::serialize(document);
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
