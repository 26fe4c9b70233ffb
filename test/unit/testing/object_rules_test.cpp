#include "store_fixture.hpp"

#include "testing/http/request_target.hpp"

#include <boost/json/serialize.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::testing;
using namespace coinformer::testing::detail;
namespace json = boost::json;

namespace {

// Returns the JSON text of a member of metadata; "none" if there is no such member.
std::string metadata_json(stored_ref const& o, std::string_view member)
{
    auto const* v = o->metadata().if_contains(member);
    return v ? json::serialize(*v) : "none";
}

struct deletions_fixture : store_fixture {
    stored_ref remove_with(collection& in, std::string_view delete_options)
    {
        auto const options = object(delete_options);
        auto const how = request_target("DELETE", "/api/v1/namespaces/shop/configmaps/a").deleting(options);
        return store.remove(in, "shop", "a", options, how);
    }
    stored_ref with_finalizers(std::string const& finalizers)
    {
        return create(configmaps, R"({"metadata":{"name":"a","finalizers":)" + finalizers + "}}");
    }
};

constexpr std::string_view an_owner =
    R"("apiVersion":"apps/v1","kind":"Deployment","name":"web","uid":"1","controller":true)";

// Returns the refusal of an object with these owner references, without the text in front of the faults.
std::string owner_faults(std::string const& references)
{
    store_fixture f;
    auto const why = refused([&] {
        f.create(f.configmaps, R"({"metadata":{"name":"a","ownerReferences":[)" + references + "]}}");
    });
    std::string_view const front = "422 Invalid: ConfigMap \"a\" is invalid: ";
    return why.starts_with(front) ? why.substr(front.size()) : why;
}

} // namespace

TEST_CASE("only those built-in kinds have a generation that have one in a real server")
{
    auto const [of, expected] = GENERATE(table<resource, std::string>({
        {{"", "v1", "services", "Service"}, "none none"},
        {{"", "v1", "persistentvolumeclaims", "PersistentVolumeClaim"}, "none none"},
        {{"coordination.k8s.io", "v1", "leases", "Lease"}, "none none"},
        {{"autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler"}, "none none"},
        {{"", "v1", "pods", "Pod"}, "1 2"},
        {{"", "v1", "replicationcontrollers", "ReplicationController"}, "1 2"},
        {{"apps", "v1", "statefulsets", "StatefulSet"}, "1 2"},
        {{"batch", "v1", "cronjobs", "CronJob"}, "1 2"},
        {{"networking.k8s.io", "v1", "networkpolicies", "NetworkPolicy"}, "1 2"},
        {{"policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget"}, "1 2"},
        {{"discovery.k8s.io", "v1", "endpointslices", "EndpointSlice"}, "1 2"},
    }));
    INFO(of.plural);
    store_fixture f;
    auto& in = f.store.serve(of);

    auto const made = f.create(in, R"({"metadata":{"name":"a"},"spec":{"x":1}})");
    auto const changed = f.patch(in, "a", R"({"spec":{"x":2}})");

    CHECK(metadata_json(made, "generation") + " " + metadata_json(changed, "generation") == expected);
}

TEST_CASE("generation counts changes outside the spec, too: of webhooks, of a deployment's annotations")
{
    store_fixture f;
    auto& hooks = f.store.serve({"admissionregistration.k8s.io", "v1", "validatingwebhookconfigurations",
                                 "ValidatingWebhookConfiguration"});
    auto& slices = f.store.serve({"discovery.k8s.io", "v1", "endpointslices", "EndpointSlice"});
    auto& sets = f.store.serve({"apps", "v1", "replicasets", "ReplicaSet"});
    auto& classes = f.store.serve({"scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass"});
    for (auto* const in : {&hooks, &slices, &sets, &classes, &f.deployments})
        f.create(*in, R"({"metadata":{"name":"a"}})");
    auto const after = [&](collection& in, std::string_view patch) {
        return metadata_json(f.patch(in, "a", patch), "generation");
    };
    constexpr std::string_view annotations = R"({"metadata":{"annotations":{"a":"b"}}})";
    constexpr std::string_view labels = R"({"metadata":{"labels":{"a":"b"}}})";

    CHECK(after(hooks, R"({"webhooks":[{"name":"w.example.io"}]})") == "2");
    CHECK(after(hooks, annotations) == "2");
    CHECK(after(f.deployments, annotations) == "2");
    CHECK(after(f.deployments, labels) == "2");
    CHECK(after(f.deployments, R"({"metadata":{"annotations":{"a":null}}})") == "3");
    CHECK(after(sets, annotations) == "1");
    CHECK(after(slices, labels) == "2");
    CHECK(after(slices, annotations) == "2");
    CHECK(after(classes, R"({"description":"d"})") == "1");
}

