#include "api/json_check.hpp"
#include "cut_bytes.hpp"
#include "json_generator.hpp"

#include <boost/json/parse.hpp>

#include <optional>

#include "catch.hpp"

using namespace coinformer::detail;

namespace {

// Returns nullopt for a text with an exponent of many digits: it is JSON, but Boost.JSON keeps no number that large,
// and does not look at what follows.
std::optional<bool> boost_takes(std::string_view text)
{
    boost::json::parse_options deep;
    deep.max_depth = deepest_json;
    boost::json::error_code wrong;
    boost::json::parse(text, wrong, {}, deep);
    if (wrong == boost::json::error::exponent_overflow) return std::nullopt;
    return !wrong;
}

// On the heap without anything behind it, so that ASan sees a read beyond the end.
bool is_json_alone(std::string const& text)
{
    auto const copy = std::make_unique<char[]>(text.size());
    std::copy(text.begin(), text.end(), copy.get());
    return is_json({copy.get(), text.size()});
}

} // namespace

TEST_CASE("what is JSON for Boost.JSON is JSON, and nothing else is")
{
    constexpr std::string_view characters =
        "{}[]\"\"\"\\\\:,, \n\tu0dDa-.eE+tfn\x01\x1f\x7f\x80\xbf\xc2\xe0\xed\xf0\xf4\xff";
    std::size_t taken = 0;
    for (std::uint64_t seed = 1; seed <= 6000; ++seed) {
        test::json_generator g(seed);
        coinformer::random_source random(seed);
        auto text = g.space(); // one call after the other: in an expression compilers choose the order
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

TEST_CASE("levels are counted, and deep texts take no stack")
{
    auto const nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    CHECK(is_json(nested(500)));
    CHECK_FALSE(is_json(nested(502)));
    CHECK_FALSE(is_json(std::string(10'000'000, '[')));
}
