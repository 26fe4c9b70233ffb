#include "pod.hpp"

#include "api/stream/json_list_decoder.hpp"

#include <coinformer/core/error.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

namespace {

struct faulty_inner {
    std::int8_t small = 0;
    std::vector<std::string> words;
};
BOOST_DESCRIBE_STRUCT(faulty_inner, (), (small, words))

struct every_kind {
    text word;
    bool flag = false;
    double real = 0;
    int_or_string port;
    quantity cpu;
    timestamp at{};
    std::chrono::seconds pause{};
    std::uint64_t count = 0;
    faulty_inner nested;
    list<text> words;
    coinformer::labels tags;
    std::map<std::string, faulty_inner> table;
    required<int> needed;
};
BOOST_DESCRIBE_STRUCT(every_kind, (),
                      (word, flag, real, port, cpu, at, pause, count, nested, words, tags, table, needed))

// Returns the fault of one object between two good ones.
decode_fault fault_of(std::string const& members, std::size_t limit = 1 << 20)
{
    auto const good = test::pod_json("good", "1", R"("needed":1)");
    auto const page = R"({"items":[)" + good + "," + test::pod_json("web", "2", members) + "," + good + "]}";
    json_list_decoder decoder(detail::object_type_of<every_kind>(), limit);
    decoder.feed(page);
    REQUIRE(decoder.next() == list_decoder::step::object);
    REQUIRE(decoder.next() == list_decoder::step::fault);
    auto fault = decoder.fault();
    REQUIRE(decoder.next() == list_decoder::step::object);
    REQUIRE(decoder.take_object()->key().name == "good");
    REQUIRE(decoder.next() == list_decoder::step::need_more);
    CHECK_NOTHROW(decoder.finish());
    return fault;
}

api_error refusal_of_json(std::string_view json)
{
    try {
        (void)decode_object<test::pod>(json);
    } catch (api_error const& e) {
        return e;
    }
    return api_error(errc::cancelled, "nothing was thrown");
}

struct expected_fault {
    char const* members;
    errc code;
    char const* path;
    char const* expected;
    char const* found;
};

constexpr expected_fault faults[]{
    {R"("word":7)", errc::wrong_type, "word", "string", "number 7"},
    {R"("word":true)", errc::wrong_type, "word", "string", "true"},
    {R"("word":{"a":[1]})", errc::wrong_type, "word", "string", "object"},
    {"\"word\":\"a\tb\"", errc::malformed_json, "word", "string", "raw control character in a string"},
    {R"("word":"a\x")", errc::malformed_json, "word", "string", "unknown escape in a string"},
    {R"("word":"\u12")", errc::malformed_json, "word", "string", "unknown escape in a string"},
    {R"("flag":"true")", errc::wrong_type, "flag", "true or false", "string"},
    {R"("flag":tru)", errc::malformed_json, "flag", "true or false", "text without quotes"},
    {R"("flag":trustno1)", errc::malformed_json, "flag", "true or false", "text without quotes"},
    {R"("real":"1")", errc::wrong_type, "real", "number", "string"},
    {R"("real":1e999)", errc::out_of_range, "real", "number", "number 1e999"},
    {R"("real":01)", errc::malformed_json, "real", "number", "text without quotes"},
    {R"("port":[])", errc::wrong_type, "port", "number or string", "array"},
    {R"("port":3000000000)", errc::out_of_range, "port", "integer in [-2147483648, 2147483647]",
     "number 3000000000"},
    {R"("cpu":false)", errc::wrong_type, "cpu", "number or string", "false"},
    {R"("port":1hunter2)", errc::malformed_json, "port", "number", "text without quotes"},
    {R"("cpu":1.)", errc::malformed_json, "cpu", "number", "text without quotes"},
    {R"("cpu":01)", errc::malformed_json, "cpu", "number", "text without quotes"},
    {R"("cpu":1hunter2)", errc::malformed_json, "cpu", "number", "text without quotes"},
    {R"("at":"yesterday")", errc::wrong_type, "at", "time as in RFC 3339", "another string"},
    {R"("at":5)", errc::wrong_type, "at", "time as in RFC 3339", "number 5"},
    {R"("pause":"5 minutes")", errc::wrong_type, "pause", "number of seconds, or duration as in \"1m30s\"",
     "another string"},
    {R"("pause":1e999)", errc::out_of_range, "pause", "number of seconds, or duration as in \"1m30s\"",
     "number 1e999"},
    {R"("pause":true)", errc::wrong_type, "pause", "number of seconds, or duration as in \"1m30s\"", "true"},
    {R"("pause":01)", errc::malformed_json, "pause", "number of seconds, or duration as in \"1m30s\"",
     "text without quotes"},
    {R"("pause":1hunter2)", errc::malformed_json, "pause", "number of seconds, or duration as in \"1m30s\"",
     "text without quotes"},
    {R"("count":-1)", errc::out_of_range, "count", "integer in [0, 18446744073709551615]", "number -1"},
    {R"("count":01)", errc::malformed_json, "count", "number", "text without quotes"},
    {R"("count":1hunter2)", errc::malformed_json, "count", "number", "text without quotes"},
    {R"("count":1.0)", errc::wrong_type, "count", "integer in [0, 18446744073709551615]", "number 1.0"},
    {R"("count":1e3)", errc::wrong_type, "count", "integer in [0, 18446744073709551615]", "number 1e3"},
    {R"("nested":[])", errc::wrong_type, "nested", "object", "array"},
    {R"("nested":{"small":128})", errc::out_of_range, "nested.small", "integer in [-128, 127]", "number 128"},
    {R"("nested":{"words":["a",1]})", errc::wrong_type, "nested.words[1]", "string", "number 1"},
    {R"("words":{})", errc::wrong_type, "words", "array", "object"},
    {R"("words":["a","b",[]])", errc::wrong_type, "words[2]", "string", "array"},
    {R"("tags":{"a":"x","b":1})", errc::wrong_type, "tags[\"b\"]", "string", "number 1"},
    {"\"tags\":{\"a\tb\":\"x\"}", errc::malformed_json, "tags", "string",
     "raw control character in a string"},
    {R"("tags":"a")", errc::wrong_type, "tags", "object", "string"},
    {R"("table":{"x\u0079":{"words":[{}]}})", errc::wrong_type, "table[\"xy\"].words[0]", "string", "object"},
    {R"("word":"a")", errc::missing_field, "needed", "a value", "nothing"},
};

} // namespace

