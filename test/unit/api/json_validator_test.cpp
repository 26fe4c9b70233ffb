#include "api/json_validator.hpp"
#include "json_generator.hpp"

#include <coinformer/core/error.hpp>

#include <boost/json/parse.hpp>

#include "catch.hpp"

using namespace coinformer;

namespace {

// "" when it is taken, else what is said; fed in pieces of `size`.
std::string verdict(std::string_view text, std::size_t size)
{
    json_validator v;
    try {
        for (; !text.empty(); text.remove_prefix(std::min(size, text.size()))) v.feed(text.substr(0, size));
    } catch (api_error const& e) {
        REQUIRE(e.code() == errc::malformed_json);
        return e.what();
    }
    return {};
}

std::string nested(std::size_t depth)
{
    return std::string(depth, '[') + std::string(depth, ']');
}

} // namespace

TEST_CASE("what is JSON is taken, wherever it is cut, one text behind another")
{
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        test::json_generator g(seed);
        auto const text = "{\"a\":" + g.any() + "}\n{\"b\":" + g.any() + "} \r\n [" + g.any() + "]\n";
        INFO(text);
        for (std::size_t const size : {std::size_t(1), std::size_t(7), text.size()}) CHECK(verdict(text, size).empty());
    }
    CHECK(verdict(nested(400), 64).empty());
}

TEST_CASE("what is no JSON is refused, with the place")
{
    char const* const wrong[] = {R"({"a":tru})",       R"({"a":01})",      "{\"a\":\"b\n\"}", R"({"a":"\x"})",
                                 R"({"a":"\ud800x"})", R"({"a":1,})",      R"({"a" 1})",      R"([1 2])",
                                 R"({'a':1})",         "{\"a\":\"\xff\"}", R"({"a":NaN})",    R"({}})"};
    for (auto const* const text : wrong) {
        INFO(text);
        for (auto const size : {std::size_t(1), std::size_t(100)}) {
            auto const said = verdict(std::string("{} ") + text, size);
            CHECK(said.find("at byte ") != std::string::npos);
        }
    }
    CHECK(verdict(R"({"a":1}{"b":x})", 100).find("at byte 12") != std::string::npos);
    CHECK_FALSE(verdict(nested(600), 64).empty()); // what it would take of the stack is bounded
}
