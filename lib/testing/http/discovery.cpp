#include "testing/http/discovery.hpp"

#include "testing/formats/accept_header.hpp"
#include "testing/http/json_page.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

using resources = std::vector<served_resource const*>;

// Orders versions as Kubernetes does: "v2" before "v1", both before "v1beta2", that before "v1alpha1"; a name
// of any other form comes last.
std::tuple<int, int, int> rank(std::string_view version)
{
    int major = 0, minor = 0, stage = 2;
    auto const* const end = version.data() + version.size();
    if (!version.starts_with('v')) return {};
    auto const [after, ec] = std::from_chars(version.data() + 1, end, major);
    if (ec != std::errc()) return {};
    auto rest = version.substr(static_cast<std::size_t>(after - version.data()));
    if (rest.empty()) return {stage + 1, major, 0};
    for (std::string_view const name : {"beta", "alpha"}) {
        if (rest.starts_with(name)) {
            std::from_chars(rest.data() + name.size(), end, minor);
            return {stage, major, minor};
        }
        --stage;
    }
    return {};
}

struct newer {
    bool operator()(std::string const& a, std::string const& b) const
    {
        auto const ra = rank(a), rb = rank(b);
        return ra != rb ? ra > rb : a < b;
    }
};

using versions = std::map<std::string, resources, newer>;
using groups = std::map<std::string, versions, std::less<>>; // the name of the core group is empty

groups grouped(api_store const& store)
{
    groups all;
    for (auto const* r : store.served()) all[r->group][r->version].push_back(r);
    return all;
}

template <class Names>
json::array strings(Names const& names)
{
    json::array list;
    for (auto const& name : names) list.emplace_back(std::string_view(name));
    return list;
}

json::object gvk(std::string_view group, std::string_view version, std::string_view kind)
{
    json::object o;
    o["group"] = group;
    o["version"] = version;
    o["kind"] = kind;
    return o;
}

struct part {
    std::string_view name;
    json::object kind; // with empty group and version: those of the resource itself
};

std::vector<part> parts_of(served_resource const& r)
{
    std::vector<part> parts;
    if (r.has_scale()) parts.push_back({"scale", gvk("autoscaling", "v1", "Scale")});
    if (r.has_status()) parts.push_back({"status", gvk("", "", r.kind)});
    return parts;
}

json::array part_verbs()
{
    return {"get", "patch", "update"};
}

// Discovery with one page for each group version.

json::object typed(std::string_view kind)
{
    json::object o;
    o["kind"] = kind;
    o["apiVersion"] = "v1";
    return o;
}

json::object version_entry(std::string const& group, std::string const& version)
{
    json::object o;
    o["groupVersion"] = group + "/" + version;
    o["version"] = version;
    return o;
}

json::object api_group(std::string const& group, versions const& all)
{
    json::object o;
    json::array list;
    for (auto const& [version, in] : all) list.push_back(version_entry(group, version));
    o["name"] = group;
    o["preferredVersion"] = list.front();
    o["versions"] = std::move(list);
    return o;
}

json::object api_group_list(groups const& all)
{
    auto o = typed("APIGroupList");
    json::array list;
    for (auto const& [group, in] : all)
        if (!group.empty()) list.push_back(api_group(group, in));
    o["groups"] = std::move(list);
    return o;
}

json::object core_versions(versions const& all)
{
    json::object o;
    json::array list;
    for (auto const& [version, in] : all) list.emplace_back(version);
    o["kind"] = "APIVersions";
    o["versions"] = std::move(list);
    o["serverAddressByClientCIDRs"] = json::array();
    return o;
}

json::object api_resource(served_resource const& r)
{
    json::object o;
    o["name"] = r.plural;
    o["singularName"] = r.singular;
    o["namespaced"] = r.where == scope::namespaced;
    o["kind"] = r.kind;
    o["verbs"] = strings(r.verbs());
    if (!r.short_names.empty()) o["shortNames"] = strings(r.short_names);
    if (!r.categories.empty()) o["categories"] = strings(r.categories);
    return o;
}

json::object api_resource_part(served_resource const& r, part const& p)
{
    json::object o;
    o["name"] = r.plural + "/" + std::string(p.name);
    o["singularName"] = "";
    o["namespaced"] = r.where == scope::namespaced;
    for (std::string_view const member : {"group", "version"})
        if (p.kind.at(member) != "") o[member] = p.kind.at(member);
    o["kind"] = p.kind.at("kind");
    o["verbs"] = part_verbs();
    return o;
}

