#include "testing/http/openapi.hpp"

#include "testing/formats/protobuf_schema.hpp"
#include "testing/http/json_page.hpp"

#include <boost/json/array.hpp>
#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

using resources = std::vector<served_resource const*>;

json::object information()
{
    return {{"title", "Kubernetes"}, {"version", "v1.37.1"}};
}

canned_answer version_two(std::string_view accept)
{
    if (accept.find("application/com.github.proto-openapi.spec.v2") != accept.npos) {
        canned_answer a; // a Document with its members swagger and info {title, version}
        a.content_type = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
        a.body = "\n\x03"
                 "2.0"
                 "\x12\x15"
                 "\n\x0aKubernetes"
                 "\x12\x07v1.37.1";
        return a;
    }
    require_json_accepted(accept);
    return json_page({{"swagger", "2.0"},
                      {"info", information()},
                      {"paths", json::object()},
                      {"definitions", json::object()}});
}

std::string group_path(served_resource const& of)
{
    return (of.group.empty() ? "api/" : "apis/") + of.api_version();
}

// Groups the resources by the path of their group version.
std::map<std::string, resources, std::less<>> resources_by_path(api_store const& store)
{
    std::map<std::string, resources, std::less<>> groups;
    for (auto const* of : store.served()) groups[group_path(*of)].push_back(of);
    return groups;
}

/// Collects the schemas of a document, each under its name in "components".
class schema_set {
public:
    explicit schema_set(api_store const& store) : store_(store) {}

    /// Adds the schema of a resource's objects. Returns a reference to it.
    json::object add(served_resource const& of)
    {
        auto const name = name_of(of);
        if (!schemas_.contains(name)) {
            auto schema = schema_of(of);
            schema["x-kubernetes-group-version-kind"] =
                json::array{{{"group", of.group}, {"version", of.version}, {"kind", of.kind}}};
            schemas_[name] = std::move(schema);
        }
        return reference(name);
    }
    json::object take() && { return std::move(schemas_); }

private:
    static json::object reference(std::string const& name)
    {
        return {{"$ref", "#/components/schemas/" + name}};
    }

    // A real server names schemas by their Go packages; for a few groups the name here is slightly different.
    static std::string name_of(served_resource const& of)
    {
        std::string package =
            "io.k8s.api." + (of.group.empty() ? "core" : of.group.substr(0, of.group.find('.')));
        if (of.custom) {
            package.clear();
            for (auto rest = of.group; !rest.empty();) {
                auto const dot = rest.rfind('.');
                package += (package.empty() ? "" : ".") + rest.substr(dot == rest.npos ? 0 : dot + 1);
                rest.resize(dot == rest.npos ? 0 : dot);
            }
        }
        return package + "." + of.version + "." + of.kind;
    }

    json::object schema_of(served_resource const& of)
    {
        json::object schema;
        if (of.custom)
            schema = schema_in_definition(of);
        else if (has_protobuf_kind(of.api_version(), of.kind))
            schema = message_schema(of.kind);
        if (schema.empty()) schema = {{"type", "object"}, {"x-kubernetes-preserve-unknown-fields", true}};
        auto& members = schema["properties"];
        if (!members.is_object()) members.emplace_object();
        auto& own = members.get_object();
        own["apiVersion"] = json::object{{"type", "string"}};
        own["kind"] = json::object{{"type", "string"}};
        own["metadata"] = message("ObjectMeta");
        return schema;
    }

    // Returns the schema of this version in the CustomResourceDefinition, or an empty object if there is
    // none.
    json::object schema_in_definition(served_resource const& of) const
    {
        auto const definition = store_.definition_of(of);
        if (!definition) return {};
        json::error_code ec;
        json::value const body = definition->body();
        auto const* const versions = body.find_pointer("/spec/versions", ec);
        if (!versions || !versions->is_array()) return {};
        for (auto const& version : versions->get_array()) {
            auto const* const name = version.find_pointer("/name", ec);
            if (!name || *name != json::string_view(of.version)) continue;
            auto const* const schema = version.find_pointer("/schema/openAPIV3Schema", ec);
            if (schema && schema->is_object()) return schema->get_object();
        }
        return {};
    }

    // Returns a reference to the schema of a message in the protobuf tables, and adds this schema if it is
    // missing.
    json::object message(std::string_view name)
    {
        auto const full = "io.k8s." + std::string(name);
        if (!schemas_.contains(full)) {
            schemas_[full] = json::object(); // a message may hold itself
            schemas_[full] = message_schema(name);
        }
        return reference(full);
    }

    json::object message_schema(std::string_view name)
    {
        json::object members;
        add_members(members, name);
        return {{"type", "object"}, {"properties", std::move(members)}};
    }

    void add_members(json::object& members, std::string_view name)
    {
        using has = protobuf_field::has;
        auto const* const fields = find_protobuf_message(name);
        if (!fields) return;
        for (auto const& [number, field] : *fields) {
            if (field.count == has::inlined) {
                add_members(members, field.message);
                continue;
            }
            auto value = value_schema(field);
            if (field.count == has::many) value = {{"type", "array"}, {"items", std::move(value)}};
            if (field.count == has::map)
                value = {{"type", "object"}, {"additionalProperties", std::move(value)}};
            members[field.name] = std::move(value);
        }
    }

