#include "testing/store/object_rules.hpp"

#include "testing/formats/json_member.hpp"
#include "testing/store/event_rules.hpp"
#include "testing/store/generation.hpp"
#include "testing/store/validation.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

// The order of a real server, as far as it matters to people who read the text.
constexpr auto leading_metadata = std::to_array<std::string_view>(
    {"name", "generateName", "namespace", "uid", "resourceVersion", "generation", "creationTimestamp",
     "deletionTimestamp", "deletionGracePeriodSeconds", "labels", "annotations", "ownerReferences",
     "finalizers"});

// Members of metadata that an update cannot change.
constexpr auto server_owned =
    std::to_array<std::string_view>({"generateName", "uid", "resourceVersion", "generation",
                                     "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"});

void move_member(json::object& from, json::object& to, std::string_view key)
{
    auto const it = from.find(key);
    if (it == from.end()) return;
    if (!it->value().is_null()) to[key] = std::move(it->value());
    from.stable_erase(it);
}

// Returns metadata as a real server shows it, without lists and maps that are empty.
json::object in_order(json::object metadata)
{
    json::object sorted;
    metadata.erase("selfLink");
    for (std::string_view const key : {"labels", "annotations", "ownerReferences", "finalizers"})
        if (auto const it = metadata.find(key); it != metadata.end() && is_empty(it->value()))
            metadata.stable_erase(it);
    for (auto const key : leading_metadata) move_member(metadata, sorted, key);
    for (auto& other : metadata) sorted[other.key()] = std::move(other.value());
    return sorted;
}

json::object& metadata_of(json::object& body)
{
    auto& metadata = body["metadata"];
    if (metadata.is_null()) metadata.emplace_object();
    if (!metadata.is_object()) throw bad_request("metadata: expected an object");
    return metadata.get_object();
}

void check_string_map(json::object const& metadata, std::string_view member)
{
    auto const* map = metadata.if_contains(member);
    if (!map || map->is_null()) return;
    auto const* object = map->if_object();
    auto const is_text = [](json::key_value_pair const& e) { return e.value().is_string(); };
    if (!object || !std::all_of(object->begin(), object->end(), is_text))
        throw bad_request("metadata." + std::string(member) + ": expected a map of strings");
}

void check_kind(served_resource const& of, json::object const& body)
{
    auto const check = [&](std::string_view member, std::string_view wanted) {
        auto const* v = body.if_contains(member);
        if (!v || v->is_null()) return;
        if (auto const* s = v->if_string(); s && std::string_view(s->data(), s->size()) == wanted) return;
        throw bad_request("the object provided is unrecognized (must be of type " + of.kind + "): its " +
                          std::string(member) + " is not \"" + std::string(wanted) + "\"");
    };
    check("kind", of.kind);
    check("apiVersion", of.api_version());
}

// Puts an object together, with kind, apiVersion and metadata first.
json::object assembled(served_resource const& of, json::object metadata, json::object rest)
{
    json::object body;
    body["kind"] = of.kind;
    body["apiVersion"] = of.api_version();
    body["metadata"] = in_order(std::move(metadata));
    rest.erase("kind");
    rest.erase("apiVersion");
    rest.erase("metadata");
    for (auto& member : rest)
        if (!member.value().is_null()) body[member.key()] = std::move(member.value());
    return body;
}

json::value const* find_path(json::object const& in, std::string_view path)
{
    auto const dot = path.find('.');
    auto const* v = in.if_contains(path.substr(0, dot));
    if (!v || dot == path.npos) return v;
    return v->is_object() ? find_path(v->get_object(), path.substr(dot + 1)) : nullptr;
}

std::string expression_text(json::value const& expression)
{
    if (!expression.is_object()) return {};
    auto const& e = expression.get_object();
    auto const text = [&](std::string_view member) {
        auto const v = member_of(e, member);
        return v.is_string() ? std::string(v.get_string()) : std::string();
    };
    auto const how = text("operator");
    if (how == "Exists") return text("key");
    if (how == "DoesNotExist") return "!" + text("key");
    std::string values;
    if (auto const list = member_of(e, "values"); list.is_array())
        for (auto const& v : list.get_array())
            if (v.is_string()) values.append(values.empty() ? "" : ",").append(v.get_string());
    return text("key") + (how == "In" ? " in (" : " notin (") + values + ")";
}

// Returns the text of a selector: from a LabelSelector, or from a plain map of labels.
json::value selector_text(json::object const& selector)
{
    std::vector<std::string> terms;
    auto const* labels = selector.if_contains("matchLabels");
    auto const* expressions = selector.if_contains("matchExpressions");
    auto const& map = labels && labels->is_object() ? labels->get_object() : selector;
    for (auto const& [key, value] : map)
        if (value.is_string()) terms.push_back(std::string(key) + "=" + std::string(value.get_string()));
    if (expressions && expressions->is_array())
        for (auto const& e : expressions->get_array()) terms.push_back(expression_text(e));
    std::ranges::sort(terms);
    std::string text;
    for (auto const& term : terms) text.append(text.empty() ? "" : ",").append(term);
    return json::string(text);
}

