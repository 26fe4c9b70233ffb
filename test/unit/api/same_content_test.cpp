#include "api/protobuf/same_content.hpp"

#include <coinformer/api/dynamic_object.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/projection.hpp>
#include <coinformer/api/whole_object.hpp>

#include <boost/describe.hpp>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"

using namespace coinformer;

namespace {

struct point {
    int x = 0;
    text name;
};
BOOST_DESCRIBE_STRUCT(point, (), (x, name))

struct owned_point {
    int x = 0;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(owned_point, (), (x, name))

struct condition_type {
    text status;
};
BOOST_DESCRIBE_STRUCT(condition_type, (), (status))

struct named_labels {
    coinformer::labels labels;
    key<"prometheus.io/port", text> port;
};
BOOST_DESCRIBE_STRUCT(named_labels, (), (labels, port))

/// A projection with a member of each type.
struct every_type {
    named_labels metadata;
    text a_text;
    raw_json raw;
    quantity amount;
    int_or_string target;
    interned_text node;
    std::string string;
    bool flag = false;
    std::int16_t small = 0;
    std::uint64_t large = 0;
    double real = 0;
    float narrow = 0;
    timestamp since;
    std::chrono::milliseconds period{};
    required<text> must;
    point record;
    std::optional<int> maybe;
    std::optional<point> maybe_record;
    boxed<point> box;
    list<point> points;
    list<text> texts;
    list<list<int>> nested;
    coinformer::map<point> entries;
    std::vector<owned_point> vector;
    std::map<std::string, owned_point> std_map;
    std::optional<std::vector<int>> maybe_vector;
    std::optional<element<"type", "Ready", condition_type>> conditions;
};
BOOST_DESCRIBE_STRUCT(every_type, (),
                      (metadata, a_text, raw, amount, target, node, string, flag, small, large, real, narrow,
                       since, period, must, record, maybe, maybe_record, box, points, texts, nested, entries,
                       vector, std_map, maybe_vector, conditions))

constexpr std::string_view base = R"({
"metadata": {"name": "n", "namespace": "ns", "uid": "u", "resourceVersion": "1",
             "labels": {"app": "web", "tier": "front"}, "prometheus.io/port": "80"},
"a_text": "text", "raw": {"b": [1, 2]}, "amount": "500m", "target": "http", "node": "node-1", "string": "string",
"flag": true, "small": -3, "large": 9000000000, "real": 1.5, "narrow": 2.5, "since": "2024-05-01T12:00:00Z",
"period": "1m30s", "must": "be", "record": {"x": 10, "name": "inner"}, "maybe": 21, "maybe_record": {"x": 31},
"box": {"x": 41}, "points": [{"x": 51}, {"x": 52}], "texts": ["t1", "t2"], "nested": [[61, 62], [63]],
"entries": {"e1": {"x": 71}, "e2": {"x": 72}}, "vector": [{"x": 81, "name": "v"}],
"std_map": {"m1": {"x": 91}, "m2": {"x": 92}}, "maybe_vector": [101, 102],
"conditions": [{"type": "Seen", "status": "False"}, {"type": "Ready", "status": "True"}],
"undeclared": 1})";

std::string with_replaced(std::string_view from, std::string_view to)
{
    std::string json(base);
    auto const at = json.find(from);
    REQUIRE(at != json.npos);
    return json.replace(at, from.size(), to);
}

template <class T>
bool same(std::string_view a, std::string_view b)
{
    return detail::has_same_content(decode_object<T>(a).ref(), decode_object<T>(b).ref());
}

} // namespace

TEST_CASE("objects that were decoded from the same bytes have the same content")
{
    CHECK(same<every_type>(base, base));
    CHECK(
        same<every_type>(R"({"metadata":{"name":"n"},"must":""})", R"({"metadata":{"name":"n"},"must":""})"));
}

TEST_CASE("identity and undeclared members are not content")
{
    CHECK(
        same<every_type>(base, with_replaced(R"("resourceVersion": "1")", R"("resourceVersion": "123456")")));
    CHECK(same<every_type>(
        base, with_replaced(R"("uid": "u")", R"("uid": "6f9619ff-8b86-4d01-b42d-00cf4fc964ff")")));
    CHECK(same<every_type>(base, with_replaced(R"("undeclared": 1)", R"("undeclared": 2)")));
    // another element
    CHECK(same<every_type>(base, with_replaced(R"("status": "False")", R"("status": "Unknown")")));
}

