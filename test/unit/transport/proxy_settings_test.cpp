#include "transport/config/proxy_settings.hpp"

#include <coinformer/core/error.hpp>

#include "catch.hpp"

#include <map>

using namespace coinformer;
using namespace coinformer::detail;

namespace {

proxy_options proxy_in(std::map<std::string, std::string> const& environment, std::string const& server)
{
    return proxy_of_environment(parse_server_url(server), [&environment](std::string const& name) {
        auto const found = environment.find(name);
        return found == environment.end() ? std::string() : found->second;
    });
}

bool is_listed(std::string const& no_proxy, std::string const& server)
{
    return bypasses_proxy(no_proxy, parse_server_url(server));
}

} // namespace

TEST_CASE("NO_PROXY lists servers as Go reads it")
{
    struct rule {
        std::string no_proxy, server;
        bool listed;
    };
    auto const r = GENERATE(values<rule>({
        // a name: it, and every name below it
        {"shop.example", "https://shop.example", true},
        {"shop.example", "https://api.shop.example:6443", true},
        {"shop.example", "https://workshop.example", false},
        {"shop.example", "https://shop.example.org", false},
        {"SHOP.Example", "https://api.shop.EXAMPLE", true},
        {"A.Z.example", "https://a.z.EXAMPLE", true},
        {"example", "https://api.shop.example", true},
        // a leading dot, or a star: only the names below it
        {".shop.example", "https://api.shop.example", true},
        {".shop.example", "https://shop.example", false},
        {"*.shop.example", "https://api.shop.example", true},
        {"*.shop.example", "https://shop.example", false},
        {"a*.shop.example", "https://api.shop.example", false},
        // all
        {"*", "https://api.shop.example", true},
        {"*", "https://10.0.0.1", true},
        {"other, *", "https://api.shop.example", true},
        {"*:6443", "https://api.shop.example:6443", false},
        // a port
        {"shop.example:6443", "https://shop.example:6443", true},
        {"shop.example:6443", "https://api.shop.example:6443", true},
        {"shop.example:6443", "https://shop.example", false},
        {"shop.example:443", "https://shop.example", true},
        {"shop.example:80", "http://shop.example", true},
        {".shop.example:6443", "https://api.shop.example:6443", true},
        {"shop.example:", "https://shop.example:6443", true},
        {":6443", "https://shop.example:6443", false},
        // an address
        {"10.0.0.1", "https://10.0.0.1:6443", true},
        {"10.0.0.1", "https://10.0.0.10", false},
        {"10.0.0.1", "https://x.10.0.0.1.example", false},
        {"10.0.0.1:6443", "https://10.0.0.1:6443", true},
        {"10.0.0.1:6443", "https://10.0.0.1", false},
        {"0.0.1", "https://10.0.0.1", false}, // as a suffix of an address
        {"fd00::1", "https://[fd00::1]:6443", true},
        {"fd00:0:0::1", "https://[fd00::1]:6443", true},
        {"[fd00::1]:6443", "https://[fd00::1]:6443", true},
        {"[fd00::1]:6443", "https://[fd00::1]", false},
        {"[fd00::1]", "https://[fd00::1]", false}, // Go takes brackets only with a port
        {"::ffff:10.0.0.1", "https://10.0.0.1", true},
        // a network
        {"10.0.0.0/8", "https://10.200.3.4", true},
        {"10.0.0.0/8", "https://11.0.0.1", false},
        {"10.1.0.0/15", "https://10.0.0.1", true},
        {"10.2.0.0/15", "https://10.1.255.255", false},
        {"10.0.0.0/8", "https://ten.example", false},
        {"10.0.0.0/33", "https://10.0.0.1", false},
        {"10.0.0.0/", "https://10.0.0.1", false},
        {"10.0.0.0/8x", "https://10.0.0.1", false},
        {"0.0.0.0/0", "https://192.0.2.1", true},
        {"0.0.0.0/0", "https://[fd00::1]", false},
        {"192.0.2.7/32", "https://192.0.2.7", true},
        {"fd00::/8", "https://[fd12::7]", true},
        {"fd00::/8", "https://[fe80::7]", false},
        {"fd00::/8", "https://10.0.0.1", false},
        {"::ffff:10.0.0.0/104", "https://10.200.3.4", true},
        {"::/0", "https://[fd12::7]", true},
        // lists
        {"", "https://shop.example", false},
        {" , ,", "https://shop.example", false},
        {"a.example , 10.0.0.0/8,\tshop.example ", "https://shop.example", true},
        {"a.example shop.example", "https://shop.example", false},
        // this machine, always
        {"", "https://localhost:6443", true},
        {"", "https://127.0.0.1:6443", true},
        {"", "https://127.8.9.10", true},
        {"", "https://[::1]:6443", true},
        {"", "https://[::ffff:127.0.0.1]", true},
        {"", "https://api.localhost", false},
    }));
    INFO("NO_PROXY=" << r.no_proxy << ' ' << r.server);

    CHECK(is_listed(r.no_proxy, r.server) == r.listed);
}

