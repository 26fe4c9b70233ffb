// The conditions on the store for which callers of until() wait.

#include "cache/informer_life.hpp"

#include <functional>
#include <optional>

#include "catch.hpp"

using namespace coinformer::detail;

TEST_CASE("a wait that the function of another wait has ended is not asked about any more")
{
    informer_life life;
    std::optional<informer_life::condition> other;
    bool ends_other = false;
    int asked = 0;
    std::function<bool()> const ends_wait = [&] {
        if (ends_other) other.reset();
        return false;
    };
    std::function<bool()> const counts = [&] { return ++asked == 0; };
    informer_life::condition const first(life, ends_wait);
    other.emplace(life, counts);
    life.note_progress();
    REQUIRE(asked == 2); // also when the wait began

    ends_other = true;
    life.note_progress();
    CHECK(asked == 2);
}
