#include "core/hash_text.hpp"

#include "catch.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

using coinformer::hash_text;

TEST_CASE("texts that differ in a byte, in length or in what was hashed before have other hashes")
{
    std::unordered_set<std::uint64_t> seen;
    std::size_t hashed = 0;
    auto const add = [&](std::string const& text) {
        seen.insert(hash_text(text));
        seen.insert(hash_text("after it", hash_text(text)));
        hashed += 2;
    };
    for (std::size_t size = 0; size != 70; ++size) {
        std::string text(size, 'x');
        add(text);
        for (std::size_t at = 0; at != size; ++at) {
            for (char const other : {'\0', 'y'}) {
                text[at] = other;
                add(text);
            }
            text[at] = 'x';
        }
    }
    CHECK(seen.size() == hashed);
}

TEST_CASE("a text's hash is the same in every process")
{
    CHECK(hash_text("") == 0x93078d65c0e90d9d);
    CHECK(hash_text("a pod") == 0xae07451b0db251d);
    CHECK(hash_text("a text of twenty-four b.", 7) == 0x7c4379fde5f03cce);
}

TEST_CASE("names that differ in a number spread evenly, by the low bits of their hashes and by the high ones")
{
    constexpr std::size_t names = 64'000;
    std::vector<std::size_t> low(64), middle(64), high(64);
    for (std::size_t i = 0; i != names; ++i) {
        auto const hash = hash_text("pod-" + std::to_string(i), hash_text("ns-" + std::to_string(i % 100)));
        ++low[hash % 64];
        ++middle[hash >> 32 & 63];
        ++high[hash >> 58];
    }
    for (auto const* counts : {&low, &middle, &high}) {
        auto const [fewest, most] = std::minmax_element(counts->begin(), counts->end());
        CHECK(*fewest > names / 64 * 85 / 100);
        CHECK(*most < names / 64 * 115 / 100);
    }
}
