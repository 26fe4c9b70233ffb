#include "observed_members.hpp"

TEST_CASE_METHOD(observed_members, "members that join one after the other are planned for at once")
{
    renew("a");
    auto const alone = joins_settle_at();
    CHECK(alone > now);
    CHECK(alone <= now + 1s);
    now += 300ms;
    renew("b");
    CHECK(joins_settle_at() > alone);
    renew("a"); // a renewal is no join
    CHECK(joins_settle_at() == now + (alone - time_point{1min}));
    CHECK(next_change("a", now) == joins_settle_at());
}

TEST_CASE_METHOD(observed_members, "members that join without an end are planned for every retry_period")
{
    for (int i = 0; i != 20; ++i) {
        renew("m" + std::to_string(i));
        CHECK(joins_settle_at() <= now + renews_every);
        now += 200ms;
        if (now < joins_settle_at()) continue;
        CHECK(now - time_point{1min} >= renews_every);
        return;
    }
    FAIL("it was never time to plan");
}

TEST_CASE_METHOD(observed_members, "an expired Lease is deleted by two members first, and then by all")
{
    renew("dead");
    now += 5s;
    for (auto const* const name : {"a", "b", "c", "d"}) renew(name);
    now += 10s;
    CHECK(deleted_by("a") == some_names{"dead"});
    CHECK(deleted_by("b") == some_names{"dead"});
    CHECK(deleted_by("c").empty());
    CHECK(deleted_by("d").empty());
    auto const later = next_change("c", now);
    CHECK(later <= now + renews_every);
    now = later;
    CHECK(deleted_by("c") == some_names{"dead"});
    CHECK(deleted_by("d") == some_names{"dead"});
}

TEST_CASE_METHOD(observed_members, "the first members to delete a Lease are alive themselves")
{
    for (auto const* const name : {"a", "b", "c"}) renew(name);
    now += 10s;
    for (auto const* const name : {"d", "e", "f"}) renew(name);
    now += 5s;
    CHECK(deleted_by("d") == some_names{"a", "b", "c"});
    CHECK(deleted_by("e") == some_names{"a", "b", "c"});
    CHECK(deleted_by("f").empty());
}

TEST_CASE_METHOD(observed_members,
                 "an owner whose Lease somebody has deleted keeps its keys until its time is over")
{
    renew("a");
    renew("b");
    auto map = planned(shard_map(), "", now);
    see_owners(map, now);
    auto const was = map.owned_by("b");
    REQUIRE(was.fraction() == 0.5);
    lose_member("b", last_renewal::was_seen, now);
    CHECK(planned(map, "", now).owned_by("b") == was);
    CHECK(next_change("a", now) <= now + lease_lasts);
    now += lease_lasts;
    renew("a");
    CHECK(planned(map, "", now).owned_by("a").is_all());
}

TEST_CASE_METHOD(observed_members,
                 "a member whose Lease has expired gets nothing more, and keeps what it has")
{
    for (auto const* const name : {"a", "b", "c"}) renew(name);
    auto const map = planned(shard_map(), "", now);
    auto const was = map.owned_by("b");
    now += lease_lasts; // nobody can delete the Lease of b
    renew("a");
    lose_member("c", last_renewal::was_seen, now);
    auto const next = planned(map, "", now);
    CHECK(next.owned_by("b") == was);
    CHECK(next.owned_by("a") == shard_ranges::all() - was);
}

TEST_CASE_METHOD(observed_members,
                 "an owner whose Lease is gone may have been renewed since it was seen last")
{
    renew("a");
    renew("b");
    auto const map = planned(shard_map(), "", now);
    see_owners(map, now);
    now += 14s; // without news of b
    renew("a");
    lose_member("b", last_renewal::may_be_later, now);
    now += 14s;
    renew("a");
    CHECK(planned(map, "", now) == map);
    SECTION("until the lease that begins with the loss is over")
    {
        CHECK(next_change("a", now) == now + 1s);
        now += 1s;
        CHECK(planned(map, "", now).owned_by("a").is_all());
    }
    SECTION("unless it turns out that it was not")
    {
        CHECK(has_seen("b", micro_timestamp(std::chrono::microseconds(2))));
        lose_member("b", last_renewal::was_seen, now);
        CHECK(planned(map, "", now).owned_by("a").is_all());
    }
}

