#include "testing/store/custom_resource.hpp"

#include "testing/formats/json_member.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <array>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

json::object const& object_at(json::object const& in, std::string_view member)
{
    static json::object const none;
    auto const* v = in.if_contains(member);
    return v && v->is_object() ? v->get_object() : none;
}

bool flag_at(json::object const& in, std::string_view member)
{
    auto const* v = in.if_contains(member);
    return v && v->is_bool() && v->get_bool();
}

std::vector<std::string> texts_at(json::object const& in, std::string_view member)
{
    std::vector<std::string> texts;
    auto const* v = in.if_contains(member);
    if (!v || !v->is_array()) return texts;
    for (auto const& text : v->get_array())
        if (text.is_string()) texts.emplace_back(text.get_string());
    return texts;
}

std::vector<json::object> objects_at(json::object const& in, std::string_view member)
{
    std::vector<json::object> objects;
    auto const* v = in.if_contains(member);
    if (!v || !v->is_array()) return objects;
    for (auto const& object : v->get_array())
        if (object.is_object()) objects.push_back(object.get_object());
    return objects;
}

std::vector<json::object> versions_of(json::object const& definition)
{
    return objects_at(object_at(definition, "spec"), "versions");
}

bool is_stored(json::object const& version)
{
    return flag_at(version, "storage");
}

template <class Refuse>
void check_column(printer_column const& c, std::string const& path, Refuse refuse)
{
    constexpr auto types =
        std::to_array<std::string_view>({"boolean", "date", "integer", "number", "string"});
    if (c.name.empty()) refuse(path + "name", "FieldValueRequired", "Required value");
    if (std::ranges::find(types, c.type) == types.end())
        refuse(path + "type", c.type.empty() ? "FieldValueRequired" : "FieldValueInvalid",
               (c.type.empty() ? "Required value" : "Invalid value: \"" + c.type + "\"") +
                   ": must be one of boolean,date,integer,number,string");
    if (c.path.empty()) refuse(path + "JSONPath", "FieldValueRequired", "Required value");
    if (!c.path.starts_with('.'))
        refuse(path + "JSONPath", "FieldValueInvalid",
               "Invalid value: \"" + c.path + "\": must be a simple json path starting with .");
}

void check(served_resource const& of, json::object const& definition)
{
    auto const name = text_at(object_at(definition, "metadata"), "name");
    auto const refuse = [&](std::string_view field, std::string_view cause, std::string const& why) {
        throw invalid(of.name(), name, field, cause, why);
    };
    auto const& spec = object_at(definition, "spec");
    auto const& names = object_at(spec, "names");
    auto const require = [&](json::object const& in, std::string const& path, std::string_view member) {
        if (text_at(in, member).empty())
            refuse(path + std::string(member), "FieldValueRequired", "Required value");
    };
    auto const full = text_at(names, "plural") + "." + text_at(spec, "group");
    if (name != full)
        refuse("metadata.name", "FieldValueInvalid",
               "Invalid value: \"" + name + R"(": must be spec.names.plural+"."+spec.group)");
    require(spec, "spec.", "group");
    require(spec, "spec.", "scope");
    require(names, "spec.names.", "plural");
    require(names, "spec.names.", "kind");
    auto const where = text_at(spec, "scope");
    if (where != "Namespaced" && where != "Cluster")
        refuse("spec.scope", "FieldValueNotSupported",
               "Unsupported value: \"" + where + "\": supported values: \"Cluster\", \"Namespaced\"");
    auto const versions = versions_of(definition);
    if (std::ranges::count_if(versions, is_stored) != 1)
        refuse("spec.versions", "FieldValueInvalid",
               "Invalid value: must have exactly one version marked as storage version");
    for (auto const& version : versions) {
        require(version, "spec.versions[].", "name");
        std::size_t n = 0;
        for (auto const& column : objects_at(version, "additionalPrinterColumns"))
            check_column(read_column(column), "spec.additionalPrinterColumns[" + std::to_string(n++) + "].",
                         refuse);
    }
}

json::object condition(std::string_view type, std::string_view now, std::string_view reason,
                       std::string_view message)
{
    json::object c;
    c["type"] = type;
    c["status"] = "True";
    c["lastTransitionTime"] = now;
    c["reason"] = reason;
    c["message"] = message;
    return c;
}

