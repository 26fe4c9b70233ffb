#include "transport/config/credential_mask.hpp"

#include <algorithm>

namespace coinformer::detail {

credential_mask::credential_mask(secret const& token)
    : token_(token.empty() ? nullptr : std::make_shared<secret const>(token))
{
}

std::string credential_mask::apply(std::string text) const
{
    if (!token_) return text;
    auto const& value = token_->reveal();
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

std::string credential_mask::apply_to_excerpt(std::string_view text) const
{
    if (!token_) return std::string(text);
    std::string_view const value = token_->reveal();
    auto const part = std::min(shortest_part, value.size());
    std::string masked;
    std::size_t hidden_to = 0; // the end of the last part of the token that was found
    for (std::size_t i = 0; i < text.size(); ++i) {
        bool const is_part = text.size() - i >= part && value.find(text.substr(i, part)) != value.npos;
        if (is_part && (i == 0 || i > hidden_to)) masked += "***";
        if (is_part) hidden_to = i + part;
        if (i >= hidden_to) masked += text[i];
    }
    return masked;
}

bool credential_mask::is_in(std::string_view text) const noexcept
{
    return token_ && text.find(token_->reveal()) != text.npos;
}

} // namespace coinformer::detail
