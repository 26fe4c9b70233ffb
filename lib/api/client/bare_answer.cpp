#include "api/client/bare_answer.hpp"
#include "api/json/check.hpp"
#include "transport/config/credential_mask.hpp"

#include <coinformer/core/error.hpp>

#include <algorithm>
#include <utility>

namespace coinformer::detail {

namespace {

std::string in_one_line(std::string text)
{
    std::ranges::replace_if(text, [](char c) { return c < ' ' || c >= 127; }, ' ');
    return text;
}

// Returns where a redirect leads; empty if the answer is none. The user info and the query of a URL may be
// secrets.
std::string redirect_of(http_response const& answer)
{
    bool const is_redirect = answer.status() / 100 == 3;
    auto to = answer.mask().apply(std::string(answer.header("Location")));
    if (!is_redirect || to.empty()) return {};
    to.erase(std::min(to.find_first_of("?#"), to.size()));
    auto const host = to.find("//");
    auto const path = host == to.npos ? host : to.find('/', host + 2);
    auto const user = host == to.npos ? host : to.rfind('@', path);
    if (user != to.npos && user > host) to.erase(host + 2, user - host - 1);
    to = in_one_line(to.substr(0, 200));
    return "redirects are not followed, and this one leads to " + to + "; ";
}

bool begins_object(std::string_view body)
{
    auto const begin = body.find_first_not_of(" \t\r\n");
    return begin != body.npos && body[begin] == '{';
}

} // namespace

std::string words_of(http_response const& answer, std::string_view body)
{
    auto const mask = answer.mask();
    auto const type = mask.apply_to_excerpt(answer.header("Content-Type").substr(0, 80));
    auto line = redirect_of(answer) + "HTTP " + std::to_string(answer.status()) + ", an answer of type ";
    line.append(type.empty() ? "(none)" : type).append(": ");
    return line + in_one_line(mask.apply_to_excerpt(body.substr(0, 80)));
}

void check_untyped(http_response const& answer, std::string_view body, std::string_view path)
{
    if (begins_object(body) || !answer.header("Content-Type").empty()) return;
    server_status said;
    said.message = words_of(answer, body);
    throw api_error(errc::unexpected_content, "get", std::string(path), std::move(said), std::nullopt);
}

void check_object(std::string const& verb, std::string const& path, std::string_view body)
{
    if (begins_object(body) && is_json(body)) return;
    server_status said;
    said.message = "the answer is not a JSON object: perhaps a proxy has answered, and the server has not "
                   "seen the request";
    throw api_error(errc::unexpected_content, verb, path, std::move(said), std::nullopt);
}

} // namespace coinformer::detail
