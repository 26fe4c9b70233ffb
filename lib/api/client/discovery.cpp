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
// Each of them may cost a time-out.
constexpr int most_unanswered_versions = 2;

// A look at the whole server: the directory that is being filled, and the kinds from before, which stand
// in for the parts that do not answer.
struct survey {
    client::impl& api;
    kind_directory::former_kinds before;
    kind_directory found = {};
    int unanswered_versions = 0; // whose questions ended with a failed connection or a time-out
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

// Returns true if an error hides one version, and does not end the survey. The server refuses to describe
// this version, or its document is broken or cut off, or its name cannot be part of a path. A failed
// connection may be the fault of an aggregated server, or of the API server itself, for which we do not want
// to wait once for each version.
bool hides_one_version(survey& s, api_error const& e)
{
    if (e.code() == condition::cancelled || e.code() == condition::misused) return false;
    bool const is_answer = e.status().code != 0 || e.code() == condition::malformed ||
                           e.code() == errc::truncated || e.code() == errc::invalid_name;
    return is_answer || ++s.unanswered_versions <= most_unanswered_versions;
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
        if (!hides_one_version(s, e)) throw;
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
/// otherwise a slow answer could replace a newer one. Surveys have numbers. A caller takes the
/// result of any survey that is recent enough for it, also if that is an error, so that a crowd does not wait
/// for a silent server one after another.
struct discovery::state {
    explicit state(client& c) : kept(c), api(c.internals()) {}

    client kept;
    client::impl& api;
    std::optional<kind_directory> known;

    executor const& strand() const noexcept { return api.strand(); }

    // A survey that has begun already may have passed what was installed a moment ago.
    task<> refresh() { co_await survey_since(begun_ + 1); }

    task<resource> find(std::string name)
    {
        if (!known) co_await survey_since(over_ + 1); // the survey that is under way will do
        co_return known->find(name);
    }

private:
    // Returns when a survey with this number, or a later one, has brought everything.
    task<> survey_since(std::uint64_t oldest)
    {
        auto const permit = co_await one_.acquire();
        if (brought_ >= oldest) co_return;
        if (failed_ >= oldest) std::rethrow_exception(failure_);
        auto const number = ++begun_;
        try {
            co_await read_all();
            brought_ = number;
        } catch (api_error const& e) {
            if (e.code() != condition::cancelled) { // then only this caller has given up
                failure_ = std::current_exception();
                failed_ = number;
            }
            over_ = number;
            throw;
        } catch (...) {
            over_ = number;
            throw;
        }
        over_ = number;
    }

    task<> read_all()
    {
        kind_directory const before = known.value_or(kind_directory());
        survey s{api, before.by_version()};
        co_await take_core(s); // it comes first, because the core group is preferred
        co_await take_root(s, "/apis");
        known = std::move(s.found);
    }

    permits one_{1}; // one coroutine asks, and the others wait
    // Numbers of surveys: the last one that has begun, that is over, that has brought everything, that
    // failed.
    std::uint64_t begun_ = 0, over_ = 0, brought_ = 0, failed_ = 0;
    std::exception_ptr failure_; // why survey `failed_` failed
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
