#include "cache/store/store.hpp"
#include "item.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/random.hpp>

#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

namespace {

object_ref put(store& s, object_ref object)
{
    std::string const version(object->resource_version());
    std::vector<store::operation> batch;
    batch.push_back({.object = std::move(object)});
    s.apply(batch, version);
    return batch.front().old;
}

object_ref erase(store& s, object_ref object)
{
    std::vector<store::operation> batch;
    batch.push_back({.object = std::move(object), .erase = true});
    s.apply(batch, "");
    return batch.front().old;
}

std::multiset<std::string> names(snapshot<item> const& s)
{
    std::multiset<std::string> found;
    for (auto const& o : s.list()) found.insert(to_string(o.key()));
    return found;
}

std::multiset<std::string> names(object_range<item> const& range)
{
    std::multiset<std::string> found;
    for (auto const& o : range) found.insert(to_string(o.key()));
    return found;
}

std::vector<std::string> by_group(object_ref const& o)
{
    return {item_of(o).group.to_owned()};
}

using set = std::multiset<std::string>;

} // namespace

TEST_CASE("an object is found by its key, replaced, and erased")
{
    store s;
    CHECK_FALSE(put(s, make("n/a", "1", 10)));
    auto const old = put(s, make("n/a", "2", 20));

    CHECK(item_of(old).value == 10);
    CHECK(s.size() == 1);
    CHECK(item_of(s.find({"n", "a"})).value == 20);
    CHECK_FALSE(s.find({"m", "a"}));
    CHECK(s.version() == "2");

    CHECK(item_of(erase(s, make("n/a", "3"))).value == 20);
    CHECK_FALSE(erase(s, make("n/a", "3")));
    CHECK(s.size() == 0);
}

TEST_CASE("a snapshot stays as it was while the store changes")
{
    store s;
    put(s, make("n/a", "1", 1));
    put(s, make("n/b", "2", 1));
    snapshot<item> const before(s.snapshot());

    put(s, make("n/a", "3", 2));
    erase(s, make("n/b", "4"));
    put(s, make("m/c", "5", 2));
    snapshot<item> const after(s.snapshot());

    CHECK(before.resource_version() == "2");
    CHECK(before.get("n", "a")->value == 1);
    CHECK(names(before) == set{"n/a", "n/b"});
    CHECK(names(before.in_namespace("n")) == set{"n/a", "n/b"});
    CHECK(names(before.in_namespace("m")).empty());

    CHECK(after.resource_version() == "5");
    CHECK(after.get("n", "a")->value == 2);
    CHECK(names(after) == set{"m/c", "n/a"});
    CHECK(names(after.in_namespace("n")) == set{"n/a"});
    CHECK(names(after.in_namespace("m")) == set{"m/c"});
    CHECK(before.size() == 2);
}

TEST_CASE("an index files objects under its values, and follows them when they change")
{
    store s;
    put(s, make("n/a", "1", 0, "red"));
    s.add_index("group", by_group);
    put(s, make("n/b", "2", 0, "blue"));
    put(s, make("n/c", "3", 0, "red"));

    snapshot<item> const before(s.snapshot());
    CHECK(names(before.by_index("group", "red")) == set{"n/a", "n/c"});
    CHECK(names(before.by_index("group", "blue")) == set{"n/b"});
    CHECK(before.by_index("group", "green").empty());

    put(s, make("n/a", "4", 0, "blue"));
    erase(s, make("n/b", "5"));
    snapshot<item> const after(s.snapshot());
    CHECK(names(after.by_index("group", "red")) == set{"n/c"});
    CHECK(names(after.by_index("group", "blue")) == set{"n/a"});
    CHECK(names(before.by_index("group", "blue")) == set{"n/b"});
}

TEST_CASE("asking an index that does not exist is an error that names the index")
{
    store s;
    snapshot<item> const now(s.snapshot());
    try {
        (void)now.by_index("colour", "red");
        FAIL("no error");
    } catch (api_error const& e) {
        CHECK(e.code() == errc::unknown_index);
        CHECK(std::string(e.what()).find("colour") != std::string::npos);
    }
}

