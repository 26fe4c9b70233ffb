#include "store_fixture.hpp"

#include "testing/store/patch.hpp"

#include <boost/json/serialize.hpp>

#include "catch.hpp"

#include <set>

using namespace coinformer;
using namespace coinformer::testing;
using namespace coinformer::testing::detail;
namespace json = boost::json;

namespace {

json::value value_at(stored_ref const& o, char const* pointer)
{
    json::error_code ec;
    json::value const body(o->body());
    auto const* v = body.find_pointer(pointer, ec);
    return v ? *v : json::value();
}

std::int64_t generation(stored_ref const& o)
{
    auto const v = value_at(o, "/metadata/generation");
    return v.is_null() ? 0 : v.as_int64();
}

} // namespace

TEST_CASE("a created object gets its identity from the server")
{
    store_fixture f;
    auto const before = f.store.now();

    auto const o = f.create(f.deployments, R"({"spec":{"replicas":2},"status":{"replicas":9},
        "metadata":{"labels":{"a":"b"},"uid":"mine","name":"web","generation":7}})");

    CHECK(f.store.now() == before + 1);
    CHECK(o->at() == before + 1);
    CHECK(o->text() ==
          R"({"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"web","namespace":"shop",)"
          R"("uid":")" +
              std::string(o->uid()) + R"(","resourceVersion":")" + std::to_string(o->at()) +
              R"(","generation":1,"creationTimestamp":"2023-11-14T22:13:20Z","labels":{"a":"b"}},)"
              R"("spec":{"replicas":2}})");
    CHECK(o->uid().size() == 36);
    CHECK(o->item_tail().starts_with("\"metadata\":"));
}

TEST_CASE("uids and generated names come from the seed, and are distinct")
{
    store_fixture one, two;
    std::set<std::string> names, uids;

    for (int i = 0; i != 100; ++i) {
        auto const a = one.create(one.pods, R"({"metadata":{"generateName":"web-"}})");
        auto const b = two.create(two.pods, R"({"metadata":{"generateName":"web-"}})");
        REQUIRE(a->text() == b->text());
        names.emplace(a->name());
        uids.emplace(a->uid());
    }

    CHECK(names.size() == 100);
    CHECK(uids.size() == 100);
    CHECK(names.begin()->size() == 9);
}

TEST_CASE("an object that cannot be created is refused as a real server refuses it")
{
    struct refusal_case {
        std::string_view body, ns, why;
    };
    auto const c = GENERATE(values<refusal_case>({
        {R"({"metadata":{"name":"there"}})", "shop",
         R"(409 AlreadyExists: configmaps "there" already exists)"},
        {R"({"metadata":{"name":"x"}})", "void", R"(404 NotFound: namespaces "void" not found)"},
        {R"({"metadata":{}})", "shop",
         R"(422 Invalid: ConfigMap "" is invalid: metadata.name: Required value)"},
        {R"({})", "shop", R"(422 Invalid: ConfigMap "" is invalid: metadata.name: Required value)"},
        {R"({"metadata":{"name":"Not_a_name"}})", "shop",
         R"(422 Invalid: ConfigMap "Not_a_name" is invalid: metadata.name: Invalid value)"},
        {R"({"metadata":{"name":"-x"}})", "shop", R"(422 Invalid: ConfigMap "-x" is invalid)"},
        {R"({"metadata":{"name":"x..y"}})", "shop", R"(422 Invalid: ConfigMap "x..y" is invalid)"},
        {R"({"metadata":{"name":"x","namespace":"other"}})", "shop",
         "400 BadRequest: the namespace of the provided object does not match"},
        {R"({"kind":"Secret","metadata":{"name":"x"}})", "shop",
         "400 BadRequest: the object provided is unrecognized (must be of type ConfigMap)"},
        {R"({"apiVersion":"v2","metadata":{"name":"x"}})", "shop",
         "400 BadRequest: the object provided is unrecognized"},
        {R"({"metadata":{"name":"x","resourceVersion":"5"}})", "shop",
         "500 : resourceVersion should not be set"},
        {R"({"metadata":{"name":"x","labels":{"a":1}}})", "shop",
         "400 BadRequest: metadata.labels: expected a map of strings"},
        {R"({"metadata":[]})", "shop",
         R"(400 BadRequest: ConfigMap in version "v1" cannot be handled as a ConfigMap: metadata: expected an object)"},
    }));
    INFO(c.body);
    store_fixture f;
    f.configmap("there");
    auto const before = f.store.now();

    auto const why = refused([&] { f.create(f.configmaps, c.body, c.ns); });

    CHECK(why.starts_with(c.why));
    CHECK(f.store.now() == before);
}

