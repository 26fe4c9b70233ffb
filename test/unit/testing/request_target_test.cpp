#include "testing/http/request_target.hpp"

#include "catch.hpp"

using namespace coinformer::testing;
using namespace coinformer::testing::detail;

namespace {

struct route {
    std::string_view method;
    std::string_view target;
    std::string_view read; // verb group/version/plural ns/name/part
};

} // namespace

TEST_CASE("a URL is read as a real server reads it")
{
    auto const c = GENERATE(values<route>({
        {"GET", "/api/v1/pods", "list /v1/pods //"},
        {"GET", "/api/v1/pods?watch=1", "watch /v1/pods //"},
        {"GET", "/api/v1/pods?limit=2&watch=true", "watch /v1/pods //"},
        {"GET", "/api/v1/pods?watch=false", "list /v1/pods //"},
        {"GET", "/api/v1/pods?watch=True", "watch /v1/pods //"}, // as clients in Python write it
        {"GET", "/api/v1/pods?watch=False", "list /v1/pods //"},
        {"GET", "/api/v1/pods?watch=0", "list /v1/pods //"},
        {"GET", "/api/v1/pods?watch=t", "watch /v1/pods //"},
        {"GET", "/api/v1/pods?watch", "watch /v1/pods //"},
        {"GET", "/api/v1/namespaces", "list /v1/namespaces //"},
        {"GET", "/api/v1/namespaces/shop", "get /v1/namespaces /shop/"},
        {"PUT", "/api/v1/namespaces/shop/status", "update /v1/namespaces /shop/status"},
        {"GET", "/api/v1/namespaces/shop/pods", "list /v1/pods shop//"},
        {"POST", "/api/v1/namespaces/shop/pods", "create /v1/pods shop//"},
        {"POST", "/api/v1/namespaces/shop/pods/web-1/eviction", "create /v1/pods shop/web-1/eviction"},
        {"DELETE", "/api/v1/namespaces/shop/pods", "deletecollection /v1/pods shop//"},
        {"DELETE", "/api/v1/namespaces/shop/pods/web-1", "delete /v1/pods shop/web-1/"},
        {"PATCH", "/apis/apps/v1/namespaces/shop/deployments/web/scale",
         "patch apps/v1/deployments shop/web/scale"},
        {"GET", "/apis/apps/v1/deployments/", "list apps/v1/deployments //"},
        // A path is split after it was decoded: an encoded slash separates segments, too.
        {"GET", "/apis/example.io/v1/widgets/a%2Fb", "get example.io/v1/widgets /a/b"},
        {"DELETE", "/api/v1/namespaces/shop%2Fpods", "deletecollection /v1/pods shop//"},
        {"GET", "/api/v1/nodes/n1%2fproxy%2Fpods", "get /v1/nodes /n1/unknown"},
        {"GET", "/api/v1/namespaces/shop/configmaps/a%3Ab%252Fc", "get /v1/configmaps shop/a:b%2Fc/"},
        {"GET", "/api/v1/pods/a/b/c", "get /v1/pods /a/unknown"},
        {"GET", "/version", "get // //"},
        {"GET", "/api", "get // //"},
        {"GET", "/apis/apps/v1", "get // //"},
    }));
    INFO(c.method << " " << c.target);

    request_target const t(c.method, c.target);

    CHECK(t.verb + " " + t.group + "/" + t.version + "/" + t.plural + " " + t.ns + "/" + t.name + "/" +
              t.part ==
          c.read);
}

TEST_CASE("a boolean parameter is true unless it is 0 or false, and an absent one is neither true nor false")
{
    request_target const t("GET", "/api/v1/pods?a=true&b=FALSE&c=0&d=&e=f&f&b=true");

    CHECK(t.flag("a") == true);
    CHECK(t.flag("b") == false); // the first of equal names counts
    CHECK(t.flag("c") == false);
    CHECK(t.flag("d") == true);
    CHECK(t.flag("e") == true); // only the whole word "false" is false
    CHECK(t.flag("f") == true);
    CHECK(t.flag("g") == std::nullopt);
    auto const q =
        request_target("GET", "/api/v1/pods?watch=1&allowWatchBookmarks=True&sendInitialEvents=False")
            .query();
    CHECK(q.bookmarks);
    CHECK(q.send_initial_events == false);
    CHECK(request_target("PATCH", "/api/v1/pods/a?force=True&fieldManager=m").applying().force);
    CHECK_FALSE(request_target("PATCH", "/api/v1/pods/a?force=False&fieldManager=m").applying().force);
}

TEST_CASE("a query is decoded, the first of equal names counts, and numbers are numbers")
{
    request_target const t(
        "GET", "/api/v1/pods?labelSelector=app+in+%28a%2Cb%29&limit=5&limit=6&allowWatchBookmarks=true&x%");

    auto const q = t.query();

    CHECK(q.label_selector == "app in (a,b)");
    CHECK(q.limit == 5);
    CHECK(q.bookmarks);
    CHECK_FALSE(q.send_initial_events);
    CHECK(request_target("GET", "/api/v1/pods?limit=-1").query().limit == 0); // like a real server
    CHECK_THROWS_AS(request_target("GET", "/api/v1/pods?limit=many").query(), refusal);
}