TEST_CASE("a failure of an index function is counted, and the object is left out of that index only")
{
    store s;
    s.add_index("group", [](object_ref const& o) -> std::vector<std::string> {
        if (item_of(o).value == 13) throw std::runtime_error("unlucky");
        return {"fine"};
    });
    put(s, make("n/a", "1", 13));
    put(s, make("n/b", "2", 1));

    snapshot<item> const now(s.snapshot());
    CHECK(s.index_failures() == 1);
    CHECK(now.size() == 2);
    CHECK(names(now.by_index("group", "fine")) == set{"n/b"});
}

TEST_CASE(
    "if an index function throws for an object that is erased, the object's index entries go all the same")
{
    store s;
    bool unlucky = false;
    s.add_index("group", [&](object_ref const& o) -> std::vector<std::string> {
        if (unlucky) throw std::runtime_error("unlucky");
        return by_group(o);
    });
    put(s, make("n/a", "1", 0, "red"));
    put(s, make("n/b", "2", 0, "red"));
    unlucky = true;
    erase(s, make("n/a", "3"));
    unlucky = false;

    auto const under = [&](std::string_view value) {
        set found;
        snapshot<item> const now(s.snapshot());
        for (auto const& o : now.by_any_of("group", {value})) {
            REQUIRE(o);
            found.insert(to_string(o.key()));
        }
        return found;
    };
    CHECK(under("red") == set{"n/b"});
    put(s, make("n/c", "4", 0, "blue")); // n/c gets the slot of a
    CHECK(under("red") == set{"n/b"});
    CHECK(under("blue") == set{"n/c"});
}

TEST_CASE(
    "after an index function threw once, the next change files the object, although its values are the same")
{
    store s;
    bool unlucky = true;
    s.add_index("group", [&](object_ref const& o) -> std::vector<std::string> {
        if (std::exchange(unlucky, false)) throw std::runtime_error("unlucky");
        return by_group(o);
    });
    put(s, make("n/a", "1", 0, "red"));
    CHECK(s.index_failures() == 1);
    CHECK(names(snapshot<item>(s.snapshot()).by_index("group", "red")).empty());

    put(s, make("n/a", "2", 0, "red"));
    CHECK(names(snapshot<item>(s.snapshot()).by_index("group", "red")) == set{"n/a"});
}

TEST_CASE("an object for which the index function threw is not searched for in the index when it changes")
{
    store s;
    int calls = 0;
    put(s, make("n/old", "1", 13));
    s.add_index("group", [&](object_ref const& o) -> std::vector<std::string> {
        ++calls;
        if (item_of(o).value == 13) throw std::runtime_error("unlucky");
        return by_group(o);
    });
    put(s, make("n/a", "1", 13));
    store::replacement list{.gone = {}, .put = {make("n/b", "2", 13), make("n/c", "2", 1, "red")}};
    s.replace(list, "2");

    // If the function were called for the old state, it would throw, and only a search of the whole index
    // could tell under which values the object is filed. The store remembers instead that there are none.
    for (auto const* key : {"n/old", "n/a", "n/b"}) {
        calls = 0;
        put(s, make(key, "3", 13));
        CHECK(calls == 1); // called for the new state only
        calls = 0;
        erase(s, make(key, "4", 13));
        CHECK(calls == 0);
    }
    put(s, make("n/d", "5", 2, "red")); // n/d gets the slot of one of them
    put(s, make("n/d", "6", 2, "blue"));
    CHECK(names(snapshot<item>(s.snapshot()).by_index("group", "red")) == set{"n/c"});
    CHECK(names(snapshot<item>(s.snapshot()).by_index("group", "blue")) == set{"n/d"});
}

TEST_CASE("an object for which the index function throws sometimes is filed while it does not throw")
{
    store s;
    s.add_index("group", [&](object_ref const& o) -> std::vector<std::string> {
        if (item_of(o).value == 13) throw std::runtime_error("unlucky");
        return by_group(o);
    });
    auto const red = [&] { return names(snapshot<item>(s.snapshot()).by_index("group", "red")); };
    for (auto round = 0; round != 2; ++round) {
        put(s, make("n/a", "1", 13, "red"));
        CHECK(red().empty());
        put(s, make("n/a", "2", 1, "red"));
        CHECK(red() == set{"n/a"});
        put(s, make("n/a", "3", 2, "blue"));
        CHECK(red().empty());
    }
}

