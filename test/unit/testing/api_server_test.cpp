#include "wire_world.hpp"

#include <coinformer/core/error.hpp>

#include <boost/json/parse.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::testing;
namespace json = boost::json;

namespace {

struct idle_server {
    boost::asio::io_context io;
    virtual_clock time{io};
    api_server server{environment{io.get_executor(), &time}};
};

} // namespace

TEST_CASE("direct calls return the stored object")
{
    idle_server s;

    auto const made =
        json::parse(s.server.create(deployments, R"({"metadata":{"name":"web","namespace":"shop"},
        "spec":{"replicas":1},"status":{"readyReplicas":1}})"));
    auto const scaled = s.server.patch(deployments, {"shop", "web"}, R"({"spec":{"replicas":3}})", "scale");
    auto const ready =
        s.server.patch(deployments, {"shop", "web"}, R"({"status":{"readyReplicas":3}})", "status");
    auto const replaced =
        s.server.replace(deployments, R"({"metadata":{"name":"web","namespace":"shop"},"spec":{}})");

    CHECK(made.at("status").at("readyReplicas") == 1);
    CHECK(json::parse(scaled).at("kind") == "Scale");
    CHECK(json::parse(ready).at("spec").at("replicas") == 3);
    CHECK(s.server.get(deployments, {"shop", "web"}) == replaced);
    CHECK(json::parse(replaced).at("metadata").at("resourceVersion") == s.server.resource_version().c_str());
    CHECK(json::parse(s.server.list(deployments, "shop")).at("items").as_array().size() == 1);
    CHECK(json::parse(s.server.list(deployments, "default")).at("items").as_array().empty());
    s.server.remove(deployments, {"shop", "web"});
    CHECK_THROWS_AS(s.server.get(deployments, {"shop", "web"}), api_error);
}

TEST_CASE("a direct call that is refused throws the error that a client would get")
{
    idle_server s;
    s.server.create(configmaps, R"({"metadata":{"name":"a"}})");

    try {
        s.server.create(configmaps, R"({"metadata":{"name":"a"}})");
        FAIL("the call should have been refused");
    } catch (api_error const& e) {
        CHECK(e.code() == make_error_code(errc::already_exists));
        CHECK(e.code() == condition::conflict);
        CHECK(e.verb() == "create");
        CHECK(e.path() == "/api/v1/namespaces/default/configmaps");
        CHECK(e.status().code == 409);
        CHECK(e.status().reason == "AlreadyExists");
        CHECK(e.status().message == "configmaps \"a\" already exists");
    }
    try {
        s.server.get(widgets, {"default", "a"});
        FAIL("the call should have been refused");
    } catch (api_error const& e) {
        CHECK(e.code() == condition::not_found);
        CHECK(e.path() == "/apis/example.io/v1/namespaces/default/widgets/a");
    }
    CHECK_THROWS_AS(s.server.patch(configmaps, {"default", "a"}, "{}", "status"), api_error);
    CHECK_THROWS_AS(s.server.create(configmaps, "no JSON"), api_error);
}

TEST_CASE("a server begins with the namespaces of a real one, and two servers with the same seed are equal")
{
    idle_server one, two;

    auto const list = one.server.list({"", "v1", "namespaces", "Namespace", scope::cluster});

    std::string names;
    auto const parsed = json::parse(list);
    for (auto const& item : parsed.at("items").as_array()) {
        names += item.at("metadata").at("name").as_string();
        names += " ";
    }
    CHECK(names == "default kube-node-lease kube-public kube-system ");
    CHECK(list == two.server.list({"", "v1", "namespaces", "Namespace", scope::cluster}));
}
