#pragma once

#include <coinformer/core/error.hpp>

#include <chrono>
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

/// Of JSON, or of protobuf in its envelope. nullopt when the body is no Status object.
std::optional<status_answer> parse_status(std::string_view body);

/// What an answer means. `status` may be empty (a proxy answered): then the HTTP code alone decides.
errc errc_of_status(int http_code, server_status const& status);
/// The same of a whole answer; nullopt: it was no Status.
errc errc_of_answer(int http_code, std::optional<status_answer> const& said);

} // namespace coinformer
