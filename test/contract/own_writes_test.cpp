// Contract: a process reads its own writes at once, never falls back behind its informer, and brings no
// deleted object back.

#include "world.hpp"

#include <coinformer/cache/own_writes.hpp>

#include <algorithm>

namespace {

/// Writes directly to the server. No turn is taken between the calls, so that the informer has not seen the
/// writes yet.
struct writing : informed {
    std::string value(std::string const& name) const
    {
        auto const object = mine.get("shop", name);
        return object ? object->data.at("v") : "nothing";
    }
    std::string change(std::string const& name, std::string const& v)
    {
        return server.patch(config_maps, {"shop", name}, R"({"data":{"v":")" + v + R"("}})");
    }
    lines all(std::string_view ns = {}) const
    {
        lines found;
        for (auto const& o : mine.list(ns))
            found.push_back(std::string(o.key().name) + "=" + o->data.at("v"));
        std::sort(found.begin(), found.end());
        return found;
    }

    own_writes<config_map> mine{informer};
};

} // namespace

TEST_CASE_METHOD(writing,
                 "a process reads what it wrote at once, and the informer's state as soon as that is as new")
{
    auto const made = mine.wrote(put("c", "1"));
    auto const changed = mine.wrote(change("a", "2"));
    CHECK(to_string(made.key()) == "shop/c");
    CHECK(changed->data.at("v") == "2");
    CHECK(value("c") == "1");
    CHECK(value("a") == "2");
    CHECK(value("b") == "1");
    CHECK(all() == lines{"a=2", "b=1", "c=1"});
    CHECK(all("shop") == lines{"a=2", "b=1", "c=1"});
    CHECK(all("other").empty());
    CHECK(mine.size() == 2);
    CHECK_FALSE(informer.snapshot().get("shop", "c"));

    time.run_for(1s);
    CHECK(mine.size() == 0);
    CHECK(mine.get("shop", "c") == informer.snapshot().get("shop", "c"));
    CHECK(all() == lines{"a=2", "b=1", "c=1"});
}

TEST_CASE_METHOD(writing, "an answer that arrives after newer news of the informer is not shown")
{
    auto const late = change("a", "2");
    change("a", "3");
    time.run_for(1s);
    mine.wrote(late);
    CHECK(value("a") == "3");
    CHECK(mine.size() == 0);
}

TEST_CASE_METHOD(
    writing,
    "an object that this process deleted is gone at once, and stays so however late an answer arrives")
{
    auto const late = change("a", "2");
    auto const last = informer.snapshot().get("shop", "a");
    remove("a");
    mine.removed(last);
    CHECK(value("a") == "nothing");
    mine.wrote(late);
    CHECK(value("a") == "nothing");
    CHECK(all() == lines{"b=1"});

    time.run_for(1s);
    CHECK(mine.size() == 0);
    mine.wrote(late);
    CHECK(value("a") == "nothing");
}

TEST_CASE_METHOD(writing, "an object that another client deleted does not come back by an own write")
{
    mine.wrote(put("c", "1"));
    remove("c");
    time.run_for(1s);
    // client-go's MutationCache shows it for five minutes, unless it is told otherwise
    CHECK(value("c") == "nothing");
    CHECK(all() == lines{"a=1", "b=1"});
}

TEST_CASE_METHOD(writing, "a name that is used again shows the new object")
{
    remove("a");
    mine.removed(informer.snapshot().get("shop", "a"));
    auto const again = mine.wrote(put("a", "9"));
    CHECK(mine.get("shop", "a") == again);
    CHECK(all() == lines{"a=9", "b=1"});

    auto const last = mine.get("shop", "a");
    remove("a");
    mine.removed(last);
    CHECK(value("a") == "nothing"); // the informer still has the first object
    time.run_for(1s);
    CHECK(value("a") == "nothing");
    CHECK(mine.size() == 0);
}

TEST_CASE_METHOD(writing, "own writes are kept while the server is away, however long")
{
    network.refuse(true);
    auto const answer = change("a", "2");
    server.disconnect();
    time.run_for(1h);
    mine.wrote(answer);
    time.run_for(6h);
    CHECK(listed(informer) == lines{"a=1", "b=1"});
    CHECK(value("a") == "2");

    network.refuse(false);
    time.run_for(5min);
    CHECK(mine.size() == 0);
    CHECK(value("a") == "2");
}

TEST_CASE_METHOD(
    writing,
    "if there are more own writes than fit, the oldest is forgotten, and shown when the informer has it")
{
    own_writes<config_map> two(informer, 2);
    for (auto const* name : {"c", "d", "e"}) two.wrote(put(name, "1"));
    CHECK(two.size() == 2);
    CHECK_FALSE(two.get("shop", "c"));
    CHECK(two.get("shop", "d"));
    CHECK(two.get("shop", "e"));
    time.run_for(1s);
    CHECK(two.get("shop", "c"));
}

TEST_CASE_METHOD(writing, "own writes are found by their labels")
{
    mine.wrote(server.patch(config_maps, {"shop", "a"}, R"({"metadata":{"labels":{"app":"web"}}})"));
    CHECK(mine.matching(label_selector("app=web"), "shop").size() == 1);
    CHECK(mine.matching(label_selector("app=web"), "other").empty());
    CHECK(mine.matching(label_selector("!app")).size() == 1);
    CHECK(mine.matching({}).size() == 2);
}

TEST_CASE_METHOD(writing, "an answer says which version to wait for; a refusal, or a Status, is an error")
{
    auto const answer = change("a", "2");
    CHECK(written_version(answer) == server.resource_version());
    testing::run(io, time, informer.at_least(written_version(answer)));
    CHECK(informer.snapshot().get("shop", "a")->data.at("v") == "2");
    auto const code_of = [](auto call) {
        try {
            call();
        } catch (api_error const& e) {
            return e.code();
        }
        return error_code();
    };
    auto const status = R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Success"})";
    CHECK(code_of([&] { written_version(status); }) == errc::missing_field);
    CHECK(code_of([&] { written_version(R"({"metadata":{"name":"a"}})"); }) == errc::missing_field);
    CHECK(code_of([&] { mine.wrote(status); }) == errc::missing_field);
    CHECK(code_of([&] { mine.wrote("{"); }) == errc::truncated);
    CHECK(mine.size() == 0);
}
