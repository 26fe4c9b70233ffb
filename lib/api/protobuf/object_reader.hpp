#pragma once

#include "api/object/builder.hpp"
#include "api/protobuf/scanner.hpp"
#include "transport/config/credential_mask.hpp"

#include <coinformer/api/projection.hpp>

#include <string_view>

namespace coinformer::detail {

/// The name, namespace, UID and version of an object lie in this number of bytes at its front, envelope
/// included.
inline constexpr std::size_t enough_for_identity = 4096;

/// Reads single objects of one projection from their protobuf messages: scans, checks the limits and builds.
/// For the same object it gives the same result as object_reader gives for JSON.
///
/// Threads    that of its decoder, on the client's strand.
class proto_reader {
public:
    proto_reader(object_type const& type, proto_schema const& fields, std::size_t max_object_bytes,
                 needed_objects need = {})
        : type_(type), fields_(fields), max_object_bytes_(max_object_bytes), need_(need)
    {
    }

    enum class outcome { object, foreign, fault };
    outcome read(std::string_view message);
    object_ref take() noexcept { return std::move(object_); } ///< after outcome::object

    /// Stores a fault of the object with this message, or with this beginning of it: another fault, or the
    /// one that read() has found. Adds the object's key. Returns outcome::foreign if the metadata shows that
    /// the object belongs to another share, and outcome::fault otherwise.
    outcome fail(decode_fault fault, std::string_view message);
    /// Stores a fault of something without a key.
    void fail(decode_fault fault);
    decode_fault const& fault() const noexcept { return fault_; }
    /// From now on fail() removes the credentials that the mask hides.
    void hide(credential_mask mask) { mask_ = std::move(mask); }

    /// The version of the last object or fault, if it was read. It is valid as long as the bytes and the
    /// object.
    std::string_view resource_version() const noexcept { return scanner_.identity_of(identity::version); }
    /// After outcome::foreign: the key of the object, as far as it was read. It is valid as long as the bytes
    /// that were read; after fail(), until the next call.
    object_key foreign_key() const noexcept { return foreign_key_; }
    std::size_t max_object_bytes() const noexcept { return max_object_bytes_; }

private:
    object_type const& type_;
    proto_schema const& fields_;
    std::size_t max_object_bytes_;
    needed_objects need_;
    proto_scanner scanner_;
    object_builder builder_;
    object_ref object_;
    decode_fault fault_;
    object_key foreign_key_;
    credential_mask mask_;
};

} // namespace coinformer::detail
