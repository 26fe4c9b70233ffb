#pragma once

#include "api/object/object_share.hpp"

#include <coinformer/api/object.hpp>

#include <string_view>

namespace coinformer::detail {

/// The objects that the caller has already, such as an informer's store during a relist. An object whose UID
/// and resource version have not changed is used again and not built.
///
/// Threads    that of the decoder which asks it.
class known_objects {
public:
    /// Returns nullptr if the object is not known at exactly this version. An empty version proves nothing,
    /// so the result is nullptr as well.
    virtual detail::object_ref find(object_key key, std::string_view uid,
                                    std::string_view resource_version) const = 0;

protected:
    ~known_objects() = default;
};

/// The objects that a reader has, and those that it wants, for a decoder. Both pointers may be null, and
/// outlive the decoder.
struct needed_objects {
    needed_objects(known_objects const* has = nullptr, object_share const* wants = nullptr) noexcept
        : known(has), share(wants)
    {
    }

    known_objects const* known; ///< the objects that the reader has already; null if it has none
    object_share const* share;  ///< the part of the collection that the reader wants; null for all of it
};

} // namespace coinformer::detail
