#include "cache/initial_events.hpp"

#include "item.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

TEST_CASE("initial events make a collection of the last state of each object, in the order they first came")
{
    initial_events events;
    for (auto const* name : {"a", "b", "c"}) events.put(make(std::string("s/") + name, "1"));
    events.put(make("s/a", "2"));
    events.remove({"s", "b"});
    events.remove({"s", "never-seen"});
    events.put(make("s/b", "3"));
    CHECK(events.size() == 3);

    auto const all = events.take("9");
    std::vector<std::string> found;
    for (auto const& o : all.objects) found.push_back(std::string(o->key().name) + std::string(o->resource_version()));
    CHECK(found == std::vector<std::string>{"a2", "c1", "b3"});
    CHECK(all.version == "9");
    CHECK(events.size() == 0);
    CHECK(events.take("10").objects.empty());
}

TEST_CASE("initial events that do not decode are there all the same")
{
    initial_events events;
    events.put(make("s/a", "1"));
    events.put_undecoded("s", "a"); // changed to something that does not decode
    events.put_undecoded("ns", "b");
    auto const all = events.take("9");
    CHECK(all.objects.empty());
    CHECK(all.undecoded.size() == 2);
    CHECK_FALSE(all.incomplete);

    events.put_undecoded("", "");
    CHECK(events.take("9").incomplete);
}
