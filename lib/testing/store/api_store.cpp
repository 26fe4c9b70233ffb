#include "testing/store/api_store.hpp"

#include "testing/formats/time_text.hpp"
#include "testing/store/custom_resource.hpp"
#include "testing/store/deletion.hpp"
#include "testing/store/managed_fields.hpp"
#include "testing/store/patch.hpp"
#include "testing/store/validation.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <array>
#include <cstdio>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

// Returns the prefix, cut to 58 characters, with five random letters from the same alphabet as a real
// server's.
std::string generated_name(random_source& random, std::string const& prefix)
{
    static constexpr std::string_view letters = "bcdfghjklmnpqrstvwxz2456789";
    constexpr std::size_t longest_prefix = 58; // with the letters, a name is a DNS label
    auto name = prefix.substr(0, longest_prefix);
    for (int i = 0; i != 5; ++i) {
        auto const draw = random.below(letters.size());
        name += letters[draw];
    }
    return name;
}

bool is_namespace(served_resource const& of) noexcept
{
    return of.plural == "namespaces" && of.group.empty();
}

bool is_terminating(stored_object const& o)
{
    return o.metadata().contains("deletionTimestamp");
}

void set_phase(json::object& ns, std::string_view phase)
{
    auto& status = ns["status"];
    if (!status.is_object()) status.emplace_object();
    status.get_object()["phase"] = phase;
}

void make_namespace(json::object& ns, std::string_view name)
{
    auto& labels = ns.at("metadata").get_object()["labels"];
    if (!labels.is_object()) labels.emplace_object();
    labels.get_object()["kubernetes.io/metadata.name"] = name;
    if (!ns.contains("status")) set_phase(ns, "Active");
}

field_writer writer(write_options const& how, subresource part, std::string now)
{
    field_writer by;
    by.manager = how.manager.empty() ? "unknown" : how.manager;
    if (part != subresource::none) by.subresource = part == subresource::status ? "status" : "scale";
    by.now = std::move(now);
    by.force = how.force;
    return by;
}

} // namespace

api_store::api_store(std::size_t history, std::uint64_t seed, wall_clock now, managed_fields_policy managed)
    : managed_(managed), catalog_(history), random_(seed), clock_(std::move(now))
{
}

std::string api_store::now_text() const
{
    return rfc3339(clock_());
}

// Stores an object. A dry run makes the object, with its old version, but stores nothing and notifies nobody.
stored_ref api_store::commit(collection& in, stored_ref const& old, json::object body,
                             write_options const& how)
{
    auto const& of = in.resource();
    if (how.dry_run)
        return std::make_shared<stored_object const>(of, std::move(body), old ? old->at() : revision_);
    ++revision_;
    auto is = std::make_shared<stored_object const>(of, with_revision(std::move(body), revision_), revision_);
    in.apply(old ? change_type::modified : change_type::added, is);
    if (changed_) changed_(in);
    if (defines_resources(of)) define(resources_of(is->body()));
    return is;
}

void api_store::drop(collection& in, stored_ref const& last, write_options const& how)
{
    if (how.dry_run) return;
    ++revision_;
    auto body = with_revision(last->body(), revision_);
    in.apply(change_type::deleted,
             std::make_shared<stored_object const>(in.resource(), std::move(body), revision_));
    if (changed_) changed_(in);
    auto const& of = in.resource();
    if (of.custom && in.objects()->empty()) finish_definition(of.group, of.plural);
}

// Replaces an object. If nothing changes, nothing is written, as in a real server.
stored_ref api_store::change_to(collection& in, stored_ref const& old, json::object body,
                                write_options const& how, subresource part)
{
    if (defines_resources(in.resource()) && !is_terminating(*old))
        body = established(in.resource(), std::move(body), now_text());
    if (with_revision(body, old->at()) == old->body()) return old;
    note_writer(in.resource(), old->body(), body, how, part);
    if (!is_terminating(*old) || has_finalizers(body)) return commit(in, old, std::move(body), how);
    // The last finalizer was removed: that state is not stored, because it is the deletion.
    drop(in, old, how);
    return std::make_shared<stored_object const>(in.resource(), std::move(body), old->at());
}

void api_store::note_writer(served_resource const& of, json::object const& before, json::object& now,
                            write_options const& how, subresource part) const
{
    if (how.applied || (managed_ != managed_fields_policy::always && !has_managed_fields(now))) return;
    note_update(of, before, now, writer(how, part, now_text()));
}

server_fields api_store::new_identity()
{
    auto const high = random_.next();
    auto const low = random_.next();
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%08x-%04x-4%03x-%04x-%012llx", unsigned(high >> 32),
                  unsigned(high >> 16 & 0xffff), unsigned(high & 0xfff),
                  unsigned(low >> 48 & 0x3fff) | 0x8000U,
                  static_cast<unsigned long long>(low & 0xffff'ffff'ffffULL));
    return {text.data(), now_text()};
}

