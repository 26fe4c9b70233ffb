#include "transport/config/proxy_url.hpp"

#include <coinformer/core/error.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

TEST_CASE("a proxy's URL is taken apart")
{
    struct example {
        std::string url, name, host;
        unsigned port;
        bool socks, tls;
    };
    auto const e = GENERATE(values<example>({
        {"http://proxy:3128", "proxy http://proxy:3128", "proxy", 3128, false, false},
        {"http://proxy", "proxy http://proxy:80", "proxy", 80, false, false},
        {"HTTP://proxy/", "proxy http://proxy:80", "proxy", 80, false, false},
        {"http://proxy:/ignored/path", "proxy http://proxy:80", "proxy", 80, false, false},
        {"https://proxy.shop", "proxy https://proxy.shop:443", "proxy.shop", 443, false, true},
        {"socks5://10.0.0.1", "proxy socks5://10.0.0.1:1080", "10.0.0.1", 1080, true, false},
        {"socks5h://[::1]:99", "proxy socks5h://[::1]:99", "::1", 99, true, false},
    }));
    INFO(e.url);
    auto const address = parse_proxy_options({.url = e.url}, "here");

    CHECK(address.name == e.name);
    CHECK(address.host == e.host);
    CHECK(address.port == e.port);
    CHECK(address.socks == e.socks);
    CHECK(address.tls == e.tls);
    CHECK(split_proxy_url(e.url, "here").url == e.name.substr(6));
}

TEST_CASE("user information of a proxy's URL is decoded, and can be put back")
{
    struct example {
        std::string url, username, password, again;
    };
    auto const e = GENERATE(values<example>({
        {"http://joe:hunter2@proxy:1", "joe", "hunter2", "http://joe:hunter2@proxy:1"},
        {"http://joe@proxy:1", "joe", "", "http://joe:@proxy:1"},
        {"http://j%6Fe:p%40ss%2fw%3Ard@proxy:1", "joe", "p@ss/w:rd", "http://joe:p%40ss%2Fw%3Ard@proxy:1"},
        {"http://joe:a:b@proxy:1", "joe", "a:b", "http://joe:a%3Ab@proxy:1"},
        {"http://joe:a@b@proxy:1", "joe", "a@b", "http://joe:a%40b@proxy:1"}, // as Go reads it
        {"http://@proxy:1", "", "", "http://proxy:1"},
        {"socks5://joe@proxy:1", "joe", "", "socks5://joe:@proxy:1"}, // as Go's client of SOCKS
    }));
    INFO(e.url);
    auto const proxy = split_proxy_url(e.url, "here");

    CHECK(proxy.url == e.url.substr(0, e.url.find(':')) + "://proxy:1");
    CHECK(proxy.username == e.username);
    CHECK(proxy.password.reveal() == e.password);
    CHECK(url_with_login(proxy) == e.again);
}

TEST_CASE("a proxy's URL that cannot be used is refused without showing it")
{
    std::string const long_name(256, 'x');
    auto const [url, fault] = GENERATE_REF(table<std::string, std::string>({
        {"proxy:3128", "is no URL such as http://proxy:3128"},
        {"", "is no URL"},
        {"ftp://joe:hunter2@proxy", "has none of the schemes http, https, socks5 and socks5h"},
        {"socks4://proxy", "has none of the schemes"},
        {"http://", "has a host that is neither"},
        {"http://joe:hunter2@", "has a host that is neither"},
        {"http://pro xy", "has a host that is neither"},
        {"http://[proxy]", "has a host that is neither"},
        {"http://[::1", "has a host that is neither"},
        {"http://[::1]x", "has a host that is neither"},
        {"http://fe80::1", "has a port that is not"},
        {"http://proxy\r\nX: y", "has a host that is neither"},
        {"http://proxy:hunter2", "has a port that is not in 1 to 65535"},
        {"http://proxy:65536", "has a port that is not"},
        {"http://proxy:1:2", "has a port that is not"},
        {"http://joe:hun/ter2@proxy", "has an @ behind its host; write / as %2F"},
        {"http://joe:hun#ter2@proxy", "has an @ behind its host"},
        {"http://proxy?x=hunter2", "has a query or fragment"},
        {"http://joe:hunter%2@proxy", "has a % without two hexadecimal digits"},
        {"http://joe:hunter%zz@proxy", "has a % without two hexadecimal digits"},
        {"http://:hunter2@proxy", "has a password and no user name"},
        {"http://j%3Aoe:hunter2@proxy", "has a colon, which HTTP cannot carry"},
        {"socks5://" + long_name + ":hunter2@proxy", "takes user names and passwords of at most 255 bytes"},
        {"socks5://joe:" + long_name + "@proxy", "takes user names and passwords of at most 255 bytes"},
    }));
    INFO(url);
    std::string message;
    try {
        split_proxy_url(url, "here");
    } catch (api_error const& e) {
        CHECK(e.code() == errc::config_invalid);
        message = e.what();
    }
    INFO(message);
    CHECK(message.starts_with("here: invalid configuration: "));
    CHECK(message.find(fault) != message.npos);
    CHECK(message.find("hun") == message.npos);
    CHECK(message.find("ter2") == message.npos);
}

TEST_CASE("a program puts the password beside the URL, and not into it")
{
    CHECK_THROWS_WITH(parse_proxy_options({.url = "http://joe:hunter2@proxy"}, "endpoint::proxy"),
                      Catch::Contains("holds a user name or password; set username and password instead") &&
                          !Catch::Contains("hunter2"));
    CHECK_NOTHROW(parse_proxy_options(
        {.url = "http://proxy", .username = "joe", .password = secret("hunter2")}, "endpoint::proxy"));
    CHECK_THROWS_WITH(parse_proxy_options({.url = "http://proxy", .password = secret("hunter2")}, "here"),
                      Catch::Contains("password and no user name"));
}
