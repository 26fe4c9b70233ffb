#include "api/client/page_walk.hpp"

#include <string>

#include "catch.hpp"

using coinformer::detail::page_walk;

TEST_CASE("a walk goes from token to token, and ends with the page that has none")
{
    page_walk pages;
    CHECK(pages.has_next());
    CHECK(pages.token().empty());
    CHECK(pages.take("a", true));
    CHECK(pages.token() == "a");
    CHECK(pages.take("b", true));
    CHECK(pages.has_next());
    CHECK(pages.take("", true));
    CHECK_FALSE(pages.has_next());
}

TEST_CASE("a walk makes no progress if a page leads to itself")
{
    page_walk pages;
    CHECK(pages.take("a", true));
    CHECK_FALSE(pages.take("a", true));
}

TEST_CASE("a walk makes no progress if page after page is empty")
{
    page_walk pages;
    for (int i = 0; i != 16; ++i) CHECK(pages.take(std::to_string(i), false));
    SECTION("except for the last one")
    {
        CHECK(pages.take("", false));
    }
    SECTION("unless one between them brings something")
    {
        CHECK(pages.take("a", true));
        for (int i = 0; i != 16; ++i) CHECK(pages.take(std::to_string(i), false));
        CHECK_FALSE(pages.take("b", false));
    }
    SECTION("but not for ever")
    {
        CHECK_FALSE(pages.take("a", false));
    }
}
