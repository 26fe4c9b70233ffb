#pragma once

#include <coinformer/core/error.hpp>

#include <string>

namespace coinformer {

/// One object that did not decode. The stream goes on with the next object; this one is missing from the cache.
struct decode_fault {
    errc code = errc::malformed_json;
    std::string path;     ///< "spec.containers[2].ports[0].containerPort"; empty for the object as a whole
    std::string expected; ///< "integer in [-2147483648, 2147483647]"
    std::string found;    ///< "string"
    std::string ns;       ///< of the object, as far as it was read
    std::string name;

    /// "shop/web: spec.replicas: expected integer …, found string", in one line. The members above are as the server
    /// wrote them, but hold no token: "***" replaces it, and a name that holds it counts as unknown.
    std::string message() const;
};

} // namespace coinformer
