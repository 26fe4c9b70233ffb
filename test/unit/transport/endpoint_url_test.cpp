#include "transport/config/endpoint_url.hpp"

#include <coinformer/core/error.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

namespace {

struct good_url {
    std::string text;
    bool tls;
    std::string host;
    std::uint16_t port;
    std::string prefix;
    std::string authority;
};

std::string fault_of(std::string const& url)
{
    try {
        parse_server_url(url, "config:3:5");
    } catch (api_error const& e) {
        CHECK(e.code() == condition::misconfigured);
        CHECK(e.code() == errc::config_invalid);
        return e.what();
    }
    return "accepted";
}

} // namespace

TEST_CASE("a server URL is split into scheme, host, port and prefix")
{
    auto const expected = GENERATE(values<good_url>({
        {"https://api.shop:6443", true, "api.shop", 6443, "", "api.shop:6443"},
        {"https://api.shop", true, "api.shop", 443, "", "api.shop"},
        {"https://api.shop/", true, "api.shop", 443, "", "api.shop"},
        {"http://localhost", false, "localhost", 80, "", "localhost"},
        {"http://localhost:8001/", false, "localhost", 8001, "", "localhost:8001"},
        {"https://api.shop:443", true, "api.shop", 443, "", "api.shop"},
        {"http://api.shop:443", false, "api.shop", 443, "", "api.shop:443"},
        {"https://api.shop:", true, "api.shop", 443, "", "api.shop"},
        {"HTTPS://API.shop:65535", true, "API.shop", 65535, "", "API.shop:65535"},
        {"https://10.0.0.1:6443", true, "10.0.0.1", 6443, "", "10.0.0.1:6443"},
        {"https://[fd00::1]:6443", true, "fd00::1", 6443, "", "[fd00::1]:6443"},
        {"https://[::1]", true, "::1", 443, "", "[::1]"},
        {"https://rancher/k8s/clusters/c-1", true, "rancher", 443, "/k8s/clusters/c-1", "rancher"},
        {"https://rancher/k8s/clusters/c-1//", true, "rancher", 443, "/k8s/clusters/c-1", "rancher"},
        {"https://rancher/a%20b", true, "rancher", 443, "/a%20b", "rancher"},
    }));
    INFO(expected.text);

    auto const url = parse_server_url(expected.text);

    CHECK(url.tls == expected.tls);
    CHECK(url.host == expected.host);
    CHECK(url.port == expected.port);
    CHECK(url.prefix == expected.prefix);
    CHECK(url.authority == expected.authority);
}

TEST_CASE("a URL that cannot be an API server's is refused with the reason")
{
    auto const [url, why] = GENERATE(table<std::string, std::string>({
        {"", "is no URL"},
        {"api.shop", "is no URL"},
        {"https://api shop", "is no URL"},
        {"https://api.shop\r\nHost: other", "is no URL"},
        {"https://[fd00::1", "is no URL"},
        {"api.shop:6443", "scheme"},
        {"ftp://api.shop", "scheme"},
        {"unix:///run/api.sock", "scheme"},
        {"https:///path", "names no host"},
        {"https:api.shop", "names no host"},
        {"https://:6443", "names no host"},
        {"https://a%00b", "neither a name nor an address"},
        {"https://[v1.x]", "neither a name nor an address"},
        {"https://[fe80::1%25lo]", "is no URL"},
        {"https://.shop", "neither a name nor an address"},
        {"https://*.shop", "neither a name nor an address"},
        {"https://api.shop:0", "port"},
        {"https://api.shop:65536", "port"},
        {"https://api.shop:64x43", "port"},
        {"https://api.shop:https", "port"},
        {"https://api.shop:-1", "port"},
        {"https://api.shop:300000", "port"},
        {"https://api.shop:99999999999999999999", "port"},
        {"https://api.shop?x=1", "query or fragment"},
        {"https://api.shop/#x", "query or fragment"},
    }));
    INFO(url);

    auto const what = fault_of(url);

    INFO(what);
    CHECK(what.find(why) != what.npos);
    CHECK(what.rfind("config:3:5: invalid configuration: ", 0) == 0);
}

TEST_CASE("a password or token in a URL does not enter the message")
{
    auto const url = GENERATE(as<std::string>(), "https://joe:hunter2@api.shop", "https://hunter2@api.shop",
                              "ftp://joe:hunter2@api.shop", "https://joe:hunter2@api.shop:0/ x",
                              "https://api.shop/?token=hunter2", "https://api.shop/#hunter2", "hunter2",
                              "token: hunter2", "https://api.shop/hunter2\\", "https://api.shop\nhunter2",
                              "https://joe:hunter2\n@api.shop", "hunter2://api.shop");

    auto const what = fault_of(url);

    INFO(what);
    CHECK(what != "accepted");
    CHECK(what.find("hunter2") == what.npos);
}
