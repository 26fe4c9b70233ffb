#pragma once

#include "api/object/whole_index.hpp"

#include <optional>
#include <string>
#include <string_view>

// Follows JSON pointers (RFC 6901) through JSON that nothing has checked.

namespace coinformer::detail {

/// Holds a name whose escapes were decoded. A usual name needs no allocation.
class name_room {
public:
    char* of(std::size_t size)
    {
        if (size <= sizeof near_) return near_;
        far_.resize(size);
        return far_.data();
    }

private:
    char near_[64];
    std::string far_;
};

/// Takes the first name off a pointer, and returns it without its escapes: a part of the pointer, or of
/// `room`. Returns nullopt if an escape is none of RFC 6901, so that the pointer leads nowhere. Errors:
/// errc::bad_request if the pointer does not begin with '/'.
std::optional<std::string_view> next_step(std::string_view& pointer, name_room& room);
/// Takes "/metadata/labels" or "/metadata/annotations" off a pointer that leads into that map. Returns false
/// if it leads elsewhere.
bool take_part(std::string_view& pointer, whole_part& part) noexcept;
/// Returns the pointer to a key of that map.
std::string pointer_to(whole_part part, std::string_view name);

/// Returns the JSON to which a pointer leads; an empty view if there is nothing, or if it is cut off. The
/// index must be that of this JSON, if there is one. Errors: those of next_step().
std::string_view value_at(std::string_view json, std::string_view pointer, whole_index index = {});
/// Returns the JSON of a key of labels or annotations, of which the index knows all entries.
std::string_view part_value(std::string_view json, whole_part part, std::string_view name, whole_index index);

/// Returns a JSON value as text: a string without quotes and escapes, anything else as it stands; an empty
/// text for null. It is a part of `value`, or of `room` if escapes had to be decoded.
std::string_view plain_view(std::string_view value, std::string& room);
std::string plain_text(std::string_view value);

} // namespace coinformer::detail
