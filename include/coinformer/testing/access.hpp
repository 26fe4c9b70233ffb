#pragma once

#include <coinformer/core/requirements.hpp>

#include <string>
#include <vector>

namespace coinformer::testing {

/// What is allowed; "*" stands for everything, and only it is a pattern.
struct access_rule {
    std::vector<std::string> verbs = {"*"}; ///< as in api_server::requests(): "get", "list", "watch", "create", …
    std::string group = "*";                ///< empty: the core group
    std::string plural = "*";               ///< "pods"; "deployments/scale" for a subresource
    std::string ns = "*";                   ///< a namespace; what has none, and a list of all, need "*"
};

/// Somebody whom an api_server knows, by a bearer token or by the subject of a client certificate, and what it lets
/// them do. Who is in the group "system:masters" may do everything; everybody known may read /version and discovery.
struct api_user {
    std::string name;                     ///< a client certificate's CN; empty: the rules are for members of `groups`
    std::string token = {};               ///< empty: known by certificate alone
    std::vector<std::string> groups = {}; ///< of who comes with the token; a certificate brings its own, as O
    std::vector<access_rule> rules = {};
};

} // namespace coinformer::testing