json::object api_resource_list(resources const& in)
{
    auto o = in.front()->group.empty() ? json::object{{"kind", "APIResourceList"}} : typed("APIResourceList");
    json::array list;
    for (auto const* r : in) {
        list.push_back(api_resource(*r));
        for (auto const& p : parts_of(*r)) list.push_back(api_resource_part(*r, p));
    }
    o["groupVersion"] = in.front()->api_version();
    o["resources"] = std::move(list);
    return o;
}

// Aggregated discovery: all groups in one page.

json::object discovered(served_resource const& r)
{
    json::object o;
    o["resource"] = r.plural;
    o["responseKind"] = r.custom ? gvk(r.group, r.version, r.kind) : gvk("", "", r.kind);
    o["scope"] = r.where == scope::namespaced ? "Namespaced" : "Cluster";
    o["singularResource"] = r.singular;
    o["verbs"] = strings(r.verbs());
    if (!r.short_names.empty()) o["shortNames"] = strings(r.short_names);
    if (!r.categories.empty()) o["categories"] = strings(r.categories);
    json::array list;
    for (auto& p : parts_of(r)) {
        json::object sub;
        sub["subresource"] = p.name;
        sub["responseKind"] = std::move(p.kind);
        sub["verbs"] = part_verbs();
        list.push_back(std::move(sub));
    }
    if (!list.empty()) o["subresources"] = std::move(list);
    return o;
}

json::object group_discovery(std::string const& group, versions const& all)
{
    json::array list;
    for (auto const& [version, in] : all) {
        json::object o;
        json::array known;
        for (auto const* r : in) known.push_back(discovered(*r));
        o["version"] = version;
        o["resources"] = std::move(known);
        o["freshness"] = "Current";
        list.push_back(std::move(o));
    }
    json::object metadata;
    if (!group.empty()) metadata["name"] = group;
    json::object o;
    o["metadata"] = std::move(metadata);
    o["versions"] = std::move(list);
    return o;
}

canned_answer aggregated(groups const& all, bool core)
{
    json::object o;
    json::array items;
    for (auto const& [group, in] : all)
        if (group.empty() == core) items.push_back(group_discovery(group, in));
    o["kind"] = "APIGroupDiscoveryList";
    o["apiVersion"] = "apidiscovery.k8s.io/v2";
    o["metadata"] = json::object();
    o["items"] = std::move(items);
    canned_answer a;
    a.content_type = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    a.body = json::serialize(o) + "\n";
    return a;
}

bool wants_aggregated(std::string_view accept)
{
    return std::ranges::any_of(json_ranges(accept), [](media_range const& range) {
        return range.asks_for("APIGroupDiscoveryList", "apidiscovery.k8s.io") && range.parameter("v") == "v2";
    });
}

std::string_view next_segment(std::string_view& path)
{
    if (path.starts_with('/')) path.remove_prefix(1);
    auto const segment = path.substr(0, path.find('/'));
    path.remove_prefix(segment.size());
    return segment;
}

} // namespace

std::optional<canned_answer> discovery_answer(api_store const& store, std::string_view path,
                                              std::string_view accept)
{
    auto const root = next_segment(path);
    auto const core = root == "api";
    if (!core && root != "apis") return std::nullopt;
    auto const group = core ? std::string_view() : next_segment(path);
    auto const version = next_segment(path);
    if (!path.empty() && path != "/") return std::nullopt;

    auto const all = grouped(store);
    if (group.empty() && version.empty() && wants_aggregated(accept)) return aggregated(all, core);
    require_json_accepted(accept);
    if (group.empty() && !core) return json_page(api_group_list(all));
    auto const in = all.find(group);
    if (in == all.end()) return std::nullopt;
    if (version.empty() && core) return json_page(core_versions(in->second));
    if (version.empty()) {
        auto o = typed("APIGroup");
        for (auto const& [key, value] : api_group(in->first, in->second)) o[key] = value;
        return json_page(o);
    }
    auto const those = in->second.find(std::string(version));
    if (those == in->second.end()) return std::nullopt;
    return json_page(api_resource_list(those->second));
}

} // namespace coinformer::testing::detail
