#include "transport/config/server_name.hpp"

#include "catch.hpp"

#include <string>

using namespace coinformer;
using namespace coinformer::detail;

TEST_CASE("a host name and an address can be checked against a certificate")
{
    auto const name =
        GENERATE(as<std::string>(), "localhost", "api.shop", "API.shop.", "my_host", "xn--bcher-kva.shop",
                 "127.0.0.1", "::1", "fd00::1", "fe80::1", "::ffff:10.0.0.1", "1a-b.c0");
    INFO(name);
    CHECK(is_server_name(name));
    CHECK(is_server_name(std::string(63, 'a') + '.' + std::string(63, 'b')));
}

TEST_CASE("a text with a zone, a zero byte or a pattern is no name of a server")
{
    auto const name = GENERATE(as<std::string>(), "", ".", "..", ".shop", "a..b", "a.b..", "fe80::1%lo",
                               "fe80::1%25lo", "127.0.0.1%lo", "*.shop", "a b", "a\n", "a/b", "a:443",
                               "[::1]", "::1::", ":", "1:2:3", "b\u00fccher.shop", "https://a",
                               std::string("a\0b", 3), std::string("a\0", 2), std::string("::1\0", 4),
                               std::string("127.0.0.1\0", 10), std::string(64, 'a'), std::string(100, ':'));
    INFO(name);
    CHECK_FALSE(is_server_name(name));
    CHECK_FALSE(is_server_name("a." + std::string(60, 'b') + '.' + std::string(60, 'b') + '.' +
                               std::string(60, 'b') + '.' + std::string(60, 'b') + '.' +
                               std::string(20, 'b')));
}
