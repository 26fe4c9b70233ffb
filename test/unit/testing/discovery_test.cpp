#include "wire_world.hpp"

#include <boost/json/parse.hpp>

#include "catch.hpp"

#include <algorithm>

using namespace coinformer;
using namespace coinformer::testing;
namespace json = boost::json;

namespace {

constexpr std::string_view aggregated =
    "Accept: application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json\r\n";

json::value const& member_named(json::value const& list, json::string_view member, json::string_view name)
{
    auto const& all = list.as_array();
    auto const it = std::ranges::find_if(all, [&](json::value const& v) { return v.at(member) == name; });
    REQUIRE(it != all.end());
    return *it;
}

} // namespace

TEST_CASE("discovery lists groups, versions and resources, and a custom one as soon as it is served")
{
    wire_world world;
    raw_client client(world);
    world.server.serve({"example.io", "v1beta1", "gadgets", "Gadget", scope::cluster});
    world.server.serve(widgets);

    auto const core = body_json(client.ask(get("/api")));
    auto const groups = body_json(client.ask(get("/apis")));
    auto const own = body_json(client.ask(get("/apis/example.io")));
    auto const apps = body_json(client.ask(get("/apis/apps/v1")));
    auto const pods_too = body_json(client.ask(get("/api/v1")));

    CHECK(core.at("versions") == json::array{"v1"});
    auto const& example = member_named(groups.at("groups"), "name", "example.io");
    CHECK(example.at("preferredVersion").at("groupVersion") == "example.io/v1");
    CHECK(example.at("versions").at(1).at("version") == "v1beta1");
    CHECK(own.at("kind") == "APIGroup");
    CHECK(own.at("versions") == example.at("versions"));
    CHECK(apps.at("kind") == "APIResourceList");
    CHECK(apps.at("groupVersion") == "apps/v1");
    auto const& deployment = member_named(apps.at("resources"), "name", "deployments");
    CHECK(deployment.at("kind") == "Deployment");
    CHECK(deployment.at("namespaced") == true);
    CHECK(deployment.at("singularName") == "deployment");
    CHECK(deployment.at("shortNames") == json::array{"deploy"});
    auto const& scale = member_named(apps.at("resources"), "name", "deployments/scale");
    CHECK(scale.at("group") == "autoscaling");
    CHECK(scale.at("kind") == "Scale");
    CHECK(member_named(pods_too.at("resources"), "name", "nodes").at("namespaced") == false);
    CHECK(status_of(client.ask(get("/apis/no.such.group"))) == 404);
    CHECK(status_of(client.ask(get("/apis/apps/v7"))) == 404);
}

TEST_CASE("newer and stabler versions come first")
{
    wire_world world;
    raw_client client(world);
    for (std::string_view const v : {"v1alpha1", "v1", "v2beta1", "v10", "odd", "v2beta2", "v2"})
        world.server.serve({"example.io", v, "widgets", "Widget"});

    auto const group = body_json(client.ask(get("/apis/example.io")));

    std::string order;
    for (auto const& v : group.at("versions").as_array())
        order += std::string(v.at("version").as_string()) + " ";
    CHECK(order == "v10 v2 v1 v2beta2 v2beta1 v1alpha1 odd ");
}

TEST_CASE("a client that accepts it gets discovery in one answer for all groups")
{
    wire_world world;
    raw_client client(world);
    world.server.serve(widgets);

    auto const answer = client.ask(get("/apis", aggregated));
    auto const core = body_json(client.ask(get("/api", aggregated)));
    auto const all = body_json(answer);

    CHECK(answer.find(
              "Content-Type: application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList\r\n") !=
          answer.npos);
    CHECK(all.at("kind") == "APIGroupDiscoveryList");
    CHECK(all.at("apiVersion") == "apidiscovery.k8s.io/v2");
    auto const of = [](json::value const& list, std::string_view group) -> json::value const& {
        for (auto const& item : list.at("items").as_array())
            if (item.at("metadata").as_object().contains("name") &&
                item.at("metadata").at("name") == json::string_view(group))
                return item;
        throw std::runtime_error("no such group");
    };
    auto const& widget = of(all, "example.io").at("versions").at(0).at("resources").at(0);
    CHECK(widget.at("resource") == "widgets");
    CHECK(widget.at("responseKind").at("group") == "example.io");
    CHECK(widget.at("scope") == "Namespaced");
    auto const& apps = of(all, "apps").at("versions").at(0);
    CHECK(apps.at("freshness") == "Current");
    auto const& deployment = member_named(apps.at("resources"), "resource", "deployments");
    CHECK(member_named(deployment.at("subresources"), "subresource", "scale").at("responseKind").at("kind") ==
          "Scale");
    REQUIRE(core.at("items").as_array().size() == 1);
    CHECK(core.at("items").at(0).at("versions").at(0).at("version") == "v1");
    CHECK(status_of(client.ask(get("/apis", "Accept: application/cbor\r\n"))) == 406);
}
