#pragma once

#include <coinformer/core/error.hpp>
#include <coinformer/testing/certificate_authority.hpp>
#include <coinformer/transport/token_source.hpp>

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>

/// A token source that issues token-1, token-2 and so on, with the delay and the lifetime that the test sets.
class fake_source final : public coinformer::token_source {
public:
    coinformer::task<coinformer::issued_credential> issue(coinformer::environment const& env,
                                                          coinformer::duration) override
    {
        ++calls;
        coinformer::issued_credential issued(coinformer::secret("token-" + std::to_string(calls)));
        ++under_way;
        struct leave {
            std::size_t& count;
            ~leave() { --count; }
        } const at_end{under_way};
        most_under_way = std::max(most_under_way, under_way);
        if (takes > coinformer::duration::zero()) co_await env.time->sleep_for(takes);
        if (!failure.empty()) throw std::runtime_error(failure);
        issued.certificate = identity.certificate;
        issued.key = coinformer::secret(identity.key);
        if (lasts) issued.expires = env.time->wall_now() + *lasts;
        if (ends) issued.expires = ends;
        if (token) issued.token = coinformer::secret(*token);
        co_return issued;
    }

    coinformer::duration takes{};
    std::optional<coinformer::duration> lasts;
    std::optional<coinformer::wall_time> ends; ///< in place of `lasts`
    std::string failure;
    coinformer::testing::tls_identity identity;
    std::optional<std::string> token; ///< in place of token-N
    std::size_t calls = 0, under_way = 0, most_under_way = 0;
};
