#include "testing/store/managed_fields.hpp"

#include "testing/formats/field_set.hpp"
#include "testing/formats/json_member.hpp"
#include "testing/formats/refusal.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <vector>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

constexpr std::string_view apply = "Apply";
constexpr std::string_view update = "Update";

/// One entry of managedFields: a manager, and the fields that it owns.
struct owner {
    std::string manager, operation, api_version, time, subresource;
    field_set fields;

    // True if both are entries of the same manager: an apply has one entry, updates have one for each
    // version.
    bool is(owner const& o) const
    {
        return std::tie(manager, operation, subresource) == std::tie(o.manager, o.operation, o.subresource) &&
               (operation == apply || api_version == o.api_version);
    }

    // The manager as messages name it.
    std::string shown() const
    {
        auto text = "\"" + manager + "\"";
        if (!subresource.empty()) text += " with subresource \"" + subresource + "\"";
        if (operation == update) text += " using " + api_version;
        return text;
    }
};

using owners = std::vector<owner>;

json::array const* entries_of(json::object const& body)
{
    auto const* metadata = body.if_contains("metadata");
    if (!metadata || !metadata->is_object()) return nullptr;
    auto const* entries = metadata->get_object().if_contains("managedFields");
    return entries ? entries->if_array() : nullptr;
}

std::optional<owner> read_owner(json::value const& entry)
{
    if (!entry.is_object()) return std::nullopt;
    auto const& e = entry.get_object();
    owner o{text_at(e, "manager"), text_at(e, "operation"),   text_at(e, "apiVersion"),
            text_at(e, "time"),    text_at(e, "subresource"), {}};
    if ((o.operation != apply && o.operation != update) || o.api_version.empty()) return std::nullopt;
    if (text_at(e, "fieldsType") != "FieldsV1") return std::nullopt;
    auto const* fields = e.if_contains("fieldsV1");
    if (!fields || fields->is_null()) return o;
    auto read = fields->is_object() ? parse_fields_v1(fields->get_object()) : std::nullopt;
    if (!read) return std::nullopt;
    o.fields = std::move(*read);
    return o;
}

// Returns nullopt if one of the entries cannot be read.
std::optional<owners> read_owners(json::array const& entries)
{
    owners all;
    for (auto const& entry : entries) {
        auto o = read_owner(entry);
        if (!o) return std::nullopt;
        all.push_back(std::move(*o));
    }
    return all;
}

// Reads the entries of a stored object. They can be read, because keep_readable() has checked them.
owners owners_of(json::object const& body)
{
    auto const* entries = entries_of(body);
    return entries ? read_owners(*entries).value_or(owners()) : owners();
}

// Writes the entries into the object, in a real server's order.
void write(json::object& body, owners all)
{
    std::erase_if(all, [](owner const& o) { return o.fields.empty(); });
    std::ranges::sort(all, {}, [](owner const& o) {
        return std::tie(o.operation, o.time, o.manager, o.api_version, o.subresource);
    });
    json::array entries;
    for (auto const& o : all) {
        json::object e;
        e["manager"] = o.manager;
        e["operation"] = o.operation;
        e["apiVersion"] = o.api_version;
        e["time"] = o.time;
        e["fieldsType"] = "FieldsV1";
        e["fieldsV1"] = fields_v1(o.fields);
        if (!o.subresource.empty()) e["subresource"] = o.subresource;
        entries.push_back(std::move(e));
    }
    auto& metadata = body["metadata"];
    if (!metadata.is_object()) metadata.emplace_object();
    if (entries.empty())
        metadata.get_object().erase("managedFields");
    else
        metadata.get_object()["managedFields"] = std::move(entries);
}

// Returns the fields that a manager can own: without those that the server itself writes, and without those
// that belong to another subresource.
json::object ownable(served_resource const& of, json::object body, std::string_view subresource)
{
    constexpr auto servers = std::to_array<std::string_view>(
        {"name", "namespace", "generateName", "uid", "resourceVersion", "generation", "creationTimestamp",
         "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink", "managedFields"});
    body.erase("kind");
    body.erase("apiVersion");
    if (auto* metadata = body.if_contains("metadata"); metadata && metadata->is_object()) {
        for (auto const key : servers) metadata->get_object().erase(key);
        if (metadata->get_object().empty()) body.erase("metadata");
    }
    if (subresource.empty() && of.has_status()) body.erase("status");
    if (subresource == "status")
        for (auto it = body.begin(); it != body.end();)
            it = it->key() == "status" ? it + 1 : body.stable_erase(it);
    return body;
}

// The difference between two states of an object.
struct changes {
    field_set written; // added, or given another value
    field_set removed;
};

changes between(field_values const& before, field_values const& after)
{
    changes c;
    for (auto const& [path, value] : after) {
        auto const it = before.find(path);
        if (it == before.end() || it->second != value) c.written.insert(path);
    }
    for (auto const& [path, value] : before)
        if (!after.contains(path)) c.removed.insert(path);
    return c;
}

void subtract(field_set& from, field_set const& what)
{
    std::erase_if(from, [&](field_path const& path) { return what.contains(path); });
}

