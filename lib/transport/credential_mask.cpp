#include "transport/credential_mask.hpp"

namespace coinformer {

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
    std::string masked; // built anew: replacing in place would move the rest of the text for each occurrence
    std::size_t from = 0;
    for (; at != text.npos; at = text.find(value, from)) {
        masked.append(text, from, at - from).append("***");
        from = at + value.size();
    }
    return masked.append(text, from);
}

} // namespace coinformer