void check_version(served_resource const& of, stored_object const& old, json::object const& wanted)
{
    auto const version = metadata_text(wanted, "resourceVersion");
    if (!version.empty() && version != std::to_string(old.at())) throw stale(of.name(), old.name());
}

// Throws unless version and uid are those that the client names, if it names any.
void check_precondition(served_resource const& of, stored_object const& old, json::object const& wanted)
{
    check_version(of, old, wanted);
    auto const uid = metadata_text(wanted, "uid");
    if (!uid.empty() && uid != old.uid())
        throw conflict(of.name(), old.name(),
                       "Precondition failed: UID in precondition: " + uid +
                           ", UID in object meta: " + std::string(old.uid()));
}

} // namespace

json::object parse_object(std::string_view text)
{
    json::error_code ec;
    json::parse_options options;
    options.max_depth = 100;
    auto value = json::parse(text, ec, {}, options);
    if (ec) throw bad_request("the object provided is unrecognized: " + ec.message());
    if (!value.is_object()) throw bad_request("the object provided is unrecognized: expected a JSON object");
    return std::move(value.get_object());
}

std::string metadata_text(json::object const& body, std::string_view member)
{
    auto const* metadata = body.if_contains("metadata");
    if (!metadata || !metadata->is_object()) return {};
    auto const* v = metadata->get_object().if_contains(member);
    return v && v->is_string() ? std::string(v->get_string()) : std::string();
}

bool has_finalizers(json::object const& body)
{
    auto const* v = body.at("metadata").get_object().if_contains("finalizers");
    return v && v->is_array() && !v->get_array().empty();
}

void require_kind(served_resource const& of, json::object const& body, std::string_view name)
{
    if (of.built_in()) return;
    auto const text = [&](std::string_view member) {
        auto const v = member_of(body, member);
        return v.is_string() ? std::string(v.get_string()) : std::string();
    };
    auto const kind = text("kind");
    if (kind.empty()) throw bad_request("Object 'Kind' is missing");
    if (text("apiVersion").empty()) throw bad_request("Object 'apiVersion' is missing");
    if (kind != of.kind)
        throw invalid({of.group, of.plural, kind}, name, "kind", "FieldValueInvalid",
                      "Invalid value: \"" + kind + "\": must be " + of.kind);
}

void check_identity(served_resource const& of, json::object const& body, std::string_view ns,
                    std::string_view name)
{
    check_kind(of, body);
    if (auto const why = type_fault(body); !why.empty())
        throw bad_request(of.kind + " in version \"" + of.version + "\" cannot be handled as a " + of.kind +
                          ": " + why);
    auto const own_name = metadata_text(body, "name");
    if (!own_name.empty() && own_name != name)
        throw bad_request("the name of the object (" + own_name + ") does not match the name on the URL (" +
                          std::string(name) + ")");
    auto const own_ns = metadata_text(body, "namespace");
    if (!own_ns.empty() && own_ns != ns)
        throw bad_request(
            "the namespace of the provided object does not match the namespace sent on the request");
}

void check_applied(served_resource const& of, json::object const& config, std::string_view ns,
                   std::string_view name)
{
    auto const text = [&](std::string_view member) {
        auto const v = member_of(config, member);
        return v.is_string() ? std::string(v.get_string()) : std::string();
    };
    auto const version = text("apiVersion");
    if (version != of.api_version() || text("kind") != of.kind)
        throw bad_request(
            "invalid object type: " + (version.find('/') == version.npos ? "/" + version : version) +
            ", Kind=" + text("kind"));
    auto const metadata = member_of(config, "metadata");
    if (metadata.is_object() && !member_of(metadata.get_object(), "managedFields").is_null())
        throw bad_request("metadata.managedFields must be nil");
    check_identity(of, config, ns, name);
}

void check_same_life(served_resource const& of, stored_object const& old, json::object const& wanted)
{
    check_version(of, old, wanted);
    auto const uid = metadata_text(wanted, "uid");
    if (!uid.empty() && uid != old.uid())
        throw invalid(of.name(), old.name(), "metadata.uid", "FieldValueInvalid",
                      "Invalid value: \"" + uid + "\": field is immutable");
}

