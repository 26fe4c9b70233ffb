// Tests the matcher itself, because a case that cannot fail shows nothing.

#include "expectation.hpp"

#include <boost/json/parse.hpp>

#include "catch.hpp"

using namespace conformance;

namespace {

struct sample {
    char const* expected; ///< in YAML
    bool holds;
};

} // namespace

TEST_CASE("an expectation holds or does not")
{
    auto const object =
        boost::json::parse(R"({"metadata":{"name":"a","n":"10"},"items":[{"metadata":{"name":"x"}}]})");
    auto const c = GENERATE(values<sample>({
        {"{/metadata/name: a}", true},
        {"{/metadata/name: b}", false},
        {"{/metadata/n: 10}", false}, // a number is no text
        {"{/metadata/n: '10'}", true},
        {"{/metadata/n: <ten>}", true},
        {"{/metadata: {name: a, n: '10'}}", true},
        {"{/metadata: {name: a}}", false},
        {"{/metadata/name: !present }", true},
        {"{/metadata/none: !present }", false},
        {"{/metadata/none: a}", false},
        {"{/metadata/none: !absent }", true},
        {"{/metadata/name: !absent }", false},
        {"{/metadata/n: !above 9}", true},
        {"{/metadata/n: !above <ten>}", false},
        {"{/metadata/name: !not b}", true},
        {"{/metadata/name: !not a}", false},
        {"{/metadata/none: !not a}", false},
        {"{/metadata/n: !contains 0}", true},
        {"{/metadata/n: !contains 2}", false},
        {"{/items: !size 1}", true},
        {"{/items: !size 0}", false},
        {"{/items: !names [x]}", true},
        {"{/items: !names [y]}", false},
        {"{/items: !names []}", false},
        {"{/metadata/name: !save got, /metadata/name: <got>}", true},
    }));
    INFO(c.expected);
    variables known;
    known["ten"] = "10";

    if (c.holds)
        CHECK_NOTHROW(expect_all(YAML::Load(c.expected), object, known));
    else
        CHECK_THROWS_AS(expect_all(YAML::Load(c.expected), object, known), difference);
}

TEST_CASE("a name that is not set, or a tag that is not known, is an error and no difference")
{
    auto const object = boost::json::parse(R"({"a":"b"})");
    variables known;

    CHECK_THROWS_AS(known.expand("/api/<none>"), std::runtime_error);
    CHECK_THROWS_AS(expect_all(YAML::Load("{/a: !near 3}"), object, known), std::runtime_error);
    known["a"] = "1";
    CHECK(known.expand("x<a>y<a>") == "x1y1");
}
