#include "transport/config/request_identity.hpp"

#include "core/precondition_check.hpp"
#include "transport/config/base64.hpp"

#include <coinformer/core/error.hpp>

#include <algorithm>

namespace coinformer::detail {

namespace {

// A server removes white space around a value, so that the request would be made for another user.
std::string checked_value(std::string value, std::string const& where)
{
    auto const is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
    if (value.empty() || value.front() == ' ' || value.back() == ' ' ||
        std::ranges::any_of(value, is_control))
        throw api_error(errc::config_invalid, where,
                        "it is empty, holds a control character, or begins or ends with a space");
    return value;
}

// Returns the key of an extra attribute as a part of a field's name, percent-encoded as client-go does it.
std::string extra_name(std::string const& key)
{
    constexpr std::string_view digits = "0123456789ABCDEF", plain = "!#$&'*+-.^_`|~"; // not the percent sign
    std::string name = "Impersonate-Extra-";
    for (char const c : key) {
        bool const is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              plain.find(c) != plain.npos;
        auto const byte = static_cast<unsigned char>(c);
        if (is_plain)
            name += c;
        else
            name.append(1, '%').append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
    }
    return name;
}

std::vector<request_identity::field> impersonation_of(impersonated_user const& user)
{
    std::vector<request_identity::field> fields;
    if (user.name.empty()) {
        if (!user.groups.empty() || !user.uid.empty() || !user.extra.empty())
            throw api_error(errc::config_invalid, "endpoint::impersonate",
                            "groups, uid and extra need a name beside them");
        return fields;
    }
    std::string const where = "endpoint::impersonate";
    fields.emplace_back("Impersonate-User", checked_value(user.name, where + ".name"));
    for (auto const& group : user.groups)
        fields.emplace_back("Impersonate-Group", checked_value(group, where + ".groups"));
    if (!user.uid.empty()) fields.emplace_back("Impersonate-Uid", checked_value(user.uid, where + ".uid"));
    for (auto const& [key, values] : user.extra) {
        if (key.empty()) throw api_error(errc::config_invalid, where + ".extra", "a key is empty");
        for (auto const& value : values)
            fields.emplace_back(extra_name(key), checked_value(value, where + ".extra"));
    }
    return fields;
}

// Returns the credentials of the header Authorization of basic authentication.
std::string basic_of(credentials const& user)
{
    auto const& name = user.username;
    auto const is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
    if (name.find(':') != name.npos || std::ranges::any_of(name, is_control))
        throw api_error(errc::config_invalid, "credentials::username",
                        "it holds a colon or a control character");
    if (std::ranges::any_of(user.password.reveal(), is_control))
        throw api_error(errc::config_invalid, "credentials::password", "it holds a control character");
    return base64(name + ':' + user.password.reveal());
}

} // namespace

request_identity::request_identity(environment const& env, endpoint const& server,
                                   std::function<void()> certificate_changed)
    : token_(server.user, *env.time, *env.log, env.metrics),
      impersonation_(impersonation_of(server.impersonate))
{
    auto const& user = server.user;
    if (!user.token.empty() || !user.token_file.empty()) return;
    if (!user.username.empty()) {
        auto const encoded = basic_of(user);
        basic_ = "Basic " + encoded;
        basic_mask_ = credential_mask(std::vector{user.password, secret(encoded)});
    } else if (user.source) {
        precondition_check const demand("HTTP client");
        demand(user.source_limit > duration::zero(), "credentials::source_limit is not positive");
        issued_.emplace(env, user.source, user.source_limit, std::move(certificate_changed));
    }
}

task<> request_identity::ready() &
{
    if (issued_) co_await issued_->ready();
}

std::vector<request_identity::field> const& request_identity::fields()
{
    fields_ = impersonation_;
    auto const& token = issued_ ? issued_->current().token : token_.current();
    if (!basic_.empty())
        fields_.emplace_back("Authorization", basic_);
    else if (!token.empty())
        fields_.emplace_back("Authorization", "Bearer " + token.reveal());
    return fields_;
}

credential_mask const& request_identity::mask() const noexcept
{
    if (issued_) return issued_->mask();
    return basic_.empty() ? token_.mask() : basic_mask_;
}

void request_identity::answered(int http_status, credential_mask const& sent) noexcept
{
    if (http_status == 401) token_.forget();
    if (issued_) issued_->answered(http_status, sent);
}

} // namespace coinformer::detail
