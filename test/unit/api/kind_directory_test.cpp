#include "api/client/kind_directory.hpp"

#include <coinformer/core/error.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

namespace {

// The resources of a server, in the order of preference: groups as the server lists them, and in each group
// the preferred version first.
kind_directory cluster()
{
    kind_directory kinds;
    kinds.add({"", "v1", "pods", "pod", "Pod", {"po"}});
    kinds.add({"", "v1", "nodes", "node", "Node", {"no"}, scope::cluster});
    kinds.add({"", "v1", "events", "event", "Event", {"ev"}});
    kinds.add({"apps", "v1", "deployments", "deployment", "Deployment", {"deploy"}});
    kinds.add({"events.k8s.io", "v1", "events", "event", "Event", {"ev"}});
    kinds.add({"networking.k8s.io", "v1", "networkpolicies", "networkpolicy", "NetworkPolicy", {"netpol"}});
    kinds.add({"example.io", "v2", "widgets", "widget", "Widget", {"po", "wd"}});
    kinds.add({"example.io", "v1", "widgets", "widget", "Widget", {"wd"}});
    kinds.add({"example.io", "v1", "gadgets", "", "Gadget"});
    kinds.add({"v1.example.io", "v3", "widgets", "widget", "Widget"});
    kinds.add({"later.io", "v1", "deploy", "deploy", "Deploy"});
    return kinds;
}

std::string found(std::string_view name)
{
    auto const r = cluster().find(name);
    return std::string(r.plural) + ' ' + std::string(r.version) + ' ' + std::string(r.group);
}

std::string refused_name(kind_directory const& kinds, std::string_view name)
{
    try {
        kinds.find(name);
    } catch (api_error const& e) {
        CHECK(e.code() == errc::not_served);
        return e.what();
    }
    return {};
}

} // namespace

TEST_CASE("a name means what it means to kubectl")
{
    struct row {
        std::string_view name;
        std::string_view means;
    };
    row const rows[] = {
        {"pods", "pods v1 "},
        {"pod", "pods v1 "},
        {"Pod", "pods v1 "},
        {"PODS", "pods v1 "},
        {"NetworkPolicy", "networkpolicies v1 networking.k8s.io"},
        {"netpol", "networkpolicies v1 networking.k8s.io"},
        {"po", "pods v1 "}, // the first group has precedence
        {"po.example.io", "widgets v2 example.io"},
        {"deploy", "deploy v1 later.io"}, // a full name has precedence over a short one
        {"deploy.apps", "deployments v1 apps"},
        {"deployments.apps", "deployments v1 apps"},
        {"deployments.v1.apps", "deployments v1 apps"},
        {"Deployment.v1.apps", "deployments v1 apps"},
        {"events", "events v1 "},
        {"events.events.k8s.io", "events v1 events.k8s.io"},
        {"events.v1.", "events v1 "},
        {"netpol.networking", "networkpolicies v1 networking.k8s.io"}, // the beginning of a group
        {"wd", "widgets v2 example.io"},                               // the preferred version
        {"widgets.example.io", "widgets v2 example.io"},
        {"widgets.v1.example.io", "widgets v1 example.io"}, // a version has precedence over a group
        {"widgets.v3.v1.example.io", "widgets v3 v1.example.io"},
        {"gadget", "gadgets v1 example.io"}, // a server may leave the singular out
    };
    for (auto const& r : rows) {
        INFO(r.name);
        CHECK(found(r.name) == r.means);
    }
}

TEST_CASE("a name is resolved to a whole resource, whose strings outlive the directory")
{
    auto const node = cluster().find("no");
    CHECK(node.kind == "Node");
    CHECK(node.where == scope::cluster);
    CHECK(cluster().find("po").where == scope::namespaced);
}

TEST_CASE("a name that means nothing is refused, with similar names and with groups that could not be read")
{
    auto kinds = cluster();
    CHECK(refused_name(kinds, "deploymnet").find(": similar names are deployments.apps (") !=
          std::string::npos);
    CHECK(refused_name(kinds, "widgets.apps")
              .find("similar names are widgets.example.io, gadgets.example.io, widgets.v1.example.io (") !=
          std::string::npos);
    CHECK(refused_name(kinds, "pods.v2.").find("similar names are pods (") != std::string::npos);
    CHECK(refused_name(kinds, "certificates")
              .starts_with(R"(find "certificates": the server does not have this resource ()"));
    CHECK_FALSE(refused_name(kinds, "").empty());
    CHECK_FALSE(refused_name(kinds, ".").empty());
    kinds.add_unknown("metrics.k8s.io/v1 (service unavailable)");
    CHECK(refused_name(kinds, "certificates")
              .find("nothing is known of metrics.k8s.io/v1 (service unavailable)") != std::string::npos);
}

TEST_CASE("of many similar names a message lists five, in the order of the server, and each once")
{
    kind_directory kinds;
    for (int group = 0; group != 7; ++group)
        for (auto const* version : {"v2", "v1"})
            kinds.add({"g" + std::to_string(group) + ".io", version, "widgetz", "widgetz", "Widgetz"});
    CHECK(refused_name(kinds, "widgets")
              .find("similar names are widgetz.g0.io, widgetz.g1.io, widgetz.g2.io, widgetz.g3.io, "
                    "widgetz.g4.io, … (") != std::string::npos);
    for (int i = 0; i != 7; ++i) kinds.add_unknown("a" + std::to_string(i) + ".io/v1 (not found)");
    auto const refused = refused_name(kinds, "gizmos");
    CHECK(refused.find("a4.io/v1 (not found), … (") != std::string::npos);
    CHECK(refused.find("a5.io") == std::string::npos);
}

TEST_CASE("what was known of a version is taken over once, in its order, however often the version is named")
{
    auto before = cluster();
    before.add({"example.io", "v1", "wardens", "warden", "Warden", {"wd"}});
    auto former = before.by_version();
    kind_directory now;
    for (int i = 0; i != 3; ++i) now.add_from(former, "example.io", "v1");
    now.add_from(former, "example.io", "v9");
    CHECK(now.find("widgets").version == "v1");
    CHECK(now.find("gadget").plural == "gadgets");
    CHECK(now.find("warden").plural == "wardens");
    CHECK(now.find("wd").plural == "widgets"); // the kind that the server named first
    CHECK_FALSE(refused_name(now, "pods").empty());
    CHECK(now.by_version().size() == 3);
}

TEST_CASE("a server that names more kinds than a directory keeps is refused")
{
    kind_directory kinds;
    served_kind const one{"", "v1", "pods", "pod", "Pod"};
    for (std::size_t i = 0; i != kind_directory::most_kinds; ++i) kinds.add(one);
    try {
        kinds.add(one);
        FAIL("one more was added");
    } catch (api_error const& e) {
        CHECK(e.code() == errc::unexpected_content);
    }
}
