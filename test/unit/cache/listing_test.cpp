#include "cache/listing.hpp"

#include "item.hpp"

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
    CHECK(found == std::vector<std::string>{"a2", "b3", "c1"});
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

TEST_CASE("a listing is in a server's order, in which a namespace comes after those that it begins")
{
    listing events;
    for (auto const* key : {"shop/b", "shop/a", "shop-2/z", "shop2/a", "a/z", "shop/a"}) events.put(make(key, "1"));
    std::vector<std::string> found;
    for (auto const& o : events.take().objects) found.push_back(to_string(o->key()));
    CHECK(found == std::vector<std::string>{"a/z", "shop-2/z", "shop/a", "shop/b", "shop2/a"});
}
