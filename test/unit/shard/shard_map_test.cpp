#include "shard/shard_map.hpp"

#include "catch.hpp"

#include <algorithm>
#include <random>

using namespace coinformer;
using namespace coinformer::detail;

namespace {

using names = std::vector<std::string>;

constexpr auto units = shard_map::units;

std::uint32_t units_of(shard_map const& m, std::string const& owner)
{
    std::uint32_t sum = 0;
    for (auto const& p : m.pieces()) sum += p.owner == owner ? p.size() : 0;
    return sum;
}

shard_map settled(shard_map m, names const& live)
{
    m = m.planned(live);
    for (auto const& member : live) m = m.handed_over_by(member);
    return m;
}

// How many units have another owner than before.
std::uint32_t moved(shard_map const& from, shard_map const& to)
{
    std::uint32_t sum = 0;
    for (std::uint64_t u = 0; u != units; ++u)
        sum += from.piece_of(u << 52).owner == to.piece_of(u << 52).owner ? 0u : 1u;
    return sum;
}

void check_whole(shard_map const& m)
{
    std::uint32_t next = 0;
    for (auto const& p : m.pieces()) {
        REQUIRE(p.begin == next);
        REQUIRE(p.end > p.begin);
        next = p.end;
    }
    REQUIRE(next == units);
}

} // namespace

TEST_CASE("the first member owns everything, and each that joins is handed an equal share")
{
    auto m = settled(shard_map(), {"a"});
    CHECK(m.owned_by("a").is_all());
    CHECK(m.planned({"a"}) == m);

    auto const asked = m.planned({"a", "b"});
    CHECK(asked.owned_by("a").is_all()); // until a hands it over
    CHECK(asked.owned_by("b").empty());
    CHECK(asked.asked_of("a").fraction() == 0.5);
    CHECK(asked.planned({"a", "b"}) == asked);

    m = asked.handed_over_by("a");
    CHECK(m.owned_by("b") == asked.asked_of("a"));
    CHECK(m.owned_by("a").fraction() == 0.5);
    CHECK(m.piece_of(0).epoch == 1);
    CHECK(m.piece_of(~std::uint64_t(0)).epoch == 2);
}

TEST_CASE("a member hands over where its work has stopped, and keeps the rest with its number")
{
    auto const asked = settled(shard_map(), {"a"}).planned({"a", "b"}); // the upper half of a
    auto const last = shard_ranges::part(3, 4), third = shard_ranges::part(2, 4);
    CHECK(asked.handed_over_by("a", {}) == asked);
    CHECK(asked.handed_over_by("b", last) == asked);
    auto const m = asked.handed_over_by("a", last | shard_ranges::part(0, 4)); // nobody asks for the first
    check_whole(m);
    CHECK(m.owned_by("b") == last);
    CHECK(m.owned_by("a") == shard_ranges::all() - last);
    CHECK(m.asked_of("a") == third);
    auto const epoch_at = [](shard_map const& of, shard_ranges const& part) {
        return of.piece_of(part.ranges().front().first).epoch;
    };
    CHECK(epoch_at(m, third) == epoch_at(asked, third));
    CHECK(epoch_at(m, last) > epoch_at(asked, last));
    CHECK(m.planned({"a", "b"}) == m);
    CHECK(shard_map::parse(m.text()) == m);

    auto const later = m.handed_over_by("a", third);
    CHECK(later.owned_by("b") == (third | last));
    CHECK(later.asked_of("a").empty());
    CHECK(epoch_at(later, third) > epoch_at(m, last));
    auto const middle = asked.handed_over_by("a", shard_ranges::part(9, 16) | shard_ranges::part(13, 16));
    check_whole(middle);
    CHECK(middle.owned_by("b").fraction() == Approx(0.125));
    CHECK(middle.pieces().size() == 6);
}

TEST_CASE("the pieces of a member that has ended go to the others at once, with a new epoch")
{
    auto const m = settled(settled(shard_map(), {"a", "b"}), {"a", "b", "c"});
    auto const next = m.planned({"a", "c"});
    CHECK(next.owned_by("b").empty());
    CHECK(next.owned_by("a").fraction() == Approx(0.5).margin(1e-3));
    CHECK(next.asked_of("a").empty());
    CHECK(next.asked_of("c").empty());
    for (auto const& p : next.pieces())
        if (m.piece_of(std::uint64_t(p.begin) << 52).owner == "b") CHECK(p.epoch > m.pieces().back().epoch);
}

