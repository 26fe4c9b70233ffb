#pragma once

#include <cstddef>
#include <string_view>

namespace coinformer::detail {

/// Nested deeper, a value is refused. Schemas of custom resources are dozens of levels deep.
inline constexpr std::size_t deepest_json = 500;

/// True if the text is one JSON value (RFC 8259), in UTF-8, with at most deepest_json levels, and nothing behind it but
/// space. Half of a pair of surrogates, which the grammar allows and which is no character, is refused.
///
/// For raw_json, which is handed to users as it came. json_validator does the same for a whole stream that arrives in
/// pieces, and also refuses equal keys.
bool is_json(std::string_view text) noexcept;

} // namespace coinformer::detail
