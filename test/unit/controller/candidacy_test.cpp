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

lease_record held_by(std::string holder, duration lasts = 15s, micro_timestamp renewed = noon, int transitions = 4)
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

/// One that holds the lease since `asked`.
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

TEST_CASE("what a newcomer does about the record that it finds, and when")
{
    struct row {
        char const* situation;
        std::optional<lease_record> found; // first seen at 100
        double now;
        move what;
    };
    row const rows[] = {
        {"there is no Lease", {}, 100, move::create},
        {"it is another's, just seen", held_by("other"), 100, move::wait},
        {"it is another's, a moment before its end", held_by("other"), 114.999, move::wait},
        {"it is another's, unchanged for as long as it lasts", held_by("other"), 115, move::write},
        {"the record's own duration counts: longer", held_by("other", 60s), 159, move::wait},
        {"the record's own duration counts: shorter", held_by("other", 3s), 103, move::write},
        {"a record without a duration lasts as long as one's own", held_by("other", 0s), 114, move::wait},
        {"a record without a duration ends, too", held_by("other", 0s), 115, move::write},
        {"it was given back", held_by("", 1s), 100, move::write},
        {"nobody holds it, though it says a long time", held_by("", 60s), 100, move::write},
        {"the name is one's own, of another's writing", held_by("me"), 114, move::wait},
        {"the name is one's own, of another's writing, and it is over", held_by("me"), 115, move::write},
        {"it has one's own name and nothing else", lease_record{.holder = "me"}, 100, move::wait},
        {"its wall clock is a day behind: that does not matter", held_by("other", 15s, noon - 24h), 114, move::wait},
        {"its wall clock is a day ahead: that does not matter", held_by("other", 15s, noon + 24h), 115, move::write},
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

TEST_CASE("any change of the record begins the wait anew; a change of the version alone does not")
{
    std::vector<std::pair<char const*, lease_record>> changed;
    changed.emplace_back("renewed", held_by("other", 15s, noon + 1us));
    changed.emplace_back("by another", held_by("third"));
    changed.emplace_back("again by the same", held_by("other", 15s, noon, 5));
    changed.emplace_back("for longer", held_by("other", 16s));
    auto another_life = held_by("other");
    another_life.uid = "2";
    changed.emplace_back("in another life", another_life);
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
    c.observe(held_by("other"), "2", s(14)); // an annotation
    CHECK(c.version() == "2");
    CHECK(c.next_move(s(15)) == move::write);
}

TEST_CASE("who has seen the Lease, and sees it no more, waits as long as it was to last; its holder makes it again")
{
    auto c = me();
    c.observe(held_by("other", 20s), "1", s(0));
    c.observe_absence(s(50)); // one was away: it may have been renewed since
    c.observe_absence(s(60));
    CHECK(c.next_move(s(69.9)) == move::wait);
    CHECK(c.next_move(s(70)) == move::create);

    auto hasty = me();
    hasty.observe(held_by("", 1s), "1", s(0)); // free then, and who knows whose since
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
    late.observe_absence(s(20)); // when others may have come and gone
    CHECK(late.next_move(s(20)) == move::wait);
    CHECK(late.next_move(s(35)) == move::create);
}

TEST_CASE("a grant counts from before the request, and ends before the lease does")
{
    auto c = leader(100); // however late the answer came
    CHECK(c.leads(s(109.999)));
    CHECK_FALSE(c.leads(s(110)));
    CHECK(c.work_ends_at() == s(110));
    CHECK(c.lease_ends_at() == s(115));
    c.record_grant(c.make_bid(noon + 1s), "2", s(108));
    CHECK(c.leads(s(117)));
    CHECK(c.lease_ends_at() == s(123));
}

TEST_CASE("a holder renews without looking, until it cannot know what its last write did")
{
    auto c = leader(0);
    CHECK(c.is_own_and_current());
    auto const first = c.make_bid(noon + 2s);
    CHECK_FALSE(c.is_own_and_current()); // sent, and no answer
    c.observe(first, "2", s(5));         // it had arrived
    CHECK(c.is_own_and_current());
    CHECK(c.leads(s(9.9))); // but it was no grant: nobody knows when it was written
    CHECK_FALSE(c.leads(s(10)));
    CHECK(c.next_move(s(5)) == move::write);
    auto const second = c.make_bid(noon + 5s);
    CHECK(second.acquired == first.acquired);
    CHECK(second.transitions == first.transitions);
}

TEST_CASE("a bid that took the lease, whose answer was lost, is recognised")
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

TEST_CASE("one that sees another's record has lost, and was first seen to at that time")
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

TEST_CASE("no two records of one contender are equal, though the wall clock stands still or goes back")
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

TEST_CASE("the number of the term grows with each other holder, also over a Lease that was deleted")
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

TEST_CASE("a lease that is given back names nobody, lasts a second and keeps its number")
{
    auto c = leader(0);
    auto const free = c.make_release(noon + 3s);
    CHECK(free.holder.empty());
    CHECK(free.lease_duration == 1s);
    CHECK(free.transitions == c.transitions());
    CHECK_FALSE(c.is_own_and_current()); // until the answer is here
    c.record_release();
    CHECK_FALSE(c.has_grant());
    CHECK_FALSE(c.may_be_holder());
    CHECK_FALSE(c.is_own_record());
    CHECK(c.holder().empty());
}

TEST_CASE("after a term the same object goes on with what is still its own, and counts anew")
{
    auto c = leader(0);
    c.resign(); // not given back
    CHECK_FALSE(c.leads(s(1)));
    CHECK(c.next_move(s(1)) == move::write);
    c.record_grant(c.make_bid(noon + 1s), "2", s(1));
    CHECK(c.leads(s(10.9)));
}