TEST_CASE_METHOD(observed_members,
                 "an owner whose Lease was never seen keeps its keys until the server has been asked")
{
    renew("a");
    renew("b");
    auto const map = planned(shard_map(), "", now);
    observed_members blind; // its watch brings nothing but the map
    blind.renew("a");
    blind.see_owners(map, blind.now);
    CHECK(blind.missed(blind.now).empty()); // the Lease may come a moment later
    blind.now += renews_every;
    CHECK(blind.next_change("a", blind.now - 1s) == blind.now);
    CHECK(blind.missed(blind.now) == "b");
    blind.ask_again("b", blind.now); // the server has not answered
    CHECK(blind.missed(blind.now).empty());
    blind.now += 10 * lease_lasts;
    CHECK(blind.planned(map, "", blind.now) == map);
    SECTION("if it has none, it may have been renewed until a moment ago")
    {
        blind.confirm_loss("b", blind.now);
        CHECK(blind.missed(blind.now).empty());
        CHECK(blind.planned(map, "", blind.now) == map);
        blind.now += lease_lasts;
        blind.renew("a");
        CHECK(blind.planned(map, "", blind.now).owned_by("a").is_all());
    }
    SECTION("if it has one, it is a member like all others")
    {
        blind.renew("b");
        CHECK(blind.missed(blind.now).empty());
        CHECK(blind.planned(map, "", blind.now) == map);
    }
}

TEST_CASE_METHOD(observed_members,
                 "a member whose process had another Lease gets nothing until that has expired")
{
    some_names const old{"g-a-11111", "g-b-22222"};
    for (auto const& name : old) renew(name);
    auto const map = shard_map(1).planned(old);
    now += 5s;
    std::string const anew = "g-b-33333";
    renew(anew);
    CHECK(planned(map, "", now) == map);
    SECTION("then it gets what the old one had")
    {
        now += 11s;
        renew(old[0]);
        renew(anew);
        lose_member(old[1], last_renewal::was_seen, now);
        auto const next = planned(map, "", now);
        CHECK(next.owned_by(anew) == map.owned_by(old[1]));
        CHECK(next.owned_by(old[0]) == map.owned_by(old[0]));
    }
    SECTION("if the old one is renewed, both are alive, and both take part")
    {
        now += 1s;
        CHECK(see_member(old[1], renewed_lease(), now));
        CHECK(planned(map, "", now) != map);
    }
}

TEST_CASE_METHOD(observed_members,
                 "a member whose process had a Lease that somebody deleted waits until that is over")
{
    some_names const old{"g-a-11111", "g-b-22222"};
    for (auto const& name : old) renew(name);
    auto const map = shard_map(1).planned(old);
    see_owners(map, now);
    now += 5s;
    lose_member(old[1], last_renewal::was_seen, now);
    std::string const anew = "g-b-33333";
    renew(anew);
    CHECK(planned(map, "", now) == map); // the others need not give it anything meanwhile
    now += 10s;
    auto const next = planned(map, "", now);
    CHECK(next.owned_by(anew) == map.owned_by(old[1]));
    CHECK(next.owned_by(old[0]) == map.owned_by(old[0]));
}

TEST_CASE_METHOD(observed_members, "a member that rests keeps its keys for the next one of its place")
{
    some_names const old{"g-a-11111", "g-b-22222"};
    for (auto const& name : old) renew(name);
    auto const map = shard_map(1).planned(old);
    CHECK(see_member(old[1], {.version = "98", .lasts = lease_lasts, .rests = true}, now));
    CHECK(planned(map, "", now) == map);
    SECTION("which gets them at once")
    {
        std::string const anew = "g-b-33333";
        renew(anew);
        auto const next = planned(map, "", now);
        CHECK(next.owned_by(anew) == map.owned_by(old[1]));
        CHECK(next.owned_by(old[0]) == map.owned_by(old[0]));
    }
    SECTION("and if none comes, it ends like any other")
    {
        now += lease_lasts;
        renew(old[0]);
        CHECK(deleted_by(old[0]) == some_names{old[1]});
        lose_member(old[1], last_renewal::was_seen, now);
        CHECK(planned(map, "", now).owned_by(old[0]).is_all());
    }
}

