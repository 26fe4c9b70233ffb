// Attacks with the status line and the header of an answer.

#include "attack.hpp"

#include "catch.hpp"

using namespace hostile;

namespace {

attack too_large(std::string name, std::string text)
{
    return {.name = std::move(name), .says = says(std::move(text)), .told = {errc::header_too_large}};
}

attack wrong(std::string name, std::string text)
{
    return {.name = std::move(name), .says = says(std::move(text)), .told = {errc::protocol_error}};
}

attack refused(std::string name, std::string text, errc code)
{
    return {.name = std::move(name), .says = says(std::move(text)), .told = {code}};
}

std::vector<attack> const& header_attacks()
{
    static std::string const ok = "HTTP/1.1 200 OK\r\n";
    static std::vector<attack> const rows{
        too_large("a field of a megabyte", ok + "A: " + repeated("x", 1'000'000) + "\r\n\r\n"),
        too_large("the name of a field of a megabyte", ok + repeated("x", 1'000'000) + ": a\r\n\r\n"),
        too_large("a hundred thousand fields", ok + repeated("A: b\r\n", 100'000) + "\r\n"),
        too_large("a reason of a megabyte", "HTTP/1.1 200 " + repeated("x", 1'000'000) + "\r\n\r\n"),
        {.name = "a header without end",
         .says = says({{ok}, {"A: b\r\n", for_ever, 1ms}}),
         .told = {errc::header_too_large},
         .most = {.told_within = 15s}},
        {.name = "as many fields as a header may have",
         .says = says(ok + repeated("A:\r\n", 16'000) +
                      "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"),
         .told = {errc::missing_field},
         .most = {.memory = 5'000'000}},
        wrong("a zero byte in a value", ok + std::string("A: b\0c\r\n\r\n", 11)),
        wrong("a zero byte in a name", ok + std::string("A\0b: c\r\n\r\n", 11)),
        wrong("an escape sequence in a value", ok + "A: \x1b[2J\r\n\r\n"),
        wrong("a delete character in a value", ok + "A: \x7f\r\n\r\n"),
        wrong("a space before the colon", ok + "Content-Length : 2\r\n\r\n{}"),
        wrong("a line without a colon", ok + "what is this\r\n\r\n"),
        wrong("a field without a name", ok + ": a\r\n\r\n"),
        wrong("lines that end with a line feed alone", "HTTP/1.1 200 OK\nContent-Length: 2\n\n{}"),
        wrong("a carriage return within a value", ok + "A: b\rc\r\n\r\n"),
        wrong("a status without digits", "HTTP/1.1 OK\r\n\r\n"),
        wrong("a status of letters", "HTTP/1.1 abc OK\r\n\r\n"),
        {.name = "a value in several lines",
         .says = says(ok + "A: b\r\n c\r\nContent-Type: application/json\r\nContent-Length: 81\r\n\r\n" +
                      one_config_map)},
        refused("an answer of another type", http("200 OK", "Content-Type: text/html\r\n", "<html>"),
                errc::unexpected_content),
        refused("an answer of no type", http("200 OK", "", "<html>"), errc::unexpected_content),
        refused("a type that drives a terminal",
                http("200 OK",
                     "Content-Type: text/\x9b"
                     "31m\r\n",
                     "<html>"),
                errc::unexpected_content),
        refused("a type that quotes the token",
                http("200 OK", "Content-Type: text/battery-staple\r\n", "Bearer battery-staple"),
                errc::unexpected_content),
        refused("a Retry-After of the year 9999",
                json("{}", "503 Away", "Retry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\n"),
                errc::service_unavailable),
        refused("a Retry-After that is negative", json("{}", "503 Away", "Retry-After: -5\r\n"),
                errc::service_unavailable),
        refused("a Retry-After of a thousand digits",
                json("{}", "503 Away", "Retry-After: " + repeated("9", 1000) + "\r\n"),
                errc::service_unavailable),
        refused("a Retry-After on the thirtieth of February",
                json("{}", "503 Away", "Retry-After: Mon, 30 Feb 2026 00:00:00 GMT\r\n"),
                errc::service_unavailable),
        {.name = "ten thousand warnings in one answer",
         .says =
             [](question const&) {
                 std::string all;
                 for (int i = 0; i != 5000; ++i) all += "Warning: 299 - \"" + std::to_string(i) + "\"\r\n";
                 return answer{{{json(one_config_map, "200 OK", all.substr(0, 2400 * 22))}}};
             },
         .most = {.memory = 5'000'000}},
        {.name = "a warning of sixty thousand bytes",
         .says = says(json(one_config_map, "200 OK",
                           "Warning: 299 - \"" + repeated("\\\x1b", 0) + repeated("w", 60'000) + "\"\r\n"))},
        {.name = "a warning that does not end",
         .says =
             says(json(one_config_map, "200 OK", "Warning: 299 - \"" + repeated("\\\"", 10'000) + "\r\n"))},
        {.name = "each answer of an informer with a new warning",
         .what = client_does::inform,
         .says =
             [](question const& asked) {
                 return answer{{{json("{}", "500 Oops",
                                      "Warning: 299 - \"" + std::to_string(asked.number) + "\"\r\n")}}};
             },
         .told = {errc::internal_server_error},
         .most = {.requests = 60, .told_within = 70s}},
    };
    return rows;
}

} // namespace

TEST_CASE("attacks with the header of an answer", "[headers]")
{
    for (auto const& row : header_attacks()) DYNAMIC_SECTION(row.name)
        {
            run(row);
        }
}
