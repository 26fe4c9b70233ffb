#include "api/json/validator.hpp"
#include "json_generator.hpp"

#include <coinformer/core/error.hpp>

#include <boost/json/parse.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

namespace {

// Returns "" if the text is accepted, and otherwise the error. The text is fed in pieces of `size` bytes.
std::string verdict(std::string_view text, std::size_t size)
{
    json_validator v;
    for (; !text.empty(); text.remove_prefix(std::min(size, text.size()))) {
        auto const piece = text.substr(0, size);
        if (v.feed(piece) == piece.size()) continue;
        REQUIRE(v.mistake().code() == errc::malformed_json);
        return v.mistake().what();
    }
    return {};
}

std::string nested_arrays(std::size_t depth)
{
    return std::string(depth, '[') + std::string(depth, ']');
}

} // namespace

TEST_CASE("JSON is accepted, wherever it is cut, and one text after another")
{
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        test::json_generator g(seed);
        auto const text = "{\"a\":" + g.any() + "}\n{\"b\":" + g.any() + "} \r\n [" + g.any() + "]\n";
        INFO(text);
        for (std::size_t const size : {std::size_t(1), std::size_t(7), text.size()})
            CHECK(verdict(text, size).empty());
    }
    CHECK(verdict(nested_arrays(400), 64).empty());
}

TEST_CASE("a text that is no JSON is refused, and its place is named")
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
    CHECK_FALSE(verdict(nested_arrays(600), 64).empty()); // its need of stack is bounded
}

TEST_CASE("the keys of one object are bounded, even if they have no characters")
{
    json_validator v;
    CHECK(v.feed("{") == 1);
    std::string keys;
    for (int i = 0; i < 10'000; ++i) keys += "\"\":0,";
    std::size_t fed = 0;
    while (fed < 100'000'000 && v.feed(keys) == keys.size()) fed += keys.size();

    CHECK(fed < 30'000'000);
    CHECK(std::string(v.mistake().what()).find("the keys of one object are more than 64 MB") !=
          std::string::npos);
}

TEST_CASE("an object that has a key twice is refused, and other repetitions are accepted")
{
    for (auto const size : {std::size_t(1), std::size_t(3), std::size_t(1000)}) {
        INFO(size);
        CHECK(verdict(R"({"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}],"":0,"aa":0}{"a":1})", size).empty());
        CHECK(verdict(R"({"a":1,"b":2,"a":1})", size).find("has the key \"a\" twice") != std::string::npos);
        CHECK(verdict(R"({"x":[{"n":{"same\u0020key":1,"k":{},"same key":2}}]})", size)
                  .find("\"same key\" twice") != std::string::npos);
        CHECK(verdict(R"({"a\u0007~":1,"a\u0007~":2})", size).find("\"a.~\" twice") != std::string::npos);
        CHECK_FALSE(verdict(R"({"":1,"b":2,"":1})", size).empty());
        CHECK_FALSE(verdict(R"({"a":{"b":1,"c":2},"a":1})", size).empty());
    }
    std::string many = "{";
    // the check takes less than quadratic time
    for (int i = 0; i < 200'000; ++i) many += "\"k" + std::to_string(i) + "\":0,";
    CHECK(verdict(many + R"("z":0})", 65536).empty());
    CHECK_FALSE(verdict(many + R"("k77777":0})", 65536).empty());
    std::string same = "{";
    for (int i = 0; i < 1'000; ++i) same += "\"k\":0,";
    CHECK(verdict(same + R"("k":0})", 65536).find("has the key \"k\" twice") != std::string::npos);
}
