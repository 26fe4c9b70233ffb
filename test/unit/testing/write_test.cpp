#include "store_fixture.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::testing;
using namespace coinformer::testing::detail;

namespace {

write_options dry_run()
{
    write_options how;
    how.dry_run = true;
    return how;
}

} // namespace

TEST_CASE("a dry run is answered like the real request, and stores nothing")
{
    store_fixture f;
    f.create(f.configmaps, R"({"metadata":{"name":"a","labels":{"x":"y"}}})");
    auto const old = f.configmap("b");
    auto const before = f.store.now();
    auto const how = dry_run();

    auto const made = f.store.create(f.configmaps, "shop", f.object(R"({"metadata":{"name":"c"}})"), how);
    auto const replaced =
        f.store.replace(f.configmaps, "shop", "b", f.object(R"({"metadata":{"name":"b"},"data":{"k":"v"}})"),
                        subresource::none, how);
    auto const patched = f.store.patch(f.configmaps, "shop", "b", patch_type::merge, R"({"data":{"k":"w"}})",
                                       subresource::none, how);
    auto const removed = f.store.remove(f.configmaps, "shop", "b", {}, how);
    auto const all = f.store.remove_all(f.configmaps, {}, {}, how);

    CHECK_FALSE(made->uid().empty());
    CHECK_FALSE(made->metadata().contains("resourceVersion"));
    CHECK(replaced->body().at("data").at("k") == "v");
    CHECK(replaced->metadata().at("resourceVersion") == old->metadata().at("resourceVersion"));
    CHECK(patched->body().at("data").at("k") == "w");
    CHECK(removed == nullptr);
    CHECK(names(all) == "a b");
    CHECK(f.store.now() == before);
    CHECK(names(f.store.list(f.configmaps, {})) == "a b");
    CHECK_FALSE(f.store.get(f.configmaps, "shop", "b")->body().contains("data"));
    CHECK(refused([&] {
              f.store.create(f.configmaps, "shop", f.object(R"({"metadata":{"name":"a"}})"), how);
          }).starts_with("409 AlreadyExists"));
}

TEST_CASE("the selected objects of a collection are removed, except those with finalizers")
{
    store_fixture f;
    f.configmap("a", R"({"x":"y"})");
    f.configmap("b");
    f.create(f.configmaps,
             R"({"metadata":{"name":"c","labels":{"x":"y"},"finalizers":["example.io/hold"]}})");
    f.store.create(f.configmaps, "other", f.object(R"({"metadata":{"name":"a","labels":{"x":"y"}}})"),
                   origin::test);
    collection_query q;
    q.ns = "shop";
    q.label_selector = "x=y";

    auto const removed = f.store.remove_all(f.configmaps, q, {});

    CHECK(names(removed) == "a c");
    CHECK(names(f.store.list(f.configmaps, {})) == "a b c");
    CHECK(f.configmaps.find("other", "a"));
    CHECK(f.configmaps.find("shop", "a") == nullptr);
    CHECK(f.configmaps.find("shop", "c")->metadata().contains("deletionTimestamp"));
}

TEST_CASE("no object can be created in a namespace that is being deleted")
{
    store_fixture f;
    f.store.create(f.namespaces, "",
                   f.object(R"({"metadata":{"name":"old","finalizers":["example.io/hold"]}})"),
                   origin::client);
    f.store.remove(f.namespaces, "", "old", {});

    auto const why = refused([&] { f.create(f.configmaps, R"({"metadata":{"name":"c"}})", "old"); });

    CHECK(why == "403 Forbidden: configmaps \"c\" is forbidden: unable to create new content in namespace "
                 "old because it "
                 "is being terminated");
    CHECK(f.namespaces.find("", "old")->body().at("status").at("phase") == "Terminating");
}
