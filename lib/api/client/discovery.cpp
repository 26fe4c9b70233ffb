#include <coinformer/api/discovery.hpp>

#include "api/client/client_impl.hpp"
#include "api/client/kind_directory.hpp"
#include "core/permits.hpp"
#include "core/run_on.hpp"

#include <coinformer/api/json_types.hpp>

#include <boost/describe/class.hpp>

#include <algorithm>

namespace coinformer {

using namespace detail;

namespace {

// The documents of "aggregated discovery": a single answer has everything below a root (/api or /apis).

struct discovered_kind {
    std::string kind;
};
BOOST_DESCRIBE_STRUCT(discovered_kind, (), (kind))

struct discovered_resource {
    std::string resource, singularResource, scope;
    discovered_kind responseKind;
    std::vector<std::string> shortNames;
};
BOOST_DESCRIBE_STRUCT(discovered_resource, (), (resource, singularResource, scope, responseKind, shortNames))

struct discovered_version {
    std::string version, freshness;
    std::vector<discovered_resource> resources;
};
BOOST_DESCRIBE_STRUCT(discovered_version, (), (version, freshness, resources))

struct group_metadata {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(group_metadata, (), (name))

struct discovered_group {
    group_metadata metadata;
    std::vector<discovered_version> versions;
};
BOOST_DESCRIBE_STRUCT(discovered_group, (), (metadata, versions))

// The documents of a server without aggregated discovery: first the names of its groups, then one document
// for each version.

struct named_version {
    std::string version;
};
BOOST_DESCRIBE_STRUCT(named_version, (), (version))

struct named_group {
    std::string name;
    named_version preferredVersion;
    std::vector<named_version> versions;
};
BOOST_DESCRIBE_STRUCT(named_group, (), (name, preferredVersion, versions))

struct root_document {
    std::vector<discovered_group> items; // APIGroupDiscoveryList
    std::vector<named_group> groups;     // APIGroupList
    std::vector<std::string> versions;   // the versions of the core group (APIVersions)
};
BOOST_DESCRIBE_STRUCT(root_document, (), (items, groups, versions))

struct api_resource {
    std::string name, singularName, kind;
    bool namespaced = false;
    std::vector<std::string> shortNames;
};
BOOST_DESCRIBE_STRUCT(api_resource, (), (name, singularName, kind, namespaced, shortNames))

struct version_document {
    std::vector<api_resource> resources; // APIResourceList
};
BOOST_DESCRIBE_STRUCT(version_document, (), (resources))

// Asks for aggregated discovery. A server that does not know it takes the last type, and answers with names
// alone.
constexpr auto together =
    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
    "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json";

// Reads a document, which is not an object because it has no name.
template <class Document>
task<object_ptr<Document>> fetched(client::impl& api, std::string path, std::string accept)
{
    static detail::object_type const type(member_type_of<Document>, false, &detail::destroy_object<Document>,
                                          true);
    http_request what("GET", path);
    what.accept = std::move(accept);
    co_return object_ptr<Document>(co_await api.document(std::move(what), type));
}

// The number of versions that are read one by one at most. Large clusters have some hundred.
constexpr std::size_t most_named_versions = 10'000;
// Each of them costs a time-out.
constexpr int most_silent_versions = 2;

// A look at the whole server: the directory that is being filled, and the kinds from before, which stand
// in for the parts that do not answer.
struct survey {
    client::impl& api;
    kind_directory::former_kinds before;
    kind_directory found = {};
    int silent_versions = 0; // whose questions ended with a time-out
};

// Takes everything out of a document of aggregated discovery. "Stale" marks a group whose own server did not
// answer the API server; its last known kinds may be missing.
void take_all(survey& s, root_document const& root)
{
    for (auto const& group : root.items)
        for (auto const& version : group.versions) {
            auto const& g = group.metadata.name;
            if (version.freshness == "Stale")
                s.found.add_unknown(g + '/' + version.version + " (its server does not answer)");
            if (version.freshness == "Stale" && version.resources.empty())
                s.found.add_from(s.before, g, version.version);
            for (auto const& r : version.resources)
                s.found.add({g, version.version, r.resource, r.singularResource, r.responseKind.kind,
                             r.shortNames, r.scope == "Cluster" ? scope::cluster : scope::namespaced});
        }
}

// Returns true if an error is that of a single version: the server refuses to describe it, its document is
// broken or cut off, or its name cannot be part of a path. Any other error, such as a broken connection or
// the end of the client, would meet each further version as well. A time-out may be that of an aggregated
// server that hangs, or of the whole API server, for which we do not want to wait once for each version.
bool concerns_one_version(survey& s, api_error const& e)
{
    if (e.code() == errc::timed_out) return ++s.silent_versions <= most_silent_versions;
    return e.status().code != 0 || e.code() == condition::malformed || e.code() == errc::truncated ||
           e.code() == errc::invalid_name;
}

// Returns the path of one version. The names come from the server. A name that would lead to another path is
// refused, and counts as a version that does not answer.
std::string version_path(std::string_view group, std::string_view version)
{
    auto const root = group.empty() ? "/api/" : "/apis/" + path_segment(group, "API group") + '/';
    return root + path_segment(version, "API version");
}

task<> take_version(survey& s, std::string group, std::string version)
{
    object_ptr<version_document> found;
    try {
        found = co_await fetched<version_document>(s.api, version_path(group, version), "application/json");
    } catch (api_error const& e) {
        if (!concerns_one_version(s, e)) throw;
        // The other versions are useful without it.
        s.found.add_unknown(group + '/' + version + " (" + e.code().message() + ')');
        s.found.add_from(s.before, group, version);
        co_return;
    }
    for (auto const& r : found->resources) {
        if (r.name.find('/') != r.name.npos) continue; // a subresource
        s.found.add({group, version, r.name, r.singularName, r.kind, r.shortNames,
                     r.namespaced ? scope::namespaced : scope::cluster});
    }
}

// Refuses a document with too many versions, because each of them would be a request. The preferred
// version of a group counts twice.
void demand_few_versions(root_document const& root, std::string const& path)
{
    auto named = root.versions.size();
    for (auto const& group : root.groups)
        named += group.versions.size() + (group.preferredVersion.version.empty() ? 0 : 1);
    if (named > most_named_versions)
        throw api_error(errc::unexpected_content, "get " + path,
                        "the server names more than " + std::to_string(most_named_versions) + " versions");
}

// Reads one root. A server with aggregated discovery has put everything into this document; for any other
// server, each version is read by itself, the preferred one of a group first.
task<> take_root(survey& s, std::string path)
{
    auto const root = co_await fetched<root_document>(s.api, path, together);
    demand_few_versions(*root, path);
    take_all(s, *root);
    for (auto const& version : root->versions) co_await take_version(s, "", version);
    for (auto const& group : root->groups) {
        auto const& first = group.preferredVersion.version;
        if (!first.empty()) co_await take_version(s, group.name, first);
        for (auto const& v : group.versions)
            if (v.version != first) co_await take_version(s, group.name, v.version);
    }
}

// Reads the core group. A server that only extends another one has none, and answers 404.
task<> take_core(survey& s)
{
    try {
        co_await take_root(s, "/api");
    } catch (api_error const& e) {
        if (e.code() != condition::not_found) throw;
    }
}

} // namespace

/// The state that the copies of a `discovery` share. `known` is empty until the server has answered for the
/// first time. The coroutines run on the client's strand, and one of them at a time asks the server:
/// otherwise a slow answer could replace a newer one.
struct discovery::state {
    explicit state(client& c) : kept(c), api(c.internals()) {}