TEST_CASE("an index function may return a value twice")
{
    store s;
    s.add_index("group", [](object_ref const& o) -> std::vector<std::string> {
        return {item_of(o).group.to_owned(), item_of(o).group.to_owned()};
    });
    put(s, make("n/a", "1", 0, "red"));
    put(s, make("n/a", "2", 0, "blue"));
    CHECK(snapshot<item>(s.snapshot()).index_values("group") == std::vector<std::string>{"blue"});
    erase(s, make("n/a", "3"));
    CHECK(snapshot<item>(s.snapshot()).index_values("group").empty());
}

TEST_CASE("objects match a label selector through their metadata")
{
    CHECK(label_selector("app=web").matches(std::map<std::string, std::string>{{"app", "web"}}));
    CHECK_FALSE(label_selector("app=web").matches(std::map<std::string, std::string>{{"app", "api"}}));
    CHECK(label_selector("app in (web, api),!canary")
              .matches(std::map<std::string, std::string>{{"app", "api"}}));
    CHECK_FALSE(label_selector("tier,app!=web").matches(std::map<std::string, std::string>{{"app", "api"}}));
    CHECK(label_selector("app notin (web)").matches(std::map<std::string, std::string>{}));
    CHECK(label_selector("").matches(std::map<std::string, std::string>{}));
    CHECK_THROWS_AS(label_selector("app in web"), api_error);
    CHECK_THROWS_AS(label_selector("=web"), api_error);
    CHECK_THROWS_AS(label_selector("app=web)"), api_error);
}

TEST_CASE(
    "a store and its snapshots agree with a plain map, over random histories of small and large batches")
{
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        INFO("seed " << seed);
        random_source random(seed);
        store s;
        s.add_index("group", by_group);
        std::map<std::string, std::pair<int, std::string>> model; // key -> value, group
        std::optional<snapshot<item>> held;
        std::map<std::string, std::pair<int, std::string>> held_model;

        for (int step = 0; step < 40; ++step) {
            std::vector<store::operation> batch;
            std::set<std::string> keys;
            auto const operations = random.below(5) == 0 ? 400 : 1 + random.below(8);
            for (std::uint64_t i = 0; i < operations; ++i) {
                auto const key =
                    "n" + std::to_string(random.below(3)) + "/o" + std::to_string(random.below(300));
                if (!keys.insert(key).second) continue;
                int const value = static_cast<int>(random.below(1000));
                auto const group = "g" + std::to_string(random.below(7));
                bool const gone = random.below(3) == 0;
                batch.push_back({.object = make(key, std::to_string(step), value, group), .erase = gone});
                if (gone)
                    model.erase(key);
                else
                    model[key] = {value, group};
            }
            s.apply(batch, std::to_string(step));
            if (random.below(4) == 0) {
                held.emplace(s.snapshot());
                held_model = model;
            }
        }

        auto const check = [](snapshot<item> const& now, auto const& expected) {
            CHECK(now.size() == expected.size());
            std::map<std::string, set> groups;
            set all;
            for (auto const& [key, value] : expected) {
                auto const slash = key.find('/');
                auto const found = now.get(key.substr(0, slash), key.substr(slash + 1));
                REQUIRE(found);
                CHECK(found->value == value.first);
                groups[value.second].insert(key);
                all.insert(key);
            }
            CHECK(names(now) == all);
            for (int g = 0; g < 7; ++g) {
                auto const group = "g" + std::to_string(g);
                CHECK(names(now.by_index("group", group)) == groups[group]);
            }
        };
        check(snapshot<item>(s.snapshot()), model);
        if (held) check(*held, held_model);
    }
}

TEST_CASE("after a list has erased all objects, those of another one take the slots from the first on")
{
    store s;
    auto const list_of = [](std::string const& name) {
        std::vector<object_ref> all;
        for (int i = 0; i != 600; ++i) all.push_back(make("n/" + name + std::to_string(i), "1"));
        return all;
    };
    auto const are_in_order = [&](std::vector<object_ref> const& all) {
        for (std::uint32_t slot = 0; slot != all.size(); ++slot)
            if (s.slot_of(all[slot]->key()) != slot) return false;
        return s.slots() == all.size();
    };
    auto const first = list_of("a"), second = list_of("b");
    store::replacement list{.gone = {}, .put = first};
    s.replace(list, "1");
    REQUIRE(are_in_order(first));
    store::replacement nothing{.gone = first, .put = {}};
    s.replace(nothing, "2");
    CHECK(s.size() == 0);
    store::replacement next{.gone = {}, .put = second};
    s.replace(next, "3");
    CHECK(are_in_order(second));
}
