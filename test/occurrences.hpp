#pragma once

#include <cstddef>
#include <string_view>

/// Returns how often a text has a part.
inline std::size_t occurrences(std::string_view text, std::string_view part)
{
    std::size_t count = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
    return count;
}
