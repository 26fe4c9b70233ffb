#pragma once

#include "testing/collection.hpp"
#include "testing/object_rules.hpp"

#include <coinformer/core/random.hpp>
#include <coinformer/core/time_source.hpp>

#include <boost/json/object.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing {

/// What selects in a URL's query, as it stands there.
struct collection_query {
    std::string ns;
    std::string label_selector, field_selector;
    std::string resource_version, resource_version_match;
    std::string continue_token;
    std::size_t limit = 0;
    std::optional<bool> send_initial_events;
    bool bookmarks = false;

    object_scope scope(served_resource const& of) const;
};

struct list_result {
    object_page page;
    revision at;
    std::string continue_token; ///< empty on the last page
};

/// Whose hand it is: a test's creates may bring a status and need no namespace to exist.
enum class origin { client, test };

/// The server's truth: objects of every resource, one revision counter for all, and what a request does to them.
/// No wire, no coroutines. Every call throws refusal with the Status that a real server gives.
class api_store {
public:
    using stopwatch = std::function<wall_time()>;

    api_store(std::size_t history, std::uint64_t seed, stopwatch now);

    /// Told after each change.
    void on_change(std::function<void(collection const&)> changed) { changed_ = std::move(changed); }

    collection& serve(resource const& r);
    collection* find(std::string_view group, std::string_view version, std::string_view plural);
    bool has_group(std::string_view group, std::string_view version) const;
    /// All that is served now, by group, version and plural.
    std::vector<served_resource const*> served() const;

    revision now() const noexcept { return revision_; }
    void compact();

    object_ref create(collection& in, std::string_view ns, boost::json::object body, origin by);
    object_ref get(collection const& in, std::string_view ns, std::string_view name) const;
    object_ref replace(collection& in, std::string_view ns, std::string_view name, boost::json::object body,
                       subresource part);
    object_ref patch(collection& in, std::string_view ns, std::string_view name, boost::json::object const& patch,
                     subresource part);
    /// The object when finalizers hold it back, else null: it is gone. `options` may be a DeleteOptions with
    /// preconditions.
    object_ref remove(collection& in, std::string_view ns, std::string_view name, boost::json::object const& options);
    list_result list(collection const& in, collection_query const& query) const;

private:
    object_ref commit(collection& in, object_ref const& old, boost::json::object body);
    void drop(collection& in, object_ref const& last);
    object_ref change_to(collection& in, object_ref const& old, boost::json::object body);
    void require_namespace(collection const& in, std::string_view ns, origin by);
    server_fields new_identity();
    std::string generated_name(std::string const& prefix);
    list_result list_at(collection const& in, collection_query const& query, revision at, std::string_view after) const;
    list_result continued(collection const& in, collection_query const& query) const;

    std::size_t history_;
    random_source random_;
    stopwatch clock_;
    std::function<void(collection const&)> changed_;
    std::map<std::string, std::unique_ptr<collection>, std::less<>> collections_;
    revision revision_ = 1; // an empty etcd's
};

/// A resourceVersion parameter as a number. Throws refusal (400).
revision parse_revision(std::string_view text);

/// Throws refusal (422): what ListOptions may not be.
[[noreturn]] void refuse_options(std::string_view field, std::string_view why);

} // namespace coinformer::testing
