#include "testing/api_store.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>

namespace coinformer::testing {

namespace json = boost::json;

namespace {

std::string rfc3339(wall_time at)
{
    using namespace std::chrono;
    auto const day = floor<days>(at);
    year_month_day const date(day);
    hh_mm_ss const time(floor<seconds>(at - day));
    std::array<char, 32> text{};
    auto const n = std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ", int(date.year()),
                                 unsigned(date.month()), unsigned(date.day()), int(time.hours().count()),
                                 int(time.minutes().count()), int(time.seconds().count()));
    return {text.data(), static_cast<std::size_t>(n)};
}

std::string collection_name(std::string_view group, std::string_view version, std::string_view plural)
{
    return std::string(group).append("/").append(version).append("/").append(plural);
}

constexpr std::string_view hex_digits = "0123456789abcdef";

// "VERSION KEY" in hexadecimal: opaque, and safe in a URL
std::string continue_token(revision at, std::string_view last_key)
{
    auto const plain = std::to_string(at).append(" ").append(last_key);
    std::string token;
    for (char const c : plain) {
        auto const byte = static_cast<unsigned char>(c);
        token += hex_digits[byte >> 4];
        token += hex_digits[byte & 15];
    }
    return token;
}

struct continuation {
    revision at = 0; // 0: the newest
    std::string after;
};

continuation read_token(std::string_view token)
{
    std::string text;
    for (std::size_t i = 0; i + 1 < token.size(); i += 2) {
        auto const high = hex_digits.find(token[i]);
        auto const low = hex_digits.find(token[i + 1]);
        if (high == hex_digits.npos || low == hex_digits.npos) break;
        text += static_cast<char>(high * 16 + low);
    }
    auto const space = text.find(' ');
    if (token.size() != 2 * text.size() || space == text.npos)
        throw bad_request("continue key is not valid: it was not given by this server");
    continuation c;
    c.at = parse_revision(std::string_view(text).substr(0, space));
    c.after = text.substr(space + 1);
    return c;
}

} // namespace

revision parse_revision(std::string_view text)
{
    revision r = 0;
    auto const [end, ec] = std::from_chars(text.data(), text.data() + text.size(), r);
    if (ec != std::errc() || end != text.data() + text.size())
        throw bad_request("invalid resource version: resourceVersion: Invalid value: \"" + std::string(text) +
                          "\": strconv.ParseUint: parsing \"" + std::string(text) + "\": invalid syntax");
    return r;
}

void refuse_options(std::string_view field, std::string_view why)
{
    throw invalid({"meta.k8s.io", "listoptions", "ListOptions"}, "", field, "FieldValueForbidden",
                  "Forbidden: " + std::string(why));
}

object_scope collection_query::scope(served_resource const& of) const
{
    object_scope s;
    s.ns = ns;
    s.select = object_selector(label_selector, field_selector, of.plural);
    return s;
}

api_store::api_store(std::size_t history, std::uint64_t seed, stopwatch now)
    : history_(history), random_(seed), clock_(std::move(now))
{
}

collection& api_store::serve(resource const& r)
{
    auto& slot = collections_[collection_name(r.group, r.version, r.plural)];
    if (!slot) {
        slot = std::make_unique<collection>(r, history_);
        slot->compact(revision_); // it has no history before now
    }
    return *slot;
}

collection* api_store::find(std::string_view group, std::string_view version, std::string_view plural)
{
    auto const it = collections_.find(collection_name(group, version, plural));
    return it == collections_.end() ? nullptr : it->second.get();
}

bool api_store::has_group(std::string_view group, std::string_view version) const
{
    auto const prefix = collection_name(group, version, "");
    auto const it = collections_.lower_bound(prefix);
    return it != collections_.end() && it->first.starts_with(prefix);
}

std::vector<served_resource const*> api_store::served() const
{
    std::vector<served_resource const*> all;
    for (auto const& [name, in] : collections_) all.push_back(&in->resource());
    return all;
}

void api_store::compact()
{
    for (auto& [name, in] : collections_) in->compact(revision_);
}