TEST_CASE("a hand-over to a member that has ended is taken back, or goes to another")
{
    auto const asked = settled(shard_map(), {"a"}).planned({"a", "b"});
    CHECK(asked.planned({"a"}).asked_of("a").empty());
    CHECK(asked.planned({"a"}).owned_by("a").is_all());
    auto const other = asked.planned({"a", "c"});
    CHECK(other.handed_over_by("a").owned_by("c").fraction() == 0.5);
    CHECK(asked.left_by("b").asked_of("a").empty());
    CHECK(asked.left_by("a").owned_by("a").empty());
}

TEST_CASE("whoever joins, leaves or dies, shares stay equal, and no more moves than must")
{
    for (unsigned seed = 0; seed != 40; ++seed) {
        std::mt19937 random(seed);
        shard_map m;
        names live;
        std::size_t most_pieces = 0;
        for (int step = 0, name = 0; step != 60; ++step) {
            auto const before = live.size();
            bool const joins = live.empty() || (live.size() < 12 && random() % 2 == 0);
            if (joins) {
                live.push_back("m" + std::to_string(100 + name++));
                std::ranges::sort(live);
            } else {
                live.erase(live.begin() + static_cast<std::ptrdiff_t>(random() % live.size()));
            }
            if (live.empty()) continue;
            auto const next = settled(m, live);
            check_whole(next);
            auto const n = static_cast<std::uint32_t>(live.size());
            for (auto const& member : live) {
                auto const has = units_of(next, member);
                CHECK(has >= units / n - 2 * n);
                CHECK(has <= units / n + 2 * n);
            }
            CHECK(next.planned(live) == next);
            // a share of the larger group, and a fifth more at most
            if (before != 0)
                CHECK(moved(m, next) <=
                      units * 12 / 10 / std::max<std::uint32_t>(n, static_cast<std::uint32_t>(before)));
            CHECK(shard_map::parse(next.text()) == next);
            most_pieces = std::max(most_pieces, next.pieces().size());
            m = next;
        }
        CHECK(most_pieces <= 300); // 25 for each of twelve members
    }
}

TEST_CASE("a member that joins a large group gets an equal share, too")
{
    names live;
    for (int i = 0; i != 50; ++i) live.push_back("m" + std::to_string(100 + i));
    auto const before = settled(shard_map(), live);
    live.push_back("new");
    auto const after = settled(before, live);
    CHECK(units_of(after, "new") == units / 51);
    CHECK(moved(before, after) == units / 51);
    for (auto const& member : live) CHECK(units_of(after, member) <= units / 51 + 1);
}

TEST_CASE("several members may come and go at once")
{
    auto m = settled(shard_map(), {"a", "b", "c"});
    m = settled(m, {"b", "d", "e", "f"});
    for (auto const* const member : {"b", "d", "e", "f"}) CHECK(units_of(m, member) == units / 4);
}

TEST_CASE("an owner that is kept keeps what it has, and gets nothing more")
{
    auto const m = settled(shard_map(), {"a", "b"});
    auto const while_kept = m.planned({"a", "c"}, {"b"});
    CHECK(while_kept.owned_by("b") == m.owned_by("b"));
    CHECK(while_kept.asked_of("b").empty());
    auto const later = settled(while_kept, {"a", "c"});
    CHECK(later.owned_by("b").empty());
    CHECK(units_of(later, "a") == units / 2);
    CHECK(units_of(later, "c") == units / 2);
}

