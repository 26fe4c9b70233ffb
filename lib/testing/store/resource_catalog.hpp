#pragma once

#include "testing/store/collection.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing {

/// What is served: a collection for each group, version and plural. Versions of one resource share their objects.
class resource_catalog {
public:
    explicit resource_catalog(std::size_t history) : history_(history) {}

    /// Adds a version of a resource, or gives the one that is there. A new one has no history before `now`.
    collection& serve(served_resource of, revision now);
    /// Makes these, the stored version first, the versions of their resource; the objects stay.
    void define(std::vector<served_resource> const& versions, revision now);
    /// Serves no version of a resource any more. Its collections live on, retired, for who still watches them.
    void remove(std::string_view group, std::string_view plural);

    collection* find(std::string_view group, std::string_view version, std::string_view plural) const;
    /// Any version.
    collection* find(std::string_view group, std::string_view plural) const;
    bool has_group(std::string_view group) const;
    std::vector<served_resource const*> served() const;
    void compact(revision now);

    /// The objects of every resource, by group and plural.
    std::map<std::string, storage, std::less<>> backup() const;
    /// Resources that came later have no objects then.
    void restore(std::map<std::string, storage, std::less<>> const& then, revision at);

private:
    template <class Kept>
    void retire(std::string_view group, std::string_view plural, Kept kept);

    std::size_t history_;
    std::map<std::string, std::unique_ptr<collection>, std::less<>> collections_; // by group/version/plural
    std::vector<std::unique_ptr<collection>> retired_;
};

} // namespace coinformer::testing
