#pragma once

#include "transport/config/credential_mask.hpp"
#include "transport/config/credential_read_log.hpp"

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

struct token_read {
    secret token;      ///< empty if there is none that can be used
    std::string fault; ///< why there is none; never quotes the file
};

/// Reads the token of a file, without the white space around it.
token_read read_token(std::string const& path);

/// Gives the bearer token of each request, and follows a token file that is rotated.
///
/// Threads    one serial executor. Reads a small file now and then; blocks for that long.
/// Lifetime   time and log outlive it.
class token_source {
public:
    token_source(credentials user, time_source& time, log_sink& log);

    /// The token to send now; empty when there is none. The reference holds until the next call.
    ///
    /// A token file is read again when the last attempt is a minute old. If that fails, the old token is kept, and
    /// credential_read_log says so. A fixed token stands before a file.
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
    credential_read_log read_log_;
    secret from_file_;
    credential_mask mask_;
    std::optional<time_point> tried_; // the last attempt to read the file
};

} // namespace coinformer
