#pragma once

#include <coinformer/core/requirements.hpp>

#include <string>
#include <vector>

namespace coinformer::testing {

/// A permission of an api_user. An empty list of verbs permits nothing; "*" matches everything, and there are
/// no other patterns.
struct access_rule {
    /// As in api_server::requests(): "get", "list", "watch", "create" and so on.
    std::vector<std::string> verbs = {"*"};
    std::string group = "*";  ///< empty: the core group
    std::string plural = "*"; ///< "pods"; "deployments/scale" for a subresource
    /// A namespace. Requests without a namespace, such as a list of all namespaces, need "*".
    std::string ns = "*";
};

/// A user of an api_server, and what this user may do. The server recognises users by a bearer token or by
/// the subject of a client certificate. A user in the group "system:masters" may do everything, and each
/// known user may read /version and discovery.
struct api_user {
    /// The CN of a client certificate; empty: the rules are for the members of `groups`.
    std::string name;
    std::string token = {};               ///< empty: this user has no token, only a certificate
    std::vector<std::string> groups = {}; ///< the groups of this token; a certificate brings its own, as O
    std::vector<access_rule> rules = {};
};

} // namespace coinformer::testing
