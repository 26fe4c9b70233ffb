// Contract: a factory gives the informer and lister of each built-in kind by its group, version and name;
// their objects are the same in JSON and in protobuf.

#include "object_as_json.hpp"
#include "tapped_network.hpp"
#include "unit/api/proto_encoder.hpp"
#include "world.hpp"

#include <coinformer/types/apps.hpp>
#include <coinformer/types/core.hpp>
#include <coinformer/types/networking.hpp>
#include <coinformer/types/resource.hpp>

namespace {

namespace core = types::core::v1;
namespace apps = types::apps::v1;
namespace pb = test::pb;

struct factory_world : world {
    ~factory_world() { testing::run(io, time, factory.stop()); }

    void run()
    {
        running.start(io, factory.run());
        time.run_for(1s);
    }
    void put_pod(std::string const& ns, std::string const& name, std::string const& label)
    {
        server.create(core::pods,
                      R"({"metadata":{"name":")" + name + R"(","namespace":")" + ns +
                          R"(","labels":{"app":")" + label +
                          R"("}},"spec":{"nodeName":"n","containers":[{"name":"c","image":"i"}]}})");
    }

    informer_factory factory{api};
    background running;
};

constexpr auto rich_pod = R"({"metadata":{"name":"rich","namespace":"shop","generateName":"r-",
"finalizers":["example.com/keep"],"ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"r","uid":"u-r",
"controller":true}]},"spec":{"volumes":[{"name":"tmp","emptyDir":{"sizeLimit":"1Gi"}},{"name":"p","projected":{"sources":[{"downwardAPI":
{"items":[{"path":"cpu","resourceFieldRef":{"resource":"limits.cpu","divisor":"1m"}}]}}]}}],"containers":[{"name":"c","image":"i:1",
"ports":[{"containerPort":80}],"env":[{"name":"B","valueFrom":{"secretKeyRef":{"name":"s","key":"k","optional":true}}}],"resources":
{"limits":{"cpu":"1500m","memory":"1.5Gi"}},"livenessProbe":{"httpGet":{"port":"http"}},"readinessProbe":{"tcpSocket":{"port":80}},
"securityContext":{"capabilities":{"drop":["ALL"]}},"stdin":true}],"nodeSelector":{"disk":"ssd"},"terminationGracePeriodSeconds":5,
"securityContext":{"supplementalGroups":[1,2147483647]},"affinity":{"nodeAffinity":
{"preferredDuringSchedulingIgnoredDuringExecution":[{"weight":1,"preference":{"matchExpressions":[{"key":"k","operator":"In",
"values":["a"]}]}}]}}},"status":{"phase":"Running","startTime":"2024-02-29T01:02:03Z","conditions":[{"type":"Ready","status":"True",
"lastTransitionTime":"2024-02-29T01:02:04Z"}],"containerStatuses":[{"name":"c","restartCount":2,"image":"i:1","imageID":"x","state":
{"running":{"startedAt":"2024-02-29T01:02:03Z"}},"lastState":{"terminated":{"exitCode":137,"signal":9,"reason":"OOMKilled"}}}]}})";

constexpr auto rich_ingress = R"({"metadata":{"name":"i","namespace":"shop"},"spec":{"rules":[{"host":
"h","http":{"paths":[{"path":"/","pathType":"Prefix","backend":{"service":{"name":"s","port":{"number":80}}}},{"pathType":"Exact",
"backend":{"resource":{"apiGroup":"g","kind":"K","name":"n"}}}]}}],"tls":[{"hosts":["h"]}]},"status":{"loadBalancer":{"ingress":[{"ip":
"1.2.3.4","ports":[{"port":80,"protocol":"TCP"}]}]}}})";

constexpr auto rich_slice = R"({"metadata":{"name":"s"},"spec":{"driver":"d","nodeName":"n","pool":
{"name":"p","generation":1,"resourceSliceCount":1},"devices":[{"name":"gpu-0","attributes":{"model":{"string":"x"},"index":{"int":7},
"ok":{"bool":true}},"capacity":{"memory":{"value":"40Gi","requestPolicy":{"default":"1Gi","validValues":["1Gi","2Gi"]}}}}],
"sharedCounters":[{"name":"c","counters":{"slots":{"value":"8"}}}]}})";

constexpr auto rich_revision = R"({"metadata":{"name":"r","namespace":"shop"},"revision":3,"data":
{"spec":{"x":[1,2.5,null,"<>"]}}})";

/// What a client reads of one object, if it asks the server in the process for JSON, and another one for
/// protobuf.
struct two_encodings : world {
    ~two_encodings() { in_protobuf.close(); }

