// Tests client_options::max_object_bytes at exactly its value, in each format and however the network cuts
// the answer. An object of that many bytes is decoded. One more byte makes it a fault that names the object,
// and the next object is read.

#include "decoder_transcript.hpp"
#include "pod.hpp"
#include "proto_encoder.hpp"

#include "api/stream/json_list_decoder.hpp"
#include "api/stream/json_watch_decoder.hpp"
#include "api/stream/proto_list_decoder.hpp"
#include "api/stream/proto_watch_decoder.hpp"

#include <functional>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using test::cutting;
namespace pb = test::pb;

namespace {

struct limited_config_map {
    object_meta metadata;
    coinformer::labels data;
};
BOOST_DESCRIBE_STRUCT(limited_config_map, (), (metadata, data))

detail::proto_schema const& fields()
{
    std::string reason;
    return *detail::proto_schema::find(*detail::object_type_of<limited_config_map>().fields,
                                       {"v1", "ConfigMap"}, reason);
}

std::string json_map(std::string const& name, std::size_t padding)
{
    return R"({"metadata":{"name":")" + name +
           R"(","namespace":"shop","uid":"u-1","resourceVersion":"7"},"data":{"v":")" +
           std::string(padding, 'x') + "\"}}";
}

std::string proto_map(std::string const& name, std::size_t padding)
{
    auto const meta = pb::bytes(1, name) + pb::bytes(3, "shop") + pb::bytes(5, "u-1") + pb::bytes(6, "7");
    return pb::bytes(1, meta) + pb::bytes(2, pb::bytes(1, "v") + pb::bytes(2, std::string(padding, 'x')));
}

/// One of the forms in which objects arrive.
struct arrival {
    std::string what;
    /// Makes the bytes of an answer with a large object "big" and a small one "next". Also returns how many
    /// bytes count as those of the large object.
    std::function<std::pair<std::string, std::size_t>(std::size_t padding)> make;
    std::function<std::string(std::string_view bytes, cutting how, std::size_t limit)> read;
};

std::vector<arrival> arrivals()
{
    auto const& type = detail::object_type_of<limited_config_map>();
    return {
        {"a list in JSON",
         [](std::size_t padding) {
             auto const big = json_map("big", padding);
             return std::pair(R"({"metadata":{"resourceVersion":"9"},"items":[)" + big + ',' +
                                  json_map("next", 1) + "]}",
                              big.size());
         },
         [&type](std::string_view bytes, cutting how, std::size_t limit) {
             json_list_decoder decoder(type, limit);
             return test::transcript<limited_config_map>(decoder, bytes, how);
         }},
        {"a watch in JSON",
         [](std::size_t padding) {
             auto const big = R"({"type":"ADDED","object":)" + json_map("big", padding) + "}";
             return std::pair(big + "\n" + R"({"type":"ADDED","object":)" + json_map("next", 1) + "}\n",
                              big.size());
         },
         [&type](std::string_view bytes, cutting how, std::size_t limit) {
             json_watch_decoder decoder(type, limit);
             return test::transcript<limited_config_map>(decoder, bytes, how);
         }},
        {"a list in protobuf",
         [](std::size_t padding) {
             auto const big = proto_map("big", padding);
             auto const raw =
                 pb::bytes(1, pb::bytes(2, "9")) + pb::bytes(2, big) + pb::bytes(2, proto_map("next", 1));
             return std::pair(pb::envelope("v1", "ConfigMapList", raw), big.size());
         },
         [&type](std::string_view bytes, cutting how, std::size_t limit) {
             proto_list_decoder decoder(type, fields(), limit);
             return test::transcript<limited_config_map>(decoder, bytes, how);
         }},
        {"a watch in protobuf",
         [](std::size_t padding) {
             auto const big = pb::event("ADDED", pb::envelope("v1", "ConfigMap", proto_map("big", padding)));
             auto const length_of_frame = std::size_t(4);
             return std::pair(big + pb::event("ADDED", pb::envelope("v1", "ConfigMap", proto_map("next", 1))),
                              big.size() - length_of_frame);
         },
         [&type](std::string_view bytes, cutting how, std::size_t limit) {
             proto_watch_decoder decoder(type, fields(), limit);
             return test::transcript<limited_config_map>(decoder, bytes, how);
         }},
    };
}

bool says(std::string const& all, std::string const& what)
{
    return all.find(what) != std::string::npos;
}

} // namespace

TEST_CASE(
    "an object of exactly max_object_bytes is decoded, and one byte more makes it a fault that names it")
{
    for (auto const& way : arrivals())
        for (std::size_t const padding : {300U, 5000U, 70000U}) {
            auto const [bytes, size] = way.make(padding);
            for (auto const how :
                 {cutting::whole(), cutting::into_bytes(), cutting::at_random(padding, 4000)}) {
                INFO(way.what << ", " << size << " bytes");
                auto const fits = way.read(bytes, how, size);
                CHECK_FALSE(says(fits, "fault"));
                CHECK_FALSE(says(fits, "refused"));
                CHECK(says(fits, "big"));
                CHECK(says(fits, "next"));

                auto const too_large = way.read(bytes, how, size - 1);
                CHECK(says(too_large, "fault"));
                CHECK(says(too_large, "shop/big"));
                CHECK(says(too_large, "at most " + std::to_string(size - 1) + " bytes"));
                CHECK(says(too_large, "next"));
                CHECK_FALSE(says(too_large, "refused"));
            }
        }
}
