// Contract: one informer shows several namespaces as one collection.

#include "world.hpp"

namespace {

long as_number(std::string const& version)
{
    return std::stol(version);
}

struct two_namespaces : world {
    two_namespaces()
    {
        put("a", "1", "north");
        put("b", "1", "south");
        put("c", "1", "west");
        informer.on_change(recording(seen));
    }
    void start()
    {
        running.start(io, informer.run());
        time.run_for(1s);
    }

    shared_informer<config_map> informer{api, listing({.namespaces = {"south", "north", "south"}})};
    lines seen;
    background running;
};

} // namespace

TEST_CASE_METHOD(two_namespaces, "an informer of two namespaces shows the objects of both, and of no other")
{
    start();
    CHECK(seen == lines{"+i north/a=1", "+i south/b=1"});
    set("a", "2", "north");
    set("c", "2", "west");
    time.run_for(1s); // sent on the other namespace's watch
    remove("b", "south");
    time.run_for(1s);
    CHECK(seen == lines{"+i north/a=1", "+i south/b=1", "~ north/a=1>2", "- south/b"});
    CHECK(informer.snapshot().size() == 1);
}

TEST_CASE_METHOD(two_namespaces, "it is synced when the first lists of all namespaces were handled")
{
    server.intercept([](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb != "list" || asked.target.find("/south/") == asked.target.npos) return std::nullopt;
        return testing::canned_answer{.status = 503};
    });
    background synced(io, informer.synced());
    start();
    CHECK(seen == lines{"+i north/a=1"});
    CHECK_FALSE(synced.ended);
    server.intercept(nullptr);
    time.run_for(10s);
    CHECK(seen == lines{"+i north/a=1", "+i south/b=1"});
    CHECK(synced.ended);
}

TEST_CASE_METHOD(two_namespaces, "a list of one namespace deletes no object of another one")
{
    start();
    seen.clear();
    bool south_is_down = true;
    server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (!south_is_down || asked.target.find("/south/") == asked.target.npos) return std::nullopt;
        return testing::canned_answer{.status = 503};
    });
    server.disconnect();
    remove("a", "north");
    put("d", "1", "north");
    server.compact();
    time.run_for(10s);
    CHECK(seen == lines{"-? north/a", "+ north/d=1"});
    CHECK(informer.snapshot().get("south", "b"));
}

TEST_CASE_METHOD(two_namespaces, "the store's version is one that every namespace has reached")
{
    start();
    auto const begin = informer.snapshot().resource_version();
    set("a", "2", "north");
    time.run_for(1s);
    CHECK(informer.snapshot().resource_version() == begin); // an event of south may come first
    set("b", "2", "south");
    time.run_for(1s);
    CHECK(as_number(informer.snapshot().resource_version()) > as_number(begin));
    CHECK(as_number(informer.snapshot().resource_version()) < as_number(server.resource_version()));
}

TEST_CASE_METHOD(two_namespaces, "its status has the sums of what was done in each namespace")
{
    start();
    auto const status = run(informer.status()).reflector;
    CHECK(status.now == phase::watching);
    CHECK(status.lists == 2);
    CHECK(status.watches == 2);
}
