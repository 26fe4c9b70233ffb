#include <coinformer/api/resource.hpp>

#include "catch.hpp"

#include <memory>

using namespace coinformer;

namespace {

constexpr resource pods{.group = "", .version = "v1", .plural = "pods", .kind = "Pod"};
constexpr resource deployments{.group = "apps", .version = "v1", .plural = "deployments", .kind = "Deployment"};

} // namespace

TEST_CASE("a kept resource outlives the strings that it was made of, and its strings are kept once")
{
    auto group = std::make_unique<std::string>("a-group-with-a-long-name.example.io");
    auto const first = detail::kept({.group = *group, .version = "v1", .plural = "widgets", .kind = "Widget"});
    auto const second = detail::kept({.group = *group, .version = "v1", .plural = "gadgets", .where = scope::cluster});
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
    CHECK((compare("a9", "a10") > 0)); // no numbers: by their text
}
