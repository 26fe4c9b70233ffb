#include "json_generator.hpp"
#include "no_limit.hpp"
#include "pod.hpp"

#include "api/stream/json_list_decoder.hpp"
#include "api/stream/json_watch_decoder.hpp"

#include <coinformer/api/dynamic_object.hpp>
#include <coinformer/api/selector.hpp>
#include <coinformer/core/error.hpp>

#include <boost/json/parse.hpp>

#include "catch.hpp"

#include <boost/json.hpp>

#include <algorithm>

using namespace coinformer;
using namespace coinformer::detail;
namespace json = boost::json;

namespace {

struct dynamic_part {
    text phase;
    whole_json all;
};
BOOST_DESCRIBE_STRUCT(dynamic_part, (), (phase, all))

struct mixed {
    object_meta metadata;
    whole_json everything;
    dynamic_part status;
    list<dynamic_part> parts;
    std::optional<dynamic_part> none;
};
BOOST_DESCRIBE_STRUCT(mixed, (), (metadata, everything, status, parts, none))

struct just_raw {
    raw_json spec;
};
BOOST_DESCRIBE_STRUCT(just_raw, (), (spec))

struct just_whole_object {
    whole_object all;
};
BOOST_DESCRIBE_STRUCT(just_whole_object, (), (all))

std::string widget(std::string_view name, std::string_view version)
{
    return test::pod_json(name, version,
                          R"("spec":{"json":"a\n\"}","n":[1,{"x":"]"}]},"json":{"mine":true},"z":null)");
}

std::string list_of(std::string const& page, std::size_t cut)
{
    std::string log;
    json_list_decoder decoder(detail::object_type_of<dynamic_object>(), no_limit);
    auto const take = [&](std::string_view piece) {
        decoder.feed(piece);
        for (auto s = decoder.next(); s != list_decoder::step::need_more; s = decoder.next()) {
            if (s == list_decoder::step::fault)
                log += "fault " + decoder.fault().message() + '\n';
            else
                log += object_ptr<dynamic_object>(decoder.take_object())->json.to_owned() + '\n';
        }
    };
    take(std::string_view(page).substr(0, cut));
    take(std::string_view(page).substr(cut));
    decoder.finish();
    return log;
}

std::string events_of(std::string const& body, std::size_t cut)
{
    std::string log;
    json_watch_decoder decoder(detail::object_type_of<dynamic_object>(), no_limit);
    auto const take = [&](std::string_view piece) {
        decoder.feed(piece);
        for (auto s = decoder.next(); s != watch_decoder::step::need_more; s = decoder.next())
            log += object_ptr<dynamic_object>(decoder.take_object())->json.to_owned() + '\n';
    };
    take(std::string_view(body).substr(0, cut));
    take(std::string_view(body).substr(cut));
    return log;
}

// Boost.JSON's last digit of a fraction depends on the position of the number in the text.
bool is_same(json::value const& a, json::value const& b)
{
    if (a.is_double() && b.is_double()) return a.get_double() == Approx(b.get_double());
    if (a.is_array() && b.is_array()) return std::ranges::equal(a.get_array(), b.get_array(), is_same);
    if (!a.is_object() || !b.is_object()) return a == b;
    return a.get_object().size() == b.get_object().size() &&
           std::ranges::all_of(a.get_object(), [&](json::key_value_pair const& member) {
               auto const* other = b.get_object().if_contains(member.key());
               return other && is_same(member.value(), *other);
           });
}

} // namespace

TEST_CASE("an object of an unknown kind is kept as the server wrote it, with its identity and labels")
{
    auto const text =
        R"( { "apiVersion":"example.io/v1", "json":7, "metadata":{"labels":{"app":"web"},"name":"a",)"
        R"("namespace":"shop","uid":"u","resourceVersion":"5"}, "spec":{"size":3} } )";
    auto const o = decode_object<dynamic_object>(text);

    CHECK(o->json == std::string_view(text).substr(1, std::string_view(text).size() - 2));
    CHECK(o.key() == object_key{"shop", "a"});
    CHECK(o.resource_version() == "5");
    CHECK(label_selector("app=web").matches(o->metadata.labels));
    CHECK(json::parse(o->json.view()).at_pointer("/spec/size") == 3);
    // one block: the text, the labels, a few numbers
    CHECK(o.size_bytes() < std::string_view(text).size() + 150);
}

TEST_CASE("raw JSON may stand beside declared members, in the root and in structs below it")
{
    auto const o = decode_object<mixed>(
        R"({"status":{"phase":"Ready","x":[{}]},"parts":[{"a":1},{"phase":"p"}],"metadata":{"name":"a"},"everything":5})");

    CHECK(o->everything.at("/everything") == "5");
    CHECK(o->everything.view().starts_with(R"({"status":{"phase")"));
    CHECK(o->everything.view().ends_with(R"("everything":5})"));
    CHECK(o->status.phase == "Ready");
    CHECK(o->status.all == R"({"phase":"Ready","x":[{}]})");
    REQUIRE(o->parts.size() == 2);
    CHECK(o->parts[0].all == R"({"a":1})");
    CHECK(o->parts[1].phase == "p");
    CHECK_FALSE(o->none);
}