TEST_CASE("the generation of a custom object counts all changes but those of metadata and status")
{
    store_fixture f;
    auto const after = [&](std::string_view patch, subresource part = subresource::none) {
        return metadata_json(f.patch(f.widgets, "a", patch, part), "generation");
    };

    CHECK(metadata_json(f.create(f.widgets, R"({"metadata":{"name":"a"}})"), "generation") == "1");
    CHECK(after(R"({"metadata":{"annotations":{"a":"b"}}})") == "1");
    CHECK(after(R"({"status":{"ready":true}})") == "1");
    CHECK(after(R"({"status":{"ready":true}})", subresource::status) == "1");
    CHECK(after(R"({"data":{"k":"v"}})") == "2");
    CHECK(after(R"({"spec":{"size":1}})") == "3");
    CHECK(after(R"({"data":null})") == "4");
    CHECK(after(R"({"data":null})") == "4");
}

TEST_CASE("without the status subresource, changes of a custom object's status are counted as well")
{
    store_fixture f;
    auto& definitions = f.store.serve({"apiextensions.k8s.io", "v1", "customresourcedefinitions",
                                       "CustomResourceDefinition", scope::cluster});
    f.create(definitions, R"({"metadata":{"name":"gears.example.io"},"spec":{"group":"example.io",
        "scope":"Namespaced","names":{"plural":"gears","kind":"Gear"},
        "versions":[{"name":"v1","served":true,"storage":true}]}})",
             "");
    auto& gears = *f.store.find("example.io", "v1", "gears");

    auto const made = f.create(gears, R"({"metadata":{"name":"a"},"status":{"turns":1}})");
    auto const changed = f.patch(gears, "a", R"({"status":{"turns":2}})");

    CHECK(metadata_json(made, "generation") == "1");
    CHECK(metadata_json(changed, "generation") == "2");
}

TEST_CASE("a deletion in the foreground or with orphans waits for the garbage collector's finalizer")
{
    auto const [options, finalizer] = GENERATE(table<std::string_view, std::string>({
        {R"({"propagationPolicy":"Foreground"})", R"(["foregroundDeletion"])"},
        {R"({"propagationPolicy":"Orphan"})", R"(["orphan"])"},
        {R"({"orphanDependents":true})", R"(["orphan"])"},
    }));
    deletions_fixture f;
    f.create(f.deployments, R"({"metadata":{"name":"a"}})");

    auto const held = f.remove_with(f.deployments, options);
    REQUIRE(held);
    CHECK(metadata_json(held, "finalizers") == finalizer);
    CHECK(metadata_json(held, "deletionTimestamp") == R"("2023-11-14T22:13:20Z")");
    CHECK(metadata_json(held, "generation") == "2");
    CHECK(f.remove_with(f.deployments, options)->at() == held->at());
    f.patch(f.deployments, "a", R"({"metadata":{"finalizers":null}})");
    CHECK(f.deployments.find("shop", "a") == nullptr);
}

