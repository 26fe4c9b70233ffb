#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// A UID of the form that Kubernetes makes (RFC 9562 in lower case: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff")
/// in 16 bytes instead of 36.
using packed_uid = std::array<unsigned char, 16>;

/// Returns nullopt if the text has another form.
std::optional<packed_uid> pack_uid(std::string_view text) noexcept;
std::string unpack_uid(packed_uid const& uid);

} // namespace coinformer::detail
