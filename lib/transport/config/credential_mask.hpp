#pragma once

#include <coinformer/core/secret.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// Hides the credentials of one request in what its answer says, because servers and proxies quote requests
/// in their refusals. An answer has the mask of the token that its own request carried, so that a rotation
/// changes nothing for a watch that began before it.
///
/// Threads    any; a mask never changes. Copies share the secrets.
class credential_mask {
public:
    credential_mask() = default; ///< the request carried no credentials
    explicit credential_mask(secret const& token) : credential_mask(std::vector{token}) {}
    /// Hides several secrets, such as a password and the header that carries it. Empty ones are left out.
    explicit credential_mask(std::vector<secret> hidden);

    /// Returns the text with "***" instead of each occurrence of a secret. Apply it before a text is cut: a
    /// part of a secret is not found.
    std::string apply(std::string text) const;

    /// Returns a text that may have been cut anywhere, as an excerpt is, with "***" instead of each run of
    /// bytes that consists of parts of a secret. Parts shorter than `shortest_part` are not hidden, because
    /// other texts contain them by chance. The time is in proportion to the product of both lengths, so it is
    /// for short texts only.
    std::string apply_to_excerpt(std::string_view text) const;
    /// True if the text contains a secret.
    bool is_in(std::string_view text) const noexcept;
    /// True if both are copies of one mask, so that their requests carried the same credential.
    friend bool operator==(credential_mask const& a, credential_mask const& b) noexcept
    {
        return a.secrets_ == b.secrets_;
    }

    static constexpr std::size_t shortest_part = 6;

private:
    std::shared_ptr<std::vector<secret> const> secrets_; // nullptr: the request carried none
};

} // namespace coinformer::detail
