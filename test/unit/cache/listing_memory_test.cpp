// The memory and the work that it takes a listing if a server sends the same objects again and again.

#include "cache/reflector/listing.hpp"

#include "allocated.hpp"
#include "item.hpp"

#include <string>
#include <vector>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

namespace {

constexpr std::size_t most = 1000;

std::vector<object_ref> many_objects(std::size_t n)
{
    std::vector<object_ref> all;
    for (std::size_t i = 0; i != n; ++i) all.push_back(make("s/n" + std::to_string(i), "1"));
    return all;
}

/// Returns the number of bytes that are allocated while `n` objects come in the order that costs the listing
/// most before it counts as repeating itself: first one object `most` times, then a new and an old one in
/// turn.
std::size_t cost_at_the_edge(std::size_t n)
{
    auto const all = many_objects(n);
    store const nothing;
    listing page(nothing);
    auto const before = allocated_so_far().all;
    for (std::size_t i = 0; i != most; ++i) page.put(all[0]);
    bool repeats = false;
    for (auto const& o : all) {
        page.put(o);
        repeats |= page.repeats_itself(most);
        page.put(all[0]);
        repeats |= page.repeats_itself(most);
    }
    CHECK(page.size() == n);
    CHECK_FALSE(repeats);
    return allocated_so_far().all - before;
}

} // namespace

TEST_CASE("repetitions cost memory in proportion to the different objects, in whichever order they come")
{
    auto const few = cost_at_the_edge(5'000);
    auto const twice_as_many = cost_at_the_edge(10'000);
    CHECK(twice_as_many < 3 * few);
}

TEST_CASE("an object that comes again takes no memory, in whichever order the others came")
{
    auto const all = many_objects(5'000);
    store const nothing;
    listing events(nothing);
    for (auto const& o : all) events.put(o);
    events.put(all[0]);
    auto const before = allocated_so_far().all;
    for (int round = 0; round != 4; ++round)
        for (auto const& o : all) events.put(o);
    CHECK(allocated_so_far().all == before);
    CHECK(events.size() == 5'000);
    CHECK(events.repeats_itself(most));
}

TEST_CASE("deletions of the same object take no memory each")
{
    store const nothing;
    listing events(nothing);
    auto const before = allocated_so_far().held;
    std::size_t highest = 0;
    for (int i = 0; i != 100'000; ++i) {
        events.remove({"a-namespace-with-a-long-name", "an-object-with-a-long-name"});
        (void)events.repeats_itself(most);
        highest = std::max(highest, allocated_so_far().held - before);
    }
    CHECK(highest < 1000 * most);
    CHECK(events.size() == 0);
}
