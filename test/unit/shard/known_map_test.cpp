#include "shard/known_map.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

constexpr duration missed_for = 15s;
constexpr time_point noon{12h};

shard_map map_of(std::string const& owner)
{
    return shard_map().planned({owner});
}

} // namespace

TEST_CASE("a map that is older than the known one is ignored")
{
    known_map known(missed_for);
    CHECK_FALSE(known.is_known());
    CHECK(known.see("7", map_of("a"), noon));
    CHECK_FALSE(known.see("7", map_of("b"), noon));
    CHECK_FALSE(known.see("6", map_of("b"), noon));
    CHECK(known.value() == map_of("a"));
    CHECK(known.see("10", map_of("b"), noon));
    CHECK(known.version() == "10");
}

TEST_CASE("a map that is gone is missed for the duration of a Lease, or until there is a new one")
{
    known_map known(missed_for);
    known.lose("3", noon);
    CHECK(known.missed_until() <= noon); // there was none
    known.see("7", map_of("a"), noon);
    known.lose("6", noon); // it was made anew since
    CHECK(known.is_known());
    known.lose("8", noon);
    CHECK_FALSE(known.is_known());
    CHECK(known.value() == shard_map());
    CHECK(known.missed_until() == noon + missed_for);
    known.see("9", map_of("b"), noon);
    CHECK(known.missed_until() <= noon);
    known.forget(noon);
    CHECK(known.missed_until() == noon + missed_for);
}

TEST_CASE("while a map is missed, one that is older than its loss is not taken for a new one")
{
    known_map known(missed_for);
    known.see("7", map_of("a"), noon);
    known.lose("9", noon);
    CHECK_FALSE(known.see("8", map_of("a"), noon + 1s)); // the late answer to a write, for example
    CHECK_FALSE(known.is_known());
    CHECK(known.missed_until() == noon + missed_for);
    CHECK(known.see("9", map_of("b"), noon + 1s));
    known.lose_in_list(noon + 2s); // at a version that the list does not tell
    CHECK_FALSE(known.is_known());
    CHECK_FALSE(known.see("8", map_of("a"), noon + 3s));
    known.lose("12", noon + 3s); // the watch says at which
    CHECK_FALSE(known.see("11", map_of("a"), noon + 4s));
    CHECK(known.missed_until() == noon + 2s + missed_for);
    CHECK(known.see("8", map_of("a"), noon + 2s + missed_for)); // a server that was restored, perhaps
    known.forget(noon + 1h);                                    // by news of a restore
    CHECK(known.see("3", map_of("a"), noon + 1h));
}

TEST_CASE("a Lease without a map is news once, and until a map is seen")
{
    known_map known(missed_for);
    CHECK(known.see_none_in_lease());
    CHECK_FALSE(known.see_none_in_lease());
    CHECK(known.lease_has_none());
    known.see("7", map_of("a"), noon);
    CHECK_FALSE(known.lease_has_none());
    CHECK(known.see_none_in_lease());
    CHECK(known.value() == map_of("a")); // the owners go on
}

TEST_CASE("a map that is made anew begins behind all that were known, whatever the wall clock says")
{
    wall_time const morning{std::chrono::seconds(5000)};
    known_map known(missed_for);
    CHECK(known.value_or_new(morning) == shard_map(5000));
    known.see("7", shard_map(9000), noon);
    CHECK(known.value_or_new(morning) == shard_map(9000));
    known.lose("8", noon);
    CHECK(known.value_or_new(morning) == shard_map(9000));
    CHECK(known.value_or_new(morning + 2h) == shard_map(5000 + 7200));
    known.see("9", shard_map(1), noon);
    known.forget(noon);
    CHECK(known.value_or_new(morning) == shard_map(9000));
}