TEST_CASE("a deletion in the background removes the garbage collector's finalizers, and no others")
{
    deletions_fixture f;
    auto const options = GENERATE(R"({"propagationPolicy":"Background"})", R"({"orphanDependents":false})");
    INFO(options);

    f.with_finalizers(R"(["orphan"])");
    CHECK(f.remove_with(f.configmaps, options) == nullptr);
    f.with_finalizers(R"(["foregroundDeletion","example.io/hold"])");
    CHECK(metadata_json(f.remove_with(f.configmaps, options), "finalizers") == R"(["example.io/hold"])");
    auto const held = f.remove_with(f.configmaps, R"({"propagationPolicy":"Orphan"})");
    CHECK(metadata_json(held, "finalizers") == R"(["example.io/hold","orphan"])");
    CHECK(metadata_json(f.remove_with(f.configmaps, options), "finalizers") == R"(["example.io/hold"])");
    CHECK(metadata_json(f.remove_with(f.configmaps, "{}"), "finalizers") == R"(["example.io/hold"])");
}

TEST_CASE("an event is deleted at once, because the garbage collector does not know events")
{
    deletions_fixture f;
    auto& events = f.store.serve({"", "v1", "events", "Event"});
    f.create(events, R"({"metadata":{"name":"a"},"involvedObject":{"namespace":"shop"}})");

    CHECK(f.remove_with(events, R"({"propagationPolicy":"Foreground"})") == nullptr);
}

TEST_CASE("a deletion names one propagation policy, and one that exists")
{
    deletions_fixture f;
    f.with_finalizers("[]");
    auto const refusal_of = [&](std::string_view options) {
        return refused([&] { f.remove_with(f.configmaps, options); });
    };

    CHECK(refusal_of(R"({"propagationPolicy":"Sideways"})") ==
          "422 Invalid: DeleteOptions.meta.k8s.io \"\" is invalid: propagationPolicy: Unsupported value: "
          "\"Sideways\": supported values: \"Foreground\", \"Background\", \"Orphan\", \"nil\"");
    CHECK(refusal_of(R"({"propagationPolicy":"Orphan","orphanDependents":true})") ==
          "422 Invalid: DeleteOptions.meta.k8s.io \"\" is invalid: propagationPolicy: Invalid value: "
          "\"Orphan\": orphanDependents and deletionPropagation cannot be both set");
    CHECK(refusal_of(R"({"propagationPolicy":1})").starts_with("400 BadRequest"));
    CHECK(f.configmaps.find("shop", "a"));
}

TEST_CASE("a deletion without a body takes its options from the query")
{
    auto const options = [](std::string_view query) {
        return json::serialize(
            request_target("DELETE", "/api/v1/pods/a" + std::string(query)).delete_options());
    };

    CHECK(options("") == "{}");
    CHECK(options("?propagationPolicy=Orphan") == R"({"propagationPolicy":"Orphan"})");
    CHECK(options("?orphanDependents=false") == R"({"orphanDependents":false})");
}

TEST_CASE("a generated name has at most 63 characters")
{
    store_fixture f;
    std::string const prefix(70, 'a');

    auto const o = f.create(f.configmaps, R"({"metadata":{"generateName":")" + prefix + R"("}})");

    CHECK(o->name().size() == 63);
    CHECK(o->name().starts_with(std::string(58, 'a')));
    CHECK(metadata_json(o, "generateName") == '"' + prefix + '"');
}

TEST_CASE("owner references are checked as a real server checks them")
{
    std::string const good = "{" + std::string(an_owner) + "}";

    CHECK(owner_faults(good).empty());
    CHECK(owner_faults(R"({"apiVersion":"v1","kind":"Pod","name":"p"})") ==
          "metadata.ownerReferences[0].uid: Required value: must not be empty");
    CHECK(owner_faults(good + R"(,{"kind":"","uid":"1"})") ==
          "[metadata.ownerReferences[1].apiVersion: Required value: must not be empty, "
          "metadata.ownerReferences[1].kind: Required value: must not be empty, "
          "metadata.ownerReferences[1].name: Required value: must not be empty]");
    CHECK(owner_faults(good + R"(,{"apiVersion":"v1","kind":"Pod","name":"p","uid":"2","controller":true})")
              .ends_with("Only one reference can have Controller set to true. Found \"true\" in references "
                         "for Deployment/web and Pod/p"));
    CHECK(owner_faults(R"({"apiVersion":"v1","kind":"Event","name":"e","uid":"1"})")
              .ends_with("/v1, Kind=Event is disallowed from being an owner"));
    auto const of_version = [](std::string const& version) {
        return owner_faults(R"({"apiVersion":")" + version + R"(","kind":"Pod","name":"p","uid":"1"})");
    };
    CHECK(of_version("/v1").empty());
    for (std::string const wrong : {"a/b/c", "apps/", "/"})
        CHECK(of_version(wrong) == "metadata.ownerReferences[0].apiVersion: Invalid value: \"" + wrong +
                                       "\": must be <group>/<version> or <version>");
    store_fixture f;
    f.create(f.widgets, R"({"metadata":{"name":"a"}})");
    CHECK(refused([&] {
              f.patch(f.widgets, "a", R"({"metadata":{"ownerReferences":[{}]}})");
          }).starts_with("422 Invalid"));
}

