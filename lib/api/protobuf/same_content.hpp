#pragma once

#include <coinformer/api/object.hpp>

namespace coinformer::detail {

/// Returns true if two objects of the same projection are equal in every member that the projection declares.
///
/// Key, UID and resource version are the objects' identity, which callers compare themselves. They count here
/// only where the projection declares them: two versions of an object are never equal if a member holds
/// metadata.resourceVersion, or all of the object's JSON. Texts are compared as the server wrote them, so
/// that another order of keys makes a difference; `kind` and `apiVersion` of whole objects do not, because
/// lists of built-in kinds leave them out and watches do not.
///
/// Time       one pass over the members. A compressed_object is decompressed if the bytes differ.
bool has_same_content(object_ref const& a, object_ref const& b);

} // namespace coinformer::detail
