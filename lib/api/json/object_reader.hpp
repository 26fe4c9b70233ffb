#pragma once

#include "api/json/object_scanner.hpp"
#include "api/object/builder.hpp"
#include "transport/config/credential_mask.hpp"

#include <coinformer/api/projection.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Reads single objects of one projection: scan, checks, build.
class object_reader {
public:
    object_reader(object_type const& type, std::size_t max_object_bytes, known_objects const* known = nullptr)
        : type_(type), max_object_bytes_(max_object_bytes), known_(known)
    {
    }

    enum class outcome { object, incomplete, malformed, fault };
    /// The object at `begin`. 64 zero bytes follow `end`.
    outcome read(char const* begin, char const* end);
    char const* object_end() const noexcept { return scanner_.object_end(); } ///< after object
    char const* position() const noexcept { return scanner_.position(); }     ///< after malformed
    object_ref take() noexcept { return std::move(object_); }                 ///< after object

    /// Another fault, or the one that read() found, of the object at `begin` that ends at `end` or was cut off there:
    /// adds the object's key, wherever metadata stands.
    void fail(decode_fault fault, char const* begin, char const* end);
    void fail(decode_fault fault);
    decode_fault const& fault() const noexcept { return fault_; }
    /// Faults that are given to fail() are kept without the credentials that the mask hides.
    void hide(credential_mask mask) { mask_ = std::move(mask); }

    /// Of the last object or fault, as far as it was read. Holds as long as the bytes and the object.
    std::string_view resource_version() const noexcept { return scanner_.identity_of(identity::version); }
    object_key key() const noexcept { return scanner_.identity_key(); }
    std::size_t max_object_bytes() const noexcept { return max_object_bytes_; }

private:
    object_type const& type_;
    std::size_t max_object_bytes_;
    known_objects const* known_;
    object_scanner scanner_;
    object_builder builder_;
    object_ref object_;
    decode_fault fault_;
    credential_mask mask_;
};

decode_fault too_large(std::size_t limit);
/// A fault if the object that was scanned would take too much memory: `times_in_memory` times the limit of its text, or
/// of a mebibyte if that is more. An array of empty objects becomes 50 to 100 times as large as its text.
std::optional<decode_fault> too_large_in_memory(scanned_object const& found, std::size_t max_object_bytes);
inline constexpr std::size_t times_in_memory = 8;
decode_fault nameless(object_key key);
/// The fault without the credentials that the mask hides. A name that holds them counts as unknown: it must not be
/// shown, and with another text in its place it would name another object.
decode_fault without_credentials(decode_fault fault, credential_mask const& mask);

/// Of a projection that declares nothing: the identity alone.
schema const& identity_schema();

/// As decode_object(type, json), with error messages from which the mask has taken the credentials.
object_ref decode_object(object_type const& type, std::string_view json, credential_mask const& mask);

/// A copy with the zeros that the scanner wants.
std::string padded(std::string_view bytes);

} // namespace coinformer::detail
