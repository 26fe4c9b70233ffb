#pragma once

#include <coinformer/core/time_source.hpp>

namespace coinformer {

/// How often a client sends one request.
///
/// A request is sent again, after a pause, in three cases:
/// - The server answers 429, or 500 and above, and says with Retry-After (or retryAfterSeconds in its Status)
///   when to come back, because such a server has not carried the request out (API conventions, "HTTP Status
///   codes").
/// - The connection of a GET is reset or closed before the whole answer has come. The pause is about a
///   second.
/// - The server says that it has not acted on the request (errc::request_refused, HTTP/2), whatever the
///   method, and did so again when the connection repeated it at once. The pause is about a second.
///
/// Everything else is an error at once: only the caller knows whether a write that may have been carried out
/// can be repeated.
///
/// Informers, watchers, leader elections and event recorders do not use these options. They have rules of
/// their own, which go on as long as it takes. Only a further page of an informer's list that is refused
/// with Retry-After is asked for again with the default options, before the whole list begins anew.
struct retry_options {
    /// How often the request is sent at most; at least 1. With 1 it is sent once, and every failure is thrown
    /// at once.
    unsigned attempts = 10;
    /// The longest time that the server may ask for; at least zero. If it asks for more, the error is thrown
    /// at once, and api_error::retry_after() says when to come back.
    duration longest_pause = std::chrono::minutes(1);
};

namespace detail {

/// How a client sends one request.
struct request_mode {
    bool is_repeated = true; ///< as retry_options say; otherwise every failure is final
    bool is_paced = true;    ///< it waits for a token of client_options::requests_per_second
};

} // namespace detail

} // namespace coinformer