    json::object value_schema(protobuf_field const& field)
    {
        switch (field.type) {
        case protobuf_type::message: return message(field.message);
        case protobuf_type::string:
        case protobuf_type::quantity: return {{"type", "string"}};
        case protobuf_type::boolean: return {{"type", "boolean"}};
        case protobuf_type::integer: return {{"type", "integer"}};
        case protobuf_type::bytes: return {{"type", "string"}, {"format", "byte"}};
        case protobuf_type::time:
        case protobuf_type::micro_time: return {{"type", "string"}, {"format", "date-time"}};
        case protobuf_type::int_or_string: return {{"x-kubernetes-int-or-string", true}};
        case protobuf_type::json: return {{"type", "object"}, {"x-kubernetes-preserve-unknown-fields", true}};
        }
        return {};
    }

    api_store const& store_;
    json::object schemas_;
};

json::object operation(served_resource const& of, std::string_view action, json::object const& schema)
{
    json::object content{{"application/json", {{"schema", schema}}}};
    return {{"x-kubernetes-action", action},
            {"x-kubernetes-group-version-kind",
             {{"group", of.group}, {"version", of.version}, {"kind", of.kind}}},
            {"responses", {{"200", {{"description", "OK"}, {"content", std::move(content)}}}}}};
}

// A strategic merge patch is not among the media types, although this server takes one: the schemas do not
// say how lists are merged, and kubectl then goes by what it knows of built-in kinds itself.
json::object patch_operation(served_resource const& of, json::object const& schema)
{
    auto patch = operation(of, "patch", schema);
    json::array parameters;
    for (std::string_view const name : {"dryRun", "fieldManager"})
        parameters.push_back({{"name", name}, {"in", "query"}, {"schema", {{"type", "string"}}}});
    parameters.push_back({{"name", "force"}, {"in", "query"}, {"schema", {{"type", "boolean"}}}});
    json::object content;
    for (std::string_view const type : {"apply-patch+yaml", "json-patch+json", "merge-patch+json"})
        content["application/" + std::string(type)] = {{"schema", {{"type", "object"}}}};
    patch["parameters"] = std::move(parameters);
    patch["requestBody"] = {{"content", std::move(content)}, {"required", true}};
    return patch;
}

void add_paths(json::object& paths, served_resource const& of, json::object const& schema)
{
    json::object const list{{"type", "object"},
                            {"properties", {{"items", {{"type", "array"}, {"items", schema}}}}}};
    auto const root = "/" + group_path(of);
    auto const spaced = of.where == scope::namespaced;
    auto const place = root + (spaced ? "/namespaces/{namespace}/" : "/") + of.plural;
    json::object all{{"get", operation(of, "list", list)},
                     {"post", operation(of, "post", schema)},
                     {"delete", operation(of, "deletecollection", list)}};
    json::object one{{"get", operation(of, "get", schema)},
                     {"put", operation(of, "put", schema)},
                     {"patch", patch_operation(of, schema)},
                     {"delete", operation(of, "delete", schema)}};
    if (spaced) paths[root + "/" + of.plural] = {{"get", operation(of, "list", list)}};
    paths[place] = std::move(all);
    paths[place + "/{name}"] = std::move(one);
}

json::object document(api_store const& store, resources const& group)
{
    schema_set schemas(store);
    json::object paths;
    for (auto const* of : group) add_paths(paths, *of, schemas.add(*of));
    return {{"openapi", "3.0.0"},
            {"info", information()},
            {"paths", std::move(paths)},
            {"components", {{"schemas", std::move(schemas).take()}}}};
}

// Returns the hash that the index gives for a document. Clients keep a document until its hash changes. A
// document follows from the resources of its group version and, for custom resources, from the revision of
// their definition: these are hashed, so that no document has to be written for the index.
std::string hash_of(api_store const& store, resources const& group)
{
    std::string facts;
    for (auto const* of : group) {
        facts += of->plural + "/" + of->kind + "/";
        if (auto const definition = store.definition_of(*of)) facts += std::to_string(definition->at());
        facts += "\n";
    }
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
    SHA256(reinterpret_cast<unsigned char const*>(facts.data()), facts.size(), digest.data());
    std::string out;
    for (auto const byte : digest) out.append({digits[byte >> 4], digits[byte & 15]});
    return out;
}

// A real server writes this page without naming its type or reading the header Accept, and Go's file server,
// which guesses a type from the first bytes, takes it for plain text.
canned_answer index_of_documents(api_store const& store)
{
    json::object paths;
    for (auto const& [path, group] : resources_by_path(store))
        paths[path] = {{"serverRelativeURL", "/openapi/v3/" + path + "?hash=" + hash_of(store, group)}};
    auto answer = json_page({{"paths", std::move(paths)}});
    answer.content_type = "text/plain; charset=utf-8";
    return answer;
}

} // namespace

std::optional<canned_answer> openapi_answer(api_store const& store, std::string_view path,
                                            std::string_view accept)
{
    constexpr std::string_view root = "/openapi/v3";
    if (path == "/openapi/v2") return version_two(accept);
    if (!path.starts_with(root)) return std::nullopt;
    path.remove_prefix(root.size());
    if (path.empty() || path == "/") return index_of_documents(store);
    auto const groups = resources_by_path(store);
    auto const group = groups.find(path.substr(1));
    if (!path.starts_with('/') || group == groups.end()) return std::nullopt;
    require_json_accepted(accept);
    return json_page(document(store, group->second));
}

} // namespace coinformer::testing::detail
