#include "testing/http/watch_cursor.hpp"

#include "store_fixture.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace coinformer::testing;
using namespace coinformer::testing::detail;

namespace {

collection_query from(std::string version, std::string labels = {})
{
    collection_query q;
    q.resource_version = std::move(version);
    q.label_selector = std::move(labels);
    return q;
}

// Returns "TYPE name@version …" for all events that are ready. Versions are counted from `base`.
std::string shown(watch_cursor& watch, revision base)
{
    std::string all;
    for (auto e = watch.next(); e; e = watch.next()) {
        if (!all.empty()) all += ", ";
        all.append(e->type).append(" ");
        if (e->object) all.append(e->object->name());
        if (e->initial_end) all.append("end");
        all += "@" + std::to_string(e->at - base);
    }
    return all;
}

} // namespace

TEST_CASE("a watch shows each change after its version, in order, and then the new ones")
{
    store_fixture f;
    f.configmap("old");
    auto const base = f.store.now();
    f.configmap("a");
    f.patch(f.configmaps, "a", R"({"data":{"k":"v"}})");
    watch_cursor watch(f.configmaps, f.store.now(), from(std::to_string(base)));

    CHECK(shown(watch, base) == "ADDED a@1, MODIFIED a@2");
    CHECK(shown(watch, base) == "");
    f.remove(f.configmaps, "a");
    f.create(f.pods, R"({"metadata":{"name":"unseen"}})");
    f.configmap("a");
    CHECK(shown(watch, base) == "DELETED a@3, ADDED a@5");
}

TEST_CASE("a watch from no version or 0 begins with the present objects")
{
    std::string const version = GENERATE("", "0");
    store_fixture f;
    f.configmap("b");
    f.configmap("a");
    auto const base = f.store.now();
    watch_cursor watch(f.configmaps, f.store.now(), from(version));
    f.configmap("c");

    CHECK(shown(watch, base - 2) == "ADDED a@2, ADDED b@1, ADDED c@3");
}

TEST_CASE("an object that enters the selector is added, one that leaves it is deleted, at the version of the "
          "change")
{
    store_fixture f;
    f.configmap("a", R"({"app":"web"})");
    auto const base = f.store.now();
    watch_cursor watch(f.configmaps, base, from(std::to_string(base), "app=web"));
    std::string deleted;

    f.patch(f.configmaps, "a", R"({"data":{"k":"v"}})");
    f.patch(f.configmaps, "a", R"({"metadata":{"labels":{"app":"db"}}})");  // it leaves the selector
    f.patch(f.configmaps, "a", R"({"data":{"k":"w"}})");                    // the watch does not see this
    f.patch(f.configmaps, "a", R"({"metadata":{"labels":{"app":"web"}}})"); // it enters the selector
    f.remove(f.configmaps, "a");
    f.configmap("b", R"({"app":"db"})");
    f.remove(f.configmaps, "b"); // the watch does not see this, because the object was never selected

    CHECK(shown(watch, base) == "MODIFIED a@1, DELETED a@2, ADDED a@4, DELETED a@5");
    watch_cursor again(f.configmaps, f.store.now(), from(std::to_string(base + 1), "app=web"));
    auto const leaves = again.next();
    REQUIRE(leaves);
    CHECK(leaves->object->metadata().at("labels").at("app") == "web"); // the last state that was selected
    CHECK(leaves->object->metadata().at("resourceVersion") == std::to_string(base + 2).c_str());
}

TEST_CASE("a watch sees only objects of its namespace that its field selector accepts")
{
    store_fixture f;
    f.store.create(f.namespaces, "", f.object(R"({"metadata":{"name":"other"}})"), origin::client);
    auto const base = f.store.now();
    auto in_shop = from(std::to_string(base));
    in_shop.ns = "shop";
    auto named = from(std::to_string(base));
    named.field_selector = "metadata.name=b";
    watch_cursor shop(f.configmaps, base, in_shop);
    watch_cursor b(f.configmaps, base, named);

    f.configmap("a");
    f.create(f.configmaps, R"({"metadata":{"name":"b"}})", "other");

    CHECK(shown(shop, base) == "ADDED a@1");
    CHECK(shown(b, base) == "ADDED b@2");
}

TEST_CASE("a watch from before the window of history is 410, and one that falls behind the window is lost")
{
    store_fixture f(3);
    auto const base = f.store.now();
    f.configmap("a");
    f.configmap("b");
    watch_cursor slow(f.configmaps, f.store.now(), from(std::to_string(base)));
    f.configmap("c");
    CHECK_FALSE(slow.lost());
    f.configmap("d");

    CHECK(slow.lost());
    CHECK(shown(slow, base) == "");
    CHECK(refused([&] { watch_cursor(f.configmaps, f.store.now(), from(std::to_string(base))); }) ==
          "410 Expired: too old resource version: " + std::to_string(base) + " (" + std::to_string(base + 1) +
              ")");
    watch_cursor within(f.configmaps, f.store.now(), from(std::to_string(base + 1)));
    CHECK(shown(within, base) == "ADDED b@2, ADDED c@3, ADDED d@4");
}

TEST_CASE("a watch from a version yet to come shows nothing up to it")
{
    store_fixture f;
    auto const base = f.store.now();
    watch_cursor watch(f.configmaps, base, from(std::to_string(base + 2)));

    for (std::string const name : {"a", "b", "c"}) f.configmap(name);

    CHECK(shown(watch, base) == "ADDED c@3");
}

TEST_CASE("a streamed list sends the present objects, then a bookmark that ends them, then changes")
{
    store_fixture f;
    auto const base = f.store.now();
    f.configmap("b");
    f.configmap("a");
    auto q = from("");
    q.send_initial_events = true;
    q.resource_version_match = "NotOlderThan";
    q.bookmarks = true;

    watch_cursor watch(f.configmaps, f.store.now(), q);
    f.configmap("c");

    CHECK(shown(watch, base) == "ADDED a@2, ADDED b@1, BOOKMARK end@2, ADDED c@3");
    q.resource_version_match = "";
    CHECK(refused([&] { watch_cursor(f.configmaps, f.store.now(), q); }).starts_with("422 Invalid: "));
    q.resource_version_match = "NotOlderThan";
    q.bookmarks = false;
    watch_cursor quiet(f.configmaps, f.store.now(), q);
    CHECK(shown(quiet, base) == "ADDED a@2, ADDED b@1, ADDED c@3");
}
