#include "store_fixture.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace coinformer::testing;
using namespace coinformer::testing::detail;

namespace {

collection_query query(std::size_t limit = 0, std::string token = {})
{
    collection_query q;
    q.limit = limit;
    q.continue_token = std::move(token);
    return q;
}

collection_query at_version(std::string version, std::string match = {}, std::size_t limit = 0)
{
    auto q = query(limit);
    q.resource_version = std::move(version);
    q.resource_version_match = std::move(match);
    return q;
}

} // namespace

TEST_CASE("a list is in etcd's order of namespace and name")
{
    store_fixture f;
    for (std::string_view const ns : {"a", "a-b", "b"})
        for (std::string const name : {"y", "x"})
            f.store.create(f.configmaps, ns, f.object(R"({"metadata":{"name":")" + name + "\"}}"),
                           origin::test);

    auto const all = f.store.list(f.configmaps, query());
    auto one = query();
    one.ns = "a";

    std::string keys;
    for (auto const& o : all.page.items) keys += storage_key(o->ns(), o->name()) + " ";
    CHECK(keys == "a-b/x a-b/y a/x a/y b/x b/y "); // '-' comes before '/'
    CHECK(names(f.store.list(f.configmaps, one)) == "x y");
    CHECK(all.at == f.store.now());
}

TEST_CASE("pages are one consistent state, whatever changes between them")
{
    store_fixture f;
    for (std::string const name : {"a", "b", "c", "d", "e"}) f.configmap(name);
    auto const first = f.store.list(f.configmaps, query(2));

    f.remove(f.configmaps, "c");
    f.configmap("bb");
    f.configmap("f");
    f.patch(f.configmaps, "d", R"({"data":{"new":"yes"}})");
    f.remove(f.configmaps, "a");
    f.configmap("a");
    auto const second = f.store.list(f.configmaps, query(2, first.continue_token));
    f.remove(f.configmaps, "e");
    auto const third = f.store.list(f.configmaps, query(2, second.continue_token));

    CHECK(names(first) == "a b");
    CHECK(first.page.remaining == 3);
    CHECK(names(second) == "c d");
    CHECK(second.at == first.at);
    CHECK(second.page.remaining == 1);
    CHECK_FALSE(second.page.items[1]->body().contains("data"));
    CHECK(names(third) == "e");
    CHECK(third.continue_token.empty());
    CHECK_FALSE(third.page.remaining);
    CHECK(names(f.store.list(f.configmaps, query())) == "a b bb d f");
}

TEST_CASE("pages of every size make the whole list")
{
    store_fixture f;
    for (int i = 0; i != 23; ++i)
        f.configmap("cm-" + std::to_string(i), i % 3 == 0 ? R"({"third":"yes"})" : "{}");
    auto const limit = GENERATE(range(std::size_t(1), std::size_t(26)));
    std::string_view const selector = GENERATE("", "third");
    auto q = query();
    q.label_selector = selector;
    auto const whole = f.store.list(f.configmaps, q);

    std::vector<stored_ref> items;
    q.limit = limit;
    do {
        auto const page = f.store.list(f.configmaps, q);
        CHECK(page.page.items.size() <= limit);
        items.insert(items.end(), page.page.items.begin(), page.page.items.end());
        if (selector.empty() && !page.continue_token.empty()) CHECK(page.page.remaining == 23 - items.size());
        if (!selector.empty()) CHECK_FALSE(page.page.remaining);
        q.continue_token = page.continue_token;
    } while (!q.continue_token.empty());

    CHECK(items == whole.page.items);
}

