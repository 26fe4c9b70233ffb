#include "cache/reflector/collection_position.hpp"

#include <coinformer/core/error.hpp>

#include "catch.hpp"

using namespace coinformer;
using detail::collection_position;

TEST_CASE("a position follows lists and events, and says what was new")
{
    collection_position at;
    CHECK(at.version().empty());
    CHECK_FALSE(at.take_list_version("5"));
    CHECK(at.version() == "5");
    CHECK(at.advance("7"));
    CHECK_FALSE(at.advance("7")); // a bookmark at a version that is known
    CHECK(at.version() == "7");
}

TEST_CASE("a version that goes back is of another history, unless lists have no version")
{
    collection_position at;
    at.check_goes_forward("1"); // nothing is known yet
    at.take_list_version("5");
    at.check_goes_forward("5");
    at.check_goes_forward("6");
    at.check_goes_forward("abc"); // it cannot be compared
    CHECK_THROWS_AS(at.check_goes_forward("4"), api_error);

    collection_position without;
    without.take_list_version("");
    without.advance("9");
    without.check_goes_forward("4");
}

TEST_CASE("a list may be of another history if it is older than what was known, or after a possible "
          "replacement, once")
{
    collection_position at;
    at.take_list_version("50");
    CHECK(at.take_list_version("5"));
    CHECK_FALSE(at.take_list_version("60"));
    at.note_possible_replacement();
    CHECK(at.take_list_version("61"));
    CHECK_FALSE(at.take_list_version("62"));
}

TEST_CASE("what the store has proves nothing after a possible replacement, nor before it has taken in the "
          "list of the "
          "new history")
{
    collection_position at;
    at.take_list_version("5");
    CHECK(at.store_is_of_this_history(0));
    at.note_possible_replacement();
    CHECK_FALSE(at.store_is_of_this_history(100));
    CHECK(at.take_list_version("6"));
    at.history_begins_at(100);
    CHECK_FALSE(at.store_is_of_this_history(99)); // the list still waits in the queue
    CHECK(at.store_is_of_this_history(100));
}