object_ref api_store::commit(collection& in, object_ref const& old, json::object body)
{
    ++revision_;
    auto is =
        std::make_shared<stored_object const>(in.resource(), with_revision(std::move(body), revision_), revision_);
    in.apply({old ? change_type::modified : change_type::added, old, is});
    if (changed_) changed_(in);
    return is;
}

void api_store::drop(collection& in, object_ref const& last)
{
    ++revision_;
    auto body = with_revision(last->body(), revision_);
    auto is = std::make_shared<stored_object const>(in.resource(), std::move(body), revision_);
    in.apply({change_type::deleted, last, std::move(is)});
    if (changed_) changed_(in);
}

// nothing is written when nothing changes, as in a real server
object_ref api_store::change_to(collection& in, object_ref const& old, json::object body)
{
    if (with_revision(body, old->at()) == old->body()) return old;
    auto const leaving = old->metadata().contains("deletionTimestamp") && !has_finalizers(body);
    auto is = commit(in, old, std::move(body));
    if (leaving) drop(in, is);
    return is;
}

server_fields api_store::new_identity()
{
    auto const high = random_.next();
    auto const low = random_.next();
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%08x-%04x-4%03x-%04x-%012llx", unsigned(high >> 32),
                  unsigned(high >> 16 & 0xffff), unsigned(high & 0xfff), unsigned(low >> 48 & 0x3fff) | 0x8000U,
                  static_cast<unsigned long long>(low & 0xffff'ffff'ffffULL));
    return {text.data(), rfc3339(clock_())};
}

std::string api_store::generated_name(std::string const& prefix)
{
    static constexpr std::string_view letters = "bcdfghjklmnpqrstvwxz2456789";
    auto name = prefix;
    for (int i = 0; i != 5; ++i) {
        auto const draw = random_.below(letters.size());
        name += letters[draw];
    }
    return name;
}

void api_store::require_namespace(collection const& in, std::string_view ns, origin by)
{
    if (in.resource().where == scope::cluster) return;
    auto* const namespaces = find("", "v1", "namespaces");
    if (!namespaces || namespaces->find("", ns)) return;
    if (by == origin::client) throw not_found(namespaces->resource().name(), ns);
    json::object metadata, body;
    metadata["name"] = ns;
    body["metadata"] = std::move(metadata);
    create(*namespaces, "", std::move(body), by);
}

object_ref api_store::create(collection& in, std::string_view ns, json::object body, origin by)
{
    auto const& of = in.resource();
    auto name = metadata_text(body, "name");
    auto const prefix = metadata_text(body, "generateName");
    auto const generate = name.empty() && !prefix.empty();
    if (generate) name = generated_name(prefix);
    check_identity(of, body, ns, name);
    auto const keep = by == origin::test ? keep_status::yes : keep_status::no;
    auto fresh = admitted(of, std::move(body), ns, name, new_identity(), keep);
    if (of.plural == "namespaces" && of.group.empty() && !fresh.contains("status")) {
        json::object status;
        status["phase"] = "Active";
        fresh["status"] = std::move(status);
    }
    require_namespace(in, ns, by);
    if (in.find(ns, name)) throw already_exists(of.name(), name);
    return commit(in, nullptr, std::move(fresh));
}

object_ref api_store::get(collection const& in, std::string_view ns, std::string_view name) const
{
    auto object = in.find(ns, name);
    if (!object) throw not_found(in.resource().name(), name);
    return object;
}

object_ref api_store::replace(collection& in, std::string_view ns, std::string_view name, json::object body,
                              subresource part)
{
    auto const& of = in.resource();
    auto const old = get(in, ns, name);
    if (part == subresource::scale) return change_to(in, old, scaled(of, *old, body));
    check_identity(of, body, ns, name);
    if (metadata_text(body, "name").empty())
        throw bad_request("name must be provided: metadata.name is missing in the body");
    if (of.strict_updates() && metadata_text(body, "resourceVersion").empty())
        throw invalid(of.name(), name, "metadata.resourceVersion", "FieldValueInvalid",
                      "Invalid value: 0: must be specified for an update");
    return change_to(in, old, updated(of, *old, std::move(body), part));
}