// Returns a generated name. As a real server, it tries eight times to find one that is free.
std::string api_store::free_name(collection const& in, std::string_view ns, std::string const& prefix)
{
    auto name = generated_name(random_, prefix);
    for (int tries = 1; tries != 8 && in.find(ns, name); ++tries) name = generated_name(random_, prefix);
    return name;
}

// Throws unless the object's namespace exists. For a test's own call, the namespace is made.
void api_store::require_namespace(collection const& in, std::string_view ns, std::string_view name,
                                  write_options const& how)
{
    if (in.resource().where == scope::cluster) return;
    auto* const namespaces = find("", "v1", "namespaces");
    if (!namespaces) return;
    auto const there = namespaces->find("", ns);
    if (there && is_terminating(*there) && how.by == origin::client)
        throw namespace_terminating(in.resource().name(), name, ns);
    if (there) return;
    if (how.by == origin::client) throw not_found(namespaces->resource().name(), ns);
    json::object metadata, body;
    metadata["name"] = ns;
    body["metadata"] = std::move(metadata);
    create(*namespaces, "", std::move(body), how);
}

stored_ref api_store::create(collection& in, std::string_view ns, json::object body, write_options const& how)
{
    auto const& of = in.resource();
    auto name = metadata_text(body, "name");
    auto const prefix = metadata_text(body, "generateName");
    if (name.empty() && !prefix.empty()) name = free_name(in, ns, prefix);
    check_identity(of, body, ns, name);
    if (auto* const metadata = body.if_contains("metadata");
        metadata && metadata->is_object() && !how.applied)
        metadata->get_object().erase("managedFields");
    auto fresh = admitted(of, std::move(body), ns, name, new_identity(), how.by);
    if (is_namespace(of)) make_namespace(fresh, name);
    if (defines_resources(of)) fresh = established(of, std::move(fresh), now_text());
    require_namespace(in, ns, name, how);
    if (in.find(ns, name)) throw already_exists(of.name(), name);
    if (auto const definition = definition_of(of); definition && is_terminating(*definition))
        throw method_not_allowed();
    note_writer(of, {}, fresh, how, subresource::none);
    return commit(in, nullptr, std::move(fresh), how);
}

stored_ref api_store::get(collection const& in, std::string_view ns, std::string_view name) const
{
    auto object = in.find(ns, name);
    if (!object) throw not_found(in.resource().name(), name);
    return object;
}

stored_ref api_store::replace(collection& in, std::string_view ns, std::string_view name, json::object body,
                              subresource part, write_options const& how)
{
    auto const& of = in.resource();
    auto const old = get(in, ns, name);
    if (part == subresource::scale) return change_to(in, old, scaled(of, *old, body), how, part);
    check_identity(of, body, ns, name);
    if (metadata_text(body, "name").empty())
        throw bad_request("name must be provided: metadata.name is missing in the body");
    if (of.strict_updates() && metadata_text(body, "resourceVersion").empty())
        throw invalid(of.name(), name, "metadata.resourceVersion", "FieldValueInvalid",
                      "Invalid value: 0: must be specified for an update");
    keep_readable(body, old->body());
    return change_to(in, old, updated(of, *old, std::move(body), part), how, part);
}

stored_ref api_store::patch(collection& in, std::string_view ns, std::string_view name, patch_type type,
                            std::string_view patch, subresource part, write_options const& how)
{
    auto const& of = in.resource();
    auto const old = get(in, ns, name);
    auto wanted = patched(of, part == subresource::scale ? scale_of(of, *old) : old->body(), type, patch);
    if (part == subresource::scale) return change_to(in, old, scaled(of, *old, wanted), how, part);
    if (auto const why = type_fault(wanted); !why.empty())
        throw invalid({}, {}, "patch", "FieldValueInvalid", "Invalid value: " + why);
    check_identity(of, wanted, ns, name);
    check_same_life(of, *old, wanted);
    keep_readable(wanted, old->body());
    return change_to(in, old, updated(of, *old, std::move(wanted), part), how, part);
}

application api_store::apply(collection& in, std::string_view ns, std::string_view name, json::object config,
                             subresource part, write_options const& how)
{
    auto const& of = in.resource();
    check_applied(of, config, ns, name);
    auto const old = in.find(ns, name);
    if (!old && part != subresource::none) throw not_found(of.name(), name);
    if (auto const uid = metadata_text(config, "uid"); !old && !uid.empty())
        throw conflict(of.name(), name,
                       "uid mismatch: the provided object specified uid " + uid +
                           ", and no existing object was found");
    if (old) check_same_life(of, *old, config);
    auto as = how;
    as.applied = true;
    auto wanted = applied(of, old ? &old->body() : nullptr, std::move(config), writer(how, part, now_text()));
    if (old) return {change_to(in, old, updated(of, *old, std::move(wanted), part), as, part), false};
    auto& metadata = wanted["metadata"];
    if (!metadata.is_object()) metadata.emplace_object();
    metadata.get_object()["name"] = name;
    metadata.get_object().erase("resourceVersion");
    return {create(in, ns, std::move(wanted), as), true};
}

