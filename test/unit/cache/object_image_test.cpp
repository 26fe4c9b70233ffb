#include "image_of.hpp"

#include "api/protobuf/same_content.hpp"

#include <coinformer/api/dynamic_object.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/whole_object.hpp>

#include <boost/describe.hpp>

#include <string>

#include "catch.hpp"

using namespace coinformer;
using detail::object_ref;
using test::images::all_types;
using test::images::bare;
using test::images::full;
using test::images::image_of;
using test::images::keeps_whole;

namespace {

// Writes an image, reads it, and returns the object.
template <class T>
object_ref through_image(object_ref const& object)
{
    image_of<T> const image(object);
    detail::image_reader reader(image.plan, image.tables);
    std::string_view rest = image.bytes;
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
    check_unchanged<all_types>(test::images::bare);
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

// The text of a whole object is what is left of the server's JSON, wherever managedFields stood in it.
TEST_CASE("a whole object is restored wherever its managed fields were, and whatever its size")
{
    for (auto const* const metadata :
         {R"({"managedFields":[{"a":1}],"name":"n"})", R"({"name":"n","managedFields":[{"a":1}]})",
          R"({ "name":"n" , "managedFields" : [{"a":1}] , "labels":{"a":"b"} })",
          R"({"name":"n","managedFields":[{"a":1}] })",
          R"({"name":"n","managedFields":[{"a":1}],"labels":{}})"})
        for (std::size_t const size : {1U, 5'000U, 100'000U}) {
            INFO(metadata << ' ' << size);
            check_unchanged<keeps_whole>(std::string(R"({"metadata":)") + metadata + R"(,"spec":{"a":")" +
                                         std::string(size, 'x') +
                                         R"("},"status":{"list":[{"b":1},{"c":2}]}})");
        }
}
