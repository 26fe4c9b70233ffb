#include "cache/handlers/passed_versions.hpp"

#include "catch.hpp"

using coinformer::detail::passed_versions;

namespace {

void pass(passed_versions& known, std::uint64_t from, std::uint64_t to)
{
    for (auto position = from; position <= to; ++position) known.add(position, std::to_string(position));
}

} // namespace

TEST_CASE("the newest version up to a position is taken, and those before it are forgotten with it")
{
    passed_versions known;
    CHECK(known.take_up_to(100).empty());
    known.add(2, "a");
    known.add(4, "b");
    known.add(6, "c");
    CHECK(known.take_up_to(1).empty());
    CHECK(known.take_up_to(5) == "b");
    CHECK(known.take_up_to(5).empty());
    CHECK(known.take_up_to(6) == "c");
    known.add(8, "d");
    known.clear();
    CHECK(known.take_up_to(100).empty());
}

TEST_CASE("as many passed versions are remembered as there is room for, and then every other one")
{
    passed_versions known;
    pass(known, 1, passed_versions::most);
    SECTION("all of them have room")
    {
        for (std::uint64_t position = 1; position <= passed_versions::most; ++position)
            CHECK(known.take_up_to(position) == std::to_string(position));
    }
    SECTION("one more has no room")
    {
        known.add(passed_versions::most + 1, "last");
        for (std::uint64_t position = 2; position <= passed_versions::most; position += 2) {
            CHECK(known.take_up_to(position - 1).empty());
            CHECK(known.take_up_to(position) == std::to_string(position));
        }
        CHECK(known.take_up_to(passed_versions::most + 1) == "last");
    }
}

TEST_CASE("the newest passed version is known, however many there were, and none is told too early")
{
    passed_versions known;
    for (std::uint64_t position = 1; position <= 10'000; ++position) {
        known.add(position, std::to_string(position));
        auto copy = known;
        CHECK(copy.take_up_to(position) == std::to_string(position));
    }
    for (std::uint64_t position = 1; position <= 10'000; ++position) {
        auto const version = known.take_up_to(position);
        if (!version.empty()) CHECK(std::stoull(version) == position);
    }
}

TEST_CASE("a handler that is far behind all the time is told of versions all the time")
{
    constexpr std::uint64_t behind = 5'000;
    passed_versions known;
    pass(known, 1, behind);
    std::uint64_t told = 0, longest = 0;
    for (std::uint64_t position = 1; position <= 50'000; ++position) {
        known.add(behind + position, std::to_string(behind + position));
        auto const version = known.take_up_to(position);
        if (!version.empty()) told = std::stoull(version);
        CHECK(told <= position);
        longest = std::max(longest, position - told);
    }
    CHECK(longest < behind / 8);
}