TEST_CASE("an object that a test creates gets its namespace made, and keeps its status")
{
    store_fixture f;

    auto const pod = f.store.create(
        f.pods, "new", f.object(R"({"metadata":{"name":"a"},"status":{"phase":"Running"}})"), origin::test);

    CHECK(value_at(pod, "/status/phase") == "Running");
    CHECK(f.store.get(f.namespaces, "", "new")->name() == "new");
}

TEST_CASE("a replace with a stale version is a conflict; without a version it is unconditional if a real "
          "server allows that")
{
    store_fixture f;
    auto const first = f.configmap("a");
    auto const version = std::to_string(first->at());
    auto const body = R"({"metadata":{"name":"a","resourceVersion":")" + version + R"("},"data":{"k":"v"}})";

    auto const second = f.replace(f.configmaps, "a", body);
    auto const stale = refused([&] { f.replace(f.configmaps, "a", body); });
    auto const third = f.replace(f.configmaps, "a", R"({"metadata":{"name":"a"},"data":{"k":"w"}})");

    CHECK(second->at() == first->at() + 1);
    CHECK(second->uid() == first->uid());
    CHECK(stale ==
          "409 Conflict: Operation cannot be fulfilled on configmaps \"a\": the object has been modified; "
          "please apply your changes to the latest version and try again");
    CHECK(value_at(third, "/data/k") == "w");
    f.create(f.leases, R"({"metadata":{"name":"l"}})");
    CHECK(refused([&] {
              f.replace(f.leases, "l", R"({"metadata":{"name":"l"}})");
          }).starts_with("422 Invalid: "));
}

TEST_CASE("a replace must fit its URL and the object's uid")
{
    store_fixture f;
    f.configmap("a");

    CHECK(refused([&] { f.replace(f.configmaps, "b", R"({"metadata":{"name":"b"}})"); }) ==
          "404 NotFound: configmaps \"b\" not found");
    CHECK(refused([&] {
              f.replace(f.configmaps, "a", R"({"metadata":{"name":"b"}})");
          }).starts_with("400 BadRequest: the name of the object (b) does not match"));
    CHECK(refused([&] {
              f.replace(f.configmaps, "a", R"({})");
          }).starts_with("400 BadRequest: name must be provided"));
    CHECK(
        refused([&] { f.replace(f.configmaps, "a", R"({"metadata":{"name":"a","uid":"x"}})"); })
            .starts_with(
                "409 Conflict: Operation cannot be fulfilled on configmaps \"a\": Precondition failed: UID"));
}

TEST_CASE("generation counts changes of the spec, and none of labels or of the status")
{
    store_fixture f;
    auto o = f.create(f.deployments, R"({"metadata":{"name":"web"},"spec":{"replicas":1}})");
    CHECK(generation(o) == 1);

    o = f.patch(f.deployments, "web", R"({"metadata":{"labels":{"a":"b"}}})");
    CHECK(generation(o) == 1);
    o = f.patch(f.deployments, "web", R"({"spec":{"replicas":2}})");
    CHECK(generation(o) == 2);
    o = f.patch(f.deployments, "web", R"({"status":{"replicas":2}})", subresource::status);
    CHECK(generation(o) == 2);
    o = f.replace(f.deployments, "web",
                  R"({"metadata":{"name":"web","generation":9},"spec":{"replicas":3}})");
    CHECK(generation(o) == 3);
    CHECK(generation(f.configmap("none")) == 0);
}

TEST_CASE("an update that changes nothing makes no version and no event")
{
    store_fixture f;
    auto const first = f.create(f.deployments, R"({"metadata":{"name":"web"},"spec":{"replicas":1}})");
    auto const events = f.deployments.end();

    auto const patched = f.patch(f.deployments, "web", R"({"spec":{"replicas":1}})");
    auto const replaced = f.replace(f.deployments, "web", first->text());

    CHECK(patched->at() == first->at());
    CHECK(replaced->at() == first->at());
    CHECK(f.deployments.end() == events);
}

