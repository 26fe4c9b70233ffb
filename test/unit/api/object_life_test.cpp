// The members of an object are destroyed with it, and also if it cannot be completed.

#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/projection.hpp>

#include <stdexcept>

#include "catch.hpp"

using namespace coinformer;

namespace {

/// A user's struct that counts how many of it there are. While `is_refused` is true its constructor throws,
/// as one does that finds no memory.
struct numbered_member {
    numbered_member()
    {
        if (is_refused) throw std::runtime_error("there is no room for a member");
        ++alive;
    }
    numbered_member(numbered_member const&) = delete;
    numbered_member& operator=(numbered_member const&) = delete;
    ~numbered_member() { --alive; }

    text word;
    static inline int alive = 0;
    static inline bool is_refused = false;
};
BOOST_DESCRIBE_STRUCT(numbered_member, (), (word))

/// Refuses members that are constructed after the struct in which they are.
struct last_member {
    last_member() { numbered_member::is_refused = refuses_later_ones; }
    int unused = 0;
    static inline bool refuses_later_ones = false;
};
BOOST_DESCRIBE_STRUCT(last_member, (), (unused))

struct living {
    numbered_member own;
    boxed<numbered_member> inner;
    last_member last;
};
BOOST_DESCRIBE_STRUCT(living, (), (own, inner, last))

constexpr auto living_json = R"({"metadata":{"name":"a"},"own":{"word":"one"},"inner":{"word":"two"}})";

} // namespace

TEST_CASE("a struct in an object is destroyed with the object, and so is one in a boxed member")
{
    auto object = decode_object<living>(living_json);
    CHECK(object->own.word == "one");
    CHECK(object->inner->word == "two");
    CHECK(numbered_member::alive == 2);
    object = {};
    CHECK(numbered_member::alive == 0);
}

TEST_CASE("if a member cannot be constructed, those that were constructed before it are destroyed")
{
    last_member::refuses_later_ones = true;
    CHECK_THROWS_WITH(decode_object<living>(living_json), Catch::Contains("no room for a member"));
    last_member::refuses_later_ones = numbered_member::is_refused = false;
    CHECK(numbered_member::alive == 0);
    auto const object = decode_object<living>(living_json);
    CHECK(numbered_member::alive == 2);
}
