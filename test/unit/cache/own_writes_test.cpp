#include "cache/store/store.hpp"
#include "item.hpp"

#include <coinformer/cache/own_writes.hpp>
#include <coinformer/core/random.hpp>

#include <map>
#include <set>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

namespace {

/// A server's history, a store that is behind it, and the writes of a process.
struct history {
    struct event {
        std::string key;
        object_ref object; // for a delete, the last state
        bool is_delete;
    };

    object_ref at(std::string const& key, std::size_t version) const
    {
        object_ref state;
        for (std::size_t v = 0; v < version; ++v)
            if (events[v].key == key) state = events[v].is_delete ? object_ref() : events[v].object;
        return state;
    }
    std::size_t write(std::string const& key)
    {
        auto const before = at(key, events.size());
        auto const uid = before ? std::string(before->uid()) : "u" + std::to_string(events.size());
        auto const version = std::to_string(events.size() + 1);
        events.push_back({key, make(key, version, static_cast<int>(events.size()), "g", uid), false});
        return events.size();
    }
    std::size_t remove(std::string const& key)
    {
        events.push_back({key, at(key, events.size()), true});
        return events.size();
    }
    void store_reads(std::size_t some)
    {
        for (; some != 0 && position < events.size(); --some) {
            auto const& e = events[position++];
            std::vector<store::operation> batch;
            batch.push_back({.object = e.object, .erase = e.is_delete});
            objects.apply(batch, std::to_string(position));
        }
    }
    void answered(std::size_t version)
    {
        auto const& e = events[version - 1];
        auto const slash = e.key.find('/');
        auto const seen = objects.find({e.key.substr(0, slash), e.key.substr(slash + 1)});
        if (e.is_delete && seen && seen->uid() == e.object->uid())
            mine.removed(seen); // other processes may have changed the object since then
        else if (e.is_delete)
            mine.removed(e.object);
        else
            mine.wrote(e.object);
    }

    std::vector<event> events; // the version of an event is its place, from 1
    store objects;
    std::size_t position = 0; // the number of events that the store has seen
    write_overlay mine{[this] { return objects.snapshot(); }, 1000};
};

std::string shown_object(object_ref const& object)
{
    return object ? key_of(object) + "@" + std::string(object->resource_version()) : "nothing";
}

} // namespace

TEST_CASE("over random histories a read shows the newest of the store's state and the own write")
{
    std::vector<std::string> const keys{"n/a", "n/b", "m/a", "m/c"};
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        INFO("seed " << seed);
        random_source random(seed);
        history world;
        std::vector<std::size_t> in_flight;         // own writes whose answers have not come
        std::map<std::string, std::size_t> written; // the newest answered write of each key
        for (int step = 0; step < 120; ++step) {
            auto const& key = keys[random.below(keys.size())];
            bool const own = random.below(2) == 0;
            bool const there = static_cast<bool>(world.at(key, world.events.size()));
            auto const what = random.below(6);
            if (what < 3) {
                auto const version = there && what == 0 ? world.remove(key) : world.write(key);
                if (own) in_flight.push_back(version);
            } else if (what == 3) {
                world.store_reads(1 + random.below(4));
            } else if (!in_flight.empty()) {
                auto const answer =
                    in_flight.begin() + static_cast<std::ptrdiff_t>(random.below(in_flight.size()));
                world.answered(*answer);
                auto& newest = written[world.events[*answer - 1].key];
                newest = std::max(newest, *answer);
                in_flight.erase(answer);
            }

            std::set<std::string> expected, expected_in_n;
            for (auto const& k : keys) {
                auto const state = world.at(k, std::max(world.position, written[k]));
                auto const slash = k.find('/');
                CHECK(shown_object(world.mine.get({k.substr(0, slash), k.substr(slash + 1)})) ==
                      shown_object(state));
                if (state) expected.insert(shown_object(state));
                if (state && k[0] == 'n') expected_in_n.insert(shown_object(state));
            }
            std::set<std::string> listed, listed_in_n;
            for (auto const& o : world.mine.list({})) CHECK(listed.insert(shown_object(o)).second);
            for (auto const& o : world.mine.list("n")) CHECK(listed_in_n.insert(shown_object(o)).second);
            CHECK(listed == expected);
            CHECK(listed_in_n == expected_in_n);
        }
        world.store_reads(1000);
        CHECK(world.mine.size() == 0);
    }
}

