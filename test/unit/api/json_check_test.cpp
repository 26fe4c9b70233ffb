#include "api/json/blocks.hpp"
#include "api/json/check.hpp"
#include "cut_bytes.hpp"
#include "json_generator.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <optional>

#include "catch.hpp"

using namespace coinformer::detail;

namespace {

// Returns nullopt for a text with an exponent of many digits. It is JSON, but Boost.JSON keeps no number of
// that size, and does not read further.
std::optional<bool> boost_takes(std::string_view text)
{
    boost::json::parse_options deep;
    deep.max_depth = deepest_json;
    boost::json::error_code wrong;
    boost::json::parse(text, wrong, {}, deep);
    if (wrong == boost::json::error::exponent_overflow) return std::nullopt;
    return !wrong;
}

// Checks a copy on the heap with nothing after it, so that ASan sees a read beyond the end.
bool is_json_alone(std::string const& text)
{
    auto const copy = std::make_unique<char[]>(text.size());
    std::copy(text.begin(), text.end(), copy.get());
    return is_json({copy.get(), text.size()});
}

} // namespace

TEST_CASE("is_json() accepts exactly the texts that Boost.JSON accepts")
{
    constexpr std::string_view characters =
        "{}[]\"\"\"\\\\:,, \n\tu0dDa-.eE+tfn\x01\x1f\x7f\x80\xbf\xc2\xe0\xed\xf0\xf4\xff";
    std::size_t taken = 0;
    for (std::uint64_t seed = 1; seed <= 6000; ++seed) {
        test::json_generator g(seed);
        coinformer::random_source random(seed);
        // one call per statement, because compilers choose the order of calls within an expression
        auto text = g.space();
        text += g.any();
        text += g.space();
        if (seed % 3 != 0) text = test::damaged(std::move(text), random, characters);
        INFO(text);
        auto const expected = boost_takes(text);
        if (!expected) continue;
        taken += *expected ? 1 : 0;
        REQUIRE(is_json_alone(text) == *expected);
    }
    CHECK(taken > 2000);
    CHECK(taken < 5000);
}

TEST_CASE("every encoding of a character is judged as Boost.JSON judges it")
{
    for (unsigned first = 0x80; first < 0x100; ++first)
        for (unsigned const second : {0x20U, 0x7fU, 0x80U, 0x8fU, 0x90U, 0x9fU, 0xa0U, 0xbfU, 0xc0U})
            for (unsigned const size : {1U, 2U, 3U, 4U, 5U}) {
                std::string text = "\"" + std::string(1, static_cast<char>(first));
                if (size > 1) text += static_cast<char>(second);
                for (unsigned i = 2; i < size; ++i) text += '\x80';
                text += '"';
                INFO(first << ' ' << second << ' ' << size);
                REQUIRE(is_json_alone(text) == boost_takes(text));
            }
}

TEST_CASE("a number may have an exponent of any length")
{
    CHECK(is_json_alone("853E24866582095483"));
    CHECK(is_json_alone("[1e-99999999999999999999]"));
    CHECK_FALSE(is_json_alone("1e"));
    CHECK_FALSE(is_json_alone("1e99999999999999999999e"));
}

TEST_CASE("levels are counted, and deep texts need no stack")
{
    auto const nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    CHECK(is_json(nested(500)));
    CHECK_FALSE(is_json(nested(501))); // the last level is an empty array
    CHECK_FALSE(is_json(std::string(500, '[') + "{}" + std::string(500, ']')));
    CHECK_FALSE(is_json(std::string(500, '[') + "[1]" + std::string(500, ']')));
    CHECK_FALSE(is_json(std::string(10'000'000, '[')));
}

namespace {

// Returns a text without space between its tokens, as API servers write.
std::string compact(test::json_generator& g)
{
    auto text =
        R"({"a":)" + g.any() + ",\"b\":[" + g.any() + "," + g.string() + "],\"c\":" + g.integer() + "}";
    boost::json::error_code wrong;
    auto const value = boost::json::parse(text, wrong);
    return wrong ? std::string("{\"a\":[]}") : boost::json::serialize(value);
}

struct best_blocks_at_end {
    ~best_blocks_at_end() { use_best_blocks(); }
};

} // namespace

