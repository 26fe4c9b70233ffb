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
    return {
        .holder = std::move(holder), .lasts = lasts, .acquired = noon, .renewed = renewed, .transitions = transitions};
}

candidacy me()
{
    return candidacy("me", 15s, 10s);
}

/// One that holds the lease since `asked`.
candidacy leader(double asked)
{
    auto c = me();
    c.saw_none(s(asked));
    c.granted(c.bid(noon), "1", s(asked));
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
            c.saw(*r.found, "1", s(100));
        else
            c.saw_none(s(100));
        CHECK(name(c.next(s(r.now))) == name(r.what));
        CHECK_FALSE(c.knows_its_own());
        CHECK_FALSE(c.may_hold());
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
        c.saw(held_by("other"), "1", s(0));
        c.saw(record, "2", s(14));
        CHECK(c.next(s(28.9)) == move::wait);
        CHECK(c.next(s(30)) == move::write);
    }
    auto c = me();
    c.saw(held_by("other"), "1", s(0));
    c.saw(held_by("other"), "2", s(14)); // an annotation
    CHECK(c.version() == "2");
    CHECK(c.next(s(15)) == move::write);
}

TEST_CASE("who has seen the Lease, and sees it no more, waits as long as it was to last; its holder makes it again")
{
    auto c = me();
    c.saw(held_by("other", 20s), "1", s(0));
    c.saw_none(s(50)); // one was away: it may have been renewed since
    c.saw_none(s(60));
    CHECK(c.next(s(69.9)) == move::wait);
    CHECK(c.next(s(70)) == move::create);

    auto hasty = me();
    hasty.saw(held_by("", 1s), "1", s(0)); // free then, and who knows whose since
    hasty.saw_none(s(50));
    CHECK(hasty.next(s(64.9)) == move::wait);
    CHECK(hasty.next(s(65)) == move::create);

    auto holder = leader(0);
    holder.saw_none(s(4));
    CHECK(holder.holds());
    CHECK(holder.next(s(4)) == move::create);
    auto const term = holder.transitions();
    auto const again = holder.bid(noon + 4s);
    CHECK(again.acquired == noon);
    CHECK(again.transitions == term);

    auto late = leader(0);
    late.saw_none(s(20)); // when others may have come and gone
    CHECK(late.next(s(20)) == move::wait);
    CHECK(late.next(s(35)) == move::create);
}

TEST_CASE("a grant counts from before the request, and ends before the lease does")
{
    auto c = leader(100); // however late the answer came
    CHECK(c.leads(s(109.999)));
    CHECK_FALSE(c.leads(s(110)));
    CHECK(c.leads_until() == s(110));
    CHECK(c.ends() == s(115));
    c.granted(c.bid(noon + 1s), "2", s(108));
    CHECK(c.leads(s(117)));
    CHECK(c.ends() == s(123));
}

TEST_CASE("a holder renews without looking, until it cannot know what its last write did")
{
    auto c = leader(0);
    CHECK(c.knows_its_own());
    auto const first = c.bid(noon + 2s);
    CHECK_FALSE(c.knows_its_own()); // sent, and no answer
    c.saw(first, "2", s(5));        // it had arrived
    CHECK(c.knows_its_own());
    CHECK(c.leads(s(9.9))); // but it was no grant: nobody knows when it was written
    CHECK_FALSE(c.leads(s(10)));
    CHECK(c.next(s(5)) == move::write);
    auto const second = c.bid(noon + 5s);
    CHECK(second.acquired == first.acquired);
    CHECK(second.transitions == first.transitions);
}

TEST_CASE("a bid that took the lease, whose answer was lost, is recognised")
{
    auto c = me();
    c.saw(held_by(""), "1", s(0));
    auto const bid = c.bid(noon + 1s);
    CHECK(c.may_hold());
    CHECK_FALSE(c.holds());
    c.saw(bid, "2", s(3));
    CHECK(c.is_mine());
    CHECK(c.next(s(3)) == move::write);
    CHECK_FALSE(c.leads(s(3)));
}

TEST_CASE("one that sees another's record has lost, and was first seen to at that time")
{
    for (auto const& record : {held_by("other"), held_by(""), held_by("me", 15s, noon, 9)}) {
        auto c = leader(0);
        c.saw(record, "2", s(4));
        CHECK_FALSE(c.holds());
        CHECK_FALSE(c.leads(s(4)));
        CHECK_FALSE(c.may_hold());
        CHECK_FALSE(c.is_mine());
        CHECK(c.ends() == s(4));
    }
}

TEST_CASE("no two records of one contender are equal, though the wall clock stands still or goes back")
{
    auto c = leader(0);
    std::vector<micro_timestamp> times;
    for (auto const wall : {noon, noon, noon - 24h, noon + 5s, noon}) {
        times.push_back(c.bid(wall).renewed);
        c.granted(c.bid(wall), "2", s(1));
    }
    times.push_back(c.release(noon).renewed);
    for (std::size_t i = 1; i < times.size(); ++i) CHECK(times[i] > times[i - 1]);
}

TEST_CASE("the number of the term grows with each other holder, also over a Lease that was deleted")
{
    auto c = me();
    CHECK(c.bid(noon).transitions == 0);
    c.saw(held_by("other"), "1", s(0));
    CHECK(c.bid(noon).transitions == 5);
    c.saw_none(s(100));
    CHECK(c.bid(noon).transitions == 5);
    c.saw(held_by("other", 15s, noon, std::numeric_limits<std::int32_t>::max()), "1", s(0));
    CHECK(c.bid(noon).transitions == 0);
}

TEST_CASE("a lease that is given back names nobody, lasts a second and keeps its number")
{
    auto c = leader(0);
    auto const free = c.release(noon + 3s);
    CHECK(free.holder.empty());
    CHECK(free.lasts == 1s);
    CHECK(free.transitions == c.transitions());
    CHECK_FALSE(c.knows_its_own()); // until the answer is here
    c.released();
    CHECK_FALSE(c.holds());
    CHECK_FALSE(c.may_hold());
    CHECK_FALSE(c.is_mine());
    CHECK(c.holder().empty());
}

TEST_CASE("after a term the same object goes on with what is still its own, and counts anew")
{
    auto c = leader(0);
    c.resign(); // not given back
    CHECK_FALSE(c.leads(s(1)));
    CHECK(c.next(s(1)) == move::write);
    c.granted(c.bid(noon + 1s), "2", s(1));
    CHECK(c.leads(s(10.9)));
}