bool begins(field_path const& start, field_path const& path)
{
    return start.size() <= path.size() && std::equal(start.begin(), start.end(), path.begin());
}

// True if another manager owns the field, or a part of it.
bool is_kept(owners const& others, field_path const& path)
{
    return std::ranges::any_of(others, [&](owner const& o) {
        auto const it = o.fields.lower_bound(path);
        return it != o.fields.end() && begins(path, *it);
    });
}

// Removes the fields that a manager applied last time and does not apply now, unless another manager owns
// them.
void give_up(json::object& body, owners const& others, field_set const& last, field_set const& now)
{
    // An item comes before its keys in the set, so it is removed before them.
    for (auto const& path : last)
        if (!now.contains(path) && !is_kept(others, path)) remove_field(body, path);
}

// Throws 409 if another manager owns a field that is to be written; the message is a real server's.
void refuse_conflicts(owners const& others, field_set const& written)
{
    json::array causes;
    std::string lines;
    for (auto const& o : others) {
        auto first = true;
        for (auto const& path : o.fields) {
            if (!written.contains(path)) continue;
            json::object cause;
            cause["reason"] = "FieldManagerConflict";
            cause["message"] = "conflict with " + o.shown();
            cause["field"] = path_text(path);
            causes.push_back(std::move(cause));
            if (std::exchange(first, false)) lines += "\nconflicts with " + o.shown() + ":";
            lines += "\n- " + path_text(path);
        }
    }
    if (causes.empty()) return;
    auto message = "Apply failed with " + std::to_string(causes.size());
    if (causes.size() == 1) {
        auto const& only = causes.front().get_object();
        message += " conflict: " + text_at(only, "message") + ": " + text_at(only, "field");
    } else {
        message += " conflicts: " + lines.substr(1);
    }
    json::object details;
    details["causes"] = std::move(causes);
    throw refusal(errc::field_conflict, 409, "Conflict", std::move(message)).with_details(std::move(details));
}

// Removes the manager's entry from `all` and returns it, or returns `wanted` if there is none.
owner take_entry(owners& all, owner wanted)
{
    auto const it = std::ranges::find_if(all, [&](owner const& o) { return o.is(wanted); });
    if (it == all.end()) return wanted;
    wanted = std::move(*it);
    all.erase(it);
    return wanted;
}

} // namespace

json::object applied(served_resource const& of, json::object const* live, json::object config,
                     field_writer const& by)
{
    auto body = live ? *live : json::object();
    auto const before = fields_of(ownable(of, body, by.subresource), of.custom);
    auto others = owners_of(body);
    if (live && others.empty()) // the first apply: until now no managers were recorded
        others.push_back(
            {"before-first-apply", std::string(update), of.api_version(), by.now, "", keys_of(before)});
    auto own =
        take_entry(others, {by.manager, std::string(apply), of.api_version(), by.now, by.subresource, {}});

    auto const given = keys_of(fields_of(ownable(of, config, by.subresource), of.custom));
    merge_applied(body, config, of.custom);
    give_up(body, others, own.fields, given);
    auto const change = between(before, fields_of(ownable(of, body, by.subresource), of.custom));
    if (!by.force) refuse_conflicts(others, change.written);
    for (auto& o : others) {
        subtract(o.fields, change.written);
        subtract(o.fields, change.removed);
    }
    if (own.fields != given || own.api_version != of.api_version()) own.time = by.now;
    own.api_version = of.api_version();
    own.fields = given;
    others.push_back(std::move(own));
    write(body, std::move(others));
    return body;
}

void note_update(served_resource const& of, json::object const& before, json::object& now,
                 field_writer const& by)
{
    auto const change = between(fields_of(ownable(of, before, by.subresource), of.custom),
                                fields_of(ownable(of, now, by.subresource), of.custom));
    if (change.written.empty() && change.removed.empty()) return;
    auto all = owners_of(now);
    for (auto& o : all) {
        subtract(o.fields, change.removed);
        if (o.manager != by.manager || o.operation != update) subtract(o.fields, change.written);
    }
    auto own =
        take_entry(all, {by.manager, std::string(update), of.api_version(), by.now, by.subresource, {}});
    own.fields.insert(change.written.begin(), change.written.end());
    own.time = by.now;
    all.push_back(std::move(own));
    write(now, std::move(all));
}

void keep_readable(json::object& body, json::object const& live)
{
    auto const* given = entries_of(body);
    auto const empty = [](json::value const& e) {
        return e.is_null() || (e.is_object() && e.get_object().empty());
    };
    auto const cleared = given && (given->empty() || (given->size() == 1 && empty(given->front())));
    if (!cleared && given && read_owners(*given)) return;
    auto& metadata = body.at("metadata").get_object();
    auto const* kept = cleared ? nullptr : entries_of(live);
    if (kept)
        metadata["managedFields"] = *kept;
    else
        metadata.erase("managedFields");
}

bool has_managed_fields(json::object const& body)
{
    auto const* entries = entries_of(body);
    return entries && !entries->empty();
}

} // namespace coinformer::testing::detail
