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

TEST_CASE("a copy is ahead of its version after a deletion that is not beyond it, until the next version")
{
    version_frontier all({});
    all.note_deletion("shop", "3"); // before the first list there is no copy
    CHECK_FALSE(all.is_ahead(""));
    all.advance("", "9");
    all.note_deletion("shop", "10");
    CHECK_FALSE(all.is_ahead(""));
    for (auto const* const version : {"8", "9", ""}) {
        INFO(version);
        all.advance("", "9");
        all.note_deletion("shop", version);
        CHECK(all.is_ahead(""));
        all.advance("", "9"); // a bookmark of the version that is known says nothing new
        CHECK(all.is_ahead(""));
        all.advance("", "12");
        CHECK_FALSE(all.is_ahead(""));
        all.end_lead("");
        all.advance("", "9");
    }
    all.note_deletion("shop", "8");
    all.end_lead(""); // a list may have the version that the copy has
    CHECK_FALSE(all.is_ahead(""));

    version_frontier two({"north", "south"});
    two.advance("north", "10");
    two.advance("south", "10");
    two.note_deletion("south", "5");
    two.advance("north", "11");
    CHECK(two.is_ahead("south"));
    CHECK_FALSE(two.is_ahead("north"));
}
