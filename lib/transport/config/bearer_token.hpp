#pragma once

#include "transport/config/credential_mask.hpp"
#include "transport/config/credential_metrics.hpp"
#include "transport/config/credential_read_log.hpp"

#include <coinformer/core/log.hpp>
#include <coinformer/core/secret.hpp>
#include <coinformer/core/time_source.hpp>
#include <coinformer/transport/endpoint.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Returns true if the text can be sent as a bearer token: it has visible ASCII only, so that it cannot end
/// the header early.
bool is_sendable_token(std::string_view token) noexcept;

/// The result of reading a token file.
struct token_read {
    secret token;      ///< empty if the file has no token that can be used
    std::string fault; ///< why there is none; it never quotes the file
};

/// Reads a token from a file, without the white space around it.
token_read read_token(std::string const& path);

/// Gives the bearer token for each request, and follows a token file that is rotated.
///
/// Threads    one serial executor. It reads a small file now and then, and blocks while it does.
/// Lifetime   must not outlive the time source and the log.
class bearer_token {
public:
    bearer_token(credentials user, time_source& time, log_sink& log, metrics const& counts = {});

    /// Returns the token to send now; an empty one if there is none. The reference is valid until the next
    /// call.
    ///
    /// A token file is read again if the last attempt was at least a minute ago. If that fails, the old token
    /// is kept, and credential_read_log says so. A fixed token wins over a file.
    ///
    /// Errors     errc::credentials_unreadable if the file was never readable, or if the token cannot be
    ///            sent.
    secret const& current();

    /// Returns a mask that hides the token which current() returned last. It does not read the file.
    credential_mask const& mask() const noexcept { return mask_; }

    /// Called after an answer of 401: the next current() reads the file again.
    void forget() noexcept { last_attempt_.reset(); }

private:
    void read_file();

    credentials user_;
    time_source& time_;
    credential_read_log read_log_;
    credential_metrics counts_;
    secret file_token_;
    credential_mask mask_;
    std::optional<time_point> last_attempt_; // the last attempt to read the file
};

} // namespace coinformer::detail