TEST_CASE("a continue token older than the history is 410, with a token to continue without consistency")
{
    store_fixture f(3);
    for (std::string const name : {"a", "b", "c", "d"}) f.configmap(name);
    auto const first = f.store.list(f.configmaps, query(1));
    for (std::string const name : {"e", "f", "g"}) f.configmap(name);
    // this version is just within the window
    CHECK(names(f.store.list(f.configmaps, query(9, first.continue_token))) == "b c d");

    f.configmap("h");
    std::string token;
    try {
        f.store.list(f.configmaps, query(9, first.continue_token));
    } catch (refusal const& why) {
        CHECK(why.code() == 410);
        CHECK(why.status().reason == "Expired");
        CHECK(why.kind() == errc::expired);
        token = why.json().at("metadata").at("continue").as_string().c_str();
    }

    CHECK(names(f.store.list(f.configmaps, query(9, token))) == "b c d e f g h");
}

TEST_CASE("compaction makes every older version 410")
{
    store_fixture f;
    f.configmap("a");
    f.configmap("b");
    auto const version = std::to_string(f.store.now());
    auto const first = f.store.list(f.configmaps, query(1));
    f.configmap("c");

    f.store.compact();

    CHECK(refused([&] {
              f.store.list(f.configmaps, query(1, first.continue_token));
          }).starts_with("410 Expired: The provided continue"));
    CHECK(refused([&] { f.store.list(f.configmaps, at_version(version, "Exact")); }) ==
          "410 Expired: The resourceVersion for the provided list is too old.");
    CHECK(names(f.store.list(f.configmaps, at_version(version, "NotOlderThan"))) == "a b c");
    CHECK(names(f.store.list(f.configmaps, at_version(std::to_string(f.store.now()), "Exact"))) == "a b c");
}

TEST_CASE("a list is at the requested version")
{
    store_fixture f;
    f.configmap("a");
    auto const then = std::to_string(f.store.now());
    f.configmap("b");

    CHECK(names(f.store.list(f.configmaps, at_version("0"))) == "a b");
    CHECK(names(f.store.list(f.configmaps, at_version(then))) == "a b");
    CHECK(names(f.store.list(f.configmaps, at_version(then, "NotOlderThan", 1))) == "a");
    CHECK(f.store.list(f.configmaps, at_version(then, "NotOlderThan", 1)).continue_token != "");
    CHECK(names(f.store.list(f.configmaps, at_version(then, "Exact"))) == "a");
    // with a limit, a version means exactly this version
    CHECK(names(f.store.list(f.configmaps, at_version(then, "", 5))) == "a");
    CHECK(f.store.list(f.configmaps, at_version(then, "Exact")).at == f.store.now() - 1);
    // "Any version" comes from the watch cache, which returns everything at once.
    CHECK(names(f.store.list(f.configmaps, at_version("0", "", 1))) == "a b");
}

TEST_CASE("versions and matches that make no sense are refused as a real server refuses them")
{
    store_fixture f;
    f.configmap("a");
    auto const now = f.store.now();
    auto both = at_version("1");
    both.continue_token = "00";
    auto garbage = query(1, "no token");

    CHECK(refused([&] {
              f.store.list(f.configmaps, at_version("abc"));
          }).starts_with("400 BadRequest: invalid resource version"));
    CHECK(refused([&] { f.store.list(f.configmaps, at_version(std::to_string(now + 9))); }) ==
          "504 Timeout: Timeout: Too large resource version: " + std::to_string(now + 9) +
              ", current: " + std::to_string(now));
    CHECK(refused([&] { f.store.list(f.configmaps, at_version("", "Exact")); }).starts_with("422 Invalid: "));
    CHECK(
        refused([&] { f.store.list(f.configmaps, at_version("0", "Exact")); }).starts_with("422 Invalid: "));
    CHECK(
        refused([&] { f.store.list(f.configmaps, at_version("1", "Newer")); }).starts_with("422 Invalid: "));
    CHECK(refused([&] {
              f.store.list(f.configmaps, both);
          }).starts_with("400 BadRequest: specifying resource version"));
    CHECK(refused([&] {
              f.store.list(f.configmaps, garbage);
          }).starts_with("400 BadRequest: continue key is not valid"));
}
