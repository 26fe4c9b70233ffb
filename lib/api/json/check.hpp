#pragma once

#include <cstddef>
#include <string_view>

namespace coinformer::detail {

/// The number of levels that a value may have. Schemas of custom resources have dozens.
inline constexpr std::size_t deepest_json = 500;

/// Returns true if the text is one JSON value (RFC 8259) in UTF-8, with at most `deepest_json` levels, and
/// nothing behind it but space. Half of a pair of surrogates is refused: the grammar allows it, but it is no
/// character.
///
/// For raw_json, which users get as it came. json_validator does the same for a whole stream that arrives in
/// pieces, and also refuses equal keys.
bool is_json(std::string_view text) noexcept;

} // namespace coinformer::detail