json::object admitted(served_resource const& of, json::object given, std::string_view ns,
                      std::string_view name, server_fields const& fields, origin by)
{
    auto metadata = metadata_of(given);
    if (by == origin::client && !metadata_text(given, "resourceVersion").empty())
        throw unexplained("resourceVersion should not be set on objects to be created");
    check_string_map(metadata, "labels");
    check_string_map(metadata, "annotations");
    check_metadata(of, name, metadata);
    check_event(of, given, nullptr, ns, name);
    metadata["name"] = name;
    metadata.erase("namespace");
    if (!ns.empty()) metadata["namespace"] = ns;
    if (by == origin::client)
        for (std::string_view const key :
             {"uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "generation"})
            metadata.erase(key);
    auto const unless_given = [&](std::string_view key, json::value ours) {
        if (member_of(metadata, key).is_null()) metadata[key] = std::move(ours);
    };
    unless_given("uid", json::string(fields.uid));
    unless_given("creationTimestamp", json::string(fields.created));
    if (of.counted != generations::none) unless_given("generation", 1);
    if (by == origin::client && of.has_status()) given.erase("status");
    return assembled(of, std::move(metadata), std::move(given));
}

json::object updated(served_resource const& of, stored_object const& old, json::object wanted,
                     subresource part)
{
    auto metadata = metadata_of(wanted);
    check_precondition(of, old, wanted);
    check_string_map(metadata, "labels");
    check_string_map(metadata, "annotations");
    check_metadata(of, old.name(), metadata);
    check_new_finalizers(of, old, metadata);
    check_event(of, wanted, &old.body(), old.ns(), old.name());
    if (part == subresource::status) {
        auto body = old.body();
        auto& kept = body.at("metadata").get_object();
        kept.erase("managedFields");
        if (auto managed = member_of(metadata, "managedFields"); !managed.is_null())
            kept["managedFields"] = std::move(managed);
        auto status = member_of(wanted, "status");
        if (status.is_null())
            body.erase("status");
        else
            body["status"] = std::move(status);
        return body;
    }
    metadata["name"] = old.name();
    if (!old.ns().empty()) metadata["namespace"] = old.ns();
    for (auto const key : server_owned) metadata[key] = member_of(old.metadata(), key);
    if (of.has_status()) wanted["status"] = member_of(old.body(), "status");
    if (counts_change(of.counted, old.body(), metadata, wanted)) {
        auto const generation = member_of(old.metadata(), "generation");
        metadata["generation"] = generation.is_int64() ? generation.get_int64() + 1 : 1;
    }
    return assembled(of, std::move(metadata), std::move(wanted));
}

json::object scale_of(served_resource const& of, stored_object const& object)
{
    json::object metadata;
    for (std::string_view const key : {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"})
        if (auto v = member_of(object.metadata(), key); !v.is_null()) metadata[key] = std::move(v);
    auto const number = [&](std::string_view path) {
        auto const* v = find_path(object.body(), path);
        return v && v->is_int64() ? *v : json::value(0);
    };
    json::object spec, status, scale;
    spec["replicas"] = number(of.scaling.replicas);
    status["replicas"] = number(of.scaling.status);
    auto const path = of.custom ? std::string_view(of.scaling.selector) : "spec.selector";
    if (auto const* selector = path.empty() ? nullptr : find_path(object.body(), path))
        status["selector"] = selector->is_object() ? selector_text(selector->get_object()) : *selector;
    scale["kind"] = "Scale";
    scale["apiVersion"] = "autoscaling/v1";
    scale["metadata"] = std::move(metadata);
    scale["spec"] = std::move(spec);
    scale["status"] = std::move(status);
    return scale;
}

std::string shown(served_resource const& of, stored_ref const& object, subresource part)
{
    return part == subresource::scale ? json::serialize(scale_of(of, *object)) : object->text();
}

json::object scaled(served_resource const& of, stored_object const& old, json::object const& scale)
{
    check_precondition(of, old, scale);
    auto const spec = member_of(scale, "spec");
    auto const replicas = spec.is_object() ? member_of(spec.get_object(), "replicas") : json::value(0);
    if (!replicas.is_int64() || replicas.get_int64() < 0)
        throw invalid({"autoscaling", "scales", "Scale"}, old.name(), "spec.replicas", "FieldValueInvalid",
                      "Invalid value: must be an integer greater than or equal to 0");
    auto wanted = old.body();
    auto* at = &wanted;
    std::string_view path = of.scaling.replicas;
    for (auto dot = path.find('.'); dot != path.npos; dot = path.find('.')) {
        auto& next = (*at)[path.substr(0, dot)];
        if (!next.is_object()) next.emplace_object();
        at = &next.get_object();
        path.remove_prefix(dot + 1);
    }
    (*at)[path] = replicas;
    return updated(of, old, std::move(wanted), subresource::none);
}

void check_preconditions(served_resource const& of, stored_object const& old,
                         json::object const& delete_options)
{
    auto const wanted = member_of(delete_options, "preconditions");
    if (!wanted.is_object()) return;
    auto const check = [&](std::string_view member, std::string const& label, std::string const& have,
                           std::string_view perhaps) {
        auto const v = member_of(wanted.get_object(), member);
        if (!v.is_string() || v.get_string() == have) return;
        auto why =
            "the " + label + " in the precondition (" + std::string(v.get_string()) + ") does not match the ";
        why.append(label)
            .append(" in record (")
            .append(have)
            .append("). The object might have been ")
            .append(perhaps);
        throw conflict({of.group, of.kind, of.kind}, old.name(), why);
    };
    check("uid", "UID", std::string(old.uid()), "deleted and then recreated");
    check("resourceVersion", "ResourceVersion", std::to_string(old.at()), "modified");
}

json::object with_revision(json::object body, revision at)
{
    auto& metadata = body.at("metadata").get_object();
    metadata["resourceVersion"] = std::to_string(at);
    metadata = in_order(std::move(metadata));
    return body;
}

} // namespace coinformer::testing::detail
