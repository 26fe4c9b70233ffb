#include "observed_members.hpp"

TEST_CASE_METHOD(observed_members, "what others write into the Lease of a dead member gives it no time")
{
    renew("own");
    auto state = renewed_lease();
    CHECK(see_member("dead", state, now));
    now += 14s;
    renew("own");
    SECTION("an annotation, or the mark of a deletion that a finalizer holds up")
    {
        CHECK_FALSE(write_into("dead", state));
    }
    SECTION("a longer duration")
    {
        state.lasts = 24h;
        CHECK_FALSE(write_into("dead", state));
    }
    SECTION("another holder")
    {
        state.takes_part = false;
        CHECK(write_into("dead", state)); // it gets nothing more
    }
    CHECK(next_change("own", now) == now + 1s);
    now += 1s;
    REQUIRE(deleted_by("own") == some_names{"dead"});
    CHECK(expired("own", now).front().version == std::to_string(version));
}

TEST_CASE_METHOD(observed_members, "a member that begins to rest has its time for the next one of its place")
{
    renew("own");
    auto state = renewed_lease();
    see_member("b", state, now);
    now += 14s;
    renew("own");
    state.rests = true;
    CHECK(write_into("b", state));
    now += lease_lasts - 1ms;
    renew("own");
    CHECK_FALSE(write_into("b", state)); // it rests already
    CHECK(deleted_by("own").empty());
    now += 1ms;
    CHECK(deleted_by("own") == some_names{"b"});
}

TEST_CASE_METHOD(observed_members, "a Lease into which somebody has written a long time ends after a day")
{
    renew("own");
    see_member("a", {.version = "7", .lasts = std::chrono::hours(24 * 365 * 60)}, now);
    now += 23h;
    CHECK(deleted_by("own").empty());
    now += 1h;
    CHECK(deleted_by("own") == some_names{"a"});
}