TEST_CASE("the text of fifty members fits into an annotation, after any number of changes")
{
    std::mt19937 random(1);
    shard_map m;
    names live;
    for (int i = 0; i != 50; ++i)
        live.push_back("shop-controller-7d4b9-" + std::to_string(10'000 + i) + "-x2x2x");
    for (int step = 0, name = 20'000; step != 300; ++step) {
        m = settled(m, live);
        CHECK(m.text().size() < 200'000); // the server's limit for all annotations is 262,144
        live.erase(live.begin() + static_cast<std::ptrdiff_t>(random() % live.size()));
        live.push_back("shop-controller-7d4b9-" + std::to_string(name++) + "-x2x2x");
        std::ranges::sort(live);
    }
}

TEST_CASE("a text that is no map is refused")
{
    for (auto const* const text :
         {"", "{}", "[]", R"({"members":[],"parts":[]})", R"({"members":["a"],"parts":[[4095,0,1]]})",
          R"({"members":["a"],"parts":[[4097,0,1]]})", R"({"members":["a"],"parts":[[4096,0,-1]]})",
          R"({"members":["a"],"parts":[[4096,1,1]]})", R"({"members":["a"],"parts":[[4096,-2,1]]})",
          R"({"members":["a"],"parts":[[4096,0,1,1]]})",
          R"({"members":["a"],"parts":[[4096,0,9007199254740992]]})",
          R"({"members":["a"],"parts":[[4,0,1],[4,0,2],[4096,0,1]]})",
          R"({"members":["a"],"parts":[[4096,0]]})", R"({"members":[1],"parts":[[4096,0,1]]})",
          R"({"members":["a"],"parts":[[4096,0,1])"})
        CHECK_FALSE(shard_map::parse(text));
    CHECK(shard_map::parse(R"({"members":["a"],"parts":[[4096,0,1]]})") == settled(shard_map(), {"a"}));
}

TEST_CASE("numbers of a map that are at their limits are read, and numbers beyond them are refused")
{
    auto const read = [](std::string const& all) {
        return shard_map::parse(R"({"members":["a"],"parts":[)" + all + "]}");
    };
    auto const greatest = read("[4096,0,9007199254740991]");
    REQUIRE(greatest);
    CHECK(greatest->pieces().front().epoch == (std::int64_t(1) << 53) - 1);
    CHECK(read("[4096,-1,0]") == shard_map());
    CHECK(read("[1,0,1],[4096,-1,1]"));
    REQUIRE(read("[4096,0,1]"));
    CHECK(read("[4096,0,1,-1]") == read("[4096,0,1]"));
    for (auto const* const all : {"[4096,0,1,-2]", "[4096,0,1,0,0]", "4096", "[4096,0,1.5]",
                                  R"([4096,0,"1"])", "[0,0,1],[4096,0,1]", "[18446744073709551615,0,1]"})
        CHECK_FALSE(read(all));
    for (auto const* const text :
         {R"({"members":[""],"parts":[[4096,0,1]]})", R"({"members":{},"parts":[[4096,-1,1]]})",
          R"({"members":["a"],"parts":{}})", R"({"members":["a"]})", R"({"parts":[[4096,-1,1]]})", "null"})
        CHECK_FALSE(shard_map::parse(text));
}

TEST_CASE("a map stays as it is while there is nobody who may own something")
{
    auto const m = settled(shard_map(), {"a", "b"}).planned({"a", "b", "c"});
    CHECK(m.planned({}) == m);
    CHECK(m.planned({}, {"a"}) == m);
}

TEST_CASE("a member that has come back in the place of one that has ended gets what that one had")
{
    names const before{"g-a-11111", "g-b-22222", "g-c-33333"};
    auto const m = settled(shard_map(1), before);
    names const after{"g-a-11111", "g-b-44444", "g-c-33333"};
    auto const next = m.planned(after);
    CHECK(next.owned_by("g-b-44444") == m.owned_by("g-b-22222"));
    CHECK(next.owned_by("g-a-11111") == m.owned_by("g-a-11111"));
    CHECK(next.piece_of(m.pieces()[1].begin * (std::uint64_t(1) << 52)).epoch > m.pieces()[1].epoch);
    CHECK(next.planned(after) == next);
    // All of them have ended, and come back.
    names const all{"g-a-55555", "g-b-66666", "g-c-77777"};
    auto const anew = m.planned(all);
    for (std::size_t i = 0; i != 3; ++i) CHECK(anew.owned_by(all[i]) == m.owned_by(before[i]));
}
