#pragma once

#include <coinformer/core/error.hpp>
#include <coinformer/core/time_source.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace coinformer {

/// The outcome of a request, which client_options::on_response is given. The views are valid during the call.
struct request_report {
    std::string_view verb;     ///< "list", "watch", "get", "create", …
    std::string_view method;   ///< "GET", "POST", …
    std::string_view path;     ///< without the query
    unsigned attempt = 1;      ///< counts how often this request was sent: see client_options::retry
    int status = 0;            ///< HTTP status of the answer; 0 if none came
    std::string_view protocol; ///< "HTTP/1.1" or "HTTP/2"; empty if no answer came
    /// Why the answer did not come, or not as a whole. An error of condition::cancelled means that the client
    /// has not read on, for example because an informer was stopped. Not an error: a whole answer, whatever
    /// its status.
    error_code failure;
    duration until_answer{};               ///< until the header had come; until the failure if none came
    duration until_end{};                  ///< until the whole answer had come, which is long for a watch
    std::uint64_t sent_bytes = 0;          ///< bytes of the request's body
    std::uint64_t received_bytes = 0;      ///< bytes of the body as they came: compressed, if the answer was
    std::span<std::string const> warnings; ///< warnings of the server, in its own words
};

} // namespace coinformer
