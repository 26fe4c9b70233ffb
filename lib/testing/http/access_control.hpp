#pragma once

#include "testing/http/request_reader.hpp"
#include "testing/http/request_target.hpp"

#include <coinformer/testing/api_server.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing {

/// Who a client certificate is for.
struct certificate_subject {
    std::string common_name;
    std::vector<std::string> organizations;
};

/// Who may do what. A server that knows nobody lets everybody do everything.
class access_control {
public:
    explicit access_control(api_server_options const& options);

    /// Throws refusal: 401 for who is not known, 403 for who may not, and for who wants to be somebody else. A
    /// certificate counts more than a token.
    void check(request_target const& target, wire_request const& request) const;

    /// From now on `token` is known instead of `old`. Result: whether `old` was.
    bool rotate(std::string_view old, std::string token);

private:
    struct somebody {
        std::string name;
        std::vector<std::string> groups;
    };

    std::optional<somebody> known(wire_request const& request) const;
    bool allows(somebody const& who, request_target const& target) const;

    std::vector<api_user> users_;
};

} // namespace coinformer::testing
