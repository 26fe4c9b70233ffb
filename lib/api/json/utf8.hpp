#pragma once

#include <cstddef>

namespace coinformer::detail {

/// Returns the place behind the character at `p`, which is before `end` and begins a character beyond ASCII.
/// Returns nullptr if the bytes are not UTF-8 (RFC 3629): overlong, half of a pair of surrogates, above
/// U+10FFFF, or cut off.
inline char const* past_character(char const* p, char const* end) noexcept
{
    auto const left = end - p;
    auto const byte = [&](std::ptrdiff_t i) { return i < left ? static_cast<unsigned char>(p[i]) : 0U; };
    auto const follows = [&](std::ptrdiff_t i) { return (byte(i) & 0xc0U) == 0x80U; };
    auto const first = byte(0), second = byte(1);
    if (first >= 0xc2 && first <= 0xdf && follows(1)) return p + 2;
    if (first >= 0xe0 && first <= 0xef && follows(1) && follows(2))
        return (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ? nullptr : p + 3;
    if (first >= 0xf0 && first <= 0xf4 && follows(1) && follows(2) && follows(3))
        return (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f) ? nullptr : p + 4;
    return nullptr;
}

} // namespace coinformer::detail
