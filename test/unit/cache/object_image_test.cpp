#include "saved.hpp"

#include "api/image/image_reader.hpp"
#include "api/image/image_writer.hpp"
#include "api/object/interned_texts.hpp"
#include "api/protobuf/same_content.hpp"

#include <coinformer/api/dynamic_object.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/whole_object.hpp>

#include <boost/describe.hpp>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"

using namespace coinformer;
using detail::image_plan_of;
using detail::object_ref;
using detail::object_type_of;

namespace {

struct spot {
    int x = 0;
    text name;
};
BOOST_DESCRIBE_STRUCT(spot, (), (x, name))

struct owned_spot {
    int x = 0;
    bool flag = false;
    std::string name;
    std::vector<std::string> more;
    std::optional<std::string> maybe;
    interned_text shared;
    std::map<std::string, std::vector<int>> deep;
};
BOOST_DESCRIBE_STRUCT(owned_spot, (), (x, flag, name, more, maybe, shared, deep))

struct tree_node {
    std::string name;
    std::vector<tree_node> children;
};
BOOST_DESCRIBE_STRUCT(tree_node, (), (name, children))

struct any_metadata {
    text name;
    coinformer::labels labels;
    coinformer::labels annotations;
};
BOOST_DESCRIBE_STRUCT(any_metadata, (), (name, labels, annotations))

struct ready_state {
    interned_text status;
    bool seen = false;
};
BOOST_DESCRIBE_STRUCT(ready_state, (), (status, seen))

/// A projection with a member of each type.
struct all_types {
    any_metadata metadata;
    text a_text;
    raw_json raw;
    quantity amount;
    int_or_string target, number;
    interned_text node;
    std::string string = "by default";
    bool flag = false;
    std::int16_t small = 0;
    std::uint64_t large = 0;
    double real = 0;
    float narrow = 0;
    timestamp since;
    std::chrono::milliseconds period{};
    required<text> must;
    spot record;
    std::optional<int> maybe;
    std::optional<spot> maybe_record;
    std::optional<coinformer::labels> maybe_labels;
    std::optional<std::string> maybe_string;
    boxed<spot> box;
    list<spot> spots;
    list<text> texts;
    list<list<int>> nested;
    list<owned_spot> owned;
    coinformer::map<spot> entries;
    coinformer::map<interned_text> interned_entries;
    std::vector<owned_spot> vector;
    std::map<std::string, owned_spot> std_map;
    std::optional<std::vector<int>> maybe_vector;
    std::optional<element<"type", "Ready", ready_state>> conditions;
    std::vector<tree_node> trees;
    whole_json json;
};
BOOST_DESCRIBE_STRUCT(all_types, (),
                      (metadata, a_text, raw, amount, target, number, node, string, flag, small, large, real,
                       narrow, since, period, must, record, maybe, maybe_record, maybe_labels, maybe_string,
                       box, spots, texts, nested, owned, entries, interned_entries, vector, std_map,
                       maybe_vector, conditions, trees, json))

constexpr std::string_view full = R"({
"metadata": {"name": "web", "namespace": "shop", "uid": "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
             "resourceVersion": "12", "labels": {"app": "web", "tier": "front"}, "annotations": {"a\tb": "1"}},
"a_text": "text", "raw": {"b": [1, 2]}, "amount": "500m", "target": "http", "number": 8080, "node": "node-1",
"string": "a string that is too long for the string itself", "flag": true, "small": -3, "large": 9000000000,
"real": 1.5, "narrow": 2.5, "since": "2024-05-01T12:00:00Z", "period": "1m30s", "must": "be",
"record": {"x": 10, "name": "inner"}, "maybe": 21, "maybe_record": {"x": 31, "name": "m"},
"maybe_labels": {"k": "v"}, "maybe_string": "another string that is long enough to be outside",
"box": {"x": 41, "name": "box"}, "spots": [{"x": 51}, {"x": 52, "name": "s"}], "texts": ["t1", "", "t2"],
"nested": [[61, 62], [], [63]],
"owned": [{"x": 1, "flag": true, "name": "o", "more": ["p", "q"], "shared": "node-1", "deep": {"d": [1, 2]}}],
"entries": {"e1": {"x": 71}, "e2": {"x": 72, "name": "e"}}, "interned_entries": {"i": "node-1", "j": "node-2"},
"vector": [{"x": 81, "flag": true, "name": "v", "more": ["m", "n"], "maybe": "y", "shared": "node-2",
            "deep": {"d": [1], "e": []}}, {}],
"std_map": {"m1": {"x": 91}, "m2": {"x": 92, "more": ["a"]}}, "maybe_vector": [101, 102],
"conditions": [{"type": "Seen", "status": "False"}, {"type": "Ready", "status": "True", "seen": true}],
"trees": [{"name": "root", "children": [{"name": "a"}, {"name": "b", "children": [{}, {}]}]}]})";

constexpr std::string_view bare = R"({"metadata": {"name": "web"}, "must": ""})";

// Writes an image, reads it, and returns the object. `damage` may change the bytes.
template <class T>
object_ref through_image(object_ref const& object)
{
    auto const& plan = image_plan_of(object_type_of<T>());
    REQUIRE(plan.refusal == "");
    detail::image_writer writer(plan);
    std::string bytes;
    REQUIRE(writer.append(*object.get(), bytes) == "");
    detail::image_tables tables;
    for (auto const text : writer.texts()) tables.texts.push_back(detail::interned_texts().of(text));
    tables.key_sets = writer.key_sets();
    detail::image_reader reader(plan, tables);
    std::string_view rest = bytes;
    auto made = reader.read(rest);
    REQUIRE(made);
    CHECK(rest.empty());
    return made;
}

