// The cuts of the network never decide whether bytes are refused, or how they are decoded.

#include "decoder_transcript.hpp"
#include "json_generator.hpp"
#include "no_limit.hpp"
#include "pod.hpp"
#include "proto_encoder.hpp"

#include "api/stream/json_list_decoder.hpp"
#include "api/stream/json_watch_decoder.hpp"
#include "api/stream/proto_list_decoder.hpp"
#include "api/stream/proto_watch_decoder.hpp"

#include "catch.hpp"

#include <functional>

using namespace coinformer;
using namespace coinformer::detail;

namespace {

constexpr std::string_view json_characters = "{}[]\"\"\"\\:,, \n0a-.eutfn\x01\xff";
constexpr std::string_view proto_characters{"\0\x01\x02\x08\x0a\x0a\x12\x12\x1a\x22\x7f\x80\xff", 13};

struct cut_config_map {
    object_meta metadata;
    coinformer::labels data;
};
BOOST_DESCRIBE_STRUCT(cut_config_map, (), (metadata, data))

coinformer::detail::proto_schema const& config_map_fields()
{
    std::string reason;
    return *coinformer::detail::proto_schema::find(
        *coinformer::detail::object_type_of<cut_config_map>().fields, {"v1", "ConfigMap"}, reason);
}

/// Returns a pod with parts that the projection declares, and parts that it skips. The parts are mostly
/// small, and now and then have some kilobytes.
std::string any_pod(test::json_generator& g)
{
    auto more = R"("status":)" + g.any() + R"(,"spec":{"replicas":)" + std::to_string(g.below(9)) +
                R"(,"containers":[{"name":)" + g.string() + R"(,"ports":[1]}],"x":)" + g.any() + "}";
    if (g.one_in(4)) more += R"(,"large":)" + g.array(g.below(400), [&] { return g.any(3); });
    if (g.one_in(8)) more = R"("spec":)" + g.any();
    return test::pod_json(g.one_in(10) ? "" : "p" + std::to_string(g.below(100)),
                          std::to_string(g.below(1000)), more);
}

std::string any_list(test::json_generator& g)
{
    auto const items = R"("items":)" + g.array(g.below(5), [&] { return any_pod(g); });
    auto const meta = R"("metadata":{"resourceVersion":"12","continue":"next","remainingItemCount":7})";
    auto const other = R"("kind":"PodList","x":)" + g.any();
    auto const members = g.one_in(2) ? items + "," + meta : meta + ("," + items);
    return g.space() + "{" + other + "," + members + "}" + g.space();
}

std::string any_events(test::json_generator& g)
{
    static constexpr std::string_view types[]{"ADDED",    "MODIFIED", "DELETED", "ADDED",
                                              "BOOKMARK", "ERROR",    "OTHER"};
    std::string all;
    for (auto n = 1 + g.below(4); n != 0; --n) {
        auto const type = types[g.below(std::size(types))];
        auto object = any_pod(g);
        if (type == "BOOKMARK")
            object = R"({"kind":"Pod","metadata":{"resourceVersion":"77","annotations":{}}})";
        if (type == "ERROR")
            object = R"({"kind":"Status","code":410,"reason":"Expired","message":"too old"})";
        auto const head = R"("type":")" + std::string(type) + '"';
        all += g.one_in(4) ? R"({"object":)" + object + "," + head : "{" + head + R"(,"object":)" + object;
        all += "}" + (g.one_in(8) ? g.space() : "\n");
    }
    return all;
}

std::string any_map(test::json_generator& g)
{
    auto const meta = test::pb::bytes(1, g.one_in(8) ? "" : "a") + test::pb::bytes(2, "") +
                      test::pb::bytes(3, "shop") + test::pb::bytes(5, std::to_string(g.below(4)) + "-uid") +
                      test::pb::bytes(6, std::to_string(g.below(1000)));
    auto const value = std::string(g.below(g.one_in(4) ? 9000 : 40), 'x');
    return test::pb::bytes(1, meta) + test::pb::bytes(2, test::pb::bytes(1, "v") + test::pb::bytes(2, value));
}

