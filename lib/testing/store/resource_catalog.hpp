#pragma once

#include "testing/store/collection.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing::detail {

/// The resources that are served: it has a collection for each group, version and plural. The versions of one
/// resource share their storage. api_store owns it, and calls it on the server's serial executor.
class resource_catalog {
public:
    explicit resource_catalog(std::size_t history) : history_(history) {}

    /// Adds a version of a resource, or returns the one that exists. A new storage has no history before
    /// `now`.
    collection& serve(served_resource of, revision now);
    /// Sets the versions of a custom resource, the stored one first, and retires all others. The objects
    /// stay.
    void define(std::vector<served_resource> const& versions, revision now);
    /// Serves no version of a resource any more. Its collections are retired, and exist on for the watches
    /// that still read them.
    void remove(std::string_view group, std::string_view plural);

    collection* find(std::string_view group, std::string_view version, std::string_view plural) const;
    /// Returns a collection of any version, or null if none is served.
    collection* find(std::string_view group, std::string_view plural) const;
    bool has_group(std::string_view group) const;
    std::vector<served_resource const*> served() const;
    void compact(revision now);

    /// Returns the objects of every resource, by group and plural.
    std::map<std::string, storage, std::less<>> backup() const;
    /// Brings these objects back. A resource that is not in the backup has no objects then.
    void restore(std::map<std::string, storage, std::less<>> const& then, revision at);

private:
    // Retires the versions of a resource for which `kept` returns false.
    template <class Kept>
    void retire(std::string_view group, std::string_view plural, Kept kept);

    std::size_t history_;
    std::map<std::string, std::unique_ptr<collection>, std::less<>> collections_; // by group/version/plural
    // They are never freed while the server lives, because a watch refers to its collection.
    std::vector<std::unique_ptr<collection>> retired_;
};

} // namespace coinformer::testing::detail
