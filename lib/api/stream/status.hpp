#pragma once

#include "transport/config/credential_mask.hpp"

#include <coinformer/core/error.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>

namespace coinformer {

/// A `Status` object: how the API server says no.
struct status_answer {
    server_status status;
    std::optional<std::chrono::seconds> retry_after;
    bool too_large_version = false; ///< the server has not seen the resource version that was asked for
    bool names_object = false;      ///< it is about an object, not about a collection as a whole
};

/// A Status of a real API server has a few hundred bytes, or repeats the object that it refuses, in its message and
/// again in a cause. A server takes objects of 1.5 MB at most. A longer body is not read as a Status: the error shows
/// its beginning.
inline constexpr std::size_t max_status_bytes = 4 * 1024 * 1024;

/// Parses a Status object in JSON, or in protobuf with its envelope. Returns nullopt if the body is not one, or has
/// more than max_status_bytes. The work is in proportion to the body.
std::optional<status_answer> parse_status(std::string_view body);

/// The same without the credentials of the request, should the server quote them.
server_status masked(server_status status, credential_mask const& mask);

/// What an answer means. `status` may be empty (a proxy answered): then the HTTP code alone decides.
errc errc_of_status(int http_code, server_status const& status);
/// The same of a whole answer; nullopt: it was no Status.
errc errc_of_answer(int http_code, std::optional<status_answer> const& said);

} // namespace coinformer