TEST_CASE("status is changed through its subresource alone, and it changes nothing else")
{
    store_fixture f;
    f.create(f.pods, R"({"metadata":{"name":"a"},"spec":{"nodeName":"n"}})");

    auto const through_main = f.patch(f.pods, "a", R"({"status":{"phase":"Running"}})");
    auto const through_status = f.patch(
        f.pods, "a", R"({"spec":{"nodeName":"other"},"status":{"phase":"Running"}})", subresource::status);
    auto const replaced = f.replace(f.pods, "a", R"({"metadata":{"name":"a"},"status":{"phase":"Failed"}})",
                                    subresource::status);

    CHECK(value_at(through_main, "/status").is_null());
    CHECK(value_at(through_status, "/status/phase") == "Running");
    CHECK(value_at(through_status, "/spec/nodeName") == "n");
    CHECK(value_at(replaced, "/status/phase") == "Failed");
    CHECK(value_at(replaced, "/spec/nodeName") == "n");
}

TEST_CASE("scale changes the replicas of a deployment's spec")
{
    store_fixture f;
    f.create(f.deployments, R"({"metadata":{"name":"web"},"spec":{"replicas":1,"paused":true}})");

    auto const o = f.patch(f.deployments, "web", R"({"spec":{"replicas":4}})", subresource::scale);
    auto const scale = scale_of(f.deployments.resource(), *o);

    CHECK(value_at(o, "/spec/replicas") == 4);
    CHECK(value_at(o, "/spec/paused") == true);
    CHECK(generation(o) == 2);
    CHECK(scale.at("kind") == "Scale");
    CHECK(scale.at("apiVersion") == "autoscaling/v1");
    CHECK(scale.at("spec").at("replicas") == 4);
    CHECK(scale.at("metadata").at("resourceVersion") == std::to_string(o->at()).c_str());
    CHECK(value_at(f.replace(f.deployments, "web", json::serialize(scale), subresource::scale),
                   "/spec/replicas") == 4);
    CHECK(refused([&] {
              f.patch(f.deployments, "web", R"({"spec":{"replicas":-1}})", subresource::scale);
          }).starts_with("422 Invalid: Scale.autoscaling \"web\" is invalid: spec.replicas"));
    CHECK(refused([&] {
              f.patch(f.deployments, "web", R"({"metadata":{"resourceVersion":"1"}})", subresource::scale);
          }).starts_with("409 Conflict"));
}

TEST_CASE("merge patch follows RFC 7386")
{
    struct merge_case {
        std::string_view target, patch, result; // from the RFC's appendix A
    };
    auto const c = GENERATE(values<merge_case>({
        {R"({"a":"b"})", R"({"a":"c"})", R"({"a":"c"})"},
        {R"({"a":"b"})", R"({"b":"c"})", R"({"a":"b","b":"c"})"},
        {R"({"a":"b"})", R"({"a":null})", R"({})"},
        {R"({"a":"b","b":"c"})", R"({"a":null})", R"({"b":"c"})"},
        {R"({"a":["b"]})", R"({"a":"c"})", R"({"a":"c"})"},
        {R"({"a":"c"})", R"({"a":["b"]})", R"({"a":["b"]})"},
        {R"({"a":{"b":"c"}})", R"({"a":{"b":"d","c":null}})", R"({"a":{"b":"d"}})"},
        {R"({"a":[{"b":"c"}]})", R"({"a":[1]})", R"({"a":[1]})"},
        {R"(["a","b"])", R"(["c","d"])", R"(["c","d"])"},
        {R"({"a":"b"})", R"(["c"])", R"(["c"])"},
        {R"({"a":"foo"})", "null", "null"},
        {R"({"a":"foo"})", R"("bar")", R"("bar")"},
        {R"({"e":null})", R"({"a":1})", R"({"e":null,"a":1})"},
        {"[1,2]", R"({"a":"b","c":null})", R"({"a":"b"})"},
        {"{}", R"({"a":{"bb":{"ccc":null}}})", R"({"a":{"bb":{}}})"},
    }));
    auto target = json::parse(c.target);

    merge(target, json::parse(c.patch));

    CHECK(target == json::parse(c.result));
}

TEST_CASE("a deletion checks its preconditions, gets a version of its own, and shows the last state")
{
    store_fixture f;
    auto const o = f.configmap("a");
    auto const with = [](std::string_view member, std::string_view value) {
        return R"({"preconditions":{")" + std::string(member) + R"(":")" + std::string(value) + "\"}}";
    };

    CHECK(refused([&] { f.remove(f.configmaps, "a", with("uid", "other")); })
              .starts_with("409 Conflict: Operation cannot be fulfilled on ConfigMap \"a\": the UID in the "
                           "precondition"));
    CHECK(refused([&] {
              f.remove(f.configmaps, "a", with("resourceVersion", "1"));
          }).starts_with("409 Conflict"));
    CHECK(f.remove(f.configmaps, "a", with("uid", o->uid())) == nullptr);
    CHECK(refused([&] { f.remove(f.configmaps, "a"); }) == "404 NotFound: configmaps \"a\" not found");

    auto const& last = f.configmaps[f.configmaps.end() - 1];
    CHECK(last.type == change_type::deleted);
    CHECK(last.is->at() == o->at() + 1);
    CHECK(value_at(last.is, "/metadata/resourceVersion") == std::to_string(f.store.now()).c_str());
    CHECK(last.is->uid() == o->uid());
    CHECK(f.configmap("a")->uid() != o->uid());
}

