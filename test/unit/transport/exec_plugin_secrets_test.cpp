// A token that an exec plugin writes to its standard error, as many do if they are asked to say more.

#include "plugin_world.hpp"

using namespace plugin_world;

namespace {

std::string const issued_token = "Zm9vYmFy.hunter2_and_more-0123456789";

std::string credential_with(std::string const& token, std::string const& version = "v1")
{
    return R"(echo '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/)" + version +
           R"(","status":{"token":")" + token + "\"}}'\n";
}

void check_absence(std::string const& token, std::string const& text)
{
    INFO(text);
    constexpr std::size_t part = 6;
    for (std::size_t at = 0; at + part <= token.size(); ++at)
        CHECK(text.find(token.substr(at, part)) == text.npos);
}

} // namespace

TEST_CASE_METHOD(plugin_machine, "the token that a plugin issues is hidden in what it says beside it")
{
    auto const said = "printf '%s' 'debug: got access_token=" + issued_token + ", it is fresh' >&2\n";
    auto const [body, expected] = GENERATE_COPY(table<std::string, std::string>({
        {credential_with(issued_token), "debug: got access_token=***, it is fresh"},
        {credential_with(issued_token) + "exit 3",
         "exit code 3; it says: debug: got access_token=***, it is"},
        {credential_with(issued_token, "v1beta1"), "its output has another apiVersion"},
        {"echo " + issued_token + "\nexit 3", "exit code 3; it says: debug: got access_token=***, it is"},
    }));
    INFO(body);
    auto const what = run(said + body);
    auto const text = what + lines.str();
    CHECK(text.find(expected) != text.npos);
    check_absence(issued_token, text);
}

TEST_CASE_METHOD(plugin_machine, "a token is hidden wherever the excerpt of a plugin's words begins")
{
    auto const behind = GENERATE(range(570, 620, 3));
    auto const what = run("printf 'token %s %0" + std::to_string(behind) + "d' " + issued_token + " 7 >&2\n" +
                          credential_with(issued_token) + "exit 1");
    CHECK(what.find("it says: ...") != what.npos);
    check_absence(issued_token, what);
}

TEST_CASE_METHOD(plugin_machine, "what looks like a token is hidden, although the plugin has not issued it")
{
    std::string const refresh_token = "eyJzdWIiOiJodW50ZXIyIiwiaWF0IjoxNTE2MjM5MDIyfQ";
    auto const what = run("echo 'the refresh token " + refresh_token + " has expired' >&2; exit 1");
    CHECK(what.find("it says: the refresh token *** has expired") != what.npos);
    check_absence(refresh_token, what);
}
