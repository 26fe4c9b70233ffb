#include <coinformer/controller/object_name.hpp>

#include "catch.hpp"

using namespace coinformer;

TEST_CASE("an object's name is read as to_string() writes it")
{
    CHECK(parse_object_name("shop/web") == object_name("shop", "web"));
    CHECK(parse_object_name("node-1") == object_name("", "node-1"));
    for (auto const& name : {object_name("shop", "web"), object_name("", "node-1")})
        CHECK(parse_object_name(to_string(object_key(name))) == name);
}

TEST_CASE("a text that names no object is refused")
{
    for (auto const* text : {"", "/", "/web", "shop/", "a/b/c", "a//b"})
        CHECK_THROWS_AS(parse_object_name(text), api_error);
}
