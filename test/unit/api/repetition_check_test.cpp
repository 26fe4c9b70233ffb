#include "api/client/repetition_check.hpp"

#include "catch.hpp"

#include <string>

using namespace coinformer;
using detail::repetition_check;

namespace {

// Returns how many of `most` objects were accepted before the list was called endless; `different` of them
// differ.
int taken(int most, int different)
{
    repetition_check check;
    int n = 0;
    while (n != most && !check.is_endless_with({"shop", std::to_string(n % different)})) ++n;
    return n;
}

} // namespace

TEST_CASE("a list that has each object once or twice is never called endless")
{
    CHECK(taken(300'000, 300'000) == 300'000);
    CHECK(taken(300'000, 150'000) == 300'000);
    CHECK(taken(9'000, 1) == 9'000);
}

TEST_CASE("a list that repeats the same objects again and again is soon called endless")
{
    CHECK(taken(100'000, 1) < 30'000);
    CHECK(taken(1'000'000, 50'000) < 300'000);
}

TEST_CASE("a list may bring 10,000 objects more than twice its different ones, and not one more")
{
    // The check looks when 10,000 objects have come, and when 10,000 more have come.
    CHECK(taken(20'000, 5'000) == 20'000);
    CHECK(taken(20'000, 4'999) == 19'999);
}

TEST_CASE("a page that is read again after a failure counts once")
{
    repetition_check check;
    for (int attempt = 0; attempt != 100; ++attempt) {
        check.begin_page();
        bool endless = false;
        for (int i = 0; i != 500; ++i) endless |= check.is_endless_with({"shop", std::to_string(i)});
        CHECK_FALSE(endless);
    }
}