TEST_CASE("the annotations of an object have at most 256 KiB together")
{
    store_fixture f;
    auto const with = [&](std::string const& name, std::size_t size) {
        return refused([&] {
            f.create(f.configmaps, R"({"metadata":{"name":")" + name + R"(","annotations":{"a":")" +
                                       std::string(size / 2, 'x') + R"(","b":")" +
                                       std::string(size - size / 2, 'x') + R"("}}})");
        });
    };

    CHECK(with("a", 262144 - 2).empty());
    CHECK(with("b", 262144 - 1) ==
          "422 Invalid: ConfigMap \"b\" is invalid: metadata.annotations: Too long: may not be more than "
          "262144 bytes");
}

TEST_CASE("a finalizer without a slash has to be a standard one, except in custom resources")
{
    store_fixture f;
    auto const with = [&](collection& in, std::string const& finalizers) {
        auto const why = refused(
            [&] { f.create(in, R"({"metadata":{"generateName":"a","finalizers":)" + finalizers + "}}"); });
        return why.substr(0, why.find(' '));
    };

    CHECK(with(f.configmaps, R"(["example.io"])") == "422");
    CHECK(with(f.configmaps, R"(["kubernetes"])").empty());
    CHECK(with(f.widgets, R"(["example.io","plain"])").empty());
    CHECK(with(f.widgets, R"(["not valid"])") == "422");
    CHECK(with(f.widgets, R"(["orphan","foregroundDeletion"])") == "422");
}

TEST_CASE("only a finalizer that is not a standard one is named by its index, as in a real server")
{
    store_fixture f;
    auto const faults_of = [&](std::string const& finalizers) {
        auto const why = refused(
            [&] { f.create(f.configmaps, R"({"metadata":{"name":"a","finalizers":)" + finalizers + "}}"); });
        std::string_view const front = "422 Invalid: ConfigMap \"a\" is invalid: ";
        return why.starts_with(front) ? why.substr(front.size()) : why;
    };

    CHECK(
        faults_of(R"(["example.io/f","plain"])") ==
        "metadata.finalizers[1]: Invalid value: \"plain\": name is neither a standard finalizer name nor is "
        "it fully qualified");
    CHECK(faults_of(R"(["example.io/f","example.io/"])") ==
          "metadata.finalizers: Invalid value: \"example.io/\": name part must be non-empty");
    CHECK(
        faults_of(R"(["a b"])").starts_with("[metadata.finalizers: Invalid value: \"a b\": name part must"));
    CHECK(faults_of(R"(["a b"])")
              .ends_with("metadata.finalizers[0]: Invalid value: \"a b\": name is neither a standard "
                         "finalizer name nor is it "
                         "fully qualified]"));
}

TEST_CASE("the finalizers orphan and foregroundDeletion exclude each other, in an update as well")
{
    store_fixture f;
    f.configmap("a");
    f.create(f.widgets, R"({"metadata":{"name":"a"}})");
    auto& in = GENERATE(true, false) ? f.configmaps : f.widgets;

    auto const why =
        refused([&] { f.patch(in, "a", R"({"metadata":{"finalizers":["orphan","foregroundDeletion"]}})"); });

    CHECK(
        why.ends_with("is invalid: metadata.finalizers: Invalid value: [\"orphan\",\"foregroundDeletion\"]: "
                      "finalizer orphan and foregroundDeletion cannot be both set"));
}