TEST_CASE("the number of own writes is bounded: if there are more, the oldest is forgotten")
{
    store objects;
    write_overlay mine([&] { return objects.snapshot(); }, 2);
    for (int i = 1; i <= 3; ++i) mine.wrote(make("n/o" + std::to_string(i), std::to_string(i)));
    CHECK(mine.size() == 2);
    CHECK_FALSE(mine.get({"n", "o1"}));
    CHECK(mine.get({"n", "o2"}));

    mine.wrote(make("n/o2", "4")); // o2 is the newest now
    mine.wrote(make("n/o5", "5"));
    CHECK_FALSE(mine.get({"n", "o3"}));
    CHECK(shown_object(mine.get({"n", "o2"})) == "n/o2@4");

    write_overlay nothing([&] { return objects.snapshot(); }, 0);
    nothing.wrote(make("n/a", "1"));
    CHECK_FALSE(nothing.get({"n", "a"}));
}

TEST_CASE("when the server's history goes back, the writes of the old history are forgotten")
{
    store objects;
    std::vector<store::operation> none;
    objects.apply(none, "100");
    write_overlay mine([&] { return objects.snapshot(); }, 10);
    mine.wrote(make("n/a", "101"));
    CHECK(mine.get({"n", "a"}));

    objects.apply(none, "50");
    CHECK_FALSE(mine.get({"n", "a"}));
    mine.wrote(make("n/a", "51"));
    CHECK(mine.get({"n", "a"}));
}

namespace {

// Versions of Karmada's proxy: base64url of {"c1":"998"} and so on. As text, the last one is the smallest.
std::string const version_998 = "eyJjMSI6Ijk5OCJ9", version_999 = "eyJjMSI6Ijk5OSJ9",
                  version_1000 = "eyJjMSI6IjEwMDAifQ";

void take_in(store& objects, std::string const& version, object_ref object)
{
    std::vector<store::operation> batch;
    if (object) batch.push_back({.object = std::move(object)});
    objects.apply(batch, version);
}

} // namespace

TEST_CASE("a write whose version has no order never hides a state that the informer has")
{
    store objects;
    write_overlay mine([&] { return objects.snapshot(); }, 10);
    take_in(objects, version_998, make("n/a", version_998));
    take_in(objects, version_1000, make("n/a", version_1000)); // another process has changed it since
    mine.wrote(make("n/a", version_999));                      // the answers come late
    mine.wrote(make("n/created", version_999));
    CHECK(shown_object(mine.get({"n", "a"})) == "n/a@" + version_1000);
    CHECK_FALSE(mine.get({"n", "created"})); // another process may have deleted it by now
    CHECK(mine.list({}).size() == 1);
    CHECK(mine.size() == 0);
}

TEST_CASE("a write with an order is not remembered beside an informer whose version has none")
{
    store objects;
    take_in(objects, version_998, {});
    write_overlay mine([&] { return objects.snapshot(); }, 10);
    mine.wrote(make("n/a", "999"));
    CHECK_FALSE(mine.get({"n", "a"}));
    CHECK(mine.size() == 0);
}

TEST_CASE("a delete hides its object while the informer has it, although versions have no order")
{
    store objects;
    auto const object = make("n/a", version_998);
    take_in(objects, version_999, object);
    write_overlay mine([&] { return objects.snapshot(); }, 10);
    mine.removed(object);
    CHECK_FALSE(mine.get({"n", "a"}));
    take_in(objects, version_1000, make("n/b", version_1000)); // as text, its version has gone back
    CHECK_FALSE(mine.get({"n", "a"}));
    CHECK(mine.list({}).size() == 1);

    std::vector<store::operation> deletion;
    deletion.push_back({.object = object, .erase = true});
    objects.apply(deletion, version_1000 + "A");
    CHECK(mine.size() == 0);
    take_in(objects, version_1000 + "B", make("n/a", version_1000 + "B", 0, "g", "another-uid"));
    CHECK(mine.get({"n", "a"}));
}