TEST_CASE("a difference in any member is a difference in content")
{
    auto const changed = [](std::string_view from, std::string_view to) {
        INFO(from << " to " << to);
        CHECK_FALSE(same<every_type>(base, with_replaced(from, to)));
        CHECK_FALSE(same<every_type>(with_replaced(from, to), base));
    };
    changed(R"("app": "web")", R"("app": "api")");
    changed(R"("app": "web")", R"("App": "web")");
    changed(R"(, "tier": "front")", "");
    changed(R"("prometheus.io/port": "80")", R"("prometheus.io/port": "81")");
    changed(R"("a_text": "text")", R"("a_text": "tex")");
    changed(R"({"b": [1, 2]})", R"({"b": [1, 3]})");
    changed("500m", "600m");
    changed(R"("target": "http")", R"("target": 80)");
    changed("node-1", "node-2");
    changed(R"("string": "string")", R"("string": "strinG")");
    changed("true", "false");
    changed("-3", "-4");
    changed("9000000000", "9000000001");
    changed("1.5", "1.25");
    changed("2.5", "2.25");
    changed("12:00:00", "12:00:01");
    changed("1m30s", "1m31s");
    changed(R"("must": "be")", R"("must": "bee")");
    changed(R"("x": 10)", R"("x": 11)");
    changed("inner", "outer");
    changed(R"("maybe": 21, )", "");
    changed(R"("maybe": 21)", R"("maybe": 0)");
    changed(R"("maybe_record": {"x": 31},)", "");
    changed(R"({"x": 31})", R"({"x": 32})");
    changed(R"("box": {"x": 41}, )", "");
    changed(R"({"x": 41})", R"({"x": 42})");
    changed(R"({"x": 52})", R"({"x": 53})");
    changed(R"(, {"x": 52})", "");
    changed(R"("t2")", R"("t3")");
    changed("[63]", "[64]");
    changed("[63]", "[]");
    changed(R"("e2": {"x": 72})", R"("e3": {"x": 72})");
    changed(R"("e2": {"x": 72})", R"("e2": {"x": 73})");
    changed(R"("x": 81)", R"("x": 82)");
    changed(R"([{"x": 81, "name": "v"}])", "[]");
    changed(R"("m2": {"x": 92})", R"("m3": {"x": 92})");
    changed(R"("m2": {"x": 92})", R"("m2": {"x": 93})");
    changed(R"(, "m2": {"x": 92})", "");
    changed(R"("maybe_vector": [101, 102],)", "");
    changed("[101, 102]", "[101]");
    changed("[101, 102]", "[101, 103]");
    changed(R"("status": "True")", R"("status": "False")");
    changed(R"("type": "Ready")", R"("type": "Reedy")");
}

namespace {

struct whole_content {
    whole_object all;
};
BOOST_DESCRIBE_STRUCT(whole_content, (), (all))

struct compressed_content {
    compressed_object all;
};
BOOST_DESCRIBE_STRUCT(compressed_content, (), (all))

/// Returns an object large enough to be compressed, with `start` before its metadata.
std::string config_map(std::string const& start, std::string const& value)
{
    std::string data;
    for (int i = 0; i != 200; ++i) data += R"("key-)" + std::to_string(i) + R"(":"the value of a key",)";
    return "{" + start +
           R"("metadata":{"name":"n","namespace":"ns","uid":"u","resourceVersion":"5"},"data":{)" + data +
           R"("last":")" + value + R"("}})";
}

template <class T>
void check_whole()
{
    auto const listed = config_map("", "1");
    CHECK(same<T>(listed, listed));
    CHECK_FALSE(same<T>(listed, config_map("", "2")));
    // A watch names the kind, and a list does not.
    auto const watched = config_map(R"("kind":"ConfigMap","apiVersion":"v1",)", "1");
    CHECK(same<T>(listed, watched));
    CHECK(same<T>(watched, watched));
    CHECK_FALSE(same<T>(listed, config_map(R"("kind":"ConfigMap","apiVersion":"v1",)", "2")));
}

} // namespace

TEST_CASE("a projection that declares the version differs by it")
{
    auto const object = [](std::string const& version) {
        return R"({"metadata":{"name":"n","namespace":"ns","uid":"u","resourceVersion":")" + version +
               R"("}})";
    };
    CHECK(same<object_metadata>(object("5"), object("5")));
    CHECK_FALSE(same<object_metadata>(object("5"), object("6")));
}

TEST_CASE("whole objects are compared as the server wrote them, except for kind and apiVersion")
{
    SECTION("dynamic_object")
    {
        check_whole<dynamic_object>();
    }
    SECTION("whole_object")
    {
        check_whole<whole_content>();
    }
    SECTION("compressed_object")
    {
        check_whole<compressed_content>();
    }
}

TEST_CASE("a compressed object is compared by its decompressed bytes")
{
    auto const early = decode_object<compressed_content>(config_map("", "1")).ref();
    for (int i = 0; i != 200; ++i)
        decode_object<compressed_content>(config_map("", std::to_string(i))); // learns a dictionary
    auto const late = decode_object<compressed_content>(config_map("", "1")).ref();
    CHECK(early->size_bytes() != late->size_bytes());
    CHECK(detail::has_same_content(early, late));
}
