#include "core/hash_text.hpp"

#include <coinformer/core/keyed_backoff.hpp>
#include <coinformer/core/text_hash.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <vector>

using coinformer::detail::hash_secret;
using coinformer::detail::hash_text;

namespace {

hash_secret const first = coinformer::detail::make_hash_secret(1),
                  second = coinformer::detail::make_hash_secret(2);

std::uint64_t fold(std::uint64_t a, std::uint64_t b)
{
    __extension__ using wide = unsigned __int128;
    auto const product = static_cast<wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// hash_text() as it was before it had a secret. Its factors were known to everybody.
constexpr std::uint64_t old_odd = 0x9e3779b97f4a7c15, old_other = 0xc2b2ae3d27d4eb4f;
std::uint64_t old_hash_of_24_bytes(std::string const& text, std::uint64_t seed = 0)
{
    std::uint64_t words[3];
    REQUIRE(text.size() == sizeof words);
    std::memcpy(words, text.data(), sizeof words);
    auto hash = seed ^ (text.size() * old_odd);
    for (auto const i : {0, 1}) hash = fold(hash ^ words[i], old_other);
    return fold(fold(hash ^ words[2] ^ old_odd, old_other), old_odd);
}

std::string text_of(std::uint64_t a, std::uint64_t b, std::uint64_t c)
{
    std::uint64_t const words[3]{a, b, c};
    return {reinterpret_cast<char const*>(words), sizeof words};
}

/// Texts with the same old hash: the second word makes a product zero, which erases the first word.
std::vector<std::string> texts_of_one_old_hash(std::size_t count)
{
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i != count; ++i)
        texts.push_back(text_of(i, fold((24 * old_odd) ^ i, old_other), 0x2d6e6f6973736573));
    return texts;
}

std::size_t distinct_hashes(std::vector<std::string> const& texts, hash_secret const& secret)
{
    std::set<std::uint64_t> found;
    for (auto const& text : texts) found.insert(hash_text(text, 0, secret));
    return found.size();
}

} // namespace

TEST_CASE("texts that differ in one byte, in length or in the seed have different hashes")
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

TEST_CASE("short texts of any bytes have different hashes")
{
    std::vector<std::string> texts;
    for (int a = 0; a != 256; ++a)
        for (int b = 0; b != 256; ++b) {
            texts.push_back({static_cast<char>(a), static_cast<char>(b)});
            texts.push_back({'m', static_cast<char>(a), static_cast<char>(b)});
            texts.push_back({'m', 'n', static_cast<char>(a), static_cast<char>(b), 'o'});
        }
    CHECK(distinct_hashes(texts, first) == texts.size());
}

TEST_CASE("the factors of a secret are odd, so that no bit of a text is lost in the lower half of a product")
{
    for (std::uint64_t seed = 0; seed != 100; ++seed) {
        auto const secret = coinformer::detail::make_hash_secret(seed);
        CHECK(secret.block % 2 == 1);
        CHECK(secret.end % 2 == 1);
    }
}

TEST_CASE("a text's hash depends on the secret alone")
{
    CHECK(hash_text("a text of twenty-four b.", 7, first) ==
          hash_text("a text of twenty-four b.", 7, coinformer::detail::make_hash_secret(1)));
    for (auto const* text : {"", "a", "a pod", "a text of twenty-four b."})
        CHECK(hash_text(text, 0, first) != hash_text(text, 0, second));
}

TEST_CASE(
    "names that differ in a number are spread evenly by the low bits of their hashes, and by the high ones")
{
    constexpr std::size_t names = 64'000;
    for (auto const& secret : {first, second}) {
        std::vector<std::size_t> low(64), middle(64), high(64);
        for (std::size_t i = 0; i != names; ++i) {
            auto const ns = hash_text("ns-" + std::to_string(i % 100), 0, secret);
            auto const hash = hash_text("pod-" + std::to_string(i), ns, secret);
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
}

TEST_CASE("texts that had the same hash without a secret have different hashes with every secret")
{
    constexpr std::size_t count = 5000;
    auto const texts = texts_of_one_old_hash(count);
    std::set<std::uint64_t> old;
    for (auto const& text : texts) old.insert(old_hash_of_24_bytes(text));
    REQUIRE(old.size() == 1); // otherwise this test would not test an attack

    CHECK(distinct_hashes(texts, first) == count);
    CHECK(distinct_hashes(texts, second) == count);
}

// If the factor is known, a difference in the highest bits of one word changes known bits of the next state,
// whatever the initial value was, and the next word can cancel that difference. With a secret factor this
// must not work.
TEST_CASE("no difference of one word is cancelled by one difference of the next word under many secrets")
{
    auto const difference_after = [](std::uint64_t word, std::uint64_t change, hash_secret const& s) {
        return fold(s.start ^ word, s.block) ^ fold(s.start ^ word ^ change, s.block);
    };
    for (int bit = 0; bit != 64; ++bit) {
        std::set<std::uint64_t> differences;
        for (std::uint64_t seed = 0; seed != 200; ++seed)
            differences.insert(difference_after(0x2d6e6f6973736573, std::uint64_t(1) << bit,
                                                coinformer::detail::make_hash_secret(seed)));
        CHECK(differences.size() == 200);
    }
}

TEST_CASE(
    "texts of different lengths have different hashes, even if their last bytes are read as the same word")
{
    for (auto const& secret : {first, second}) {
        std::set<std::uint64_t> found;
        for (std::size_t size = 0; size <= 8; ++size)
            found.insert(hash_text(std::string(size, '\0'), 0, secret));
        CHECK(found.size() == 9);
    }
}

TEST_CASE("a process keeps the secret that its first text was hashed with")
{
    auto const before = hash_text("a pod");
    CHECK_THROWS_AS(coinformer::detail::seed_text_hashes(1), std::logic_error);
    CHECK(hash_text("a pod") == before);
    CHECK(coinformer::hash_of_text("a pod") == before);
    CHECK(hash_text("a pod") != hash_text("a pod", 0, first));
}

// Not part of an ordinary run: the next case starts this one in new processes.
TEST_CASE("print the hash of one text", "[.]")
{
    std::cout << "hash=" << hash_text("a pod") << std::endl;
}

// If all processes had the same secret, names that collide in one process would collide in every process.
TEST_CASE("each process draws a secret of its own")
{
    auto const here = std::filesystem::read_symlink("/proc/self/exe").string();
    auto const hash_of_another_process = [&] {
        auto* const output = ::popen(("'" + here + "' 'print the hash of one text'").c_str(), "r");
        REQUIRE(output);
        std::string text;
        for (int c; (c = std::fgetc(output)) != EOF;) text += static_cast<char>(c);
        REQUIRE(::pclose(output) == 0);
        auto const begin = text.find("hash=");
        REQUIRE(begin != std::string::npos);
        return text.substr(begin, text.find('\n', begin) - begin);
    };
    CHECK(hash_of_another_process() != hash_of_another_process());
}

TEST_CASE("tables of texts are seeded unless the user names another hash")
{
    static_assert(std::is_same_v<coinformer::default_hash<std::string>, coinformer::text_hash>);
    static_assert(std::is_same_v<coinformer::default_hash<std::string_view>, coinformer::text_hash>);
    static_assert(std::is_same_v<coinformer::default_hash<int>, std::hash<int>>);
    CHECK(coinformer::text_hash()("a pod") == coinformer::hash_of_text("a pod"));
}