TEST_CASE("pages and events of raw objects may be cut anywhere")
{
    auto const page = R"({"metadata":{"resourceVersion":"9"},"items":[)" + widget("a", "1") + " , " +
                      widget("b", "2") + R"(,{"metadata":{"name":5}},)" + widget("c", "3") + "]}";
    auto const expected =
        widget("a", "1") + '\n' + widget("b", "2") +
        "\nfault object without a known name: " + "metadata.name: expected string, found number 5\n" +
        widget("c", "3") + '\n';
    for (std::size_t cut = 0; cut <= page.size(); ++cut) {
        INFO("cut at " << cut);
        REQUIRE(list_of(page, cut) == expected);
    }
    auto const body = R"({"type":"ADDED","object":)" + widget("a", "1") +
                      "}\n{\"object\":" + widget("b", "2") + ",\"type\":\"DELETED\"}\n";
    for (std::size_t cut = 0; cut <= body.size(); ++cut) {
        INFO("cut at " << cut);
        REQUIRE(events_of(body, cut) == widget("a", "1") + '\n' + widget("b", "2") + '\n');
    }
}

TEST_CASE("a pointer leads to the same value as in the parsed document")
{
    std::size_t found = 0, missed = 0;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        test::json_generator g(seed);
        auto const spec = g.any();
        if (spec == "null") continue;
        auto const o = decode_object<just_raw>(R"({"metadata":{"name":"a"},"spec":)" + spec + "}");
        auto const document = json::parse(spec);
        for (int i = 0; i < 10; ++i) {
            std::string pointer;
            for (auto n = g.below(4); n != 0; --n)
                pointer += g.one_in(2) ? "/k" + std::to_string(g.below(4)) : "/" + std::to_string(g.below(4));
            INFO(spec << "\nseed " << seed << " at " << pointer);
            boost::system::error_code none;
            auto const* expected = document.find_pointer(pointer, none);
            auto const actual = o->spec.at(pointer);
            REQUIRE(actual.empty() == !expected);
            if (expected) {
                REQUIRE(is_same(json::parse(actual), *expected));
                auto const is_text = expected->is_string();
                if (is_text) REQUIRE(o->spec.text_at(pointer) == std::string_view(expected->get_string()));
            }
            ++(expected ? found : missed);
        }
    }
    CHECK(found > 3000);
    CHECK(missed > 3000);
}

TEST_CASE("pointers accept the escapes of RFC 6901 and of JSON")
{
    auto const o = decode_object<dynamic_object>(
        R"({"metadata":{"name":"a","annotations":{"example.io/x~y":"v","z~":"w","\u0061b":"\u20ac","":1}},"l":[[],[0,"x"]],"n":null})");
    auto const& j = o->json;

    CHECK(j.text_at("/metadata/annotations/example.io~1x~0y") == "v");
    CHECK(j.text_at("/metadata/annotations/z~0") == "w");
    CHECK(j.text_at("/metadata/annotations/ab") == "\xe2\x82\xac");
    CHECK(j.at("/metadata/annotations/") == "1");
    CHECK(j.at("/l/1/1") == R"("x")");
    CHECK(j.at("/l/0") == "[]");
    CHECK(j.at("/n") == "null");
    CHECK(j.text_at("/n").empty());
    CHECK(j.at("") == j.view());
    CHECK_THROWS_AS(j.at("spec"), api_error);
    for (auto const* nowhere : {"/l/2", "/l/01", "/l/-", "/l/1/1/0", "/x", "/metadata/name/0", "/l/",
                                "/l/0/0", "/metadata/annotations/z~", "/metadata/annotations/z~2",
                                "/metadata/annotations/z~b", "/metadata/annotations/z~~", "/~"}) {
        INFO(nowhere);
        CHECK(j.at(nowhere).empty());
    }
}

TEST_CASE("a pointer into unchecked text stays within the text")
{
    auto const whole = widget("a", "1");
    for (std::uint64_t seed = 0; seed < 5000; ++seed) {
        test::json_generator g(seed);
        auto broken = R"({"a":[1,{"k":"v\n"},[true]],"b":{"c":null}})" + std::string();
        for (auto n = 1 + g.below(3); n != 0; --n)
            broken[g.below(broken.size())] = std::string_view("{}[]\",:\\ntu0-e. ")[g.below(16)];
        try { // the brackets balance, but otherwise the text is random
            auto const o = decode_object<just_raw>(R"({"metadata":{"name":"a"},"spec":)" + broken + "}");
            for (auto const* p : {"", "/a", "/a/1/k", "/a/2/0", "/b/c", "/b/c/d"}) {
                auto const v = o->spec.at(p);
                auto const all = o->spec.view();
                REQUIRE((v.empty() ||
                         (v.data() >= all.data() && v.data() + v.size() <= all.data() + all.size())));
                (void)o->spec.text_at(p);
            }
        } catch (api_error const&) {
        }
    }
}

