#pragma once

#include "transport/config/credential_mask.hpp"

#include <coinformer/core/error.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>

namespace coinformer::detail {

/// A `Status` object: the form in which the API server refuses a request.
struct status_answer {
    server_status status;
    std::optional<std::chrono::seconds> retry_after;
    bool too_large_version = false; ///< the server has not seen the requested resource version yet
    bool names_object = false;      ///< it names an object, so it is not about a collection as a whole
};

/// The longest body that is read as a Status. A Status of an API server has a few hundred bytes, or repeats
/// the object that it refuses, in its message and again in a cause; and a server takes objects of at most 1.5
/// MB. For a longer body the error shows its beginning.
inline constexpr std::size_t max_status_bytes = 4 * 1024 * 1024;

/// Parses a Status in JSON, or in protobuf with its envelope. Returns nullopt if the body is no Status, or
/// has more than `max_status_bytes` bytes. Time and memory are in proportion to the body.
std::optional<status_answer> parse_status(std::string_view body);

/// Returns the status without the credentials of the request, in case the server quotes them.
server_status masked(server_status status, credential_mask const& mask);

/// Returns the code that Kubernetes sends with this reason of an ERROR event, for servers that send none; 500
/// if it knows no such reason.
int code_of_reason(std::string_view reason) noexcept;

/// Returns the error that an answer means. If `status` is empty, because a proxy has answered, the HTTP code
/// alone decides. `http_code` is 0 or 200 for an ERROR event: without a code of its own it means what its
/// reason means, and errc::internal_server_error if it has no reason either.
errc errc_of_status(int http_code, server_status const& status);
/// The same for a whole answer; nullopt means that it had no Status.
errc errc_of_answer(int http_code, std::optional<status_answer> const& said);

} // namespace coinformer::detail