TEST_CASE("the scheme of the server chooses the variable, and the upper case wins")
{
    std::map<std::string, std::string> const all{{"HTTPS_PROXY", "http://a:1"},
                                                 {"https_proxy", "http://b:1"},
                                                 {"HTTP_PROXY", "http://c:1"},
                                                 {"http_proxy", "http://d:1"}};
    CHECK(proxy_in(all, "https://shop").url == "http://a:1");
    CHECK(proxy_in(all, "https://shop").reason == "HTTPS_PROXY");
    CHECK(proxy_in(all, "http://shop").url == "http://c:1");
    CHECK(proxy_in(all, "http://shop").reason == "HTTP_PROXY");
    std::map<std::string, std::string> const lower{
        {"HTTPS_PROXY", ""}, {"https_proxy", "http://b:1"}, {"http_proxy", "http://d:1"}};
    CHECK(proxy_in(lower, "https://shop").reason == "https_proxy");
    CHECK(proxy_in(lower, "http://shop").reason == "http_proxy");
    CHECK(proxy_in({{"HTTP_PROXY", "http://c:1"}}, "https://shop").url.empty());
    CHECK(proxy_in({{"HTTPS_PROXY", "http://c:1"}}, "http://shop").url.empty());
    CHECK(proxy_in({{"ALL_PROXY", "http://c:1"}, {"all_proxy", "http://c:1"}}, "http://shop").url.empty());
}

TEST_CASE("NO_PROXY switches the proxy off, in upper or lower case")
{
    auto const upper = GENERATE(as<std::string>(), "shop", "elsewhere", "");
    std::map<std::string, std::string> const environment{
        {"HTTPS_PROXY", "proxy:3128"}, {"NO_PROXY", upper}, {"no_proxy", "shop"}};
    INFO(upper);

    auto const proxy = proxy_in(environment, "https://shop");
    CHECK(proxy.url.empty() == (upper != "elsewhere"));
    CHECK(proxy.reason == (upper == "elsewhere" ? "HTTPS_PROXY"
                           : upper.empty()      ? "no_proxy lists the server"
                                                : "NO_PROXY lists the server"));
    CHECK(proxy_in(environment, "https://127.0.0.1").reason == "the server is on this machine");
}

TEST_CASE("HTTP_PROXY is refused in a CGI program, whose clients can set it by a header")
{
    auto const name = GENERATE(as<std::string>(), "HTTP_PROXY", "http_proxy");
    std::map<std::string, std::string> environment{{name, "http://joe:hunter2@proxy:3128"},
                                                   {"HTTPS_PROXY", "http://other:3128"},
                                                   {"REQUEST_METHOD", "GET"}};
    CHECK_THROWS_WITH(proxy_in(environment, "http://shop"),
                      Catch::StartsWith(name +
                                        ": invalid configuration: it is not used, because REQUEST_METHOD "
                                        "says that this is a CGI program") &&
                          !Catch::Contains("hunter2"));
    CHECK(proxy_in(environment, "https://shop").url == "http://other:3128");
    environment["NO_PROXY"] = "shop";
    CHECK(proxy_in(environment, "http://shop").url.empty());
    environment["REQUEST_METHOD"] = environment["NO_PROXY"] = "";
    CHECK(proxy_in(environment, "http://shop").url == "http://proxy:3128");
}

TEST_CASE("a proxy without a scheme speaks HTTP")
{
    CHECK(proxy_in({{"HTTPS_PROXY", "proxy:3128"}}, "https://shop").url == "http://proxy:3128");
    CHECK(proxy_in({{"HTTPS_PROXY", "proxy"}}, "https://shop").url == "http://proxy:80");
    auto const with_login = proxy_in({{"HTTPS_PROXY", "joe:hunter2@proxy:3128"}}, "https://shop");
    CHECK(with_login.url == "http://proxy:3128");
    CHECK(with_login.username == "joe");
    CHECK(with_login.password.reveal() == "hunter2");
}

TEST_CASE("a proxy's URL that cannot be read is an error that names the variable, and not its value")
{
    auto const value = GENERATE(as<std::string>(), "ftp://joe:hunter2@proxy", "http://joe:hun/ter2@proxy",
                                "http://joe:hunter2@", "joe:hunter2@pro xy", "http://joe:hunter2@proxy:0");
    INFO(value);
    std::string message;
    try {
        proxy_in({{"https_proxy", value}}, "https://shop");
    } catch (api_error const& e) {
        CHECK(e.code() == errc::config_invalid);
        message = e.what();
    }
    INFO(message);
    CHECK(message.starts_with("https_proxy: invalid configuration: the proxy's URL has "));
    CHECK(message.find("hun") == message.npos);
    CHECK(message.find("joe") == message.npos);
    CHECK_NOTHROW(proxy_in({{"https_proxy", value}, {"NO_PROXY", "shop"}}, "https://shop"));
}
