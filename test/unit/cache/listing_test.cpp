#include "cache/listing.hpp"

#include "item.hpp"

#include <coinformer/core/random.hpp>

#include <map>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

TEST_CASE("a listing is the last state of each object, by key")
{
    listing events;
    for (auto const* name : {"a", "b", "c"}) events.put(make(std::string("s/") + name, "1"));
    events.put(make("s/a", "2"));
    events.remove({"s", "b"});
    events.remove({"s", "never-seen"});
    events.put(make("s/b", "3"));

    events.put_version("9");
    events.put_version("10");
    auto const all = events.take();
    std::vector<std::string> found;
    for (auto const& o : all.objects) found.push_back(std::string(o->key().name) + std::string(o->resource_version()));
    CHECK(found == std::vector<std::string>{"c1", "a2", "b3"});
    CHECK(all.version == "9");
    CHECK(events.size() == 0);
    CHECK(events.take().objects.empty());
}

TEST_CASE("what does not decode is in a listing all the same, in the last state that did, until it is gone")
{
    listing events;
    events.put(make("s/a", "1"));
    events.put_undecoded("s", "a");
    events.put_undecoded("s", "b");
    events.put_undecoded("s", "c");
    events.remove({"s", "c"});
    auto const all = events.take();
    CHECK(all.objects.size() == 1);
    CHECK(all.undecoded == std::vector<std::pair<std::string, std::string>>{{"s", "a"}, {"s", "b"}});
    CHECK_FALSE(all.incomplete);

    events.put_undecoded("", "");
    CHECK(events.take().incomplete);
}

TEST_CASE("a listing keeps the order in which it came, each object at its last place")
{
    listing events;
    for (auto const* key : {"shop/b", "shop/a", "shop-2/z", "shop2/a", "a/z", "shop/a"}) events.put(make(key, "1"));
    std::vector<std::string> found;
    for (auto const& o : events.take().objects) found.push_back(to_string(o->key()));
    CHECK(found == std::vector<std::string>{"shop/b", "shop-2/z", "shop2/a", "a/z", "shop/a"});
}

TEST_CASE("of many objects in any order each is there once, in its last state, unless it was removed after that")
{
    listing events;
    std::map<std::string, std::string> there;
    random_source random(3);
    for (int i = 0; i != 20'000; ++i) {
        auto const name = "n" + std::to_string(random.below(4000));
        if (random.below(5) == 0) {
            events.remove({"s", name});
            there.erase(name);
        } else {
            events.put(make("s/" + name, std::to_string(i)));
            there[name] = std::to_string(i);
        }
    }
    auto const all = events.take();
    std::map<std::string, std::string> found;
    for (auto const& o : all.objects) found[std::string(o->key().name)] = o->resource_version();
    CHECK(found == there);
    CHECK(all.objects.size() == there.size());
}
