#include "api/client/page_walk.hpp"

#include <string>

#include "catch.hpp"

using coinformer::detail::page_walk;

namespace {

constexpr std::optional<std::uint64_t> no_number;

/// Takes empty pages that each have another token, until the walk makes no progress. `remaining` returns the
/// number that the server gives for a page. Returns how many pages were taken, at most 20,000.
template <class F>
unsigned empty_pages(page_walk& pages, F remaining)
{
    unsigned taken = 0;
    while (taken != 20'000 && pages.take("t" + std::to_string(taken), false, remaining(taken))) ++taken;
    return taken;
}

} // namespace

TEST_CASE("a walk goes from token to token, and ends with the page that has none")
{
    page_walk pages;
    CHECK(pages.has_next());
    CHECK(pages.token().empty());
    CHECK(pages.take("a", true, 2));
    CHECK(pages.token() == "a");
    CHECK(pages.take("b", true, 1));
    CHECK(pages.has_next());
    CHECK(pages.take("", true, no_number));
    CHECK_FALSE(pages.has_next());
}

TEST_CASE("a walk makes no progress if a page leads to itself, whatever its number is")
{
    page_walk pages;
    CHECK(pages.take("a", true, 9));
    CHECK_FALSE(pages.take("a", true, 8));
}

TEST_CASE("a walk makes no progress if a thousand pages in a row are empty, and no number falls")
{
    page_walk pages;
    auto const none = [](unsigned) { return no_number; };
    SECTION("without a number")
    {
        CHECK(empty_pages(pages, none) == 1000);
    }
    SECTION("with the same number again and again")
    {
        auto const same = [](unsigned) { return std::optional<std::uint64_t>(7); };
        CHECK(empty_pages(pages, same) == 1000);
    }
    SECTION("with a number that swings: only a smaller one than ever before is progress")
    {
        auto const swings = [](unsigned page) { return std::optional<std::uint64_t>(7 + page % 2); };
        CHECK(empty_pages(pages, swings) == 1000);
    }
    SECTION("counted from the last page that brought something")
    {
        for (int i = 0; i != 1000; ++i) CHECK(pages.take("a" + std::to_string(i), false, no_number));
        CHECK(pages.take("b", true, no_number));
        CHECK(empty_pages(pages, none) == 1000);
    }
    SECTION("unless the last one ends the list")
    {
        for (int i = 0; i != 1000; ++i) CHECK(pages.take("a" + std::to_string(i), false, no_number));
        CHECK(pages.take("", false, no_number));
        CHECK_FALSE(pages.has_next());
    }
}

TEST_CASE("an empty page is progress if the number of remaining objects has fallen, but not for ever")
{
    page_walk pages;
    SECTION("over the pages of a large collection that a proxy hides")
    {
        std::uint64_t remaining = 1'000'000;
        for (int i = 0; i != 2000; ++i)
            CHECK(pages.take(std::to_string(i), false, remaining -= 500)); // the last number is 0
        CHECK(pages.take("", true, no_number));
    }
    SECTION("over a number that falls by one from 2^63")
    {
        auto const falls = [](unsigned page) {
            return std::optional<std::uint64_t>((std::uint64_t{1} << 63) - page);
        };
        CHECK(empty_pages(pages, falls) == 10'000);
    }
}
