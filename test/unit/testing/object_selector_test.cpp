#include "store_fixture.hpp"

#include "catch.hpp"

using namespace coinformer::testing;

namespace {

struct selection {
    std::string_view labels;
    std::string_view fields;
    bool selected;
};

auto const web = store_fixture::object(
    R"({"metadata":{"name":"web-1","namespace":"shop","labels":{"app":"web","tier":"front","weight":"7","empty":""}},
        "spec":{"nodeName":"worker-1"},"status":{"phase":"Running"}})");

} // namespace

TEST_CASE("a selector selects what a real server's does")
{
    auto const c = GENERATE(values<selection>({
        {"", "", true},
        {"app=web", "", true},
        {"app==web", "", true},
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

    CHECK(object_selector(c.labels, c.fields, "pods").matches(web) == c.selected);
}

TEST_CASE("a selector that does not parse is a bad request")
{
    auto const labels =
        GENERATE("=web", "app in web", "app in (web", "app web", "app=web tier", "weight>many", ",app", "!");
    INFO(labels);

    auto const why = refused([&] { object_selector(labels, "", "pods"); });

    CHECK(why.starts_with("400 BadRequest: unable to parse requirement: "));
}

TEST_CASE("a field that cannot be selected by is a bad request")
{
    CHECK(refused([] { object_selector("", "spec.replicas=1", "pods"); }) ==
          "400 BadRequest: field label not supported: spec.replicas");
    CHECK(refused([] { object_selector("", "spec.nodeName=a", "configmaps"); }) ==
          "400 BadRequest: field label not supported: spec.nodeName");
    CHECK(
        refused([] { object_selector("", "metadata.name", "pods"); }).starts_with("400 BadRequest: invalid selector"));
}