template <class T>
void check_unchanged(std::string_view json)
{
    auto const object = decode_object<T>(json).ref();
    auto const read = through_image<T>(object);
    CHECK(detail::has_same_content(object, read));
    CHECK(to_string(read->key()) == to_string(object->key()));
    CHECK(read->uid() == object->uid());
    CHECK(read->resource_version() == object->resource_version());
    // the image of the image is the same
    CHECK(detail::has_same_content(object, through_image<T>(read)));
}

} // namespace

TEST_CASE("an object with a member of each type is the same after it went through its image")
{
    check_unchanged<all_types>(full);
    check_unchanged<all_types>(bare);
}

TEST_CASE("label keys that many objects share are shared again")
{
    object_ref object;
    for (int i = 0; i != 3; ++i)
        object = decode_object<dynamic_object>(
                     R"({"metadata":{"name":"n","labels":{"first-key":"a","second-key":""}}})")
                     .ref();
    auto const read = through_image<dynamic_object>(object);
    CHECK(read->size_bytes() == object->size_bytes());
    CHECK(detail::has_same_content(object, read));
}

namespace {
struct declares_uid {
    object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(declares_uid, (), (metadata))
} // namespace

TEST_CASE("a UID is kept whatever its form")
{
    check_unchanged<declares_uid>(full);
    check_unchanged<declares_uid>(
        R"({"metadata":{"name":"n","namespace":"ns","uid":"short","labels":{"a":"b"}}})");
    check_unchanged<dynamic_object>(R"({"metadata":{"name":"n","uid":"short"}})");
    check_unchanged<dynamic_object>(full);
}

namespace {
struct keeps_whole {
    whole_object object;
};
BOOST_DESCRIBE_STRUCT(keeps_whole, (), (object))
} // namespace

TEST_CASE("a whole object in JSON has its index again")
{
    std::string json = R"({"metadata":{"name":"web","managedFields":[{"manager":"m"}],"labels":{)";
    for (int i = 0; i != 40; ++i)
        json += std::string(i ? "," : "") + "\"key-" + std::to_string(i) + "\":\"value-" + std::to_string(i) +
                '"';
    json += R"(}},"spec":{"text":"a\nb","long":")" + std::string(3000, 'x') + "\"}}";
    auto const read =
        object_ptr<keeps_whole>(through_image<keeps_whole>(decode_object<keeps_whole>(json).ref()));
    std::string room;
    CHECK(read->object.label("key-39", room) == "value-39");
    CHECK(read->object.text_at("/spec/text") == "a\nb");
    CHECK(read->object.json_at("/metadata/managedFields").empty());
}

// No checksum stands before the reader here: it gets every byte as an attacker may have written it.
TEST_CASE("an image with any byte changed is an object or none")
{
    auto const object = decode_object<all_types>(full).ref();
    auto const& plan = image_plan_of(object_type_of<all_types>());
    detail::image_writer writer(plan);
    std::string bytes;
    REQUIRE(writer.append(*object.get(), bytes) == "");
    detail::image_tables tables;
    for (auto const text : writer.texts()) tables.texts.push_back(detail::interned_texts().of(text));
    tables.key_sets = writer.key_sets();
    detail::image_reader reader(plan, tables);
    std::size_t made = 0, refused = 0;
    for (std::size_t i = 0; i != bytes.size(); ++i)
        for (int const value : {0x00, 0x01, 0x02, 0x7f, 0x80, 0xff}) {
            auto damaged = bytes;
            damaged[i] = static_cast<char>(value);
            std::string_view rest = damaged;
            auto const read = reader.read(rest);
            ++(read ? made : refused);
            if (!read) continue;
            // looks at every member
            CHECK(detail::has_same_content(read, read));
            (void)detail::has_same_content(read, object);
            std::string again;
            (void)detail::image_writer(plan).append(*read.get(), again);
        }
    CHECK(made > 0);
    CHECK(refused > 0);
    for (std::size_t size = 0; size != bytes.size(); ++size) {
        std::string const cut(bytes, 0, size); // so that the address sanitizer sees its end
        std::string_view rest = cut;
        CHECK_FALSE(reader.read(rest));
        CHECK(rest.size() == size);
    }
}

namespace {
struct forest {
    std::vector<tree_node> trees;
};
BOOST_DESCRIBE_STRUCT(forest, (), (trees))

// Returns the image of an object in which a tree has this many levels, as no decoder would make it.
std::string image_of_tree(std::uint32_t levels)
{
    std::uint32_t const one = 1, none = 0;
    auto const append = [](std::string& to, std::uint32_t n) {
        to.append(reinterpret_cast<char const*>(&n), sizeof n);
    };
    std::string rest;
    for (std::uint32_t i = 0; i != levels; ++i) {
        append(rest, one);
        rest.append(sizeof(tree_node), '\0');
        append(rest, none); // the name
    }
    append(rest, none);
    detail::image_head head{};
    head.block_bytes = sizeof head + sizeof(forest);
    std::string image(reinterpret_cast<char const*>(&head), sizeof head);
    image.append(sizeof(forest), '\0');
    append(image, static_cast<std::uint32_t>(rest.size()));
    return image + rest;
}

bool reads_tree(std::uint32_t levels)
{
    auto const image = image_of_tree(levels);
    detail::image_tables const none;
    std::string_view rest = image;
    return static_cast<bool>(detail::image_reader(image_plan_of(object_type_of<forest>()), none).read(rest));
}
} // namespace

// A struct that contains itself may be as deep as the bytes allow, and the stack is not.
TEST_CASE("an image that is too deep is refused")
{
    CHECK(reads_tree(1));
    CHECK(reads_tree(detail::deepest_image - 1));
    CHECK_FALSE(reads_tree(detail::deepest_image));
    CHECK_FALSE(reads_tree(1'000'000));
}
