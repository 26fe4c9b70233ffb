#pragma once

#include <coinformer/core/secret.hpp>

#include <memory>
#include <string>

namespace coinformer {

/// Replaces the credentials of one request in what its answer says, because servers and proxies quote requests in their
/// refusals. An answer holds the mask of the token that its own request carried, so that a rotation changes nothing for
/// a watch that began before it.
///
/// Copies share the token. Threads: any; it does not change.
class credential_mask {
public:
    credential_mask() = default; ///< the request carried no credentials
    explicit credential_mask(secret const& token);

    /// The text with "***" in the place of each occurrence of the token. Apply it before a text is cut: a part of a
    /// token is not found.
    std::string apply(std::string text) const;

private:
    std::shared_ptr<secret const> token_; // null: there is none
};

} // namespace coinformer