    template <class T>
    void compare(char const* text)
    {
        auto const& of = resource_of<T>;
        INFO(to_string(of));
        auto const view = test::any_view::of<T>();
        auto const object = boost::json::parse(text);
        auto const ns = of.where == scope::namespaced ? std::string("shop") : std::string();
        server.create(of, text);
        auto const stored =
            boost::json::parse(server.get(of, {ns, object.at("metadata").at("name").as_string()}));
        auto const json = testing::run(io, time, api.list<T>(ns));
        REQUIRE(json.objects.size() == 1);
        auto const held = test::object_as_json(view, json.objects[0].ref());
        auto expected = stored;
        for (auto const* name : {"kind", "apiVersion"}) expected.as_object().erase(name);
        CHECK(held == test::expected_of(view, expected));

        auto const version = of.group.empty() ? std::string(of.version)
                                              : std::string(of.group) + "/" + std::string(of.version);
        auto const message = *coinformer::detail::find_proto_kind(version, of.plural);
        auto const list = pb::bytes(1, pb::bytes(2, "10")) + pb::bytes(2, test::proto_of(stored, message));
        testing::canned_answer answer{.content_type = "application/vnd.kubernetes.protobuf",
                                      .body = pb::envelope(version, std::string(of.kind) + "List", list)};
        server.inject(faults::answer(std::move(answer)).on("list"));
        auto const proto = testing::run(io, time, in_protobuf.list<T>(ns));
        REQUIRE(proto.objects.size() == 1);
        CHECK(test::object_as_json(view, proto.objects[0].ref()) == held);
        CHECK(said.sent.find("Accept: application/vnd.kubernetes.protobuf") != std::string::npos);
        said.sent.clear();
    }

    static client_options protobuf()
    {
        client_options options;
        options.encoding = encoding::protobuf;
        return options;
    }

    conversation said;
    client in_protobuf{env, endpoint{.server = "http://in-memory"}, protobuf(),
                       std::make_unique<tapped_dialer>(network.dialer(), said)};
};

} // namespace

TEST_CASE_METHOD(factory_world,
                 "a kind's informer is found by group, version and name, and has the kind's full view")
{
    put_pod("shop", "a", "web");
    auto pods = factory.core().v1().pods().informer();
    auto const same = factory.of<core::pod>();
    auto const lister = factory.core().v1().pods().lister();
    auto deployments = factory.apps().v1().deployments().informer();
    run();
    REQUIRE(lister.get("shop", "a"));
    CHECK(lister.get("shop", "a")->spec.containers.front().image == "i");
    CHECK(same.lister().get("shop", "a") == lister.get("shop", "a"));
    CHECK(deployments.snapshot().size() == 0);
    CHECK(server.open_watches() == 2);
}

TEST_CASE_METHOD(factory_world, "namespaces, selectors and views of a kind have informers of their own")
{
    put_pod("shop", "a", "web");
    put_pod("shop", "b", "db");
    put_pod("bank", "c", "web");
    auto const pods = factory.core().v1().pods();
    auto const shop = pods.lister({.namespaces = {"shop"}});
    auto const web = pods.lister({.label_selector = "app=web"});
    auto const brief = pods.lister<core::pod_summary>();
    int resyncs = 0;
    auto often = pods.informer({.label_selector = "app=db", .resync = 10s});
    often.on_change(
        {.updated = [&](object_ptr<core::pod> const&, object_ptr<core::pod> const&) { ++resyncs; }});
    run();
    time.run_for(35s);
    CHECK(shop.list().size() == 2);
    CHECK(web.list().size() == 2);
    CHECK(brief.list().size() == 3);
    CHECK(brief.get("bank", "c")->spec.nodeName == "n");
    CHECK(resyncs == 3);
    CHECK(server.open_watches() == 4);
}

TEST_CASE_METHOD(factory_world, "a resource that is known only at run time has an informer of its JSON")
{
    constexpr resource widgets{
        .group = "example.com", .version = "v1", .plural = "widgets", .kind = "Widget"};
    server.serve(widgets);
    server.create(widgets, R"({"metadata":{"name":"w","namespace":"shop"},"spec":{"size":3}})");
    auto const lister = factory.of(widgets).lister();
    run();
    REQUIRE(lister.get("shop", "w"));
    CHECK(lister.get("shop", "w")->json.at("/spec/size") == "3");
}

TEST_CASE_METHOD(two_encodings,
                 "full views and summaries are the same, and complete, from protobuf and from JSON")
{
    compare<core::pod>(rich_pod);
    compare<types::networking::v1::ingress>(rich_ingress);
    compare<types::resource::v1::resource_slice>(rich_slice);
    compare<apps::controller_revision>(rich_revision);
}
