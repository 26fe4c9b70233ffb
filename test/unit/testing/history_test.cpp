#include "testing/http/watch_cursor.hpp"

#include "store_fixture.hpp"

#include <coinformer/core/random.hpp>

#include "catch.hpp"

#include <map>

using namespace coinformer;
using namespace coinformer::testing;
using namespace coinformer::testing::detail;

namespace {

using state = std::map<std::string, std::string>; // from name to text

constexpr auto selector = "app in (a,b)";

bool is_selected(stored_ref const& o)
{
    auto const* labels = o->metadata().if_contains("labels");
    if (!labels || !labels->is_object()) return false;
    auto const* app = labels->get_object().if_contains("app");
    return app && (*app == "a" || *app == "b");
}

// Makes one random change. There are few names, so that changes meet.
void change_something(store_fixture& f, random_source& random)
{
    auto const number = random.below(6);
    auto const name = "cm-" + std::to_string(number);
    auto const draw = random.below(4);
    std::string const app(1, static_cast<char>('a' + draw));
    auto const kind = random.below(3);
    if (!f.configmaps.find("shop", name))
        f.configmap(name, R"({"app":")" + app + "\"}");
    else if (kind == 0)
        f.remove(f.configmaps, name);
    else if (kind == 1)
        f.patch(f.configmaps, name, R"({"metadata":{"labels":{"app":")" + app + "\"}}}");
    else
        f.create(f.pods, R"({"metadata":{"generateName":"of-another-resource-"}})");
}

state listed(store_fixture& f, revision at, std::string_view labels, std::size_t limit)
{
    collection_query q;
    q.resource_version = std::to_string(at);
    q.resource_version_match = "Exact";
    q.label_selector = labels;
    q.limit = limit;
    state result;
    for (;;) {
        auto const list = f.store.list(f.configmaps, q);
        for (auto const& o : list.page.items) result.emplace(o->name(), o->text());
        if (list.continue_token.empty()) return result;
        q.resource_version.clear();
        q.resource_version_match.clear();
        q.continue_token = list.continue_token;
    }
}

void follow(store_fixture& f, revision from, std::string_view labels, state& onto)
{
    collection_query q;
    q.resource_version = std::to_string(from);
    q.label_selector = labels;
    watch_cursor watch(f.configmaps, f.store.now(), q);
    auto last = from;
    for (auto e = watch.next(); e; e = watch.next()) {
        REQUIRE(e->at > last);
        last = e->at;
        std::string const name(e->object->name());
        REQUIRE(onto.contains(name) == (e->type != "ADDED"));
        if (e->type == "DELETED")
            onto.erase(name);
        else
            onto[name] = e->object->text();
    }
}

} // namespace

TEST_CASE("in random histories, lists and watches from every version agree with the changes")
{
    auto const seed = GENERATE(range(std::uint64_t(1), std::uint64_t(21)));
    INFO("seed " << seed);
    store_fixture f(30);
    random_source random(seed);
    std::map<revision, state> all, selected; // the truth at each version

    for (int step = 0; step != 60; ++step) {
        change_something(f, random);
        auto const now = f.store.now();
        for (auto const& o : f.configmaps.page({}, now, {}, 0).items) {
            all[now].emplace(o->name(), o->text());
            if (is_selected(o)) selected[now].emplace(o->name(), o->text());
        }
    }

    auto const newest = f.store.now();
    for (auto at = f.configmaps.oldest(); at <= newest; ++at) {
        INFO("version " << at);
        CHECK(listed(f, at, "", 2) == all[at]);
        CHECK(listed(f, at, selector, 1) == selected[at]);
        auto replayed = all[at];
        follow(f, at, "", replayed);
        CHECK(replayed == all[newest]);
        replayed = selected[at];
        follow(f, at, selector, replayed);
        CHECK(replayed == selected[newest]);
    }
    CHECK(f.configmaps.oldest() > 2); // the window of history has moved
    CHECK_FALSE(refused([&] { listed(f, f.configmaps.oldest() - 1, "", 2); }).empty());
}
