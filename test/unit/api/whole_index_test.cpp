#include "fuzz/generated_whole.hpp"
#include "fuzz/reference_object.hpp"
#include "fuzz/whole_reading.hpp"
#include "proto_encoder.hpp"

#include "api/json/object_reader.hpp"
#include "api/object/whole_index.hpp"
#include "api/protobuf/object_reader.hpp"

#include <coinformer/api/projection.hpp>
#include <coinformer/api/whole_object.hpp>

#include <boost/describe/class.hpp>

#include "catch.hpp"
#include "rounds.hpp"

#include <random>

using namespace coinformer;
namespace pb = test::pb;

namespace {

struct indexed {
    whole_object all;
};
struct indexed_list {
    list<whole_object> parts;
    coinformer::map<whole_object> by_name;
    whole_object all;
};
BOOST_DESCRIBE_STRUCT(indexed, (), (all))
BOOST_DESCRIBE_STRUCT(indexed_list, (), (parts, by_name, all))

object_ptr<indexed> indexed_message(std::string_view message,
                                    detail::proto_message const& kind = {"v1", "Pod"})
{
    std::string reason;
    auto const* const fields =
        detail::proto_schema::find(*detail::object_type_of<indexed>().fields, kind, reason);
    REQUIRE(fields);
    detail::proto_reader reader(detail::object_type_of<indexed>(), *fields, 16 << 20);
    REQUIRE(reader.read(message) == detail::proto_reader::outcome::object);
    return object_ptr<indexed>(reader.take());
}

object_ptr<indexed> indexed_proto(std::string const& text)
{
    return indexed_message(test::proto_of(boost::json::parse(text), {"v1", "Pod"}));
}

// Returns the difference between an object and its document; an empty string if there is none.
std::string difference(whole_object const& whole, std::string const& text, bool sorts = false)
{
    auto document = fuzz::without_managed_fields(*fuzz::parse_json(text));
    if (sorts) document = fuzz::sorted(document);
    return fuzz::whole_reading(whole, sorts).difference(document);
}

std::string keys(std::string const& prefix, std::size_t count)
{
    std::string all;
    for (std::size_t i = 0; i != count; ++i)
        all += (i == 0 ? "\"" : ",\"") + prefix + std::to_string(i) + R"(":"v)" + std::to_string(i) + '"';
    return '{' + all + '}';
}

// Bytes of the object's block that are neither the object's own bytes nor those of an empty object's block.
std::size_t index_bytes(object_ptr<indexed> const& o)
{
    auto const least = decode_object<indexed>(R"({"metadata":{"name":"a"}})"); // its index has one byte
    return o.size_bytes() - o->all.size_bytes() - (least.size_bytes() - least->all.size_bytes()) + 1;
}

} // namespace

