#pragma once

#include <coinformer/core/secret.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Hides the credentials of one request in what its answer says, because servers and proxies quote requests
/// in their refusals. An answer has the mask of the token that its own request carried, so that a rotation
/// changes nothing for a watch that began before it.
///
/// Threads    any; a mask never changes. Copies share the token.
class credential_mask {
public:
    credential_mask() = default; ///< the request carried no credentials
    explicit credential_mask(secret const& token);

    /// Returns the text with "***" instead of each occurrence of the token. Apply it before a text is cut: a
    /// part of a token is not found.
    std::string apply(std::string text) const;

    /// Returns a text that may have been cut anywhere, as an excerpt is, with "***" instead of each run of
    /// bytes that consists of parts of the token. Parts shorter than `shortest_part` are not hidden, because
    /// other texts contain them by chance. The time is in proportion to the product of both lengths, so it is
    /// for short texts only.
    std::string apply_to_excerpt(std::string_view text) const;
    /// True if the text contains the token.
    bool is_in(std::string_view text) const noexcept;

    static constexpr std::size_t shortest_part = 6;

private:
    std::shared_ptr<secret const> token_; // nullptr: the request carried none
};

} // namespace coinformer::detail
