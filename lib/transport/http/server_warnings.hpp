#pragma once

#include "transport/config/credential_mask.hpp"
#include "transport/http/connection.hpp"

#include <coinformer/core/log.hpp>
#include <coinformer/core/time_source.hpp>
#include <coinformer/transport/http.hpp>

#include <deque>
#include <unordered_set>

namespace coinformer {

/// Puts what an API server warns of (a deprecated version, an unknown field) into the log: each text once, some in a
/// minute, and the last thousand are remembered. Of a long text the beginning is shown.
///
/// Threads    one serial executor.
/// Lifetime   time and log outlive it.
class server_warnings {
public:
    server_warnings(time_source& time, log_sink& log) noexcept : time_(time), log_(log) {}

    /// `mask` hides the request's credentials, should the server quote them.
    void tell(response_head const& answer, http_request const& request, credential_mask const& mask);

private:
    void tell(std::string text, http_request const& request);
    bool has_room();

    time_source& time_;
    log_sink& log_;
    std::unordered_set<std::size_t> known_; // hashes of texts
    std::deque<std::size_t> order_;         // in which they are forgotten
    time_point minute_{};                   // when it began
    std::size_t told_ = 0;                  // in this minute
};

} // namespace coinformer
