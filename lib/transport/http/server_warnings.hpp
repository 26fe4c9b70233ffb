#pragma once

#include "transport/config/credential_mask.hpp"
#include "transport/http/connection.hpp"

#include <coinformer/core/log.hpp>
#include <coinformer/core/time_source.hpp>
#include <coinformer/transport/http.hpp>

#include <deque>
#include <unordered_set>

namespace coinformer::detail {

/// Logs what an API server warns of, such as a deprecated version or an unknown field: each text once, at
/// most twenty a minute, and only the beginning of a long text. It remembers the last thousand texts.
///
/// Threads    one serial executor.
/// Lifetime   must not outlive the time source and the log.
class server_warnings {
public:
    server_warnings(time_source& time, log_sink& log) noexcept : time_(time), log_(log) {}

    /// Logs the warnings of an answer. `mask` hides the credentials of the request, in case the server quotes
    /// them.
    void log_warnings(response_head const& answer, http_request const& request, credential_mask const& mask);

private:
    void log_warnings(std::string text, http_request const& request);
    bool may_log_line();

    time_source& time_;
    log_sink& log_;
    std::unordered_set<std::size_t> known_; // hashes of the texts
    std::deque<std::size_t> order_;         // the same in the order in which they are forgotten
    time_point minute_{};                   // the beginning of the present minute
    std::size_t lines_in_minute_ = 0;       // lines in this minute
};

} // namespace coinformer::detail
