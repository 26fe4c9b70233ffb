#include "cache/reflector/listing.hpp"

#include "item.hpp"

#include <coinformer/core/random.hpp>

#include <algorithm>
#include <map>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

TEST_CASE("a listing holds the last state of each object, by key")
{
    store const nothing;
    listing events(nothing);
    for (auto const* name : {"a", "b", "c"}) events.put(make(std::string("s/") + name, "1"));
    events.put(make("s/a", "2"));
    events.remove({"s", "b"});
    events.remove({"s", "never-seen"});
    events.put(make("s/b", "3"));

    events.put_version("9");
    events.put_version("10");
    auto const all = events.take();
    std::vector<std::string> found;
    for (auto const& o : all.objects)
        found.push_back(std::string(o->key().name) + std::string(o->resource_version()));
    std::ranges::sort(found);
    CHECK(found == std::vector<std::string>{"a2", "b3", "c1"});
    CHECK(all.version == "9");
    CHECK(events.size() == 0);
    CHECK(events.take().objects.empty());
}

TEST_CASE("an object that cannot be decoded is in a listing all the same, with its last decoded state, until "
          "it is deleted")
{
    store const nothing;
    listing events(nothing);
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

TEST_CASE("an object that was deleted and then cannot be decoded is in a listing once")
{
    store const nothing;
    listing events(nothing);
    for (auto const* name : {"a", "b", "c"}) events.put_undecoded("s", name);
    for (auto const* name : {"a", "b"}) events.remove({"s", name});
    events.put_undecoded("s", "a");
    events.put_undecoded("s", "b");
    events.remove({"s", "b"});
    CHECK(events.take().undecoded ==
          std::vector<std::pair<std::string, std::string>>{{"s", "c"}, {"s", "a"}});
}

TEST_CASE("a listing with too many objects that cannot be decoded is refused, and those without a name take "
          "no memory")
{
    store const nothing;
    listing events(nothing, 3);
    for (int i = 0; i < 3; ++i) events.put_undecoded("", "");
    CHECK_THROWS_AS(events.put_undecoded("s", "a"), api_error);
    events.clear();
    for (int i = 0; i < 3; ++i) events.put_undecoded("", "");
    auto const all = events.take();
    CHECK(all.incomplete);
    CHECK(all.undecoded.empty());
    CHECK_NOTHROW(events.put_undecoded("s", "a"));
}

TEST_CASE("a listing keeps the order of arrival, each object at its first place")
{
    store const nothing;
    listing events(nothing);
    for (auto const* key : {"shop/b", "shop/a", "shop-2/z", "shop2/a", "a/z", "shop/a"})
        events.put(make(key, "1"));
    std::vector<std::string> found;
    for (auto const& o : events.take().objects) found.push_back(to_string(o->key()));
    CHECK(found == std::vector<std::string>{"shop/b", "shop/a", "shop-2/z", "shop2/a", "a/z"});
}

TEST_CASE(
    "in any order each object is in a listing once, with its last state, unless it was deleted after that")
{
    store const nothing;
    listing events(nothing);
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

namespace {

/// The keys and versions that a store_updater would find in a list: those that are marked, and those that are
/// put.
std::vector<std::string> contents(complete_list const& all)
{
    std::vector<std::string> found;
    for (slot_id slot = 0; slot != all.unchanged.size(); ++slot)
        if (all.unchanged[slot])
            found.push_back(std::string("= ") + std::string(all.before->at(slot)->key().name));
    for (auto const& o : all.objects)
        found.push_back("+ " + std::string(o->key().name) + std::string(o->resource_version()));
    return found;
}

struct filled {
    filled()
    {
        std::vector<store::operation> all;
        for (auto const* name : {"a", "b", "c", "d"})
            all.push_back({.object = make(std::string("s/") + name, "1")});
        objects.apply(all, "1");
    }
    /// Does what a decoder does: an object that is known is used again.
    void see(listing& in, std::string const& name, std::string const& version) const
    {
        auto known = in.find({"s", name}, "uid-" + name, version);
        in.put(known ? known : make("s/" + name, version));
    }
    store objects;
};

} // namespace

TEST_CASE("a listing marks objects that the store has in the same version, and keeps all other objects")
{
    filled const there;
    listing list(there.objects);
    list.begin();
    there.see(list, "a", "1");
    there.see(list, "c", "1");
    there.see(list, "b", "2");
    there.see(list, "new", "3");
    CHECK(list.size() == 4);
    CHECK(contents(list.take()) == std::vector<std::string>{"= a", "= c", "+ b2", "+ new3"});
    CHECK(list.size() == 0);
}

TEST_CASE("the last state counts, whether the store had the object or not")
{
    filled const there;
    listing list(there.objects);
    list.begin();
    for (auto const* name : {"a", "b", "c", "d"}) there.see(list, name, "1");
    there.see(list, "a", "2"); // a was changed
    list.remove({"s", "b"});   // b was deleted
    there.see(list, "c", "2"); // c was changed and then changed back
    there.see(list, "c", "1");
    there.see(list, "d", "1"); // d came twice
    CHECK(contents(list.take()) == std::vector<std::string>{"= d", "+ a2", "+ c1"});
}

TEST_CASE("the unchanged objects of a list are those of the store when the list began")
{
    filled there;
    listing list(there.objects);
    list.begin();
    there.see(list, "a", "1");
    std::vector<store::operation> queued{{.object = make("s/a", "0"), .erase = true},
                                         {.object = make("s/z", "2")}};
    there.objects.apply(queued, "2"); // z gets the slot of a
    there.see(list, "b", "1");
    auto const all = list.take();
    CHECK(contents(all) == std::vector<std::string>{"= a", "= b"});
}

TEST_CASE("outside of a reading no object is known, because a list of another history may be on its way to "
          "the store")
{
    filled const there;
    listing list(there.objects);
    CHECK_FALSE(list.find({"s", "a"}, "uid-a", "1"));
    list.begin();
    CHECK(list.find({"s", "a"}, "uid-a", "1"));
    (void)list.take();
    CHECK_FALSE(list.find({"s", "a"}, "uid-a", "1"));
}

TEST_CASE("a listing in which one object comes again and again keeps only its last state, and repeats itself")
{
    store const nothing;
    listing page(nothing);
    bool repeats = false;
    std::size_t puts = 0;
    for (; !repeats && puts != 10'000; ++puts) {
        page.put(make("s/a", std::to_string(puts + 1)));
        CHECK(page.size() == 1);
        repeats = page.repeats_itself(100);
    }
    CHECK(repeats);
    CHECK(puts < 400);
    CHECK(page.size() == 1);
}

TEST_CASE(
    "a long listing of different objects does not repeat itself, in any order, with known objects or not")
{
    std::vector<object_ref> const few{make("s/n5", "1"), make("s/n7", "1")};
    store known;
    std::vector<store::operation> operations;
    for (auto const& o : few) operations.push_back({.object = o});
    known.apply(operations, "1");
    listing page(known);
    page.begin();
    bool repeats = false;
    for (int i = 0; i != 5000; ++i) {
        auto const name = "s/n" + std::to_string(i * 7919 % 5000); // each object once, in no order
        page.put(name == "s/n5" ? few[0] : name == "s/n7" ? few[1] : make(name, "1"));
        repeats |= page.repeats_itself(100);
    }
    CHECK_FALSE(repeats);
    CHECK(page.size() == 5000);
}

TEST_CASE("the object that has come last may be deleted at once")
{
    store const nothing;
    listing events(nothing);
    for (auto const* name : {"a", "b"}) events.put(make(std::string("s/") + name, "1"));
    events.remove({"s", "b"});
    auto const all = events.take();
    REQUIRE(all.objects.size() == 1);
    CHECK(all.objects[0]->key().name == "a");
}

TEST_CASE("a listing that was given up counts from the beginning, also what it did not keep")
{
    store const nothing;
    listing events(nothing);
    events.begin();
    events.put(make("s/a", "1"));
    events.leave_out({"s", "b"});
    events.pass_over_foreign({"s", "c"});
    CHECK(events.size() == 3);
    events.clear();
    events.begin();
    CHECK(events.size() == 0);
    events.leave_out({"s", "b"});
    CHECK(events.size() == 1);
}

TEST_CASE("an object without a version is never known: an empty version proves nothing")
{
    store objects;
    std::vector<store::operation> all;
    all.push_back({.object = make("s/a", "", 1)});
    objects.apply(all, "");
    listing list(objects);
    list.begin();
    CHECK_FALSE(list.find({"s", "a"}, "uid-a", ""));
}

TEST_CASE("a listing from which one object is deleted again and again repeats itself")
{
    store const nothing;
    listing events(nothing);
    bool repeats = false;
    for (int deletions = 0; !repeats && deletions != 10'000; ++deletions) {
        events.remove({"s", "a"});
        repeats = events.repeats_itself(100);
    }
    CHECK(repeats);
}

TEST_CASE("a list may go on behind the last object of a store whose last part is full")
{
    constexpr int full = 256; // the store has its objects in parts of this size
    store objects;
    std::vector<store::operation> all;
    for (int i = 0; i != full; ++i) all.push_back({.object = make("s/n" + std::to_string(i), "1")});
    objects.apply(all, "1");
    listing list(objects);
    list.begin();
    for (int i = 0; i != full; ++i) {
        auto const name = "n" + std::to_string(i);
        CHECK(list.find({"s", name}, "uid-" + name, "1"));
    }
    CHECK_FALSE(list.find({"s", "new"}, "uid-new", "1"));
}
