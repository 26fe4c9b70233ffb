#include "transport/config/plugin_words.hpp"

#include "core/printable.hpp"

#include <algorithm>

namespace coinformer::detail {

namespace {

constexpr std::string_view white_space = " \t\r\n";

bool is_digit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

bool is_upper(char c) noexcept
{
    return c >= 'A' && c <= 'Z';
}

bool is_lower(char c) noexcept
{
    return c >= 'a' && c <= 'z';
}

bool is_hexadecimal(char c) noexcept
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// Dots and slashes are left out, so that names of hosts and files are seldom taken for tokens. The parts of a
// token that they separate are long enough by themselves.
bool is_of_token(char c) noexcept
{
    return is_digit(c) || is_upper(c) || is_lower(c) || c == '-' || c == '_' || c == '+' || c == '~';
}

// Random bytes in base64 of this length have all three kinds of characters, and names of things seldom do.
bool looks_like_token(std::string_view word) noexcept
{
    constexpr std::size_t shortest_base64 = 24, shortest_hexadecimal = 32;
    if (word.size() >= shortest_hexadecimal && std::ranges::all_of(word, &is_hexadecimal)) return true;
    return word.size() >= shortest_base64 && std::ranges::any_of(word, &is_digit) &&
           std::ranges::any_of(word, &is_upper) && std::ranges::any_of(word, &is_lower);
}

std::string without_tokens(std::string_view text)
{
    std::string masked;
    while (!text.empty()) {
        auto const* const end = std::ranges::find_if_not(text, &is_of_token);
        auto const word = text.substr(0, static_cast<std::size_t>(end - text.data()));
        masked += looks_like_token(word) ? "***" : word;
        text.remove_prefix(word.size());
        if (text.empty()) break;
        masked += text.front();
        text.remove_prefix(1);
    }
    return masked;
}

} // namespace

std::string last_words(std::string_view complaints, credential_mask const& issued)
{
    constexpr std::size_t most_bytes = 600;
    if (complaints.find("PRIVATE KEY-----") != complaints.npos) return "***";
    complaints = complaints.substr(0, complaints.find_last_not_of(white_space) + 1);
    bool const is_cut = complaints.size() > most_bytes;
    if (is_cut) { // a program that fails says why at the end
        complaints.remove_prefix(complaints.size() - most_bytes);
        auto begin = complaints.find('\n');
        // The rest of a word is left out, because it might be a part of a token that is too short to be seen.
        if (begin >= most_bytes / 2) begin = complaints.find_first_of(white_space);
        complaints.remove_prefix(std::min(begin, complaints.size()));
    }
    auto words = printable(without_tokens(issued.apply_to_excerpt(complaints)));
    words.erase(0, words.find_first_not_of(' '));
    return is_cut ? "..." + words : words;
}

} // namespace coinformer::detail
