#include "transport/stream/proxy_tunnel.hpp"

#include "core/printable.hpp"
#include "transport/config/base64.hpp"
#include "transport/config/credential_mask.hpp"
#include "transport/stream/tcp_stream.hpp"

#include <boost/asio/ip/address.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace coinformer::detail {

namespace {

[[noreturn]] void fail(tunnel_request const& request, errc code, std::string why)
{
    throw api_error(
        code, "connect to " + host_and_port(request.host, request.port) + " through " + request.proxy.name,
        std::move(why));
}

// Throws what a failed read or write of the stream means. TLS says more than that the connection has ended.
[[noreturn]] void fail_broken(tunnel_request const& request, api_error const& e)
{
    bool const ended = e.code() == make_error_code(errc::connection_closed) ||
                       e.code() == make_error_code(errc::connection_reset);
    if (!ended) throw;
    fail(request, errc::proxy_failed, "it closed the connection before it had answered");
}

task<std::size_t> read_answer(byte_stream& stream, tunnel_request const& request, std::span<char> into)
{
    std::size_t n = 0;
    try {
        n = co_await stream.read_some(into);
    } catch (api_error const& e) {
        fail_broken(request, e);
    }
    if (n == 0) fail(request, errc::proxy_failed, "it closed the connection before it had answered");
    co_return n;
}

task<> say(byte_stream& stream, tunnel_request const& request, std::span<char const> bytes)
{
    try {
        co_await stream.write(bytes);
    } catch (api_error const& e) {
        fail_broken(request, e);
    }
}

// ---- HTTP CONNECT ----

std::string basic_login(tunnel_request const& request)
{
    return base64(request.username + ':' + request.password.reveal());
}

std::string connect_header(tunnel_request const& request)
{
    auto const target = host_and_port(request.host, request.port);
    auto header = "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n";
    if (!request.username.empty()) header += "Proxy-Authorization: Basic " + basic_login(request) + "\r\n";
    return header + "\r\n";
}

/// The first line of an answer to CONNECT.
struct status_line {
    int code = 0;        // 0 if the line is not HTTP/1
    std::string_view it; // "403 Forbidden"
};

status_line status_line_of(std::string_view header)
{
    auto line = header.substr(0, header.find_first_of("\r\n"));
    constexpr std::string_view begin = "HTTP/1.";
    auto const is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (!line.starts_with(begin) || line.size() < begin.size() + 5) return {};
    bool const version = is_digit(line[begin.size()]) && line[begin.size() + 1] == ' ';
    line.remove_prefix(begin.size() + 2);
    bool const number = std::ranges::all_of(line.substr(0, 3), is_digit) && line.front() != '0';
    if (!version || !number || (line.size() > 3 && line[3] != ' ')) return {};
    return {(line[0] - '0') * 100 + (line[1] - '0') * 10 + (line[2] - '0'), line};
}

// Throws unless the answer opens the tunnel. A proxy may quote the request, so that the reason is masked
// before it is cut.
void check_answer(tunnel_request const& request, std::string_view header)
{
    auto const status = status_line_of(header);
    if (status.code == 0) fail(request, errc::proxy_failed, "it does not answer in HTTP");
    if (status.code >= 200 && status.code < 300) return;
    credential_mask const mask(request.username.empty()
                                   ? std::vector<secret>()
                                   : std::vector{request.password, secret(basic_login(request))});
    auto reason = printable(mask.apply(std::string(status.it)));
    if (reason.size() > proxy_limits::reason) reason = reason.substr(0, proxy_limits::reason) + "...";
    if (status.code == 407 || status.code == 401) // tinyproxy answers 401 to a wrong password
        reason += request.username.empty() ? " (it wants a user name and a password)"
                                           : " (it does not accept the user name and password)";
    fail(request, errc::proxy_refused, printable(reason));
}

// Beast's parser is not used: only the status line matters, and how the header ends.
task<> ask_by_connect(byte_stream& stream, tunnel_request const& request)
{
    auto const header = connect_header(request);
    co_await say(stream, request, header);
    std::string answer;
    std::array<char, 1024> buffer;
    constexpr std::string_view end = "\r\n\r\n";
    for (std::size_t at = answer.npos; at == answer.npos;) {
        if (answer.size() >= proxy_limits::header)
            fail(request, errc::proxy_failed, "the header of its answer is too large");
        auto const n = co_await read_answer(stream, request, buffer);
        auto const searched = answer.size() - std::min(answer.size(), end.size() - 1);
        answer.append(buffer.data(), n);
        // An answer in another protocol may have no end.
        if (answer.size() >= 16 && status_line_of(answer).code == 0) check_answer(request, answer);
        at = answer.find(end, searched);
        if (at != answer.npos) check_answer(request, answer);
        // The server cannot have spoken: in HTTP and TLS, the client speaks first.
        if (at != answer.npos && at + end.size() != answer.size())
            fail(request, errc::proxy_failed, "it sent bytes behind its answer, before the server was asked");
    }
}

// ---- SOCKS 5 (RFC 1928 and 1929) ----

constexpr char socks_version = 5, no_login = 0, login_by_password = 2, no_method = '\xff';

task<> read_exactly(byte_stream& stream, tunnel_request const& request, std::span<char> into)
{
    while (!into.empty()) {
        auto const n = co_await read_answer(stream, request, into);
        into = into.subspan(n);
    }
}

[[noreturn]] void fail_other_protocol(tunnel_request const& request)
{
    fail(request, errc::proxy_failed, "it does not answer in SOCKS 5");
}

std::string_view reason_of(char reply)
{
    switch (reply) {
    case 1: return "it has failed (general SOCKS server failure)";
    case 2: return "its rules do not allow the connection";
    case 3: return "the network is unreachable";
    case 4: return "the host is unreachable";
    case 5: return "the server refuses the connection";
    case 6: return "the connection took too long (TTL expired)";
    case 7: return "it does not support CONNECT";
    case 8: return "it does not support addresses of this type";
    default: return {};
    }
}

task<> log_in(byte_stream& stream, tunnel_request const& request)
{
    auto const& password = request.password.reveal();
    std::string message(1, '\x01'); // the version of RFC 1929
    message.append(1, static_cast<char>(request.username.size())).append(request.username);
    message.append(1, static_cast<char>(password.size())).append(password);
    co_await say(stream, request, message);
    std::array<char, 2> answer;
    co_await read_exactly(stream, request, answer);
    // Some servers send the version of SOCKS here, so that only the verdict is looked at.
    if (answer[1] != 0) fail(request, errc::proxy_refused, "it does not accept the user name and password");
}

std::string socks_connect(tunnel_request const& request)
{
    std::string message{socks_version, 1, 0}; // 1: CONNECT
    error_code not_an_address;
    auto const address = boost::asio::ip::make_address(request.host, not_an_address);
    auto const append = [&message](char type, auto const& bytes) {
        message += type;
        for (auto const byte : bytes) message += static_cast<char>(byte);
    };
    if (not_an_address)
        append(3, static_cast<char>(request.host.size()) + request.host); // a name of at most 253 bytes
    else if (address.is_v4())
        append(1, address.to_v4().to_bytes());
    else
        append(4, address.to_v6().to_bytes());
    message += static_cast<char>(request.port / 256);
    message += static_cast<char>(request.port % 256);
    return message;
}

// Reads the answer to the end of the address that the proxy connects from, which nobody needs.
task<> read_socks_reply(byte_stream& stream, tunnel_request const& request)
{
    std::array<char, 5> head; // up to the first byte of the address
    co_await read_exactly(stream, request, std::span(head).first(2));
    if (head[0] != socks_version) fail_other_protocol(request);
    if (head[1] != 0) {
        auto const reason = reason_of(head[1]);
        auto const number = std::to_string(static_cast<unsigned char>(head[1]));
        fail(request, errc::proxy_refused,
             reason.empty() ? "for a reason that SOCKS 5 does not define: " + number : std::string(reason));
    }
    co_await read_exactly(stream, request, std::span(head).subspan(2));
    std::size_t left = 2; // the port
    switch (head[3]) {
    case 1: left += 3; break;
    case 3: left += static_cast<unsigned char>(head[4]); break;
    case 4: left += 15; break;
    default: fail_other_protocol(request);
    }
    std::array<char, 300> rest;
    co_await read_exactly(stream, request, std::span(rest).first(left));
}

task<> ask_by_socks(byte_stream& stream, tunnel_request const& request)
{
    bool const has_login = !request.username.empty();
    std::string greeting{socks_version, static_cast<char>(has_login ? 2 : 1), no_login};
    if (has_login) greeting += login_by_password;
    co_await say(stream, request, greeting);
    std::array<char, 2> chosen;
    co_await read_exactly(stream, request, chosen);
    if (chosen[0] != socks_version) fail_other_protocol(request);
    if (chosen[1] == no_method)
        fail(request, errc::proxy_refused,
             has_login ? "it accepts neither a user name and password nor a client without them"
                       : "it wants a user name and a password, or another proof of identity");
    if (chosen[1] == login_by_password && has_login)
        co_await log_in(stream, request);
    else if (chosen[1] != no_login)
        fail(request, errc::proxy_failed, "it chose a way to log in that it was not offered");
    auto const message = socks_connect(request);
    co_await say(stream, request, message);
    co_await read_socks_reply(stream, request);
}

} // namespace

task<> open_tunnel(byte_stream& stream, tunnel_request request)
{
    if (request.proxy.socks)
        co_await ask_by_socks(stream, request);
    else
        co_await ask_by_connect(stream, request);
}

} // namespace coinformer::detail
