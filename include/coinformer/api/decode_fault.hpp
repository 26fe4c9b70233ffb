#pragma once

#include <coinformer/core/error.hpp>

#include <string>

namespace coinformer {

/// An object that could not be decoded. It is missing from the result or the cache; decoding goes on with the
/// next object.
struct decode_fault {
    errc code = errc::malformed_json;
    /// For example "spec.containers[2].ports[0].containerPort". Empty if it concerns the object as a whole.
    std::string path;
    std::string expected; ///< for example "integer in [-2147483648, 2147483647]"
    std::string found;    ///< for example "string"
    std::string ns;       ///< the object's namespace, if it was read before the mistake
    std::string name;     ///< the object's name, if it was read before the mistake

    /// Returns one line, such as "shop/web: spec.replicas: expected integer …, found string". The members
    /// above are as the server wrote them, except that they hold no token of the client: "***" replaces it,
    /// and a name that holds it counts as unknown.
    std::string message() const;
};

} // namespace coinformer