// Adds a condition, unless there is one of its type.
void set_condition(json::object& status, json::object wanted)
{
    auto& conditions = status["conditions"];
    if (!conditions.is_array()) conditions.emplace_array();
    auto& list = conditions.get_array();
    auto const same = [&](json::value const& c) {
        return c.is_object() && text_at(c.get_object(), "type") == text_at(wanted, "type");
    };
    if (std::ranges::none_of(list, same)) list.push_back(std::move(wanted));
}

json::object& member_object(json::object& in, std::string_view member)
{
    auto& v = in[member];
    if (!v.is_object()) v.emplace_object();
    return v.get_object();
}

// Returns a path such as ".spec.replicas" without its leading dot.
std::string member_path(std::string text)
{
    return text.starts_with('.') ? text.substr(1) : text;
}

// Returns one version of a definition, as discovery and the rules need it.
served_resource version_of(json::object const& definition, json::object const& version)
{
    auto const& spec = object_at(definition, "spec");
    auto const& names = object_at(spec, "names");
    auto const group = text_at(spec, "group");
    auto const name = text_at(version, "name");
    auto const plural = text_at(names, "plural");
    auto const kind = text_at(names, "kind");
    served_resource of({group, name, plural, kind,
                        text_at(spec, "scope") == "Cluster" ? scope::cluster : scope::namespaced});
    of.singular = text_at(names, "singular");
    of.list_kind = text_at(names, "listKind");
    of.short_names = texts_at(names, "shortNames");
    of.categories = texts_at(names, "categories");
    of.custom = true;
    of.strict = true;
    for (auto const& field : objects_at(version, "selectableFields"))
        of.selectable_fields.push_back(member_path(text_at(field, "jsonPath")));
    for (auto const& column : objects_at(version, "additionalPrinterColumns"))
        of.columns.push_back(read_column(column));
    auto const& parts = object_at(version, "subresources");
    of.status = parts.contains("status");
    of.scale = parts.contains("scale");
    auto const& paths = object_at(parts, "scale");
    if (of.scale) {
        of.scaling.replicas = member_path(text_at(paths, "specReplicasPath"));
        of.scaling.status = member_path(text_at(paths, "statusReplicasPath"));
        of.scaling.selector = member_path(text_at(paths, "labelSelectorPath"));
    }
    return of;
}

} // namespace

bool defines_resources(served_resource const& of) noexcept
{
    return of.plural == "customresourcedefinitions" && of.group == "apiextensions.k8s.io";
}

json::object established(served_resource const& of, json::object definition, std::string_view now)
{
    check(of, definition);
    auto& spec = member_object(definition, "spec");
    auto& names = member_object(spec, "names");
    auto const kind = text_at(names, "kind");
    if (text_at(names, "singular").empty()) names["singular"] = served_resource({{}, {}, {}, kind}).singular;
    if (text_at(names, "listKind").empty()) names["listKind"] = kind + "List";
    if (!spec.contains("conversion")) member_object(spec, "conversion")["strategy"] = "None";
    auto const accepted = names;
    json::array stored;
    for (auto const& version : versions_of(definition))
        if (is_stored(version)) stored.emplace_back(text_at(version, "name"));

    auto& status = member_object(definition, "status");
    set_condition(status, condition("NamesAccepted", now, "NoConflicts", "no conflicts found"));
    set_condition(status, condition("Established", now, "InitialNamesAccepted",
                                    "the initial names have been accepted"));
    status["acceptedNames"] = accepted;
    auto const* const before = status.if_contains("storedVersions");
    if (before && before->is_array())
        for (auto const& version : before->get_array())
            if (std::ranges::find(stored, version) == stored.end()) stored.insert(stored.begin(), version);
    status["storedVersions"] = std::move(stored);
    return definition;
}

std::vector<served_resource> resources_of(json::object const& definition)
{
    auto versions = versions_of(definition);
    if (auto const stored = std::ranges::find_if(versions, is_stored); stored != versions.end())
        std::rotate(versions.begin(), stored, std::next(stored)); // to the front
    std::vector<served_resource> served;
    for (auto const& version : versions)
        if (flag_at(version, "served")) served.push_back(version_of(definition, version));
    return served;
}

json::object terminating(json::object definition, std::string_view now)
{
    auto& metadata = member_object(definition, "metadata");
    metadata["deletionTimestamp"] = now;
    auto& finalizers = metadata["finalizers"];
    if (!finalizers.is_array()) finalizers.emplace_array();
    finalizers.get_array().emplace_back(cleanup_finalizer);
    set_condition(
        member_object(definition, "status"),
        condition("Terminating", now, "InstanceDeletionPending",
                  "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon"));
    return definition;
}

} // namespace coinformer::testing::detail