TEST_CASE("finalizers hold a deleted object back until the last one is removed")
{
    store_fixture f;
    f.create(f.configmaps, R"({"metadata":{"name":"a","finalizers":["example.io/hold"]}})");

    auto const held = f.remove(f.configmaps, "a");
    auto const again = f.remove(f.configmaps, "a");
    f.patch(f.configmaps, "a", R"({"metadata":{"finalizers":null}})");

    REQUIRE(held);
    CHECK(value_at(held, "/metadata/deletionTimestamp") == "2023-11-14T22:13:20Z");
    CHECK(again->at() == held->at());
    CHECK(f.configmaps.find("shop", "a") == nullptr);
    CHECK(f.configmaps[f.configmaps.end() - 1].type == change_type::deleted);
}

TEST_CASE("names, labels and finalizers are checked as a real server checks them")
{
    struct wrong {
        resource of;
        std::string_view metadata, faults;
    };
    constexpr resource maps{"", "v1", "configmaps", "ConfigMap"};
    constexpr resource roles{"rbac.authorization.k8s.io", "v1", "roles", "Role"};
    constexpr std::string_view subdomain =
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric "
        "characters, '-' or '.', and must start and end with an alphanumeric "
        "character (e.g. 'example.com', regex";
    auto const c = GENERATE_COPY(values<wrong>({
        {{"", "v1", "services", "Service"},
         R"("name":"a.b")",
         "metadata.name: Invalid value: \"a.b\": must not contain dots"},
        {{"", "v1", "namespaces", "Namespace", scope::cluster},
         R"("name":"a.b")",
         "metadata.name: Invalid value: \"a.b\": must not contain dots"},
        {maps, R"("name":"A_")",
         "metadata.name: Invalid value: \"A_\": a lowercase RFC 1123 subdomain must consist"},
        {maps, R"("generateName":"A_")", "[metadata.generateName: Invalid value: \"A_\": a lowercase"},
        {maps, R"("name":"a","labels":{"a b":"-"})",
         "[metadata.labels: Invalid value: \"a b\": name part must consist of alphanumeric characters"},
        {maps, R"("name":"a","labels":{"x":"-"})",
         "metadata.labels: Invalid value: \"-\": a valid label must be"},
        {maps, R"("name":"a","labels":{"X/y":""})",
         "metadata.labels: Invalid value: \"X/y\": prefix part a lowercase"},
        {maps, R"("name":"a","finalizers":["foo"])",
         "metadata.finalizers[0]: Invalid value: \"foo\": name is neither a "
         "standard finalizer name nor is it fully qualified"},
        {roles, R"("name":"a/b")", "metadata.name: Invalid value: \"a/b\": may not contain '/'"},
        {roles, R"("name":"system:Fine_")", ""},
        {maps, R"("name":"a","labels":{"example.io/x":"y","z":""},"finalizers":["example.io/hold","orphan"])",
         ""},
    }));
    INFO(c.metadata);
    store_fixture f;
    auto& in = f.store.serve(c.of);
    auto const ns = c.of.where == scope::cluster ? "" : "shop";

    auto const why = refused([&] { f.create(in, "{\"metadata\":{" + std::string(c.metadata) + "}}", ns); });

    if (c.faults.empty())
        CHECK(why.empty());
    else
        CHECK(why.find("is invalid: " + std::string(c.faults)) != why.npos);
    CHECK(refused([&] { f.configmap("-"); }).find(subdomain) != std::string::npos);
}

TEST_CASE("a generated name that exists already is drawn again")
{
    store_fixture one, two;
    auto const first = one.create(one.pods, R"({"metadata":{"generateName":"web-"}})");
    // the first name that this seed draws, which the test puts there past the store
    two.pods.apply(change_type::added, first);

    auto const second = two.create(two.pods, R"({"metadata":{"generateName":"web-"}})");

    CHECK(second->name().starts_with("web-"));
    CHECK(second->name() != first->name());
}
