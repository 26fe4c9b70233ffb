// How the sample's source reads YAML.

#include "manifest_world.hpp"

namespace {

std::string json_of(std::string const& yaml)
{
    temporary_directory const outside;
    auto const file = (outside.path() / "a.yaml").string();
    std::ofstream(file) << yaml;
    std::string all;
    auto const found = read_manifests(file, 1'000'000);
    for (auto const& m : found.value())
        all += std::to_string(m.line) + ' ' + boost::json::serialize(m.object) + '\n';
    return all;
}

} // namespace

TEST_CASE("documents and lists of a file become JSON, with the lines where they begin")
{
    CHECK(json_of(
              "# a comment\n---\na: 1\n---\n---\n\nb: {c: [x, 2.5, -3, true, null, ~, '4', \"false\"]}\n") ==
          "3 {\"a\":1}\n7 {\"b\":{\"c\":[\"x\",2.5E0,-3,true,null,null,\"4\",\"false\"]}}\n");
    CHECK(json_of("kind: List\nitems:\n- a: 1\n- kind: List\n  items:\n  - b: 1\n") ==
          "3 {\"a\":1}\n6 {\"b\":1}\n");
    CHECK(json_of("a: &x {b: 1}\nc: *x\n") == "1 {\"a\":{\"b\":1},\"c\":{\"b\":1}}\n");
    CHECK(json_of("{\n\t\"a\": \"\\u00e9 \\n\",\n\t\"b\": 1e3\n}\n") ==
          "1 {\"a\":\"\303\251 \\n\",\"b\":1E3}\n");
    CHECK(json_of("# nothing\n").empty());
}

TEST_CASE("what is no manifest says why, and in which line")
{
    using Catch::Contains;
    CHECK_THROWS_WITH(json_of("a: 1\nb: [1,\n"), Contains("line 3"));
    CHECK_THROWS_WITH(json_of("a: 1\n---\n- b\n"), Contains("line 3") && Contains("no object"));
    CHECK_THROWS_WITH(json_of(""), Contains("empty"));
    std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i != 9; ++i) {
        auto const before = "*a" + std::to_string(i - 1);
        bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
        for (int n = 0; n != 10; ++n) bomb += before + ",";
        bomb += "]\n";
    }
    CHECK_THROWS_WITH(json_of(bomb), Contains("too long"));
    CHECK_THROWS(json_of("a: " + std::string(100'000, '[')));
    CHECK_FALSE(read_manifests("/no/such/file", 1));
}
