#include "store_fixture.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::testing;
using namespace coinformer::testing::detail;

namespace {

struct selection {
    std::string_view labels;
    std::string_view fields;
    bool selected;
};

auto const web = store_fixture::object(
    R"({"metadata":{"name":"web-1","namespace":"shop","labels":{"app":"web","tier":"front","weight":"7","empty":""}},
        "spec":{"nodeName":"worker-1"},"status":{"phase":"Running"}})");
served_resource const served_pods({"", "v1", "pods", "Pod"});
served_resource const served_configmaps({"", "v1", "configmaps", "ConfigMap"});

} // namespace

TEST_CASE("a selector selects the same objects as on a real server")
{
    auto const c = GENERATE(values<selection>({
        {"", "", true},
        {"app=web", "", true},
        {"app==web", "", true},
        {"app=web,\n\ttier=front", "", true},
        {"\tapp\nin\r\n(db,\tweb\n)\n", "", true},
        {"app\tnotin\n(db,\r\nweb)", "", false},
        {"app=db", "", false},
        {"app = web , tier = front", "", true},
        {"app=web,tier=back", "", false},
        {"app!=db", "", true},
        {"app!=web", "", false},
        {"absent!=x", "", true},
        {"app", "", true},
        {"absent", "", false},
        {"!absent", "", true},
        {"!app", "", false},
        {"app in (db,web)", "", true},
        {"app in(db, web)", "", true},
        {"app in (db)", "", false},
        {"app notin (db)", "", true},
        {"app notin (db,web)", "", false},
        {"absent notin (a)", "", true},
        {"absent in (a)", "", false},
        {"empty=", "", true},
        {"empty in ()", "", true},
        {"weight>6", "", true},
        {"weight>7", "", false},
        {"weight<8", "", true},
        {"app<8", "", false},
        {"app in (web),tier notin (back),!absent,weight<10", "", true},
        {"", "metadata.name=web-1", true},
        {"", "metadata.name==web-1", true},
        {"", "metadata.name=web-2", false},
        {"", "metadata.name!=web-2,metadata.namespace=shop", true},
        {"", "metadata.namespace=other", false},
        {"", "spec.nodeName=worker-1,status.phase!=Pending", true},
        {"", "spec.serviceAccountName=", true},
        {"app=web", "spec.nodeName=worker-2", false},
    }));
    INFO("labels '" << c.labels << "', fields '" << c.fields << "'");

    CHECK(object_selector(c.labels, c.fields, served_pods).matches(web) == c.selected);
}

TEST_CASE("a selector that does not parse is a bad request")
{
    auto const labels = GENERATE("=web", "app in web", "app in (web", "app web", "app=web tier",
                                 "weight>many", ",app", "app,", "app , ", "!");
    INFO(labels);

    auto const why = refused([&] { object_selector(labels, "", served_pods); });

    CHECK(why.starts_with("400 BadRequest: unable to parse requirement: "));
}

TEST_CASE("a label's key or value that no label can have is a bad request")
{
    auto const refusal = [](std::string const& labels) {
        return refused([&] { object_selector(labels, "", served_pods); });
    };
    std::string const start = "400 BadRequest: unable to parse requirement: ";

    CHECK(refusal("a/b/c=x").starts_with(start + R"(<nil>: Invalid value: "a/b/c": )"));
    CHECK(refusal("app=a/b").starts_with(start + R"(values[0][app]: Invalid value: "a/b": )"));
    CHECK(refusal("app!=-a").starts_with(start + R"(values[0][app]: Invalid value: "-a": )"));
    CHECK(refusal("app in (web,b.)").starts_with(start + R"(values[0][app]: Invalid value: "b.": )"));
    CHECK(refusal("app=" + std::string(63, 'a')).empty());
    CHECK(refusal("app=" + std::string(64, 'a')).ends_with("must be no more than 63 bytes"));
}

TEST_CASE("a field that cannot be selected is a bad request")
{
    CHECK(refused([] { object_selector("", "spec.replicas=1", served_pods); }) ==
          "400 BadRequest: field label not supported: spec.replicas");
    CHECK(refused([] { object_selector("", "spec.nodeName=a", served_configmaps); }) ==
          "400 BadRequest: \"spec.nodeName\" is not a known field selector: only \"metadata.name\", "
          "\"metadata.namespace\"");
    CHECK(refused([] {
              object_selector("", "metadata.namespace=a",
                              served_resource({"", "v1", "nodes", "Node", scope::cluster}));
          }) == "400 BadRequest: field label not supported: metadata.namespace");
    CHECK(refused([] {
              object_selector("", "metadata.name", served_pods);
          }).starts_with("400 BadRequest: invalid selector"));
}

TEST_CASE("each kind has its selectable fields, and an absent field has its default")
{
    struct field_case {
        resource of;
        std::string_view object, fields;
        bool selected;
    };
    constexpr resource events{"", "v1", "events", "Event"};
    constexpr resource new_events{"events.k8s.io", "v1", "events", "Event"};
    constexpr resource jobs{"batch", "v1", "jobs", "Job"};
    auto const c = GENERATE_COPY(values<field_case>({
        {{"", "v1", "nodes", "Node", scope::cluster}, "{}", "spec.unschedulable=false", true},
        {{"", "v1", "nodes", "Node", scope::cluster},
         R"({"spec":{"unschedulable":true}})",
         "spec.unschedulable=false",
         false},
        {{"", "v1", "secrets", "Secret"}, R"({"type":"Opaque"})", "type=Opaque", true},
        {events, R"({"involvedObject":{"kind":"Pod","name":"p"}})",
         "involvedObject.name=p,involvedObject.kind=Pod", true},
        {events, R"({"source":{"component":"kubelet"}})", "source=kubelet", true},
        {new_events, R"({"regarding":{"name":"p"}})", "regarding.name=q", false},
        {jobs, R"({"status":{"succeeded":1}})", "status.successful=1", true},
        {jobs, "{}", "status.successful=0", true},
    }));
    INFO(c.fields);

    CHECK(object_selector("", c.fields, served_resource(c.of)).matches(store_fixture::object(c.object)) ==
          c.selected);
}
