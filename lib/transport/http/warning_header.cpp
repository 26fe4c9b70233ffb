#include "transport/http/warning_header.hpp"

#include <algorithm>
#include <optional>

namespace coinformer::detail {

namespace {

constexpr std::string_view persistent_warning = "299"; // "miscellaneous": the code that API servers send

// Takes a word and the space behind it off the front; nullopt if there is no space.
std::optional<std::string_view> take_word(std::string_view& from)
{
    auto const end = from.find(' ');
    if (end == from.npos || end == 0) return std::nullopt;
    auto const word = from.substr(0, end);
    from.remove_prefix(end + 1);
    return word;
}

std::optional<std::string> take_quoted(std::string_view& from)
{
    if (!from.starts_with('"')) return std::nullopt;
    std::string text;
    for (std::size_t i = 1; i < from.size(); ++i) {
        if (from[i] == '"') {
            from.remove_prefix(i + 1);
            return text;
        }
        if (from[i] == '\\' && ++i == from.size()) break;
        text += from[i];
    }
    return std::nullopt; // the closing quote is missing
}

void skip(std::string_view& from, std::string_view characters)
{
    from.remove_prefix(std::min(from.find_first_not_of(characters), from.size()));
}

} // namespace

std::vector<std::string> warning_texts(std::string_view value)
{
    std::vector<std::string> texts;
    for (skip(value, " \t,"); !value.empty(); skip(value, " \t,")) {
        auto const code = take_word(value);
        if (!code || !take_word(value)) break; // the second word names the server that warns
        auto text = take_quoted(value);
        if (!text) break;
        skip(value, " ");
        if (value.starts_with('"') && !take_quoted(value)) break; // the date behind the text
        auto const is_control = [](unsigned char c) { return c < ' ' || c == '\x7f'; };
        std::ranges::replace_if(*text, is_control, ' ');
        if (*code == persistent_warning && !text->empty()) texts.push_back(std::move(*text));
    }
    return texts;
}

} // namespace coinformer::detail
