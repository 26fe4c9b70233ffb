#include "core/printable.hpp"

#include <algorithm>
#include <cstdint>

namespace coinformer::detail {

namespace {

struct character {
    char32_t code = 0;
    std::size_t size = 1; // in bytes
};

// Decodes the UTF-8 sequence at the beginning of `text`, which is not empty. A byte that begins none counts
// as the character 0, which is as little to be seen.
character first_of(std::string_view text) noexcept
{
    auto const byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    auto const lead = byte(0);
    if (lead < 0x80) return {lead, 1};
    std::size_t const size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return {};
    char32_t code = lead & (0xFFu >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return {};
        code = code << 6 | (byte(i) & 0x3Fu);
    }
    constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; // a smaller code has a shorter form
    bool const is_surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < least[size] || code > 0x10FFFF || is_surrogate) return {};
    return {code, size};
}

// Characters that do something to a terminal, or to the text around them, instead of being seen.
bool is_invisible(char32_t code) noexcept
{
    struct range {
        char32_t first, last;
    };
    constexpr range ranges[] = {
        {0x00, 0x1F},       {0x7F, 0x9F},       // C0, delete, C1
        {0xAD, 0xAD},       {0x61C, 0x61C},     // soft hyphen, Arabic letter mark
        {0x180E, 0x180E},   {0x200B, 0x200F},   // zero width, direction marks
        {0x2028, 0x202E},   {0x2060, 0x206F},   // line and paragraph separator, overrides, isolates
        {0xFEFF, 0xFEFF},   {0xFFF9, 0xFFFB},   // byte order mark, annotations
        {0xE0000, 0xE0FFF}, {0xF0000, 0x10FFFF} // tags, private use
    };
    return std::ranges::any_of(ranges, [code](range r) { return code >= r.first && code <= r.last; });
}

} // namespace

std::string printable(std::string_view text)
{
    std::string harmless;
    harmless.reserve(text.size());
    while (!text.empty()) {
        auto const c = first_of(text);
        if (c.code == U'\n' || c.code == U'\r' || c.code == U'\t')
            harmless += ' ';
        else if (is_invisible(c.code))
            harmless += '?';
        else
            harmless.append(text.substr(0, c.size));
        text.remove_prefix(c.size);
    }
    return harmless;
}

std::string in_utf8(std::string_view text)
{
    std::string valid;
    valid.reserve(text.size());
    while (!text.empty()) {
        auto const c = first_of(text);
        bool const is_none = c.code == 0 && text[0] != 0;
        valid.append(is_none ? std::string_view("?") : text.substr(0, c.size));
        text.remove_prefix(c.size);
    }
    return valid;
}

bool is_printable(std::string_view text) noexcept
{
    while (!text.empty()) {
        auto const c = first_of(text);
        if (is_invisible(c.code)) return false;
        text.remove_prefix(c.size);
    }
    return true;
}

std::string cited(std::string_view text, std::size_t limit_bytes)
{
    auto const begin = text.substr(0, limit_bytes);
    auto const ends = [](unsigned char c) { return c <= ' ' || c == 0x7F || c == '"' || c == '\''; };
    auto const end = std::ranges::find_if(begin, ends);
    auto const shown = begin.substr(0, static_cast<std::size_t>(end - begin.begin()));
    auto piece = printable(shown);
    if (shown.size() != text.size()) piece += "...";
    return piece;
}

} // namespace coinformer::detail
