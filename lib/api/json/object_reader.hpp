#pragma once

#include "api/json/object_scanner.hpp"
#include "api/object/builder.hpp"
#include "transport/config/credential_mask.hpp"

#include <coinformer/api/projection.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Reads single objects of one projection: scans, checks the limits and builds. It is the step between bytes
/// and objects for all decoders of JSON, and keeps its buffers from one object to the next.
///
/// Threads    that of its decoder, on the client's strand.
class object_reader {
public:
    object_reader(object_type const& type, std::size_t max_object_bytes, needed_objects need = {})
        : type_(type), max_object_bytes_(max_object_bytes), need_(need)
    {
    }

    enum class outcome { object, foreign, incomplete, malformed, fault };
    /// Reads the object at `begin`. At least 64 zero bytes follow `end`.
    outcome read(char const* begin, char const* end);
    /// After outcome::object and outcome::foreign.
    char const* object_end() const noexcept { return scanner_.object_end(); }
    char const* position() const noexcept { return scanner_.position(); } ///< after outcome::malformed
    object_ref take() noexcept { return std::move(object_); }             ///< after outcome::object

    /// Stores a fault of the object at `begin`, which ends at `end` or is cut off there. The fault may be the
    /// one that read() found, or another. Adds the object's key, wherever in the object its metadata is.
    /// Returns outcome::foreign if the metadata shows that the object belongs to another share, and
    /// outcome::fault otherwise.
    outcome fail(decode_fault fault, char const* begin, char const* end);
    /// Stores a fault of something without a key.
    void fail(decode_fault fault);
    decode_fault const& fault() const noexcept { return fault_; }
    /// From now on fail() removes the credentials that the mask hides.
    void hide(credential_mask mask) { mask_ = std::move(mask); }

    /// The version and the key of the last object or fault, if they were read. The views are valid as long as
    /// the bytes and the object.
    std::string_view resource_version() const noexcept { return scanner_.identity_of(identity::version); }
    object_key key() const noexcept { return scanner_.identity_key(); }
    /// After outcome::foreign: the key of the object, as far as it was read. It is valid as long as the bytes
    /// that were read; after fail(), until the next call.
    object_key foreign_key() const noexcept { return foreign_key_; }
    std::size_t max_object_bytes() const noexcept { return max_object_bytes_; }

private:
    object_type const& type_;
    std::size_t max_object_bytes_;
    needed_objects need_;
    object_scanner scanner_;
    object_builder builder_;
    object_ref object_;
    decode_fault fault_;
    object_key foreign_key_;
    credential_mask mask_;
};

/// Returns the fault of an object with more than `limit` bytes.
decode_fault too_large(std::size_t limit);
/// Returns a fault if the scanned object would take too much memory: more than `times_in_memory` times the
/// limit of its text, or of a mebibyte if that is larger. Without this limit, an array of empty objects would
/// take 50 to 100 times as much memory as text.
std::optional<decode_fault> too_large_in_memory(scanned_object const& found, std::size_t max_object_bytes);
inline constexpr std::size_t times_in_memory = 8;
/// Returns the fault of an object without a name.
decode_fault nameless(object_key key);
/// Returns the fault without the credentials that the mask hides. A name that contains them counts as
/// unknown: it must not be shown, and with other characters in their place it would name another object.
decode_fault without_credentials(decode_fault fault, credential_mask const& mask);

/// The schema of a projection that declares nothing: it reads the identity alone.
schema const& identity_schema();

/// As decode_object(type, json), but the mask removes the credentials from error messages.
object_ref decode_object(object_type const& type, std::string_view json, credential_mask const& mask);

/// Returns a copy with the zeros that a scanner needs behind the bytes.
std::string padded(std::string_view bytes);

} // namespace coinformer::detail