TEST_CASE("a projection that declares only metadata is requested as metadata alone")
{
    CHECK(detail::object_type_of<object_metadata>().is_metadata_only);
    CHECK_FALSE(detail::object_type_of<dynamic_object>().is_metadata_only);
    CHECK_FALSE(detail::object_type_of<test::pod>().is_metadata_only);

    auto const o = decode_object<object_metadata>(
        R"({"metadata":{"name":"a","generation":4,"finalizers":["x/y","z"],"labels":{"l":"1"},"deletionTimestamp":)"
        R"("2024-05-01T12:00:00Z","ownerReferences":[{"kind":"Job","name":"j","uid":"u","controller":true}]}})");
    CHECK(o->metadata.generation == 4);
    CHECK(o->metadata.finalizers.to_owned() == std::vector<std::string>{"x/y", "z"});
    CHECK(o->metadata.deletionTimestamp);
    CHECK(o->metadata.ownerReferences[0].controller);
}

namespace {

struct lean {
    whole_object object;
};
BOOST_DESCRIBE_STRUCT(lean, (), (object))

struct audited_metadata {
    raw_json managedFields;
};
struct audited {
    audited_metadata metadata;
    whole_object rest;
};
BOOST_DESCRIBE_STRUCT(audited_metadata, (), (managedFields))
BOOST_DESCRIBE_STRUCT(audited, (), (metadata, rest))

} // namespace

TEST_CASE("a whole object has everything except metadata.managedFields, wherever those stand")
{
    std::string const managed = R"("managedFields":[{"manager":"m","fieldsV1":{"f:a":{"}":"]"}}}])";
    auto const metadata = GENERATE_COPY(
        R"({"name":"x",)" + managed + "}", "{" + managed + R"(,"name":"x"})",
        R"({"namespace":"n",)" + managed + R"(,"name":"x"})",
        "{ \"name\" : \"x\" , " + managed + " , \"uid\" : \"u\" }", "{ " + managed + " , \"name\":\"x\" }",
        "{\"name\":\"x\" ,\n" + managed + " }",
        std::string(R"({"name":"x","labels":{"managedFields":"mine"}})"),
        std::string(R"({"name":"x","managedFields":null})"), "{\"name\":\"\\u0078\"," + managed + "}");
    auto const json = R"({"kind":"X","metadata":)" + metadata + R"(,"spec":{"template":{"metadata":{)" +
                      managed + R"(}},"text":"a\"b"}})";
    INFO(json);
    auto expected = boost::json::parse(json).as_object();
    expected["metadata"].as_object().erase("managedFields");
    auto const o = decode_object<lean>(json);
    CHECK(boost::json::parse(o->object.json_at("")) == expected);
    CHECK(o->object.json_at("/spec/text") == R"("a\"b")");

    auto const both = decode_object<audited>(json);
    CHECK(boost::json::parse(both->rest.json_at("")) == expected);
    bool const has = metadata.find("null") == metadata.npos && metadata.find("mine") == metadata.npos;
    CHECK((both->metadata.managedFields.view().find("f:a") != std::string_view::npos) == has);
}

namespace {

struct dynamic_inner {
    whole_object all;
};
struct outer {
    dynamic_inner spec;
    whole_object object;
};
BOOST_DESCRIBE_STRUCT(dynamic_inner, (), (all))
BOOST_DESCRIBE_STRUCT(outer, (), (spec, object))

} // namespace

TEST_CASE("a whole_object member of a nested struct holds that part of the object")
{
    auto const o = decode_object<outer>(
        R"({"metadata":{"name":"x","managedFields":[{"manager":"m"}]},"spec":{"a":{"managedFields":1}}})");
    CHECK(o->spec.all.json_at("") == R"({"a":{"managedFields":1}})");
    CHECK(o->object.json_at("") == R"({"metadata":{"name":"x"},"spec":{"a":{"managedFields":1}}})");
}

TEST_CASE("JSON that is handed out as text is well-formed, or the object is a fault")
{
    auto const bad = GENERATE(R"({"a":tru})", "{\"a\":\"\xff\"}", R"({"a":[}})", R"({"a" 1})",
                              R"({"a":"\x"})", R"({"a":01})", "{\"a\":\"\n\"}", R"([1,])");
    auto const page = [&](std::string_view good) {
        return R"({"items":[)" + test::pod_json("a", "1", std::string(R"("spec":)") + bad) + ',' +
               test::pod_json("b", "2", std::string(R"("spec":)").append(good)) + "]}";
    };
    auto const log = list_of(page("{}"), 30);
    CHECK(log.find("fault shop/a: expected JSON, found other bytes") == 0);
    CHECK(log.find(R"("name":"b")") != log.npos);

    auto const json = test::pod_json("a", "1", std::string(R"("spec":)") + bad);
    CHECK_THROWS_AS(decode_object<just_raw>(json), api_error);
    CHECK_THROWS_AS(decode_object<just_whole_object>(json), api_error);
}
