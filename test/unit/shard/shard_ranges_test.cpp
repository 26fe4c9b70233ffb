#include <coinformer/api/shard_ranges.hpp>
#include <coinformer/core/error.hpp>

#include "catch.hpp"

#include <random>

using namespace coinformer;

namespace {

constexpr std::uint64_t half = 0x8000'0000'0000'0000, greatest = 0xffff'ffff'ffff'ffff;

using parts = std::vector<shard_ranges::range>;

} // namespace

TEST_CASE("the hash is that of a kube-apiserver: 64-bit FNV-1a")
{
    CHECK(shard_hash("") == 0xcbf29ce484222325);
    CHECK(shard_hash("a") == 0xaf63dc4c8601ec8c);
    CHECK(shard_hash("foobar") == 0x85944171f73967e8);
}

TEST_CASE("the selector is what the API server's parameter takes")
{
    CHECK(shard_ranges::between(0, half - 1).selector(shard_field::uid) ==
          "shardRange(object.metadata.uid, '0x0000000000000000', '0x8000000000000000')");
    CHECK(shard_ranges::between(half, greatest).selector(shard_field::ns) ==
          "shardRange(object.metadata.namespace, '0x8000000000000000', '0x10000000000000000')");
    auto const two = shard_ranges::between(1, 2) | shard_ranges::between(5, 5);
    CHECK(two.selector(shard_field::uid) ==
          "shardRange(object.metadata.uid, '0x0000000000000001', '0x0000000000000003') || "
          "shardRange(object.metadata.uid, '0x0000000000000005', '0x0000000000000006')");
    CHECK(shard_ranges().selector(shard_field::uid).empty());
}

TEST_CASE("the parts of a key space are disjoint, of the same size, and cover it")
{
    for (std::uint64_t const count : {1u, 2u, 3u, 4u, 7u, 10u, 1000u}) {
        shard_ranges all;
        std::uint64_t next = 0;
        for (std::uint64_t i = 0; i != count; ++i) {
            auto const part = shard_ranges::part(i, count);
            REQUIRE(part.ranges().size() == 1);
            CHECK(part.ranges()[0].first == next);
            auto const longest_distance = greatest / count; // between the first hash and the last
            CHECK(longest_distance - (part.ranges()[0].last - part.ranges()[0].first) <= 1);
            next = part.ranges()[0].last + 1;
            all = all | part;
        }
        CHECK(next == 0);
        CHECK(all.is_all());
    }
    CHECK_THROWS_AS(shard_ranges::part(2, 2), api_error);
    CHECK_THROWS_AS(shard_ranges::between(2, 1), api_error);
}

TEST_CASE("ranges are joined and subtracted as sets are")
{
    std::mt19937 random(1);
    // ranges among 16 hashes at the end of the key space, and the same as a set of bits
    auto const some = [&](unsigned& bits) {
        shard_ranges r;
        bits = 0;
        for (int n = 0; n != 3; ++n) {
            auto const a = random() % 16, b = random() % 16;
            r = r | shard_ranges::between(greatest - 15 + std::min(a, b), greatest - 15 + std::max(a, b));
            for (auto i = std::min(a, b); i <= std::max(a, b); ++i) bits |= 1u << i;
        }
        return r;
    };
    auto const bits_of = [](shard_ranges const& r) {
        unsigned bits = 0;
        for (unsigned i = 0; i != 16; ++i) bits |= r.contains(greatest - 15 + i) ? 1u << i : 0;
        return bits;
    };
    for (int n = 0; n != 2000; ++n) {
        unsigned a_bits = 0, b_bits = 0;
        auto const a = some(a_bits), b = some(b_bits);
        CHECK(bits_of(a) == a_bits);
        CHECK(bits_of(a | b) == (a_bits | b_bits));
        CHECK(bits_of(a - b) == (a_bits & ~b_bits));
        CHECK(bits_of(a & b) == (a_bits & b_bits));
        CHECK(((a - b) | b) == (a | b)); // one set has one form
        CHECK((a - a).empty());
    }
    auto const all = shard_ranges::all();
    CHECK((all - shard_ranges::between(3, 4)).ranges() == parts{{0, 2}, {5, greatest}});
    CHECK(all.fraction() == 1);
    CHECK(shard_ranges::between(0, half - 1).fraction() == 0.5);
}