    client kept;
    client::impl& api;
    std::optional<kind_directory> known;
    permits one{1};             // one coroutine asks, and the others wait
    std::exception_ptr failure; // why the newest first lookup failed
    std::uint64_t failures = 0;

    executor const& strand() const noexcept { return api.strand(); }

    task<> refresh()
    {
        auto const permit = co_await one.acquire();
        co_await read_all();
    }

    task<resource> find(std::string name)
    {
        if (!known) co_await read_first();
        co_return known->find(name);
    }

private:
    // Does nothing if another coroutine has read everything while this one waited. If the other one has
    // failed, so has this one: to wait for a silent server one after another would take too long.
    task<> read_first()
    {
        auto const failures_before = failures;
        auto const permit = co_await one.acquire();
        if (known) co_return;
        if (failures != failures_before) std::rethrow_exception(failure);
        try {
            co_await read_all();
        } catch (api_error const& e) {
            if (e.code() != condition::cancelled) { // only this caller has given up
                failure = std::current_exception();
                ++failures;
            }
            throw;
        }
    }

    // The caller holds the permit.
    task<> read_all()
    {
        kind_directory const before = known.value_or(kind_directory());
        survey s{api, before.by_version()};
        co_await take_core(s); // it comes first, because the core group is preferred
        co_await take_root(s, "/apis");
        known = std::move(s.found);
    }
};

discovery::discovery(client& api) : state_(std::make_shared<state>(api)) {}

task<resource> discovery::find(std::string name)
{
    return on_strand(state_, &state::find, std::move(name));
}

task<> discovery::refresh()
{
    return on_strand(state_, &state::refresh);
}

} // namespace coinformer
