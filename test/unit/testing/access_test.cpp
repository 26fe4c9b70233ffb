#include "wire_world.hpp"

#include <boost/json/parse.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::testing;
namespace json = boost::json;

namespace {

constexpr std::string_view in_default = "/api/v1/namespaces/default/configmaps";

api_server_options with_users()
{
    api_server_options o;
    o.token = "root-token";
    o.users = {
        {.name = "reader",
         .token = "reader-token",
         .groups = {"dev"},
         .rules =
             {{.verbs = {"get", "list", "watch"}, .group = "", .plural = "configmaps", .ns = "default"}}},
        {.name = "scaler",
         .token = "scaler-token",
         .rules = {{.group = "apps", .plural = "deployments/scale"}}},
        {.name = "nobody", .token = "nobody-token"},
        {.name = "boss", .token = "boss-token", .groups = {"system:masters"}},
        {.name = "", .groups = {"dev"}, .rules = {{.verbs = {"list"}, .group = "", .plural = "namespaces"}}},
    };
    return o;
}

struct desk {
    wire_world world{with_users()};
    raw_client client{world};

    std::string ask(std::string_view token, std::string text)
    {
        auto const header = "Authorization: Bearer " + std::string(token) + "\r\n";
        return client.ask(text.insert(text.find("\r\n") + 2, header));
    }
    int status(std::string_view token, std::string_view path) { return status_of(ask(token, get(path))); }
};

} // namespace

TEST_CASE("a user may do what the rules allow, and nothing else")
{
    desk d;
    auto const map = std::string(in_default) + "/a";
    d.world.server.create(configmaps, R"({"metadata":{"name":"a"}})");
    d.world.server.create(deployments, R"({"metadata":{"name":"web"},"spec":{"replicas":1}})");

    CHECK(d.status("reader-token", in_default) == 200);
    CHECK(d.status("reader-token", map) == 200);
    CHECK(d.status("reader-token", "/api/v1/configmaps") == 403);
    CHECK(d.status("reader-token", "/api/v1/namespaces/other/configmaps") == 403);
    CHECK(d.status("reader-token", "/api/v1/namespaces/default/secrets") == 403);
    CHECK(status_of(d.ask("reader-token", request("DELETE", map, "", ""))) == 403);
    auto const web = std::string("/apis/apps/v1/namespaces/default/deployments/web");
    CHECK(d.status("scaler-token", web + "/scale") == 200);
    CHECK(d.status("scaler-token", web) == 403);
    CHECK(d.status("nobody-token", map) == 403);
    CHECK(d.status("boss-token", map) == 200);
    CHECK(d.status("root-token", map) == 200);
    CHECK(d.status("root-token", "/nowhere") == 404);
}

TEST_CASE("an apply that creates an object needs the right to create it")
{
    api_server_options options;
    options.users = {{.name = "patcher",
                      .token = "patcher-token",
                      .rules = {{.verbs = {"patch"}, .group = "", .plural = "configmaps"}}},
                     {.name = "maker",
                      .token = "maker-token",
                      .rules = {{.verbs = {"patch", "create"}, .group = "", .plural = "configmaps"}}}};
    wire_world world(options);
    raw_client client(world);
    auto const apply = [&](std::string_view token) {
        auto text =
            request("PATCH", std::string(in_default) + "/a?fieldManager=m", "application/apply-patch+yaml",
                    R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}})");
        return client.ask(
            text.insert(text.find("\r\n") + 2, "Authorization: Bearer " + std::string(token) + "\r\n"));
    };

    auto const refused = apply("patcher-token");
    CHECK(status_of(refused) == 403);
    CHECK(refused.find("cannot create resource \\\"configmaps\\\"") != refused.npos);
    CHECK(status_of(apply("maker-token")) == 201);
    CHECK(status_of(apply("patcher-token")) == 200);
}

TEST_CASE("an apply to the status of an object that does not exist is not found, whoever may create it")
{
    api_server_options options;
    options.users = {{.name = "reporter",
                      .token = "reporter-token",
                      .rules = {{.verbs = {"patch"}, .group = "apps", .plural = "deployments"},
                                {.verbs = {"patch"}, .group = "apps", .plural = "deployments/status"}}}};
    wire_world world(options);
    raw_client client(world);
    auto const apply = [&](std::string_view part) {
        auto text = request("PATCH",
                            std::string("/apis/apps/v1/namespaces/default/deployments/web")
                                .append(part)
                                .append("?fieldManager=m"),
                            "application/apply-patch+yaml",
                            R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},)"
                            R"("status":{"readyReplicas":1}})");
        return client.ask(text.insert(text.find("\r\n") + 2, "Authorization: Bearer reporter-token\r\n"));
    };

    auto const missing = apply("/status");
    CHECK(status_of(missing) == 404);
    CHECK(missing.find("deployments.apps \\\"web\\\" not found") != missing.npos);
    CHECK(status_of(apply("")) == 403);
    world.server.create(deployments, R"({"metadata":{"name":"web"}})");
    CHECK(status_of(apply("/status")) == 200);
}

