#pragma once

#include "api/object_builder.hpp"
#include "api/object_scanner.hpp"

#include <coinformer/api/projection.hpp>

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
    void fail(decode_fault fault) { fault_ = std::move(fault); }
    decode_fault const& fault() const noexcept { return fault_; }

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
};

decode_fault too_large(std::size_t limit);
decode_fault nameless(object_key key);

/// Of a projection that declares nothing: the identity alone.
schema const& identity_schema();

/// A copy with the zeros that the scanner wants.
std::string padded(std::string_view bytes);

} // namespace coinformer::detail
