#pragma once

#include <coinformer/api/object.hpp>

#include <string_view>

namespace coinformer {

/// Objects that are cached already: one whose UID and resource version did not change is used again and not built.
class known_objects {
public:
    virtual detail::object_ref find(object_key key, std::string_view uid, std::string_view resource_version) const = 0;

protected:
    ~known_objects() = default;
};

} // namespace coinformer
