#include "transport/http/request_check.hpp"

#include "core/printable.hpp"

#include <coinformer/core/error.hpp>

#include <algorithm>
#include <string>

namespace coinformer::detail {

namespace {

bool is_name_character(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

// Returns why the field may not be added to those that the client writes; empty if it may.
std::string_view fault_of(std::pair<std::string, std::string> const& field) noexcept
{
    auto const& [name, value] = field;
    auto const is = [&name](std::string_view own) {
        return std::ranges::equal(name, own, {}, [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
    };
    bool const is_own = is("host") || is("content-length") || is("connection") || is("keep-alive") ||
                        is("proxy-connection") || is("transfer-encoding") || is("authorization");
    // The answers to these would be of a form that was not asked for.
    bool const changes_answer = is("accept-encoding") || is("te") || is("upgrade") || is("expect");
    if (name.empty() || !std::ranges::all_of(name, &is_name_character)) return "its name is not valid";
    if (has_control(value)) return "its value holds a control character";
    if (is_own) return "the library writes this field itself; for credentials see endpoint::user";
    return changes_answer ? "the answer would be of a form that the library does not read" : "";
}

} // namespace

bool has_control(std::string_view text) noexcept
{
    return std::ranges::any_of(text,
                               [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; });
}

void check_request(http_request const& r)
{
    bool const clean = !has_control(r.method) && !has_control(r.target) && !has_control(r.accept) &&
                       !has_control(r.content_type) && r.target.find(' ') == std::string::npos &&
                       r.method.find(' ') == std::string::npos && r.target.starts_with('/');
    if (!clean)
        throw api_error(errc::bad_request, "HTTP request",
                        "it was not sent, because its method, its path or a type of content is not valid");
    for (auto const& field : r.headers)
        if (auto const fault = fault_of(field); !fault.empty())
            throw api_error(errc::bad_request, "header field " + cited(field.first, 100), std::string(fault));
}

} // namespace coinformer::detail
