#pragma once

#include <string>

namespace coinformer::testing {

/// Whose hand it is: a test's creates may bring a status and an identity, and need no namespace to exist.
enum class origin { client, test };

/// How a request writes: what its query says beside the object.
struct write_options {
    write_options(origin hand = origin::client) : by(hand) {}

    origin by;
    bool dry_run = false; ///< everything is checked and answered, nothing is stored
    std::string manager;  ///< who will own the fields that are written
    bool applied = false; ///< the object has its managedFields already
    bool force = false;   ///< of an apply: takes fields that others own
};

} // namespace coinformer::testing
