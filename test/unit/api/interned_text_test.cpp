#include <coinformer/api/interned_text.hpp>
#include <coinformer/api/projection.hpp>

#include <boost/describe/class.hpp>

#include "catch.hpp"

#include <sstream>
#include <thread>
#include <vector>

using namespace coinformer;

namespace {

struct placed_metadata {
    interned_text namespace_;
};
struct placed {
    placed_metadata metadata;
    interned_text node;
    list<interned_text> images;
    std::vector<interned_text> zones;
    std::optional<interned_text> phase;
};
BOOST_DESCRIBE_STRUCT(placed_metadata, (), (namespace_))
BOOST_DESCRIBE_STRUCT(placed, (), (metadata, node, images, zones, phase))

object_ptr<placed> decoded_placed(std::string const& members)
{
    return decode_object<placed>(R"({"metadata":{"name":"x","namespace":"shop"},)" + members + "}");
}

} // namespace

TEST_CASE("an interned text equals the JSON, and all objects that have it share its characters")
{
    auto const a = decoded_placed(
        R"("node":"node-1.example.com","images":["i:1","i:2"],"zones":["a"],"phase":"Running")");
    auto const b = decoded_placed(R"("node":"node\u002d1.example.com","images":["i:2"],"phase":"Pending")");
    CHECK(a->metadata.namespace_ == "shop");
    CHECK(a->node == "node-1.example.com");
    CHECK(a->node == b->node);
    CHECK(a->node.view().data() == b->node.view().data());
    CHECK(a->images[1] == b->images[0]);
    CHECK(a->images[0] != b->images[0]);
    CHECK(a->images[0] < b->images[0]);
    CHECK(a->zones.front() == "a");
    CHECK(*a->phase == "Running");
    std::ostringstream out;
    out << a->node;
    CHECK(out.str() == "node-1.example.com");

    auto const none = decoded_placed(R"("node":"","images":[null],"phase":null)");
    CHECK(none->node.empty());
    CHECK(none->node == "");
    CHECK(none->images[0].size() == 0);
    CHECK_FALSE(none->phase);
}

TEST_CASE("an interned text may be copied out, and outlives its object")
{
    auto object = decoded_placed(R"("node":"node-of-its-own")");
    auto const* const characters = object->node.view().data();
    interned_text copy = object->node;
    object = {};
    CHECK(copy == "node-of-its-own");
    CHECK(copy.view().data() == characters);
    interned_text const moved = std::move(copy);
    copy = moved;
    CHECK(copy == moved);
    CHECK(decoded_placed(R"("node":"node-of-its-own")")->node == moved);
    CHECK(interned_text() == "");
}

TEST_CASE("threads may make and drop the same texts at the same time")
{
    std::vector<std::thread> threads;
    std::atomic<int> wrong{0};
    for (int t = 0; t != 4; ++t)
        threads.emplace_back([&] {
            for (int i = 0; i != 2000; ++i) {
                auto const name = "shared-" + std::to_string(i % 7);
                auto const object = decoded_placed(R"("node":")" + name + R"(","zones":["z"])");
                auto const copy = object->node;
                if (copy != name || object->zones.front() != "z") ++wrong;
            }
        });
    for (auto& t : threads) t.join();
    CHECK(wrong == 0);
}
