#pragma once

#include <coinformer/api/object.hpp>

#include <string_view>

namespace coinformer {

/// Objects that are cached already: one whose UID and resource version did not change is used again and not built.
class known_objects {
public:
    /// Null if the object is not known in this very version; always for an empty version, which proves nothing.
    virtual detail::object_ref find(object_key key, std::string_view uid, std::string_view resource_version) const = 0;

protected:
    ~known_objects() = default;
};

} // namespace coinformer
