#include "image_of.hpp"

#include "api/protobuf/same_content.hpp"

#include <coinformer/api/dynamic_object.hpp>

#include <initializer_list>

#include "catch.hpp"

// No checksum stands before the reader here: it gets every byte as an attacker may have written it.

using namespace coinformer;
using detail::image_plan_of;
using detail::object_ref;
using detail::object_type_of;
using test::images::all_types;
using test::images::full;
using test::images::image_of;
using test::images::keeps_whole;
using test::images::spot;
using test::images::tree_node;

namespace {

std::string numbers(std::initializer_list<std::uint32_t> all)
{
    std::string bytes;
    for (auto const n : all) bytes.append(reinterpret_cast<char const*>(&n), sizeof n);
    return bytes;
}

} // namespace

TEST_CASE("a flag that is neither true nor false is refused")
{
    object_ptr<all_types> const object(decode_object<all_types>(full).ref());
    image_of<all_types> image(object.ref());
    auto const* const begin = reinterpret_cast<char const*>(&*object);
    auto const at = [&](bool const& flag) {
        return sizeof(detail::image_head) +
               static_cast<std::size_t>(reinterpret_cast<char const*>(&flag) - begin);
    };
    REQUIRE(image.bytes[at(object->flag)] == 1);
    image.bytes[at(object->flag)] = 2;
    CHECK_FALSE(image.read(image.bytes));
    image.bytes[at(object->flag)] = 0;
    CHECK(image.read(image.bytes));
}

TEST_CASE("a text that has to be JSON and is not is refused")
{
    image_of<all_types> const image(decode_object<all_types>(full).ref());
    CHECK(image.is_refused_with(R"({"b": [1, 2]})", R"({"b": [1, 2}})"));
    CHECK(image.is_refused_with(R"({"b": [1, 2]})", R"({"b": [1, 2]")"));
    CHECK_FALSE(image.is_refused_with(R"({"b": [1, 2]})", R"({"b": [1, 3]})"));
}

TEST_CASE("an index that is not that of the object is refused")
{
    image_of<keeps_whole> image(
        decode_object<keeps_whole>(
            R"({"metadata":{"name":"web","labels":{"first":"1","second":"2"}},"spec":{"a":")" +
            std::string(1000, 'x') + "\"}}")
            .ref());
    CHECK(image.read(image.bytes));
    image.bytes.back() = static_cast<char>(image.bytes.back() + 1); // a position
    CHECK_FALSE(image.read(image.bytes));
}

TEST_CASE("a key that ends before it begins is refused")
{
    // keys with escapes lie in the block of their object
    image_of<dynamic_object> const image(
        decode_object<dynamic_object>(R"({"metadata":{"name":"n","labels":{"a\tb":"1","c\td":"2"}}})").ref());
    auto const set = numbers({2, 3, 6});
    CHECK_FALSE(image.is_refused_with(set, set));
    CHECK(image.is_refused_with(set, numbers({2, 6, 3})));
    CHECK(image.is_refused_with(set, numbers({2, 200, 6})));
    CHECK(image.is_refused_with(set, numbers({1, 3, 6})));
    CHECK(image.is_refused_with(set, numbers({2, 3, 6'000'000})));
}

namespace {
struct flag_outside {
    bool flag = false;
};
BOOST_DESCRIBE_STRUCT(flag_outside, (), (flag))
struct flags_outside {
    std::vector<flag_outside> flags;
};
BOOST_DESCRIBE_STRUCT(flags_outside, (), (flags))
struct boxed_spot {
    boxed<spot> spots;
};
BOOST_DESCRIBE_STRUCT(boxed_spot, (), (spots))
struct listed_spots {
    list<spot> spots;
};
BOOST_DESCRIBE_STRUCT(listed_spots, (), (spots))
} // namespace

TEST_CASE("a flag outside the block that is neither true nor false is refused")
{
    image_of<flags_outside> image(
        decode_object<flags_outside>(R"({"metadata":{"name":"n"},"flags":[{"flag":true}]})").ref());
    REQUIRE(image.bytes.back() == 1);
    CHECK(image.read(image.bytes));
    image.bytes.back() = 2;
    CHECK_FALSE(image.read(image.bytes));
}

// The images of a list and of a box differ only in the number of elements.
TEST_CASE("a box with two structs is refused")
{
    detail::image_tables const none;
    detail::image_reader reader(image_plan_of(object_type_of<boxed_spot>()), none);
    image_of<listed_spots> const one(
        decode_object<listed_spots>(R"({"metadata":{"name":"n"},"spots":[{"x":1}]})").ref());
    image_of<listed_spots> const two(
        decode_object<listed_spots>(R"({"metadata":{"name":"n"},"spots":[{"x":1},{"x":2}]})").ref());
    std::string_view first = one.bytes, second = two.bytes;
    CHECK(reader.read(first));
    CHECK_FALSE(reader.read(second));
}

TEST_CASE("an image with any byte changed is an object or none")
{
    auto const object = decode_object<all_types>(full).ref();
    image_of<all_types> const image(object);
    auto const& bytes = image.bytes;
    detail::image_reader reader(image.plan, image.tables);
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
            (void)detail::image_writer(image.plan).append(*read.get(), again);
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
