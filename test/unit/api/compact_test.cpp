#include "pod.hpp"

#include "catch.hpp"

#include <sstream>

using namespace coinformer;

namespace {

struct compact_members {
    text word;
    list<text> words;
    list<list<std::int16_t>> table;
    coinformer::labels tags;
    int_or_string port;
    int_or_string named;
    quantity cpu;
    quantity count;
    raw_json raw;
    std::optional<text> maybe;
    list<std::string> owned;
};
BOOST_DESCRIBE_STRUCT(compact_members, (),
                      (word, words, table, tags, port, named, cpu, count, raw, maybe, owned))

auto decoded_compact(std::string const& members)
{
    return decode_object<compact_members>(R"({"metadata":{"name":"x"})" +
                                          (members.empty() ? "" : "," + members) + "}");
}

} // namespace

TEST_CASE("text compares, prints and converts like a string view")
{
    auto const o = decoded_compact(R"("word":"shop")");

    CHECK(o->word == "shop");
    CHECK("shop" == o->word);
    CHECK(o->word == std::string("shop"));
    CHECK(o->word == o->word);
    CHECK(o->word != "web");
    CHECK(o->word < "web");
    CHECK(o->word.size() == 4);
    std::string_view const view = o->word;
    CHECK(view == "shop");
    std::ostringstream out;
    out << o->word << ' ' << o->port;
    CHECK(out.str() == "shop 0");
    CHECK(o->word.to_owned() == "shop");
}

TEST_CASE("lists and labels are ranges, and give their std twins")
{
    auto const o =
        decoded_compact(R"("words":["a","","c"],"table":[[1,2],[],[3]],"tags":{"app":"web","tier":null})");

    CHECK(o->words.to_owned() == std::vector<std::string>{"a", "", "c"});
    CHECK(o->words[2] == "c");
    CHECK(o->words.front() == "a");
    CHECK(o->words.back() == "c");
    CHECK(o->table.to_owned() == std::vector<std::vector<std::int16_t>>{{1, 2}, {}, {3}});
    CHECK(o->tags.size() == 2);
    CHECK(*o->tags.find("app") == "web");
    CHECK(o->tags.contains("tier"));
    CHECK_FALSE(o->tags.find("ap"));
    CHECK(o->tags.value_or("app", "-") == "web");
    CHECK(o->tags.value_or("none", "-") == "-");
    CHECK(o->tags.to_owned() == std::map<std::string, std::string>{{"app", "web"}, {"tier", ""}});
    for (auto const& [key, value] : o->tags) CHECK(!key.empty());
}

TEST_CASE("labels that share the keys of other labels, a part of them, or none, stay separate")
{
    for (int round = 0; round != 3; ++round) { // keys are shared when they are met again
        CHECK(decoded_compact(R"("tags":{"a-key":"1","b-key":"2"})")->tags.to_owned() ==
              std::map<std::string, std::string>{{"a-key", "1"}, {"b-key", "2"}});
        CHECK(decoded_compact(R"("tags":{"b-key":"2","a-key":"1"})")->tags.to_owned() ==
              std::map<std::string, std::string>{{"a-key", "1"}, {"b-key", "2"}});
        CHECK(decoded_compact(R"("tags":{"a-key":"3","c-key":"4"})")->tags.to_owned() ==
              std::map<std::string, std::string>{{"a-key", "3"}, {"c-key", "4"}});
        CHECK(decoded_compact(R"("tags":{"a-key":""})")->tags.value_or("a-key", "-") == "");
        CHECK(decoded_compact(R"("tags":{"":"empty"})")->tags.value_or("", "-") == "empty");
        auto const escaped = decoded_compact(R"("tags":{"a\u002dkey":"\"1\"","\n":"2"})");
        CHECK(escaped->tags.value_or("a-key", "-") == "\"1\"");
        CHECK(escaped->tags.value_or("\n", "-") == "2");
        auto const twice = decoded_compact(R"("tags":{"a-key":"first","a-key":"second"})");
        CHECK(twice->tags.size() == 2);
        CHECK(twice->tags.find("a-key") == "first");
    }
}

TEST_CASE("labels with more keys, or longer ones, than are shared are complete")
{
    std::string members = R"("tags":{)";
    for (int i = 0; i != 20'000; ++i) {
        auto const name = std::to_string(i);
        auto const tags = decoded_compact(R"("tags":{"unique-)" + name + R"(":")" + name + R"("})");
        if (tags->tags.value_or("unique-" + name, "-") != name) FAIL(name);
        if (i % 2 == 0) members += "\"key-" + name + "\":\"" + name + "\",";
    }
    members.back() = '}';
    auto const large = decoded_compact(members);
    CHECK(large->tags.size() == 10'000);
    CHECK(large->tags.find("key-9998") == "9998");

    std::string const long_value(70'000, 'x');
    auto const wide =
        decoded_compact(R"("tags":{"short":"1","long":")" + long_value + R"(","last":"\"2\""})");
    CHECK(wide->tags.find("short") == "1");
    CHECK(wide->tags.find("long") == long_value);
    CHECK(wide->tags.find("last") == "\"2\"");
}

TEST_CASE("a member that is absent or null is empty")
{
    auto const o = decoded_compact(
        GENERATE(as<std::string>(), "", R"("word":null,"words":null,"tags":null,"port":null,"raw":null)"));

    CHECK(o->word.empty());
    CHECK(o->word == "");
    CHECK(o->words.empty());
    CHECK(o->words.begin() == o->words.end());
    CHECK(o->tags.empty());
    CHECK_FALSE(o->tags.find(""));
    CHECK(o->port == 0);
    CHECK(o->cpu.empty());
    CHECK(o->raw.empty());
    CHECK(!o->maybe);
}

TEST_CASE("a number or a string, a quantity and raw JSON keep their notation")
{
    auto const o = decoded_compact(
        R"("port":-8080,"named":"http\n","cpu":"500m","count":1.50,"raw": {"a" : [1, "}"]} ,"maybe":"")");

    CHECK(o->port.is_int());
    CHECK(o->port == -8080);
    CHECK(o->port.to_owned() == "-8080");
    CHECK(!o->named.is_int());
    CHECK(o->named == "http\n");
    CHECK(o->named.as_int() == 0);
    CHECK(!(o->named == o->port));
    CHECK(o->cpu == "500m");
    CHECK(o->count == "1.50");
    CHECK(o->raw == R"({"a" : [1, "}"]})");
    CHECK((o->maybe && o->maybe->empty()));
}

TEST_CASE("std elements in a compact list are destroyed with their object")
{
    auto const long_one = std::string(100, 'x'); // ASan sees it leak
    auto const o = decoded_compact(R"("owned":["short",")" + long_one + "\"]");

    CHECK(o->owned.to_owned() == std::vector<std::string>{"short", long_one});
}

TEST_CASE("compact types cannot be copied out by accident")
{
    STATIC_REQUIRE(!std::is_copy_constructible_v<text>);
    STATIC_REQUIRE(!std::is_copy_constructible_v<list<int>>);
    STATIC_REQUIRE(!std::is_copy_constructible_v<coinformer::labels>);
    STATIC_REQUIRE(!std::is_copy_constructible_v<int_or_string>);
    STATIC_REQUIRE(!std::is_move_constructible_v<test::pod>);
    STATIC_REQUIRE(!std::is_move_assignable_v<list<text>>);
    STATIC_REQUIRE(std::is_trivially_destructible_v<test::pod>);
    STATIC_REQUIRE(sizeof(int_or_string) == 8);
}
