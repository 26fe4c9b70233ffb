#pragma once

#include "transport/config/bearer_token.hpp"
#include "transport/config/credential_cache.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace coinformer::detail {

/// Identifies the user in each request: by the credentials of an endpoint, and as the impersonated user.
///
/// Threads    the client's strand.
/// Lifetime   must not outlive the clock and the log.
class request_identity {
public:
    /// A field of a request's header.
    using field = std::pair<std::string, std::string>;

    /// `certificate_changed` is called when a token source has issued another client certificate.
    ///
    /// Errors     errc::config_invalid for a user name or an impersonated user that a header cannot carry;
    ///            errc::bad_request if source_limit is not positive.
    request_identity(environment const& env, endpoint const& server,
                     std::function<void()> certificate_changed);

    /// Waits until there is a credential, if a token source has to issue it. Errors and cancellation are
    /// those of credential_cache::ready().
    [[nodiscard]] task<> ready() &;

    /// Returns the fields to send now. The reference is valid until the next call.
    ///
    /// Errors     those of bearer_token::current().
    std::vector<field> const& fields();
    /// Returns a mask that hides the credentials which fields() returned last.
    credential_mask const& mask() const noexcept;

    /// Reports the status of an answer to a request with this mask.
    void answered(int http_status, credential_mask const& sent) noexcept;
    /// Reads a token file again before the next request.
    void reread() noexcept { token_.forget(); }
    /// Called when no more requests will be made.
    void stop() noexcept
    {
        if (issued_) issued_->stop();
    }

    /// Returns what a token source has issued last; null if there is no source.
    issued_credential const* issued() const noexcept { return issued_ ? &issued_->current() : nullptr; }

private:
    bearer_token token_;
    std::optional<credential_cache> issued_; // only if no other kind of credential is given
    std::string basic_;                      // the value of the header; empty if there is no user name
    credential_mask basic_mask_;
    std::vector<field> impersonation_;
    std::vector<field> fields_;
};

} // namespace coinformer::detail