TEST_CASE("every field of a generated object is the one of its document")
{
    std::mt19937 random(7);
    std::size_t objects = 0, large = 0;
    auto const rounds = test::rounds(1'000);
    for (std::size_t round = 0; round != rounds; ++round) {
        std::string bytes(random() % (round % 50 == 0 ? 20'000 : 1'000), '\0');
        for (auto& c : bytes) c = static_cast<char>(random());
        fuzz::input in(bytes);
        auto const text = fuzz::whole_generator(in).make();
        INFO("round " << round);
        object_ptr<indexed> o;
        try {
            o = decode_object<indexed>(text);
        } catch (api_error const&) {
            continue; // a name that is no string, for example
        }
        ++objects;
        large += o->all.size_bytes() > 0xffff;
        auto const found = difference(o->all, text);
        if (!found.empty()) FAIL(found << "\nof: " << text.substr(0, 5'000));
    }
    CHECK(objects > rounds / 2);
    CHECK(large > rounds / 200);
}

TEST_CASE("of equal keys the first one counts, also of keys with escapes and of metadata itself")
{
    for (
        std::string const& text : std::vector<std::string>{
            R"({"metadata":{"name":"a","l\u0061bels":{"x":"1","\u0078":"2"},"labels":{"x":"3","y":"4"}},"spec":)" +
                keys("k", 40) + "}",
            R"({"m\u0065tadata":{"name":"a","labels":{"x":"1"}},"metadata":{"name":"b","labels":{"x":"2","y":"3"}},"spec":)" +
                keys("k", 40) + "}",
            R"({"metadata":{"name":"a"},"metadata":{"name":"b","labels":{"x":"2"}},"spec":)" + keys("k", 40) +
                "}",
            R"({"metadata":{"name":"a","labels":null,"labels":{"x":"1"},"annotations":["p","q"]},"spec":)" +
                keys("k", 40) + "}",
            R"({"metadata":{"name":"a","labels":{"x":{"y":{"z":[[{"deep":"1"}]]}},"w":7,"v":null,"u":"\n"}},"spec":)" +
                keys("k", 40) + "}"}) {
        INFO(text);
        auto const o = decode_object<indexed>(text);
        CHECK(difference(o->all, text).empty());
    }
}

TEST_CASE("managedFields are left out, and the members behind them are found at their places")
{
    std::string const fields = R"("managedFields":[{"manager":"m","fieldsV1":{"f:a":{}}},{"manager":"n"}])";
    std::string const labels = R"("labels":{"app":"web","tier":"front"})", name = R"("name":"a")";
    for (auto const& metadata :
         {fields + ',' + name + ',' + labels, name + ',' + fields + ',' + labels,
          name + ',' + labels + ',' + fields, labels + " , " + fields + " , " + name}) {
        auto const text = R"({"kind":"Pod","metadata": {)" + metadata +
                          R"( },"spec":{"nodeName":"n1"},"status":)" + keys("status", 30) + "}";
        INFO(text);
        auto const o = decode_object<indexed>(text);
        CHECK(difference(o->all, text).empty());
        std::string room;
        CHECK(o->all.label("tier", room) == "front");
        CHECK(o->all.text_at("/status/status29") == "v29");
        CHECK(index_bytes(o) == index_bytes(decode_object<indexed>(o->all.json_at(""))));
    }
}

TEST_CASE("the index takes 1/26 of the object at most, whatever the object has")
{
    auto const object = [](std::string const& labels, std::string const& spec) {
        return R"({"metadata":{"name":"a","labels":)" + labels + R"(},"spec":)" + spec + "}";
    };
    for (auto const& text :
         {object(keys("l", 3), keys("s", 30)), object(keys("l", 5'000), keys("s", 30)),
          object("{}", keys("s", 5'000)),
          object(keys("l", 3), "[" + std::string(40'000, '[').substr(0, 300) + std::string(300, ']') + "]"),
          object(keys("l", 2), '"' + std::string(100'000, 'x') + '"')}) {
        INFO(text.substr(0, 100));
        for (auto const& o : {decode_object<indexed>(text)}) {
            CHECK(index_bytes(o) <= std::max<std::size_t>(1, o->all.size_bytes() / detail::index_share));
            CHECK(o->all.text_at("/metadata/labels/l1") == (text.find("\"l1\"") == text.npos ? "" : "v1"));
        }
    }
    auto const usual = decode_object<indexed>(object(keys("l", 3), keys("s", 60)));
    CHECK(index_bytes(usual) > 20);
}

TEST_CASE("containers of a few bytes take no room in the index")
{
    auto const with_members = [](std::string const& value) {
        std::string text = R"({"metadata":{"name":"a"},"long":")" + std::string(20'000, 'x') + '"';
        for (int i = 0; i != 40; ++i) text += ",\"k" + std::to_string(i) + "\":" + value;
        return decode_object<indexed>(text + "}");
    };
    auto const objects = with_members(R"({"x":1})"), strings = with_members(R"("value")");
    CHECK(objects->all.text_at("/k7/x") == "1");
    CHECK(index_bytes(objects) == index_bytes(strings));
    CHECK(index_bytes(strings) > 42 * 3);
}

TEST_CASE("an object of 200,000 keys is read to its end, and its index is bounded")
{
    auto const all = keys("key", 200'000);
    auto const text = R"({"metadata":{"name":"a","annotations":)" + all + R"(},"data":)" + all + "}";
    auto const o = decode_object<indexed>(text);
    CHECK(index_bytes(o) <= text.size() / detail::index_share);
    std::string room;
    CHECK(o->all.annotation("key199999", room) == "v199999");
    CHECK(o->all.text_at("/data/key199999") == "v199999");
    CHECK(o->all.text_at("/data/key200000").empty());

    // Here the index is full before it comes to the labels.
    auto const late =
        decode_object<indexed>(R"({"data":)" + all + R"(,"metadata":{"name":"a","labels":{"app":"web"}}})");
    CHECK(late->all.label("app", room) == "web");
    CHECK(late->all.text_at("/metadata/labels/app") == "web");
}

TEST_CASE("the index of an object lists members with their places, and knows which map is not there")
{
    using detail::whole_part;
    detail::whole_index_writer writer;
    for (int object = 0; object != 2; ++object) { // the writer keeps its memory
        writer.begin(10'000);
        auto const labels = writer.open(40, detail::whole_index_writer::rank_of(whole_part::labels));
        REQUIRE(writer.add(labels, 41, 7));
        REQUIRE(writer.add(labels, 60, 9));
        detail::whole_index const index(writer.finish().data());
        CHECK(index.knows_all(whole_part::labels));
        CHECK(index.knows_all(whole_part::annotations));
        CHECK(index.members_of(whole_part::annotations).size() == 0);
        auto const listed = index.members_of(whole_part::labels);
        REQUIRE(listed.size() == 2);
        CHECK(listed.position(listed.find(9)) == 60);
        detail::whole_index::members found;
        CHECK(index.find(40, found));
        CHECK_FALSE(index.find(41, found));
    }
}

TEST_CASE("members are noted in proportion to the bytes of their object, and not without end")
{
    detail::whole_index_writer writer;
    writer.begin(10'000);
    auto const data = writer.open(1, detail::whole_index_writer::rank::member);
    std::size_t noted = 0;
    while (noted != 10'000 && writer.add(data, noted, 0)) ++noted;
    CHECK(noted > 100);
    CHECK(noted < 1'000);
}

TEST_CASE("labels and annotations are found in protobuf, and only where they belong")
{
    auto const text =
        R"({"metadata":{"name":"a","labels":{"app":"web","a/b":"c","":"empty"},"annotations":)" +
        keys("note", 20) + R"(},"spec":{"nodeName":")" + std::string(2'000, 'n') +
        R"("},"status":{"podIP":"10.0.0.1"}})";
    auto const o = indexed_proto(text);
    CHECK(difference(o->all, text, true).empty());
    CHECK(index_bytes(o) == 2 + 2 * 4 + 23 * 3);
    std::string room;
    auto const found = o->all.label("a/b", room);
    CHECK(found == "c");
    CHECK(room.empty()); // the view is one of the object
    CHECK(o->all.annotation("note19", room) == "v19");
    CHECK_FALSE(o->all.annotation("app", room));
    CHECK_FALSE(o->all.label("note19", room));
    CHECK_FALSE(o->all.label("ap", room));

    auto const plain = indexed_proto(R"({"metadata":{"name":"a"},"spec":{"nodeName":"n1"}})");
    CHECK_FALSE(plain->all.label("app", room));
    CHECK_FALSE(plain->all.annotation("app", room));
}

TEST_CASE("protobuf that is no map in the place of labels is an error with and without an index")
{
    auto const meta = [](std::string const& labels) {
        return pb::bytes(1, pb::bytes(1, "a") + labels) +
               pb::bytes(2, pb::bytes(10, std::string(2'000, 'n')));
    };
    std::string room;
    auto const torn = indexed_message(
        meta(pb::bytes(11, pb::bytes(1, "x") + pb::bytes(2, "1")) + pb::bytes(11, "\x0a\x7f")));
    CHECK(torn->all.label("x", room) == "1");
    CHECK_THROWS_AS(torn->all.label("y", room), api_error);
    CHECK_THROWS_AS(torn->all.text_at("/metadata/labels/y"), api_error);
    // an entry without a value has an empty one, and one without a key has an empty key
    auto const bare =
        indexed_message(meta(pb::bytes(11, pb::bytes(1, "x")) + pb::bytes(11, pb::bytes(2, "1"))));
    CHECK(bare->all.label("x", room) == "");
    CHECK(bare->all.label("", room) == "1");
    // the entries of a map stand side by side
    auto const apart = indexed_message(
        meta(pb::bytes(11, pb::bytes(1, "x")) + pb::bytes(12, "") + pb::bytes(11, pb::bytes(1, "y"))));
    CHECK(apart->all.label("x", room) == "");
    CHECK(apart->all.text_at("/metadata/labels/y").empty());
    CHECK_FALSE(apart->all.label("y", room));
    CHECK_FALSE(apart->all.annotation("y", room));
    CHECK(apart->all.annotation("", room) == "");
}

TEST_CASE("the value of a label in another wire form counts as missing, with and without an index")
{
    for (std::size_t const bytes : {0U, 2'000U}) { // a small object has no index
        auto const o = indexed_message(
            pb::bytes(1, pb::bytes(1, "a") + pb::bytes(11, pb::bytes(1, "app") + pb::integer(2, 5)) +
                             pb::bytes(11, pb::bytes(1, "b") + pb::bytes(2, "1") + pb::integer(2, 5)) +
                             pb::bytes(11, pb::bytes(2, "2") + pb::integer(1, 5))) +
            pb::bytes(2, pb::bytes(16, std::string(bytes, 'n'))));
        INFO(bytes);
        std::string room;
        CHECK(o->all.label("app", room) == "");
        CHECK(o->all.text_at("/metadata/labels/app").empty());
        CHECK(o->all.label("b", room) == "1");
        CHECK(o->all.label("", room) == "2");
        CHECK(o->all.json_at("/metadata/labels") == R"({"app":"","b":"1","":"2"})");
    }
}

TEST_CASE("a view is one of the object unless its value has to be decoded")
{
    auto const o = decode_object<indexed>(
        R"({"metadata":{"name":"a","labels":{"app":"web"},"annotations":{"plain":"x y","escaped":"a\"b","n\u0031":"1",)"
        R"("number":1}},"spec":)" +
        keys("k", 40) + "}");
    std::string room;
    CHECK(o->all.label("app", room) == "web");
    CHECK(o->all.annotation("plain", room) == "x y");
    CHECK(o->all.annotation("n1", room) == "1");
    CHECK(o->all.annotation("number", room) == "1");
    CHECK(o->all.text_at("/spec/k7", room) == "v7");
    CHECK(room.empty());
    CHECK(o->all.annotation("escaped", room) == "a\"b");
    CHECK(room == "a\"b");
    CHECK_FALSE(o->all.annotation("none", room));
    CHECK_THROWS_AS(o->all.text_at("metadata", room), api_error);
    whole_object const empty;
    CHECK_FALSE(empty.label("app", room));
    CHECK(empty.text_at("/metadata/labels/app", room).empty());
}

TEST_CASE("whole objects may be elements of lists and maps")
{
    auto const o = decode_object<indexed_list>(
        R"({"parts":[{"a":{"b":"1"}},{"metadata":{"labels":{"app":"x"}}}],"by_name":{"n":{"c":"2"},"n":{"c":"3"},)"
        R"("o":{"c":"4"}},"metadata":{"name":"a","labels":{"app":"web"}},"spec":)" +
        keys("k", 40) + "}");
    std::string room;
    REQUIRE(o->parts.size() == 2);
    CHECK(o->parts[0].text_at("/a/b") == "1");
    CHECK(o->parts[1].label("app", room) == "x");
    CHECK(o->by_name.find("n")->text_at("/c") == "2");
    CHECK(o->by_name.find("o")->text_at("/c") == "4");
    CHECK(o->all.label("app", room) == "web");
    CHECK(o->all.text_at("/spec/k39") == "v39");
}