std::string any_proto_list(test::json_generator& g)
{
    auto raw =
        test::pb::bytes(1, test::pb::bytes(2, "12") + test::pb::bytes(3, "next") + test::pb::integer(4, 7));
    for (auto n = g.below(5); n != 0; --n) raw += test::pb::bytes(2, any_map(g));
    return test::pb::envelope("v1", "ConfigMapList", raw);
}

std::string any_proto_events(test::json_generator& g)
{
    static constexpr std::string_view types[]{"ADDED",    "MODIFIED", "DELETED", "ADDED",
                                              "BOOKMARK", "ERROR",    "OTHER"};
    std::string all;
    for (auto n = 1 + g.below(4); n != 0; --n)
        all += test::pb::event(types[g.below(std::size(types))],
                               test::pb::envelope("v1", "ConfigMap", any_map(g)));
    return all;
}

/// A share that has half of the hashes, and a decoder's argument for it or for everything.
needed_objects half_or_all(bool half)
{
    static object_share const share(shard_field::uid, shard_ranges::part(1, 2));
    return {nullptr, half ? &share : nullptr};
}

using reading = std::function<std::string(std::string_view bytes, test::cutting how)>;

/// Reads the output of `make`, well-formed and damaged, cut in many ways.
void check_cuts(std::function<std::string(test::json_generator&)> const& make, reading const& read,
                std::string_view characters)
{
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        test::json_generator g(seed);
        random_source random(seed);
        auto bytes = make(g);
        if (seed % 4 != 0) bytes = test::damaged(std::move(bytes), random, characters);
        auto const expected = read(bytes, test::cutting::whole());
        INFO("seed " << seed << ":\n" << bytes);
        REQUIRE(read(bytes, test::cutting::into_bytes()) == expected);
        for (std::size_t const longest : {3U, 20U, 300U, 2000U})
            REQUIRE(read(bytes, test::cutting::at_random(random.next(), longest)) == expected);
    }
}

} // namespace

TEST_CASE("how the network cuts a watch in JSON makes no difference")
{
    auto const limit = GENERATE(std::size_t(no_limit), std::size_t(300), std::size_t(1500), std::size_t(20));
    bool const half = GENERATE(false, true);
    check_cuts(
        any_events,
        [&](std::string_view bytes, test::cutting how) {
            json_watch_decoder decoder(test::pod_type(), limit, half_or_all(half));
            return test::transcript<test::pod>(decoder, bytes, how);
        },
        json_characters);
}

TEST_CASE("how the network cuts a list in JSON makes no difference")
{
    auto const limit = GENERATE(std::size_t(no_limit), std::size_t(300), std::size_t(1500), std::size_t(20));
    bool const half = GENERATE(false, true);
    check_cuts(
        any_list,
        [&](std::string_view bytes, test::cutting how) {
            json_list_decoder decoder(test::pod_type(), limit, half_or_all(half));
            return test::transcript<test::pod>(decoder, bytes, how);
        },
        json_characters);
}

TEST_CASE("how the network cuts a watch in protobuf makes no difference")
{
    auto const limit = GENERATE(std::size_t(no_limit), std::size_t(300), std::size_t(20));
    bool const half = GENERATE(false, true);
    check_cuts(
        any_proto_events,
        [&](std::string_view bytes, test::cutting how) {
            proto_watch_decoder decoder(coinformer::detail::object_type_of<cut_config_map>(),
                                        config_map_fields(), limit, half_or_all(half));
            return test::transcript<cut_config_map>(decoder, bytes, how);
        },
        proto_characters);
}

TEST_CASE("how the network cuts a list in protobuf makes no difference")
{
    auto const limit = GENERATE(std::size_t(no_limit), std::size_t(300), std::size_t(20));
    bool const half = GENERATE(false, true);
    check_cuts(
        any_proto_list,
        [&](std::string_view bytes, test::cutting how) {
            proto_list_decoder decoder(coinformer::detail::object_type_of<cut_config_map>(),
                                       config_map_fields(), limit, half_or_all(half));
            return test::transcript<cut_config_map>(decoder, bytes, how);
        },
        proto_characters);
}

TEST_CASE("how the network cuts JSON makes no difference to its validator")
{
    check_cuts([](test::json_generator& g) { return g.one_in(2) ? any_events(g) : any_list(g); },
               [](std::string_view bytes, test::cutting how) {
                   return test::is_valid(bytes, how) ? "right so far" : "refused";
               },
               json_characters);
}