stored_ref api_store::remove(collection& in, std::string_view ns, std::string_view name,
                             json::object const& options, write_options const& how)
{
    auto const& of = in.resource();
    auto const old = get(in, ns, name);
    check_preconditions(of, *old, options);
    if (defines_resources(of) && !is_terminating(*old)) return remove_definition(in, old, how);
    auto body = old->body();
    set_collector_finalizers(of, body, how.dependents);
    if (!has_finalizers(body)) {
        drop(in, old, how);
        return nullptr;
    }
    if (is_terminating(*old)) return change_to(in, old, std::move(body), how);
    auto& metadata = body.at("metadata").get_object();
    metadata["deletionTimestamp"] = now_text();
    metadata["deletionGracePeriodSeconds"] = 0;
    if (auto* const generation = metadata.if_contains("generation"); generation && generation->is_int64())
        ++generation->get_int64();
    if (is_namespace(of)) set_phase(body, "Terminating");
    return commit(in, old, std::move(body), how);
}

list_result api_store::remove_all(collection& in, collection_query const& query, json::object const& options,
                                  write_options const& how)
{
    auto listed = list(in, query);
    for (auto const& object : listed.page.items) {
        auto const still = in.find(object->ns(), object->name());
        if (still && still->uid() == object->uid()) remove(in, object->ns(), object->name(), options, how);
    }
    return listed;
}

void api_store::define(std::vector<served_resource> const& versions)
{
    if (versions.empty()) return;
    catalog_.define(versions, revision_);
    // Tells the sessions, because watches of versions that are no longer served end now.
    if (changed_) changed_(*catalog_.find(versions.front().group, versions.front().plural));
}

// Deletes a definition. It is removed when the last of its objects has gone; until then a finalizer holds it.
// The propagation policy concerns neither of them: a real server's finalizer deletes the objects without a
// policy, and its first DELETE of a definition ignores the policy.
stored_ref api_store::remove_definition(collection& in, stored_ref const& old, write_options const& how)
{
    auto held = commit(in, old, terminating(old->body(), now_text()), how);
    auto const resources = resources_of(old->body());
    if (how.dry_run || resources.empty()) return held;
    auto const& of = resources.front();
    auto* const objects = catalog_.find(of.group, of.plural);
    auto of_finalizer = how;
    of_finalizer.dependents = dependents_policy::unspecified;
    if (!objects->objects()->empty())
        remove_all(*objects, {}, {}, of_finalizer);
    else
        finish_definition(of.group, of.plural);
    return held;
}

// Definitions that are not in the backup go, those that are in it come back, and so do the resources that
// they define. The objects are restored twice: first to learn which definitions there were, then with the
// resources that these define.
void api_store::restore(server_backup const& then)
{
    auto const before = definitions();
    revision_ = then.at;
    catalog_.restore(then.objects, revision_);
    for (auto const& d : before)
        if (auto const of = resources_of(d->body()); !of.empty())
            catalog_.remove(of.front().group, of.front().plural);
    for (auto const& d : definitions()) catalog_.define(resources_of(d->body()), revision_);
    catalog_.restore(then.objects, revision_);
}

std::vector<stored_ref> api_store::definitions() const
{
    auto const* const in = catalog_.find("apiextensions.k8s.io", "customresourcedefinitions");
    return in ? in->page({}, revision_, {}, 0).items : std::vector<stored_ref>();
}

stored_ref api_store::definition_of(served_resource const& of) const
{
    auto const* const definitions = catalog_.find("apiextensions.k8s.io", "customresourcedefinitions");
    return definitions && of.custom ? definitions->find("", of.plural + "." + of.group) : nullptr;
}

// Removes the clean-up finalizer of a definition that is being deleted, and with it the definition and its
// resource, unless another finalizer holds it.
void api_store::finish_definition(std::string_view group, std::string_view plural)
{
    auto* const objects = catalog_.find(group, plural);
    auto const definition = objects ? definition_of(objects->resource()) : nullptr;
    if (!definition || !is_terminating(*definition)) return;
    auto body = definition->body();
    auto& finalizers = body.at("metadata").at("finalizers").as_array();
    auto const cleanup = [](json::value const& f) { return f == json::string_view(cleanup_finalizer); };
    finalizers.erase(std::remove_if(finalizers.begin(), finalizers.end(), cleanup), finalizers.end());
    auto* const definitions = catalog_.find("apiextensions.k8s.io", "customresourcedefinitions");
    change_to(*definitions, definition, std::move(body), origin::client);
    if (definitions->find("", definition->name())) return;
    catalog_.remove(group, plural);
    if (changed_) changed_(*objects); // the watches of its objects end
}

} // namespace coinformer::testing::detail