TEST_CASE("the rules of a group hold for its members")
{
    desk d;

    CHECK(d.status("reader-token", "/api/v1/namespaces") == 200);
    CHECK(d.status("nobody-token", "/api/v1/namespaces") == 403);
}

TEST_CASE("every known user may read the version and discovery")
{
    desk d;

    for (std::string_view const path : {"/version", "/version/", "/api", "/api/v1", "/apis", "/apis/apps/v1",
                                        "/openapi/v2", "/openapi/v3", "/openapi/v3/apis/apps/v1"}) {
        INFO(path);
        CHECK(d.status("nobody-token", path) == 200);
        CHECK(d.status("wrong-token", path) == 401);
        CHECK(status_of(d.client.ask(get(path))) == 401);
    }
    CHECK(status_of(d.client.ask(get("/readyz"))) == 200);
}

TEST_CASE("a refusal names the user and the forbidden action, in a real server's words")
{
    desk d;
    auto const said = [&](std::string text) {
        auto const status = body_object(d.ask("nobody-token", std::move(text)));
        CHECK(status.at("reason") == "Forbidden");
        CHECK(status.at("code") == 403);
        return std::string(status.at("message").as_string());
    };

    CHECK(said(get(in_default)) ==
          "configmaps is forbidden: User \"nobody\" cannot list resource \"configmaps\" in API "
          "group \"\" in the namespace \"default\"");
    CHECK(said(get("/api/v1/configmaps?watch=1")) ==
          "configmaps is forbidden: User \"nobody\" cannot watch resource "
          "\"configmaps\" in API group \"\" at the cluster "
          "scope");
    CHECK(said(get("/apis/apps/v1/namespaces/x/deployments/web/scale")) ==
          "deployments.apps \"web\" is forbidden: User \"nobody\" cannot get resource \"deployments/scale\" "
          "in API group "
          "\"apps\" in the namespace \"x\"");
    CHECK(said(get("/api/v1/namespaces/x")) ==
          "namespaces \"x\" is forbidden: User \"nobody\" cannot get resource "
          "\"namespaces\" in API group \"\" in the namespace \"x\"");
    CHECK(said(get("/nowhere")) == "forbidden: User \"nobody\" cannot get path \"/nowhere\"");
    auto const details = body_object(d.ask("nobody-token", get("/apis/apps/v1/deployments"))).at("details");
    CHECK(details == json::value({{"group", "apps"}, {"kind", "deployments"}}));
}

TEST_CASE("impersonation is refused for all users, in a real server's words")
{
    desk d;
    auto const as_alice = [](std::string_view path) { return get(path, "Impersonate-User: alice\r\n"); };
    for (auto const& [token, name] :
         {std::pair("nobody-token", "nobody"), {"root-token", "kubernetes-admin"}}) {
        auto const answer = d.ask(token, as_alice(in_default));
        CHECK(status_of(answer) == 403);
        CHECK(answer.find("configmaps is forbidden: User \\\"" + std::string(name) +
                          "\\\" cannot impersonate-on:user-info:list resource \\\"configmaps\\\" in API "
                          "group \\\"\\\" in "
                          "the namespace \\\"default\\\": this server does not support impersonation") !=
              answer.npos);
    }
    CHECK(status_of(d.ask("root-token", as_alice("/version"))) == 403);
    CHECK(status_of(d.ask("root-token", get("/version", "impersonate-extra-reason: x\r\n"))) == 403);
    CHECK(status_of(d.ask("root-token", get("/version", "Impersonate-User: \r\n"))) == 200);
    CHECK(status_of(d.ask("wrong-token", as_alice(in_default))) == 401);

    wire_world open;
    raw_client anybody(open);
    CHECK(status_of(anybody.ask(as_alice(in_default))) == 403);
}

TEST_CASE("a token can be replaced while the server runs, and a watch that began with the old one goes on")
{
    desk d;
    raw_client watcher(d.world);
    watcher.ask(get(std::string(in_default) + "?watch=1", "Authorization: Bearer reader-token\r\n"));

    CHECK(d.world.server.rotate_token("reader-token", "fresh-token"));
    CHECK_FALSE(d.world.server.rotate_token("reader-token", "another"));
    CHECK(d.world.server.rotate_token("root-token", "new-root-token"));

    CHECK(d.status("reader-token", in_default) == 401);
    CHECK(d.status("fresh-token", in_default) == 200);
    CHECK(d.status("root-token", in_default) == 401);
    CHECK(d.status("new-root-token", in_default) == 200);
    d.world.server.create(configmaps, R"({"metadata":{"name":"a"}})");
    d.world.time.settle();
    CHECK(watcher.take().find("ADDED") != std::string::npos);
}