TEST_CASE("a fault names the field, the expected and the found value, and the list goes on")
{
    for (auto const& f : faults) {
        INFO(f.members);
        auto const fault = fault_of(f.members);
        CHECK(fault.code == f.code);
        CHECK(fault.path == f.path);
        CHECK(fault.expected == f.expected);
        CHECK(fault.found == f.found);
        CHECK(fault.ns == "shop");
        CHECK(fault.name == "web");
    }
}

TEST_CASE("the message of a fault is one line")
{
    CHECK(fault_of(R"("nested":{"words":["a",1]})").message() ==
          "shop/web: nested.words[1]: expected string, found number 1");
    CHECK(decode_fault{errc::malformed_json, {}, {}, {}, {}, {}}.message() ==
          "object without a known name: malformed JSON");
}

TEST_CASE("a fault names its object even if the metadata comes after the mistake")
{
    json_list_decoder decoder(detail::object_type_of<every_kind>(), 1 << 20);
    decoder.feed(
        R"({"items":[{"flag":7,"metadata":{"annotations":{},"name":"late","namespace":"shop"}},7,null,{},)"
        R"({"metadata":{"name":5}},{"metadata":"x"},{"metadata":{"name":""}}]})");

    REQUIRE(decoder.next() == list_decoder::step::fault);
    CHECK(decoder.fault().message() == "shop/late: flag: expected true or false, found number 7");
    REQUIRE(decoder.next() == list_decoder::step::fault);
    CHECK(decoder.fault().message() == "object without a known name: expected object, found number 7");
    REQUIRE(decoder.next() == list_decoder::step::fault);
    CHECK(decoder.fault().found == "null");
    REQUIRE(decoder.next() == list_decoder::step::fault);
    CHECK(decoder.fault().path == "needed");
    REQUIRE(decoder.next() == list_decoder::step::fault);
    CHECK(decoder.fault().path == "metadata.name");
    CHECK(decoder.fault().found == "number 5");
    REQUIRE(decoder.next() == list_decoder::step::fault);
    CHECK(decoder.fault().path == "metadata");
    REQUIRE(decoder.next() == list_decoder::step::fault);
    CHECK(decoder.next() == list_decoder::step::need_more);
}

TEST_CASE("an object without a name is a fault")
{
    for (auto const* item :
         {R"({"spec":{}})", R"({"metadata":{}})", R"({"metadata":null})", R"({"metadata":{"name":""}})"}) {
        INFO(item);
        json_list_decoder decoder(test::pod_type(), 1 << 20);
        decoder.feed(R"({"items":[)" + std::string(item));
        REQUIRE(decoder.next() == list_decoder::step::fault);
        CHECK(decoder.fault().code == errc::missing_field);
        CHECK(decoder.fault().path == "metadata.name");
    }
}

TEST_CASE("a name that is no JSON is a fault, and is not shown")
{
    json_list_decoder decoder(test::pod_type(), 1 << 20);
    decoder.feed(R"({"items":[{"metadata":{"name":"a\x"}},{"metadata":{"name":"b"}}]})");
    REQUIRE(decoder.next() == list_decoder::step::fault);
    CHECK(decoder.fault().code == errc::malformed_json);
    CHECK(decoder.fault().message() ==
          "object without a known name: metadata.name: expected string, found unknown escape in a string");
    CHECK(decoder.next() == list_decoder::step::object);
}

TEST_CASE("a name that no server would accept is a fault")
{
    auto const json = R"({"metadata":{"name":")" + std::string(70'000, 'x') + "\"}}";
    json_list_decoder decoder(test::pod_type(), 1 << 20);
    decoder.feed(R"({"items":[)" + json);

    REQUIRE(decoder.next() == list_decoder::step::fault);
    CHECK(decoder.fault().code == errc::out_of_range);
    CHECK(decoder.fault().path == "metadata.name");
}

TEST_CASE("a complete text that is not an object is reported by its type, and not as incomplete")
{
    struct whole_text {
        char const* json;
        char const* found;
    };
    constexpr whole_text texts[]{{"null", "null"},       {"[]", "array"},  {"7", "number 7"},
                                 {"\"x\"", "string"},    {"true", "true"}, {" false\n", "false"},
                                 {"-0.5", "number -0.5"}};
    for (auto const& t : texts) {
        INFO(t.json);
        auto const error = refusal_of_json(t.json);
        CHECK(error.code() == errc::wrong_type);
        CHECK(std::string(error.what()).find("expected object, found " + std::string(t.found)) !=
              std::string::npos);
    }
    for (auto const* broken :
         {"", " ", "{", "{\"metadata\":7", "{\"spec\":{\"replicas\":tru", "{\"metadata\":{\"name\":\"a\"}"}) {
        INFO(broken);
        CHECK(refusal_of_json(broken).code() == errc::truncated);
    }
    for (auto const* other : {"nul", "1.", "tru e", "nonsense"}) {
        INFO(other);
        CHECK(refusal_of_json(other).code() == errc::malformed_json);
    }
}
