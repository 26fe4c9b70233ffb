#pragma once

#include <coinformer/core/requirements.hpp>

#include <string>

namespace coinformer::testing {

/// A request that came over a connection, taken apart: what api_server::actions() keeps, and interceptors are shown.
struct action {
    std::string verb; ///< as in api_server::requests(); the method in lower case for what is no resource
    std::string group, version, plural; ///< plural empty: no resource, as /version
    std::string ns, name, subresource;
    std::string target;       ///< path and query, as they were sent
    std::string content_type; ///< of the body; tells the form of a patch
    std::string body;         ///< as it was sent
    std::string user_agent;

    /// Whether it wants to change something: create, update, patch, delete, deletecollection.
    bool writes() const noexcept;
};

/// "patch deployments.apps/status shop/web", "list pods"; of what is no resource "get /version".
std::string to_string(action const& a);

} // namespace coinformer::testing
