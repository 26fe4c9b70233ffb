#include <coinformer/transport/kubeconfig.hpp>

#include "kubeconfig_world.hpp"

using namespace coinformer;
using namespace coinformer::kubeconfig_world;

namespace {

std::string refusal_of(std::string const& text)
{
    try {
        (void)parse_endpoint(text, "Secret fleet/east");
    } catch (api_error const& e) {
        CHECK(e.code() == errc::config_invalid);
        return e.what();
    }
    return "none";
}

} // namespace

TEST_CASE("a kubeconfig can be read from a text, and its origin is in messages")
{
    auto const text =
        config_of("{server: 'https://api.shop', certificate-authority-data: Q0E=}", "{token: abc}");
    auto const e = parse_endpoint(text, "Secret fleet/east");
    CHECK(e.server == "https://api.shop");
    CHECK(e.tls.ca.data == "CA");
    CHECK(e.user.token.reveal() == "abc");
    CHECK_THAT(e.origin, Catch::EndsWith(" of Secret fleet/east"));
    CHECK_THAT(refusal_of("a: [b"), Catch::Contains("Secret fleet/east:1:"));
    CHECK_THROWS_AS(parse_endpoint("", "x"), api_error);
    CHECK_THROWS_AS(parse_endpoint(text, "x", kubeconfig_trust::data_only, {.context = "other"}), api_error);
}

TEST_CASE_METHOD(machine, "an untrusted kubeconfig is refused if it names programs or files of this machine")
{
    auto const file = dir.write("token", "abc");
    std::string const exec = "exec: {apiVersion: client.authentication.k8s.io/v1, command: /bin/true, "
                             "interactiveMode: Never}";
    std::vector<std::string> const users{exec, "tokenFile: " + file,
                                         "client-certificate: " + file + ", client-key-data: S0VZ",
                                         "client-certificate-data: S0VZ, client-key: " + file};
    for (auto const& user : users) {
        auto const text = config_of("{server: 'https://api.shop'}", "{" + user + "}");
        CHECK_THAT(refusal_of(text), Catch::Contains("is not allowed here"));
        CHECK_NOTHROW(parse_endpoint(text, "trusted", kubeconfig_trust::full));
        // a token beside it does not help, and nor does a server to which no credentials are sent
        CHECK_THAT(refusal_of(config_of("{server: 'http://api.shop'}", "{token: t, " + user + "}")),
                   Catch::Contains("is not allowed here"));
    }
    auto const ca =
        config_of("{server: 'https://api.shop', certificate-authority: " + file + "}", "{token: t}");
    CHECK_THAT(refusal_of(ca), Catch::Contains("certificate-authority is not allowed here"));
    CHECK_NOTHROW(parse_endpoint(ca, "trusted", kubeconfig_trust::full));
    CHECK(refusal_of(config_of("{server: 'https://api.shop', certificate-authority: ''}",
                               "{token: t, tokenFile: ''}")) == "none");
}

TEST_CASE_METHOD(machine, "files that a trusted text names are relative to the directory of its origin")
{
    auto const file = dir.write("etc/token", "abc");
    auto const e = parse_endpoint(config_of("{server: 'https://api.shop'}", "{tokenFile: token}"),
                                  dir.write("etc/config", ""), kubeconfig_trust::full);
    CHECK(e.user.token_file == file);
}
