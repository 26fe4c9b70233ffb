#pragma once

#include "testing/store/served_resource.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace coinformer::testing {

using revision = std::uint64_t;

/// One version of an object, immutable and shared between the store, its history and the answers under way.
class stored_object {
public:
    /// `body` has its metadata in order already (see object_rules.hpp).
    stored_object(served_resource const& of, boost::json::object body, revision at);

    boost::json::object const& body() const noexcept { return body_; }
    boost::json::object const& metadata() const { return body_.at("metadata").get_object(); }
    revision at() const noexcept { return at_; }
    std::string_view name() const { return member("name"); }
    std::string_view ns() const { return member("namespace"); }
    std::string_view uid() const { return member("uid"); }

    /// JSON text, made when it is first asked for.
    std::string const& text() const;
    /// As it stands in a list: built-in kinds leave kind and apiVersion out.
    std::string_view item_head() const noexcept { return built_in_ ? "{" : std::string_view(); }
    std::string_view item_tail() const;

private:
    std::string_view member(std::string_view key) const;

    boost::json::object body_;
    revision at_;
    bool built_in_;
    mutable std::string text_;
};

using object_ref = std::shared_ptr<stored_object const>;

/// etcd's order: "namespace/name", or "name" when it has no namespace.
std::string storage_key(std::string_view ns, std::string_view name);

} // namespace coinformer::testing
