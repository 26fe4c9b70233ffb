// The log of changes counts as its memory what the allocator gets back when all readers have passed it.

#include "cache/handlers/change_log.hpp"

#include "allocated.hpp"
#include "item.hpp"

#include "catch.hpp"

#include <memory>
#include <string>
#include <vector>

using namespace coinformer;
using namespace coinformer::detail;

namespace {

constexpr int many_segments = 1'000; // some blocks of the allocator are larger than the others

/// Appends many segments to a log, each with the changes that `changes_of` returns for its number, and
/// lets their only reader pass them. Requires that the log's count then falls by as much as the allocator
/// gets back, but for one in twenty-five.
template <class ChangesOf>
void require_what_is_freed(ChangesOf changes_of)
{
    auto const counts = std::make_shared<memory_counts>();
    change_log log(counts);
    // The reader of this segment never passes it, so that the log keeps its table of segments as it is.
    log.append(changes_of(0), "1", {}, 1);
    auto const begin = log.end();
    for (int i = 1; i <= many_segments; ++i) log.append(changes_of(i), "1", {}, 1);
    auto const said_before = counts->waiting.value(), taken_before = allocated_so_far().taken;
    log.pass_all(begin, log.end());
    REQUIRE(log.segments() == many_segments + 1);
    auto const said = static_cast<double>(said_before - counts->waiting.value());
    auto const freed = static_cast<double>(taken_before - allocated_so_far().taken);
    auto const error = (said / freed - 1) * 100;
    CAPTURE(said, freed, error);
    CHECK(error < 4);
    CHECK(error > -4);
}

} // namespace

TEST_CASE("a segment of the log counts the memory that its changes keep, as the allocator does")
{
    using kind = change::kind;
    auto const in_store = make("n/o", "2");
    auto const added = [&] { return change{.what = kind::added, .old = {}, .cur = in_store}; };
    auto const only_here = [](int i) { return make("n/o", "1", i, "g", "uid-" + std::to_string(i)); };

    SECTION("an addition, whose object is in the store")
    {
        require_what_is_freed([&](int) { return std::vector<change>{added()}; });
    }
    SECTION("a table of changes with room for one more")
    {
        require_what_is_freed([&](int) {
            std::vector<change> changes;
            changes.reserve(4);
            for (int n = 0; n != 3; ++n) changes.push_back(added());
            return changes;
        });
    }
    SECTION("an update, which has the former state")
    {
        require_what_is_freed([&](int i) {
            return std::vector<change>{{.what = kind::updated, .old = only_here(i), .cur = in_store}};
        });
    }
    SECTION("a deletion, which has the last state")
    {
        require_what_is_freed([&](int i) {
            return std::vector<change>{{.what = kind::deleted, .old = {}, .cur = only_here(i)}};
        });
    }
    SECTION("an object in the place of another one, which is kept as two changes and as one")
    {
        require_what_is_freed([&](int i) {
            return std::vector<change>{{.what = kind::deleted, .old = {}, .cur = only_here(i)}, added()};
        });
    }
}
