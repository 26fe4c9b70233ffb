#pragma once

#include <coinformer/core/requirements.hpp>

#include <string>

namespace coinformer::testing {

/// A request that an api_server received over a connection, taken apart for a test. api_server::actions()
/// returns the last ones, and an interceptor is called with each.
struct action {
    /// As in api_server::requests(). For a request that concerns no resource: the HTTP method in lower case.
    std::string verb;
    std::string group, version, plural; ///< `plural` is empty if it concerns no resource, as /version
    std::string ns, name, subresource;
    std::string target;       ///< path and query, as they were sent
    std::string content_type; ///< content type of the body; says the form of a patch
    std::string body;         ///< as it was sent
    std::string user_agent;

    /// Returns true if the request would change something: create, update, patch, delete, deletecollection.
    bool writes() const noexcept;
};

/// Returns a line such as "patch deployments.apps/status shop/web" or "list pods"; "get /version" if the
/// request concerns no resource.
std::string to_string(action const& a);

} // namespace coinformer::testing