TEST_CASE("JSON without space is judged the same with each set of instructions, whole and damaged")
{
    best_blocks_at_end const restored;
    constexpr std::string_view characters = "{}[]\"\"\\\\::,,, \n0-1.eEtfnu\x01\x7f\x80\xc3\xe0\xff";
    for (auto const kind : {blocks::portable, blocks::sse2, blocks::avx2, blocks::avx512}) {
        if (!use_blocks(kind)) continue;
        std::size_t taken = 0, fast = 0;
        for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
            test::json_generator g(seed);
            coinformer::random_source random(seed);
            auto text = compact(g);
            if (seed % 4 != 0) text = test::damaged(std::move(text), random, characters);
            INFO(text);
            auto const expected = boost_takes(text);
            if (!expected) continue;
            REQUIRE(is_json_alone(text) == *expected);
            auto const* const past = past_compact_json(text.data(), text.data() + text.size());
            if (past == text.data() + text.size()) REQUIRE(*expected);
            taken += *expected ? 1 : 0;
            fast += past ? 1 : 0;
        }
        CHECK(taken > 1200);
        if (kind >= blocks::avx2) CHECK(fast > 500); // otherwise the fast way was not tested
    }
}

TEST_CASE("each byte of a text without space counts, wherever in a block it is")
{
    constexpr std::string_view sample =
        R"({"kind":"Pod","n":[1,-2.5e+3,0],"t":true,"o":{"":{},"k:{\"a\":1}":[[]],"\u0041\n":null},"s":["",{"x":"y"},false]})";
    constexpr std::string_view characters = "{}[]\":,\\ 0-e.tu\x1f\x80";
    for (std::size_t shift = 0; shift < 64; ++shift) {
        auto const text = "[\"" + std::string(shift, 'a') + "\"," + std::string(sample) + "]";
        REQUIRE(is_json_alone(text));
        // on machines that have the fast way, it leaves nothing to the slow way
        if (use_blocks(blocks::avx2))
            REQUIRE(past_compact_json(text.data(), text.data() + text.size()) == text.data() + text.size());
        use_best_blocks();
        for (std::size_t size = 0; size < text.size(); ++size)
            REQUIRE_FALSE(is_json_alone(text.substr(0, size)));
        auto const prefix = text.size() - sample.size() - 1;
        // all shifts together put each byte in each place of a block
        for (auto at = prefix + shift % 5; at < text.size(); at += 5)
            for (auto const c : characters) {
                for (bool const inserts : {false, true}) {
                    auto changed = text;
                    changed.replace(at, inserts ? 0 : 1, 1, c);
                    INFO(changed);
                    REQUIRE(is_json_alone(changed) == boost_takes(changed));
                }
            }
        for (std::size_t at = prefix; at < text.size(); ++at) {
            auto cut = text;
            cut.erase(at, 1);
            INFO(cut);
            REQUIRE(is_json_alone(cut) == boost_takes(cut));
        }
    }
}

TEST_CASE("bytes after an object without space are not read")
{
    best_blocks_at_end const restored;
    std::string const text = R"({"a":[1,{"b":"c"}]}]} ")" + std::string(100, '\x80');
    CHECK_FALSE(is_json(text));
    if (use_blocks(blocks::avx2))
        CHECK(past_compact_json(text.data(), text.data() + text.size()) == text.data() + 19);
}

TEST_CASE("two values are not one, and half of a pair of surrogates is not a character")
{
    for (auto const* const text : {"{},{\"a\":1}", "[],[]", "[],[1]", "{}{\"a\":1}", "[\"\\ud800\"]",
                                   "[\"\\uDC00\"]", "[\"\\uDC00\\uDC00\"]", "[\"\\ud800\\u0041\"]"})
        CHECK_FALSE(is_json_alone(text));
    CHECK(is_json_alone("[\"\\ud83d\\ude00\",\"\\u0d00\"]"));
}
