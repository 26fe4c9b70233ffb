#include "transport/config/credential_mask.hpp"

#include <algorithm>

namespace coinformer::detail {

namespace {

std::string without(std::string text, std::string const& value)
{
    auto at = text.find(value);
    if (at == text.npos) return text;
    std::string masked; // built anew: replacing in place would move the rest of the text each time
    std::size_t from = 0;
    for (; at != text.npos; at = text.find(value, from)) {
        masked.append(text, from, at - from).append("***");
        from = at + value.size();
    }
    return masked.append(text, from);
}

std::string without_parts(std::string_view text, std::string_view value)
{
    auto const part = std::min(credential_mask::shortest_part, value.size());
    std::string masked;
    std::size_t hidden_to = 0; // the end of the last part of the secret that was found
    for (std::size_t i = 0; i < text.size(); ++i) {
        bool const is_part = text.size() - i >= part && value.find(text.substr(i, part)) != value.npos;
        if (is_part && (i == 0 || i > hidden_to)) masked += "***";
        if (is_part) hidden_to = i + part;
        if (i >= hidden_to) masked += text[i];
    }
    return masked;
}

} // namespace

credential_mask::credential_mask(std::vector<secret> hidden)
{
    std::erase_if(hidden, [](secret const& s) { return s.empty(); });
    if (!hidden.empty()) secrets_ = std::make_shared<std::vector<secret> const>(std::move(hidden));
}

std::string credential_mask::apply(std::string text) const
{
    if (!secrets_) return text;
    for (auto const& hidden : *secrets_) text = without(std::move(text), hidden.reveal());
    return text;
}

std::string credential_mask::apply_to_excerpt(std::string_view text) const
{
    std::string masked(text);
    if (!secrets_) return masked;
    for (auto const& hidden : *secrets_) masked = without_parts(masked, hidden.reveal());
    return masked;
}

bool credential_mask::is_in(std::string_view text) const noexcept
{
    return secrets_ && std::ranges::any_of(*secrets_, [text](secret const& hidden) {
               return text.find(hidden.reveal()) != text.npos;
           });
}

} // namespace coinformer::detail
