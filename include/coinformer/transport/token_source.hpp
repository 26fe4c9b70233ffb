#pragma once

#include <coinformer/core/environment.hpp>
#include <coinformer/core/secret.hpp>
#include <coinformer/core/task.hpp>

#include <optional>
#include <string>
#include <utility>

namespace coinformer {

/// A credential that a token_source has issued: a token, or a client certificate with its key, or both.
class issued_credential {
public:
    issued_credential() = default;
    explicit issued_credential(secret its_token, std::optional<wall_time> its_end = std::nullopt)
        : token(std::move(its_token)), expires(its_end)
    {
    }

    secret token;                     ///< sent as `Authorization: Bearer`
    std::string certificate;          ///< PEM; shown on new TLS connections
    secret key;                       ///< PEM; belongs to the certificate
    std::optional<wall_time> expires; ///< nullopt: it is used until the server answers 401
};

/// Issues credentials for the requests of a client, for example from a vault or by OIDC. Derive from it, and
/// give an object to `credentials::source`:
///
///     class vault_tokens final : public coinformer::token_source {
///     public:
///         coinformer::task<coinformer::issued_credential> issue(coinformer::environment const& env,
///                                                               coinformer::duration) override
///         {
///             co_await env.time->sleep_for(std::chrono::milliseconds(5)); // asks the vault
///             auto const end = env.time->wall_now() + std::chrono::minutes(10);
///             co_return coinformer::issued_credential(coinformer::secret("token"), end);
///         }
///     };
///
/// A client calls issue() before its first request. It renews a credential in the last third of its life, but
/// at most ten minutes before its end, when a request is made in that time. Requests go on with the present
/// credential meanwhile; they wait only if there is none that is valid, and then all of them wait for one
/// call. After an answer of 401 the credential is replaced once, before the next request. Failures are
/// followed by pauses, which grow from one second to a minute.
///
/// Threads    A client calls issue() on its strand, one call at a time. Clients that share a source have
///            strands of their own, so that their calls may overlap.
/// Lifetime   the clients share the source.
class token_source {
public:
    token_source() = default;
    token_source(token_source const&) = delete;
    token_source& operator=(token_source const&) = delete;
    virtual ~token_source() = default;

    /// Returns a credential. `env` is that of the client, whose executor runs the task; it is valid until the
    /// task has ended. `limit` is `credentials::source_limit`: a source that takes longer should throw an
    /// error that says why. Five seconds after the limit the client cancels the task.
    ///
    /// Errors     Any exception. Its text reaches the requests that wait, as errc::credentials_not_issued, so
    ///            it must hold no secret. A token that a header cannot carry, and a certificate and a key
    ///            that OpenSSL cannot use together, are such a failure, too.
    /// Cancel     has to end the task soon: when the time is over, and when the client is closed or
    ///            destroyed.
    [[nodiscard]] virtual task<issued_credential> issue(environment const& env, duration limit) = 0;
};

} // namespace coinformer
