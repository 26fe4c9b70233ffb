#include "controller/candidacy.hpp"

#include "catch.hpp"

#include <limits>
#include <vector>

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
using move = candidacy::move;

namespace {

time_point s(double seconds)
{
    return time_point(std::chrono::duration_cast<duration>(std::chrono::duration<double>(seconds)));
}

constexpr micro_timestamp noon{1'700'000'000s};

/// The record of another process's lease, as a newcomer finds it.
lease_record held_by(std::string holder, duration lasts = 15s, micro_timestamp renewed = noon,
                     int transitions = 4)
{
    return {.holder = std::move(holder),
            .lease_duration = lasts,
            .acquired = noon,
            .renewed = renewed,
            .transitions = transitions};
}

candidacy me()
{
    return candidacy("me", 15s, 10s);
}

/// A process that holds the lease; its request was sent at `asked`.
candidacy leader(double asked)
{
    auto c = me();
    c.observe_absence(s(asked));
    c.record_grant(c.make_bid(noon), "1", s(asked));
    return c;
}

std::string name(move m)
{
    return m == move::wait ? "wait" : m == move::create ? "create" : "write";
}

} // namespace

TEST_CASE("what a newcomer does about the record that it finds, and when it does it")
{
    struct row {
        char const* situation;
        std::optional<lease_record> found; // first seen at 100
        double now;
        move what;
    };
    row const rows[] = {
        {"there is no Lease", {}, 100, move::create},
        {"another process holds it, seen just now", held_by("other"), 100, move::wait},
        {"another process holds it, a moment before its end", held_by("other"), 114.999, move::wait},
        {"another process holds it, and has not renewed it for its whole duration", held_by("other"), 115,
         move::write},
        {"the record's own duration counts: longer", held_by("other", 60s), 159, move::wait},
        {"the record's own duration counts: shorter", held_by("other", 3s), 103, move::write},
        {"a record without a duration lasts as long as our own would", held_by("other", 0s), 114, move::wait},
        {"a record without a duration ends as well", held_by("other", 0s), 115, move::write},
        {"it was released", held_by("", 1s), 100, move::write},
        {"its holder was cleared by hand, and may still work", held_by("", 15s, noon + 2s), 114.999,
         move::wait},
        {"its holder was cleared by hand, and would have ended", held_by("", 15s, noon + 2s), 115,
         move::write},
        {"it was cleared before its first renewal, so that its times are those of a release",
         held_by("", 15s), 114.999, move::wait},
        {"it was cleared, and has a longer duration", held_by("", 60s), 159.999, move::wait},
        {"it was cleared, and its duration made shorter", held_by("", 1s, noon + 2s), 114.999, move::wait},
        {"it has no field", lease_record(), 114.999, move::wait},
        {"it has no field, and nobody fills them in", lease_record(), 115, move::write},
        {"another process with our name wrote it", held_by("me"), 114, move::wait},
        {"another process with our name wrote it, and it has ended", held_by("me"), 115, move::write},
        {"it has our name and no other field", lease_record{.holder = "me"}, 100, move::wait},
        {"the holder's wall clock is a day behind, which does not matter", held_by("other", 15s, noon - 24h),
         114, move::wait},
        {"the holder's wall clock is a day ahead, which does not matter", held_by("other", 15s, noon + 24h),
         115, move::write},
    };
    for (auto const& r : rows) {
        INFO(r.situation);
        auto c = me();
        if (r.found)
            c.observe(*r.found, "1", s(100));
        else
            c.observe_absence(s(100));
        CHECK(name(c.next_move(s(r.now))) == name(r.what));
        CHECK_FALSE(c.is_own_and_current());
        CHECK_FALSE(c.may_be_holder());
    }
}

TEST_CASE("if leases last one second, a release cannot be told from a first record that was cleared")
{
    candidacy c("me", 1s, 700ms);
    c.observe(held_by("", 1s), "1", s(100));
    CHECK(c.next_move(s(100.999)) == move::wait);
    CHECK(c.next_move(s(101)) == move::write);
}

TEST_CASE("any change of the record starts the wait again; a change of the version alone does not")
{
    std::vector<std::pair<char const*, lease_record>> changed;
    changed.emplace_back("renewed", held_by("other", 15s, noon + 1us));
    changed.emplace_back("another holder", held_by("third"));
    changed.emplace_back("the same holder in another term", held_by("other", 15s, noon, 5));
    changed.emplace_back("a longer duration", held_by("other", 16s));
    auto another_object = held_by("other");
    another_object.uid = "2";
    changed.emplace_back("another Lease object of the same name", another_object);
    for (auto const& [how, record] : changed) {
        INFO(how);
        auto c = me();
        c.observe(held_by("other"), "1", s(0));
        c.observe(record, "2", s(14));
        CHECK(c.next_move(s(28.9)) == move::wait);
        CHECK(c.next_move(s(30)) == move::write);
    }
    auto c = me();
    c.observe(held_by("other"), "1", s(0));
    c.observe(held_by("other"), "2", s(14)); // somebody has set an annotation
    CHECK(c.version() == "2");
    CHECK(c.next_move(s(15)) == move::write);
}

TEST_CASE("if a Lease is deleted, its holder creates it again, and the others wait until it would have ended")
{
    auto c = me();
    c.observe(held_by("other", 20s), "1", s(0));
    c.observe_absence(s(50)); // 50 s later: the holder may have renewed it until just now
    c.observe_absence(s(60));
    CHECK(c.next_move(s(69.9)) == move::wait);
    CHECK(c.next_move(s(70)) == move::create);

    auto hasty = me();
    hasty.observe(held_by("", 1s), "1", s(0)); // it was free then, and may have had a holder since
    hasty.observe_absence(s(50));
    CHECK(hasty.next_move(s(64.9)) == move::wait);
    CHECK(hasty.next_move(s(65)) == move::create);

    auto holder = leader(0);
    holder.observe_absence(s(4));
    CHECK(holder.has_grant());
    CHECK(holder.next_move(s(4)) == move::create);
    auto const term = holder.transitions();
    auto const again = holder.make_bid(noon + 4s);
    CHECK(again.acquired == noon);
    CHECK(again.transitions == term);

    auto late = leader(0);
    late.observe_absence(s(20)); // after its end, when other processes may have held it
    CHECK(late.next_move(s(20)) == move::wait);
    CHECK(late.next_move(s(35)) == move::create);
}

TEST_CASE("a grant counts from before the request, and the work ends before the lease does")
{
    auto c = leader(100); // the request was sent at 100, however late the answer came
    CHECK(c.leads(s(109.999)));
    CHECK_FALSE(c.leads(s(110)));
    CHECK(c.work_ends_at() == s(110));
    CHECK(c.lease_ends_at() == s(115));
    c.record_grant(c.make_bid(noon + 1s), "2", s(108));
    CHECK(c.leads(s(117)));
    CHECK(c.lease_ends_at() == s(123));
}

TEST_CASE("a holder renews without reading the Lease, unless the outcome of its last write is unknown")
{
    auto c = leader(0);
    CHECK(c.is_own_and_current());
    auto const first = c.make_bid(noon + 2s);
    CHECK_FALSE(c.is_own_and_current()); // sent, without an answer yet
    c.observe(first, "2", s(5));         // the server had accepted it
    CHECK(c.is_own_and_current());
    CHECK(c.leads(s(9.9))); // but this is not a grant, because nobody knows when it was written
    CHECK_FALSE(c.leads(s(10)));
    CHECK(c.next_move(s(5)) == move::write);
    auto const second = c.make_bid(noon + 5s);
    CHECK(second.acquired == first.acquired);
    CHECK(second.transitions == first.transitions);
}

TEST_CASE("a bid that was accepted, but whose answer was lost, is recognised when the Lease is read")
{
    auto c = me();
    c.observe(held_by(""), "1", s(0));
    auto const bid = c.make_bid(noon + 1s);
    CHECK(c.may_be_holder());
    CHECK_FALSE(c.has_grant());
    c.observe(bid, "2", s(3));
    CHECK(c.is_own_record());
    CHECK(c.next_move(s(3)) == move::write);
    CHECK_FALSE(c.leads(s(3)));
}

TEST_CASE("a holder that sees another record has lost the lease, from that time on")
{
    for (auto const& record : {held_by("other"), held_by(""), held_by("me", 15s, noon, 9)}) {
        auto c = leader(0);
        c.observe(record, "2", s(4));
        CHECK_FALSE(c.has_grant());
        CHECK_FALSE(c.leads(s(4)));
        CHECK_FALSE(c.may_be_holder());
        CHECK_FALSE(c.is_own_record());
        CHECK(c.lease_ends_at() == s(4));
    }
}

TEST_CASE("a record of a term that was lost is foreign when it comes back, as after a restore from a backup")
{
    auto const lose = [](candidacy& c) { c.observe(held_by("other", 15s, noon + 6s), "8", s(10)); };
    lease_record own;
    auto const waits_for_own_record = [&own](candidacy& c) {
        c.observe(own, "2", s(11));
        CHECK_FALSE(c.is_own_record());
        CHECK(c.next_move(s(25.999)) == move::wait);
        CHECK(c.next_move(s(26)) == move::write);
        CHECK(c.make_bid(noon + 26s).transitions == own.transitions + 1);
    };
    auto c = leader(0);
    own = c.make_bid(noon + 2s);
    c.record_grant(own, "2", s(2));
    SECTION("it was seen in other hands")
    {
        lose(c);
        waits_for_own_record(c);
    }
    SECTION("it had run out before")
    {
        c.resign();
        lose(c);
        waits_for_own_record(c);
    }
    SECTION("it was released")
    {
        c.make_release(noon + 3s);
        c.record_release();
        waits_for_own_record(c);
    }
    SECTION("but a bid whose answer never came may still arrive")
    {
        auto late = me();
        late.observe(held_by("", 1s), "1", s(0));
        auto const bid = late.make_bid(noon);
        late.observe(held_by("", 1s), "1", s(4)); // as it was
        late.observe(bid, "2", s(8));
        CHECK(late.is_own_record());
        CHECK(late.next_move(s(8)) == move::write);
    }
}

TEST_CASE("no two records of one process are equal, even if the wall clock stands still or goes back")
{
    auto c = leader(0);
    std::vector<micro_timestamp> times;
    for (auto const wall : {noon, noon, noon - 24h, noon + 5s, noon}) {
        times.push_back(c.make_bid(wall).renewed);
        c.record_grant(c.make_bid(wall), "2", s(1));
    }
    times.push_back(c.make_release(noon).renewed);
    for (std::size_t i = 1; i < times.size(); ++i) CHECK(times[i] > times[i - 1]);
}

TEST_CASE("the number of the term grows with each holder, also if the Lease was deleted in between")
{
    auto c = me();
    CHECK(c.make_bid(noon).transitions == 0);
    c.observe(held_by("other"), "1", s(0));
    CHECK(c.make_bid(noon).transitions == 5);
    c.observe_absence(s(100));
    CHECK(c.make_bid(noon).transitions == 5);
    c.observe(held_by("other", 15s, noon, std::numeric_limits<std::int32_t>::max()), "1", s(0));
    CHECK(c.make_bid(noon).transitions == 0);
}

TEST_CASE("a released lease names nobody, lasts one second and keeps its number")
{
    auto c = leader(0);
    auto const free = c.make_release(noon + 3s);
    CHECK(free.holder.empty());
    CHECK(free.lease_duration == 1s);
    CHECK(free.transitions == c.transitions());
    CHECK_FALSE(c.is_own_and_current()); // until the answer has arrived
    c.record_release();
    CHECK_FALSE(c.has_grant());
    CHECK_FALSE(c.may_be_holder());
    CHECK_FALSE(c.is_own_record());
    CHECK(c.holder().empty());
}

TEST_CASE("after a term that was not released, the same process may renew its own record at once")
{
    auto c = leader(0);
    c.resign(); // without a release
    CHECK_FALSE(c.leads(s(1)));
    CHECK(c.next_move(s(1)) == move::write);
    c.record_grant(c.make_bid(noon + 1s), "2", s(1));
    CHECK(c.leads(s(10.9)));
}