TEST_CASE_METHOD(observed_members, "a state that a watch tells again behind a list is no renewal")
{
    micro_timestamp const begin{1'700'000'000s};
    auto const state = [&](int at_version, std::chrono::seconds after, bool rests = false) {
        return member_lease{.version = std::to_string(at_version),
                            .lasts = lease_lasts,
                            .renewed = begin + after,
                            .takes_part = true,
                            .rests = rests};
    };
    auto const tell = [&](member_lease const& what) { // as a watch does
        if (!is_past("a", what)) see_member("a", what, now);
    };
    renew("own");
    see_member("a", state(70, 10s, true), now); // a list, because the watch is silent
    now += 9s;
    renew("own");
    tell(state(60, 8s)); // and now the watch goes on
    tell(state(69, 10s));
    tell(state(70, 10s, true));
    now += 7s;
    CHECK(deleted_by("own") == some_names{"a"});

    tell(state(40, 12s)); // a server that was restored has lower versions
    CHECK(deleted_by("own").empty());
    now += 14s;
    tell(state(41, 3s)); // and somebody may have set another time
    now += 2s;
    CHECK(deleted_by("own").empty());
}

TEST_CASE_METHOD(observed_members,
                 "a Lease that a restored server has in an old state is deleted in that state")
{
    renew("own");
    see_member("a", {.version = "100", .lasts = lease_lasts, .renewed = micro_timestamp(20s)}, now);
    now += 16s;
    member_lease const restored{.version = "60", .lasts = lease_lasts, .renewed = micro_timestamp(10s)};
    CHECK(is_past("a", restored));
    see_member("a", restored, now); // the deletion of version 100 has failed, and this was read
    now += 16s;
    REQUIRE(deleted_by("own") == some_names{"a"});
    CHECK(expired("own", now).front().version == "60");
}

TEST_CASE_METHOD(observed_members,
                 "an owner that was never seen to take part keeps its keys until its time is over")
{
    renew("own");
    bool const leaves = GENERATE(true, false); // or has just begun
    micro_timestamp const stamp = leaves ? micro_timestamp(1s) : micro_timestamp();
    see_member("a", {.version = "7", .lasts = lease_lasts, .renewed = stamp}, now);
    auto const map = shard_map().planned({"a"});
    lose_member("a", last_renewal::may_be_later, now); // somebody has deleted its Lease
    see_owners(map, now);
    CHECK(missed(now + 1h).empty());
    now += lease_lasts - 1ms;
    renew("own");
    CHECK(planned(map, "", now) == map);
    CHECK(planned(map, "", now + 1ms).owned_by("own").is_all());
}

TEST_CASE_METHOD(observed_members, "the answer to a request does not undo what the watch has told meanwhile")
{
    auto const state = [](int at_version, std::chrono::seconds at) {
        return member_lease{.version = std::to_string(at_version),
                            .lasts = lease_lasts,
                            .renewed = micro_timestamp(at),
                            .takes_part = true};
    };
    auto const asked = now;
    see_member("a", state(10, 10s), asked - 1s);
    CHECK_FALSE(is_overtaken("a", state(9, 8s), asked)); // a server that was restored
    see_member("a", state(12, 12s), asked + 1s);
    CHECK(is_overtaken("a", state(11, 11s), asked));
    CHECK_FALSE(is_overtaken("a", state(13, 13s), asked));
    lose_member("a", last_renewal::was_seen, asked + 2s);
    CHECK(is_overtaken("a", state(12, 12s), asked));
    CHECK_FALSE(is_overtaken("a", state(12, 12s), asked + 3s)); // it has its label again
    CHECK_FALSE(is_overtaken("b", state(12, 12s), asked));
}

TEST_CASE_METHOD(observed_members,
                 "a watch that goes on behind a list does not bring back a Lease that the list lacked")
{
    auto const state = [](int at_version, std::chrono::seconds at) {
        return member_lease{
            .version = std::to_string(at_version), .lasts = lease_lasts, .renewed = micro_timestamp(at)};
    };
    renew("own");
    see_member("a", state(50, 10s), now);
    keep_only({"own"}, "90", now);
    CHECK(is_past("a", state(60, 10s)));
    CHECK_FALSE(is_past("a", state(95, 10s))); // it has its label again
    CHECK_FALSE(is_past("a", state(60, 12s))); // a server that was restored has lower versions
    forget();
    CHECK_FALSE(is_past("a", state(60, 10s)));
}
