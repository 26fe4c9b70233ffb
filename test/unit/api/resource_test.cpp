#include <coinformer/api/resource.hpp>

#include <coinformer/core/error.hpp>

#include "catch.hpp"

#include <memory>

using namespace coinformer;
using namespace coinformer::detail;

namespace {

constexpr resource pods{.group = "", .version = "v1", .plural = "pods", .kind = "Pod"};
constexpr resource deployments{
    .group = "apps", .version = "v1", .plural = "deployments", .kind = "Deployment"};

} // namespace

TEST_CASE("a kept resource outlives the strings from which it was made, and its strings are kept once")
{
    auto group = std::make_unique<std::string>("a-group-with-a-long-name.example.io");
    auto const first =
        detail::interned({.group = *group, .version = "v1", .plural = "widgets", .kind = "Widget"});
    auto const second =
        detail::interned({.group = *group, .version = "v1", .plural = "gadgets", .where = scope::cluster});
    group.reset();

    CHECK(to_string(first) == "widgets.a-group-with-a-long-name.example.io");
    CHECK(second.where == scope::cluster);
    CHECK(first.group.data() == second.group.data());
}

TEST_CASE("the path of a collection names group, version and namespace")
{
    CHECK(collection_path(pods) == "/api/v1/pods");
    CHECK(collection_path(pods, "shop") == "/api/v1/namespaces/shop/pods");
    CHECK(collection_path(deployments) == "/apis/apps/v1/deployments");
    CHECK(collection_path(deployments, "shop") == "/apis/apps/v1/namespaces/shop/deployments");
}

TEST_CASE("the path of an object names it, and a subresource of it")
{
    constexpr resource nodes{.version = "v1", .plural = "nodes", .kind = "Node", .where = scope::cluster};
    CHECK(object_path(pods, "shop", "web-1") == "/api/v1/namespaces/shop/pods/web-1");
    CHECK(object_path(pods, "shop", "web-1", "eviction") == "/api/v1/namespaces/shop/pods/web-1/eviction");
    CHECK(object_path(nodes, "", "n1") == "/api/v1/nodes/n1");
    CHECK(object_path(nodes, "", "system:a b?c#d") == "/api/v1/nodes/system%3Aa%20b%3Fc%23d");
}

TEST_CASE("a text that would lead to another path is refused in every part of the path")
{
    std::string const bad = GENERATE("shop/pods", "/", "a%2Fb", "%", ".", "..", "../nodes");
    auto const code_of = [](auto const& path) {
        try {
            path();
        } catch (api_error const& e) {
            return std::pair(e.code(), std::string(e.what()));
        }
        return std::pair(error_code(), std::string());
    };
    auto const refused = [&](std::string const& role, auto const& path) {
        auto const [code, what] = code_of(path);
        CHECK(code == errc::invalid_name);
        CHECK(code == condition::misconfigured); // nothing was sent
        CHECK_THAT(what, Catch::StartsWith(role + " \"" + bad + "\": invalid name: no " + role + " may "));
    };
    refused("namespace", [&] { return collection_path(pods, bad); });
    refused("API group", [&] { return collection_path({.group = bad, .version = "v1", .plural = "pods"}); });
    refused("API version", [&] { return collection_path({.group = "", .version = bad, .plural = "pods"}); });
    refused("plural of a resource",
            [&] { return collection_path({.group = "", .version = "v1", .plural = bad}); });
    refused("namespace", [&] { return object_path(pods, bad, "web-1"); });
    refused("name of an object of pods", [&] { return object_path(pods, "shop", bad); });
    refused("subresource of pods", [&] { return object_path(pods, "shop", "web-1", bad); });
}

TEST_CASE("an object needs a name, and a namespace if its resource is namespaced")
{
    CHECK_THROWS_AS(object_path(pods, "shop", ""), api_error);
    CHECK_THROWS_AS(object_path(pods, "", "web-1"), api_error);
    CHECK_THROWS_AS(object_path({.version = "v1", .plural = "nodes", .where = scope::cluster}, "", ""),
                    api_error);
}

TEST_CASE("a resource without a plural is refused with advice for projections and for resources made by hand")
{
    CHECK_THROWS_WITH(
        collection_path({.version = "v1"}),
        "request: invalid name: the resource has no version or no plural: pass a resource that has "
        "both, or specialise coinformer::resource_of<T> for the projection T");
}

TEST_CASE("resources and keys are written as kubectl writes them")
{
    CHECK(to_string(pods) == "pods");
    CHECK(to_string(deployments) == "deployments.apps");
    CHECK(to_string(object_key{"shop", "web"}) == "shop/web");
    CHECK(to_string(object_key{"", "node-1"}) == "node-1");
}

TEST_CASE("resource versions are ordered as numbers of any length")
{
    auto const compare = [](auto a, auto b) { return compare_resource_versions(a, b); };
    CHECK((compare("9", "10") < 0));
    CHECK((compare("10", "9") > 0));
    CHECK((compare("42", "42") == 0));
    CHECK((compare("0042", "42") == 0));
    CHECK((compare("99999999999999999999", "100000000000000000000") < 0));
    CHECK((compare("0", "") > 0));
    CHECK((compare("b", "a") > 0));
    CHECK((compare("a9", "a10") > 0)); // they are no numbers, and are compared as text
}
