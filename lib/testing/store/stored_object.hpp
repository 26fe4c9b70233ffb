#pragma once

#include "testing/store/served_resource.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace coinformer::testing::detail {

/// The number of a change. One counter serves all resources; it is their resourceVersion.
using revision = std::uint64_t;

/// One state of an object. It is immutable, and shared by the store, its history and the answers that are
/// being sent.
class stored_object {
public:
    /// The metadata in `body` has to be in order already (see object_rules.hpp).
    stored_object(served_resource const& of, boost::json::object body, revision at);

    boost::json::object const& body() const noexcept { return body_; }
    boost::json::object const& metadata() const { return body_.at("metadata").get_object(); }
    revision at() const noexcept { return at_; }
    std::string_view name() const { return member("name"); }
    std::string_view ns() const { return member("namespace"); }
    std::string_view uid() const { return member("uid"); }

    /// Returns the JSON text, which is made by the first call.
    std::string const& text() const;
    /// The text in a list is item_head() and item_tail(). There, built-in kinds have neither kind nor
    /// apiVersion.
    std::string_view item_head() const noexcept { return built_in_ ? "{" : std::string_view(); }
    std::string_view item_tail() const;

private:
    std::string_view member(std::string_view key) const;

    boost::json::object body_;
    revision at_;
    bool built_in_;
    mutable std::string text_;
};

using stored_ref = std::shared_ptr<stored_object const>;

/// Returns the key by which objects are ordered, as in etcd: "namespace/name", or "name" if there is no
/// namespace.
std::string storage_key(std::string_view ns, std::string_view name);

} // namespace coinformer::testing::detail
