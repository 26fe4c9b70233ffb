#include "transport/config/request_identity.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include "catch.hpp"
#include "fake_source.hpp"

using namespace coinformer;
using namespace coinformer::detail;

namespace {

struct identity_world {
    boost::asio::io_context io;
    testing::virtual_clock time{io};
    environment env{.ex = io.get_executor(), .time = &time, .log = &no_log()};
    endpoint server{.server = "https://api"};

    std::vector<request_identity::field> fields() { return request_identity(env, server, nullptr).fields(); }
    std::string failure()
    {
        try {
            request_identity const refused(env, server, nullptr);
        } catch (api_error const& e) {
            CHECK(e.code() == errc::config_invalid);
            return e.what();
        }
        return {};
    }
};

using header = std::vector<request_identity::field>;

} // namespace

TEST_CASE_METHOD(identity_world, "without credentials nothing is sent")
{
    CHECK(fields().empty());
}

TEST_CASE_METHOD(identity_world,
                 "user name and password are sent as basic authentication, and hidden in answers")
{
    server.user.username = "joe";
    server.user.password = secret("hunter2: b");
    request_identity identity(env, server, nullptr);
    CHECK(identity.fields() == header{{"Authorization", "Basic am9lOmh1bnRlcjI6IGI="}});
    CHECK(identity.mask().apply("joe, hunter2: b, am9lOmh1bnRlcjI6IGI=") == "joe, ***, ***");
}

TEST_CASE_METHOD(identity_world, "of several kinds of credentials the first one counts")
{
    server.user = {.token = secret("fixed"), .username = "joe"};
    server.user.source = std::make_shared<fake_source>();
    CHECK(fields() == header{{"Authorization", "Bearer fixed"}});
    server.user.token = secret();
    CHECK(fields() == header{{"Authorization", "Basic am9lOg=="}});
}

TEST_CASE_METHOD(identity_world, "an impersonated user is sent as client-go sends it")
{
    server.user.token = secret("mine");
    server.impersonate = {.name = "jane", .groups = {"dev", "ops"}, .uid = "17"};
    server.impersonate.extra = {{"example.org/Scopes%", {"a b", "c"}}, {"plain09:", {"\xc3\xbc"}}};
    CHECK(fields() == header{{"Impersonate-User", "jane"},
                             {"Impersonate-Group", "dev"},
                             {"Impersonate-Group", "ops"},
                             {"Impersonate-Uid", "17"},
                             {"Impersonate-Extra-example.org%2FScopes%25", "a b"},
                             {"Impersonate-Extra-example.org%2FScopes%25", "c"},
                             {"Impersonate-Extra-plain09%3A", "\xc3\xbc"},
                             {"Authorization", "Bearer mine"}});
}

TEST_CASE_METHOD(identity_world, "an impersonated user that a header cannot carry is refused, and not shown")
{
    std::string const bad =
        GENERATE(as<std::string>(), "jane\r\nX-Other: hunter2", " hunter2", "hunter2 ", "hunter2\x7f");
    SECTION("name")
    {
        server.impersonate.name = bad;
    }
    SECTION("group")
    {
        server.impersonate = {.name = "jane", .groups = {"dev", bad}};
    }
    SECTION("uid")
    {
        server.impersonate = {.name = "jane", .uid = bad};
    }
    SECTION("extra")
    {
        server.impersonate = {.name = "jane", .extra = {{"k", {bad}}}};
    }
    auto const what = failure();
    CHECK(what.starts_with("endpoint::impersonate."));
    CHECK(what.find("hunter2") == what.npos);
}

TEST_CASE_METHOD(identity_world, "groups, uid and extra without a name are refused")
{
    SECTION("groups")
    {
        server.impersonate.groups = {"dev"};
    }
    SECTION("uid")
    {
        server.impersonate.uid = "17";
    }
    SECTION("extra")
    {
        server.impersonate.extra = {{"k", {"v"}}};
    }
    CHECK(failure().find("need a name") != std::string::npos);
}

TEST_CASE_METHOD(identity_world,
                 "a user name or password that a header cannot carry is refused, and not shown")
{
    server.user.username = "joe";
    SECTION("a colon would end the name")
    {
        server.user.username = "joe:hunter2";
    }
    SECTION("name")
    {
        server.user.username = "joe\nhunter2";
    }
    SECTION("password")
    {
        server.user.password = secret("hunter2\n");
    }
    auto const what = failure();
    CHECK(what.starts_with("credentials::"));
    CHECK(what.find("hunter2") == what.npos);
}

TEST_CASE_METHOD(identity_world, "a source without any time is refused")
{
    server.user.source = std::make_shared<fake_source>();
    server.user.source_limit = duration::zero();
    CHECK_THROWS_WITH(request_identity(env, server, nullptr),
                      Catch::Contains("source_limit is not positive"));
}
