#pragma once

#include "testing/http/request_reader.hpp"
#include "testing/http/request_target.hpp"

#include <coinformer/testing/api_server.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing::detail {

/// The user that a client certificate is for.
struct certificate_subject {
    std::string common_name;
    std::vector<std::string> organizations;
};

/// Decides whether a request is allowed. It has the users and their rules; without any user, everybody may do
/// everything. Used by request_handler on the server's serial executor.
class access_control {
public:
    explicit access_control(api_server_options const& options);

    /// Throws refusal: 401 for an unknown client, 403 for a client without the permission, and for a request
    /// to act as another user. If a request has a certificate and a token, the certificate counts.
    void check(request_target const& target, wire_request const& request) const;

    /// As check(), for the creation of the object that the request names, whatever its own verb is.
    void check_creation(request_target target, wire_request const& request) const;

    /// Replaces the token `old`. Returns false if no user has it.
    bool rotate(std::string_view old, std::string token);

private:
    struct known_user {
        std::string name;
        std::vector<std::string> groups;
    };

    std::optional<known_user> identify(wire_request const& request) const;
    bool allows(known_user const& user, request_target const& target) const;

    std::vector<api_user> users_;
};

} // namespace coinformer::testing::detail
