#pragma once

#include "transport/credential_mask.hpp"

#include <coinformer/core/log.hpp>
#include <coinformer/core/secret.hpp>
#include <coinformer/core/time_source.hpp>
#include <coinformer/transport/endpoint.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace coinformer {

/// Whether the text can be sent as a bearer token: visible ASCII only, so that it cannot end the header early.
bool is_sendable_token(std::string_view token) noexcept;

/// Gives the bearer token of each request, and follows a token file that is rotated.
///
/// Threads    one serial executor. Reads a small file now and then; blocks for that long.
/// Lifetime   time and log outlive it.
class token_source {
public:
    token_source(credentials user, time_source& time, log_sink& log);

    /// The token to send now; empty when there is none. The reference holds until the next call.
    ///
    /// A token file is read again when the last attempt is a minute old; when that fails, the old token is kept
    /// and a warning logged. A fixed token stands before a file.
    /// Errors     errc::credentials_unreadable when the file was never readable, or the token cannot be sent.
    secret const& current();

    /// Hides the token that current() gave last. Does not look at the file.
    credential_mask const& mask() const noexcept { return mask_; }

    /// After a 401: the next current() reads the file again.
    void forget() noexcept { tried_.reset(); }

private:
    void read_file();

    credentials user_;
    time_source& time_;
    log_sink& log_;
    secret from_file_;
    credential_mask mask_;
    std::optional<time_point> tried_; // the last attempt to read the file
};

} // namespace coinformer
