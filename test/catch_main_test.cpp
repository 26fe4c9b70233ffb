// Cases that fail on purpose in ways that end the program. ctest runs each of them alone, and looks for the
// name of the case in the program's output.

#include "catch.hpp"

#include <cstdlib>

namespace {

struct crash_at_exit {
    bool armed = false;
    ~crash_at_exit()
    {
        if (armed) std::abort();
    }
} at_exit;

[[gnu::noinline]] int deeper(int const volatile* above)
{
    int const volatile here[1000]{*above};
    return *above < 0 ? 0 : deeper(here) + here[999];
}

} // namespace

TEST_CASE("a case that reads through a bad pointer", "[.]")
{
    int const* volatile nowhere = nullptr;
    CHECK(*nowhere == 0);
}

TEST_CASE("a case that needs more stack than there is", "[.]")
{
    int const begin = 1;
    CHECK(deeper(&begin) == 0);
}

TEST_CASE("a case that does not end", "[.]")
{
    for (unsigned volatile i = 0;;) i = i + 1;
}

TEST_CASE("a case after which the program crashes", "[.]")
{
    at_exit.armed = true;
}

TEST_CASE("a case that is in order", "[.]")
{
    SUCCEED();
}