object_ref api_store::patch(collection& in, std::string_view ns, std::string_view name, json::object const& patch,
                            subresource part)
{
    auto const& of = in.resource();
    auto const old = get(in, ns, name);
    json::value target(part == subresource::scale ? scale_of(*old) : old->body());
    merge(target, patch);
    auto& wanted = target.get_object();
    if (part == subresource::scale) return change_to(in, old, scaled(of, *old, wanted));
    check_identity(of, wanted, ns, name);
    return change_to(in, old, updated(of, *old, std::move(wanted), part));
}

object_ref api_store::remove(collection& in, std::string_view ns, std::string_view name, json::object const& options)
{
    auto const old = get(in, ns, name);
    if (auto const* p = options.if_contains("preconditions"); p && p->is_object()) {
        auto const check = [&](std::string_view member, std::string_view label, std::string const& have) {
            auto const* v = p->get_object().if_contains(member);
            if (!v || !v->is_string() || v->get_string() == have) return;
            throw conflict(in.resource().name(), name,
                           "Precondition failed: " + std::string(label) + " in precondition: " +
                               std::string(v->get_string()) + ", " + std::string(label) + " in object meta: " + have);
        };
        check("uid", "UID", std::string(old->uid()));
        check("resourceVersion", "ResourceVersion", std::to_string(old->at()));
    }
    if (!has_finalizers(old->body())) {
        drop(in, old);
        return nullptr;
    }
    if (old->metadata().contains("deletionTimestamp")) return old;
    auto body = old->body();
    auto& metadata = body.at("metadata").get_object();
    metadata["deletionTimestamp"] = rfc3339(clock_());
    metadata["deletionGracePeriodSeconds"] = 0;
    return commit(in, old, std::move(body));
}

list_result api_store::list_at(collection const& in, collection_query const& query, revision at,
                               std::string_view after) const
{
    list_result result;
    result.page = in.page(query.scope(in.resource()), at, after, query.limit);
    result.at = at;
    if (!result.page.last_key.empty()) result.continue_token = continue_token(at, result.page.last_key);
    return result;
}

list_result api_store::continued(collection const& in, collection_query const& query) const
{
    if (!query.resource_version.empty() && query.resource_version != "0")
        throw bad_request("specifying resource version is not allowed when using continue");
    auto const from = read_token(query.continue_token);
    if (from.at > revision_) throw bad_request("continue key is not valid: it is of a version that is yet to come");
    if (from.at == 0) return list_at(in, query, revision_, from.after);
    if (from.at < in.oldest()) throw continue_too_old(continue_token(0, from.after));
    return list_at(in, query, from.at, from.after);
}

list_result api_store::list(collection const& in, collection_query const& query) const
{
    auto const& match = query.resource_version_match;
    if (!match.empty() && match != "Exact" && match != "NotOlderThan")
        refuse_options("resourceVersionMatch", "supported values: \"Exact\", \"NotOlderThan\"");
    if (!match.empty() && !query.continue_token.empty())
        refuse_options("resourceVersionMatch", "resourceVersionMatch is forbidden for continue");
    if (!match.empty() && query.resource_version.empty())
        refuse_options("resourceVersionMatch", "resourceVersionMatch is forbidden unless resourceVersion is provided");
    if (!query.continue_token.empty()) return continued(in, query);
    if (query.resource_version.empty()) return list_at(in, query, revision_, {});

    auto const wanted = parse_revision(query.resource_version);
    if (wanted == 0) {
        if (match == "Exact")
            refuse_options("resourceVersionMatch",
                           "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
        auto whole = query; // "any version" is answered from the watch cache, which knows no pages
        whole.limit = 0;
        return list_at(in, whole, revision_, {});
    }
    if (wanted > revision_) throw version_too_large(wanted, revision_);
    if (match != "Exact" && (match == "NotOlderThan" || query.limit == 0)) return list_at(in, query, revision_, {});
    if (wanted < in.oldest()) throw list_too_old();
    return list_at(in, query, wanted, {});
}

} // namespace coinformer::testing
