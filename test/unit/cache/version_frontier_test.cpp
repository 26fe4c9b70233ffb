#include "cache/reflector/version_frontier.hpp"

#include "catch.hpp"

using coinformer::detail::version_frontier;

TEST_CASE("the frontier of one watch is the version of the watch")
{
    version_frontier all({});
    CHECK(all.lowest().empty());
    all.advance("shop", "5");
    all.advance("", "9");
    CHECK(all.lowest() == "9");
    all.advance("", ""); // changes nothing
    CHECK(all.lowest() == "9");
    all.advance("", "3"); // the server was restored from a backup
    CHECK(all.lowest() == "3");
}

TEST_CASE("the frontier of several namespaces is the lowest of their versions, compared as numbers")
{
    version_frontier two({"north", "south"});
    two.advance("north", "10");
    CHECK(two.lowest().empty());
    two.advance("south", "9");
    CHECK(two.lowest() == "9");
    two.advance("south", "100");
    CHECK(two.lowest() == "10");
    two.advance("west", "1"); // no namespace of this informer
    CHECK(two.lowest() == "10");
}
