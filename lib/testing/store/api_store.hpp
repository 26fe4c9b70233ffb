#pragma once

#include "testing/store/collection_query.hpp"
#include "testing/store/object_rules.hpp"
#include "testing/store/resource_catalog.hpp"
#include "testing/store/write_options.hpp"

#include <coinformer/core/random.hpp>
#include <coinformer/core/time_source.hpp>
#include <coinformer/testing/managed_fields_policy.hpp>
#include <coinformer/testing/patch_type.hpp>

#include <boost/json/object.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing {

/// The objects of every resource at one version. It shares them with the store, because objects are
/// immutable.
struct server_backup {
    std::map<std::string, detail::storage, std::less<>> objects; ///< by group and plural
    detail::revision at = 0;
};

} // namespace coinformer::testing

namespace coinformer::testing::detail {

/// The result of a server-side apply.
struct application {
    stored_ref object;
    bool created;
};

/// What the server stores: the objects of every resource, with one revision counter for all of them, and the
/// effect of each request on them. It applies the rules of a real server (object_rules.hpp), and every call
/// throws refusal with the Status that a real server gives. It has no I/O and no coroutines.
///
/// States     The catalog knows the resources that are served now; a CustomResourceDefinition adds and
///            removes some. Each change raises `revision_` by one, as in etcd.
/// Threads    the server's serial executor. `changed_` is called within the call that changes something.
class api_store {
public:
    using wall_clock = std::function<wall_time()>;

    api_store(std::size_t history, std::uint64_t seed, wall_clock now,
              managed_fields_policy managed = managed_fields_policy::after_apply);

    /// Sets the function that is called after each change, with the collection that has changed.
    void on_change(std::function<void(collection const&)> changed) { changed_ = std::move(changed); }

    collection& serve(resource const& r) { return catalog_.serve(served_resource(r), revision_); }
    collection* find(std::string_view group, std::string_view version, std::string_view plural)
    {
        return catalog_.find(group, version, plural);
    }
    /// True if any version of the group is served.
    bool has_group(std::string_view group) const { return catalog_.has_group(group); }
    /// Returns all resources that are served now, in the order of group, version and plural.
    std::vector<served_resource const*> served() const { return catalog_.served(); }

    /// Returns the CustomResourceDefinition of a resource, or null if it has none: a built-in kind, or a
    /// resource that serve() registered.
    stored_ref definition_of(served_resource const& of) const;

    revision now() const noexcept { return revision_; }
    /// Forgets the history of all collections.
    void compact() { catalog_.compact(revision_); }
    server_backup backup() const { return {catalog_.backup(), revision_}; }
    void restore(server_backup const& then);
    /// Lets list() answer from a state that is up to `versions` versions old, where the query allows that.
    void lag(std::size_t versions) noexcept { lag_ = versions; }

    /// The calls below return the object as it is stored afterwards. With write_options::dry_run they return
    /// what would be stored, and store nothing.
    stored_ref create(collection& in, std::string_view ns, boost::json::object body,
                      write_options const& how);
    stored_ref get(collection const& in, std::string_view ns, std::string_view name) const;
    stored_ref replace(collection& in, std::string_view ns, std::string_view name, boost::json::object body,
                       subresource part, write_options const& how = {});
    stored_ref patch(collection& in, std::string_view ns, std::string_view name, patch_type type,
                     std::string_view patch, subresource part, write_options const& how = {});
    /// Applies `config` (server-side apply). Throws refusal (409) for fields that other managers own.
    application apply(collection& in, std::string_view ns, std::string_view name, boost::json::object config,
                      subresource part, write_options const& how);
    /// Deletes an object. Returns it if finalizers hold it back, and null if it is gone. `options` may be a
    /// DeleteOptions with preconditions; what it says about dependents is in write_options::dependents.
    stored_ref remove(collection& in, std::string_view ns, std::string_view name,
                      boost::json::object const& options, write_options const& how = {});
    /// Deletes the objects that a list would return, and returns this list.
    list_result remove_all(collection& in, collection_query const& query, boost::json::object const& options,
                           write_options const& how = {});
    list_result list(collection const& in, collection_query const& query) const
    {
        return list_objects(in, query, revision_, revision_ - std::min<revision>(lag_, revision_));
    }

private:
    // commit(), drop() and change_to() are the only places where objects change.
    stored_ref commit(collection& in, stored_ref const& old, boost::json::object body,
                      write_options const& how);
    void drop(collection& in, stored_ref const& last, write_options const& how);
    stored_ref change_to(collection& in, stored_ref const& old, boost::json::object body,
                         write_options const& how, subresource part = subresource::none);
    void note_writer(served_resource const& of, boost::json::object const& before, boost::json::object& now,
                     write_options const& how, subresource part) const;
    void define(std::vector<served_resource> const& versions);
    stored_ref remove_definition(collection& in, stored_ref const& old, write_options const& how);
    void finish_definition(std::string_view group, std::string_view plural);
    std::vector<stored_ref> definitions() const;
    void require_namespace(collection const& in, std::string_view ns, std::string_view name,
                           write_options const& how);
    std::string free_name(collection const& in, std::string_view ns, std::string const& prefix);
    server_fields new_identity();
    std::string now_text() const;

    managed_fields_policy managed_;
    resource_catalog catalog_;
    random_source random_;
    wall_clock clock_;
    std::function<void(collection const&)> changed_;
    std::size_t lag_ = 0;   // see lag()
    revision revision_ = 1; // the revision of an empty etcd
};

} // namespace coinformer::testing::detail
