#pragma once

#include "transport/config/credential_mask.hpp"

#include <coinformer/core/environment.hpp>
#include <coinformer/transport/token_source.hpp>

#include <functional>
#include <memory>

namespace coinformer::detail {

/// Holds the credential that a token_source has issued last, and replaces it: ahead of its end, while
/// requests go on with it, and once after the server has refused it.
///
/// States     Empty: requests wait for issue(). Valid: requests do not wait. Refused (401) or ended: requests
///            wait for issue() again. After a failure of issue(), and after the credential that followed a
///            refused one was refused, too, there is a pause. Meanwhile requests get the failure, or go out
///            with the refused credential, so that the server's own words reach the caller.
/// Threads    the client's strand, on which issue() runs as well. The destructor: any.
/// Lifetime   must not outlive the log. The task of issue() may outlive this object, but not for long: it is
///            cancelled.
class credential_cache {
public:
    /// `certificate_changed` is called when another client certificate was issued; it must not throw.
    credential_cache(environment const& env, std::shared_ptr<token_source> source, duration limit,
                     std::function<void()> certificate_changed);
    credential_cache(credential_cache const&) = delete;
    ~credential_cache();

    /// Waits until there is a credential that may be sent. Returns at once if there is one.
    ///
    /// Errors     errc::credentials_not_issued.
    /// Cancel     at any time; other requests that wait for the same credential are not affected.
    [[nodiscard]] task<> ready() &;

    /// The credential to send now. It stays as it is until the next co_await.
    issued_credential const& current() const noexcept;
    /// The mask of the current credential.
    credential_mask const& mask() const noexcept;

    /// Reports the status of an answer to a request that carried the credential of this mask.
    void answered(int http_status, credential_mask const& sent) noexcept;

    /// Cancels issue(). To be called on the strand, when no more requests will be made.
    void stop() noexcept;

private:
    struct state;
    std::shared_ptr<state> state_; // shared with the task of issue(), and with waiters
};

} // namespace coinformer::detail
