#pragma once

#include <coinformer/core/token_bucket.hpp>
#include <coinformer/transport/http.hpp>

#include <chrono>

namespace coinformer::detail {

/// Waits for a token of client_options::requests_per_second and for a credential. Returns the time that it
/// has waited for tokens. The caller has awaited `http.ready()` before: requests that wait for a login
/// take no tokens, because otherwise all of them would be sent at once when the credential comes.
///
/// The credential may end while the caller waits for its token. If the next login is quick, the token
/// still holds. Otherwise the tokens of many other callers have arrived during the login as well, so that
/// each of them takes another one, behind those that wait by then; only one, because each login may last
/// longer than a credential is valid.
[[nodiscard]] inline task<duration> turn_to_send(token_bucket& tokens, http_client& http, time_source& time)
{
    constexpr duration quick = std::chrono::seconds(1);
    constexpr int most_tokens = 2;
    duration waited{};
    bool is_late = true;
    for (int taken = 0; is_late && taken != most_tokens; ++taken) {
        auto const began = time.now();
        co_await tokens.wait(time);
        auto const arrived = time.now();
        waited += arrived - began;
        co_await http.ready();
        is_late = time.now() - arrived >= quick;
    }
    co_return waited;
}

} // namespace coinformer::detail
