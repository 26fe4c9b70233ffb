#pragma once

#include <string>

namespace coinformer::testing::detail {

/// The origin of a write. An object that a test creates may bring a status and an identity, and its namespace
/// need not exist.
enum class origin { client, test };

/// The policy for the objects that a deleted object owns. If the request names no policy (`unspecified`), the
/// object's finalizers decide.
enum class dependents_policy { unspecified, background, foreground, orphan };

/// How a request writes: the parameters of its query.
struct write_options {
    write_options(origin hand = origin::client) : by(hand) {}

    origin by;
    bool dry_run = false; ///< if true, everything is checked and answered, and nothing is stored
    std::string manager;  ///< the manager that will own the written fields
    bool applied = false; ///< true if the object has its managedFields already
    bool force = false;   ///< in an apply: true takes fields that others own
    dependents_policy dependents = dependents_policy::unspecified; ///< in a deletion
};

} // namespace coinformer::testing::detail
