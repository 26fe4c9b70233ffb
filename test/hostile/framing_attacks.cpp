// Attacks on the framing of HTTP/1.1: where an answer begins, pauses and ends.

#include "attack.hpp"

#include "catch.hpp"

using namespace hostile;

namespace {

std::string const chunked_head =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
attack broken_chunks(std::string name, std::string chunks, ending then = ending::keep_open)
{
    return {
        .name = std::move(name), .says = says(chunked_head + chunks, then), .told = {errc::protocol_error}};
}

std::string head(std::string const& fields)
{
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" + fields + "\r\n";
}

std::vector<attack> const& framing_attacks()
{
    static std::vector<attack> const rows{
        broken_chunks("a chunk of 2^64 - 1 bytes", "ffffffffffffffffff\r\n"),
        {.name = "a chunk of 2^60 bytes that ends after ten",
         .says = says(chunked_head + "fffffffffffffff\r\n0123456789"),
         .told = {errc::truncated}},
        broken_chunks("a chunk whose size is negative", "-1\r\n"),
        broken_chunks("a chunk whose size has a plus sign", "+5\r\n"),
        broken_chunks("a chunk whose size is written as in C", "0x5\r\n{}   \r\n"),
        broken_chunks("a chunk without a size", "\r\n{}\r\n"),
        broken_chunks("a chunk size of a million zeros", repeated("0", 1'000'000)),
        broken_chunks("a chunk extension of a megabyte", "5;" + repeated("x", 1'000'000)),
        broken_chunks("a chunk size line that ends with a line feed alone", "5\n{}   \n"),
        broken_chunks("a chunk that is longer than its size", "2\r\n{} \r\n0\r\n\r\n"),
        broken_chunks("a chunk that is shorter than its size", "5\r\n{}\r\n0\r\n\r\n0\r\n\r\n"),
        {.name = "trailers of a megabyte",
         .says = says(chunked_head + "2\r\n{}\r\n0\r\n" + repeated("A: b\r\n", 200'000)),
         .told = {errc::header_too_large}},
        {.name = "a body in chunks of one byte",
         .says =
             [](question const&) {
                 std::string chunks = chunked_head;
                 for (char const c : one_config_map) chunks += "1\r\n" + std::string(1, c) + "\r\n";
                 return answer{{{chunks + "0\r\n\r\n"}}};
             }},
        {.name = "both a Content-Length and a Transfer-Encoding",
         .says = says(head("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n") + "2\r\n{}\r\n0\r\n\r\n"),
         .told = {errc::protocol_error}},
        {.name = "two Content-Lengths that differ",
         .says = says(head("Content-Length: 2\r\nContent-Length: 3\r\n") + "{} "),
         .told = {errc::protocol_error}},
        {.name = "a negative Content-Length",
         .says = says(head("Content-Length: -1\r\n") + "{}"),
         .told = {errc::protocol_error}},
        {.name = "a Content-Length beyond 2^64",
         .says = says(head("Content-Length: 99999999999999999999999\r\n") + "{}"),
         .told = {errc::protocol_error}},
        {.name = "a Content-Length larger than the body",
         .says = says(head("Content-Length: 1000\r\n") + one_config_map),
         .told = {errc::truncated}},
        {.name = "a Content-Length smaller than the body",
         .says = says(head("Content-Length: 5\r\n") + one_config_map),
         .told = {errc::truncated, errc::malformed_json}},
        {.name = "a Content-Length of 2^63 - 1 and a megabyte, then the end",
         .says = says(head("Content-Length: 9223372036854775807\r\n") + repeated(" ", 1'000'000)),
         .told = {errc::truncated},
         .most = {.memory = 6'000'000}},
        {.name = "a body that is compressed, though the client did not ask for that",
         .says = says(json("\x1f\x8b\x08\x00", "200 OK", "Content-Encoding: gzip\r\n")),
         .told = {errc::malformed_json, errc::unexpected_content}},
        {.name = "a transfer encoding that the client did not ask for",
         .says = says(head("Transfer-Encoding: gzip, chunked\r\n") + "2\r\n{}\r\n0\r\n\r\n"),
         .told = {errc::protocol_error}},
        {.name = "interim answers for ever",
         .says = says({{"HTTP/1.1 100 Continue\r\n\r\n", for_ever, 1ms}}),
         .told = {errc::header_too_large, errc::protocol_error},
         .most = {.told_within = 5s}},
        {.name = "interim answers with a header each",
         .says = says({{"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n", for_ever, 1ms}}),
         .told = {errc::header_too_large, errc::protocol_error},
         .most = {.told_within = 5s}},
        {.name = "a switch to another protocol",
         .says = says("HTTP/1.1 101 Switching Protocols\r\nUpgrade: spdy\r\n\r\n", ending::keep_open),
         .told = {errc::protocol_error}},
        {.name = "HTTP/0.9: a body alone", .says = says(one_config_map), .told = {errc::protocol_error}},
        {.name = "the beginning of HTTP/2",
         .says = says(std::string("\0\0\x12\4\0\0\0\0\0", 9) + repeated("x", 18)),
         .told = {errc::protocol_error}},
        {.name = "HTTP of version 9.9",
         .says = says("HTTP/9.9 200 OK\r\n\r\n"),
         .told = {errc::protocol_error}},
        {.name = "a status of 99", .says = says("HTTP/1.1 099 What\r\n\r\n"), .told = {errc::protocol_error}},
        {.name = "a status of 1000",
         .says = says("HTTP/1.1 1000 What\r\n\r\n"),
         .told = {errc::protocol_error}},
        {.name = "a 204 with a body",
         .says = says(http("204 No Content", "", one_config_map)),
         .told = {errc::truncated, errc::unexpected_content, errc::malformed_json}},
        {.name = "a 206, which is a part of something",
         .says = says(json("{\"kind\":", "206 Partial Content")),
         .told = {errc::truncated, errc::malformed_json}},
        {.name = "a redirection to elsewhere",
         .says = says(http("301 Moved", "Location: http://elsewhere/\r\n", "")),
         .told = {errc::unexpected_status},
         .most = {.requests = 1}},
        {.name = "two answers to one request", .says = says(json(one_config_map) + json("{}", "500 Forged"))},
        {.name = "nothing at all, and the end", .says = says(""), .told = {errc::connection_closed}},
        {.name = "nothing at all, and a reset",
         .says = says("", ending::reset),
         .told = {errc::connection_reset}},
    };
    return rows;
}

// Closes, or resets, the connection after each byte of a small answer in turn.
void break_at_each_byte(ending how)
{
    std::string const whole = chunked_head + "51\r\n" + one_config_map + "\r\n0\r\n\r\n";
    REQUIRE(one_config_map.size() == 0x51);
    for (std::size_t n = 0; n != whole.size(); ++n) {
        run({.name = "an answer that breaks after " + std::to_string(n) + " bytes",
             .says = says(whole.substr(0, n), how),
             .told = {errc::truncated, errc::connection_closed, errc::connection_reset}});
    }
    run({.name = "the answer as a whole", .says = says(whole)});
}

} // namespace

TEST_CASE("attacks with the framing of an answer", "[framing]")
{
    for (auto const& row : framing_attacks()) DYNAMIC_SECTION(row.name)
        {
            run(row);
        }
}

TEST_CASE("an answer that is closed at each of its bytes", "[framing]")
{
    break_at_each_byte(ending::close);
}

TEST_CASE("an answer that is reset at each of its bytes", "[framing]")
{
    break_at_each_byte(ending::reset);
}
