// Attacks with protobuf, in lists and in watches.

#include "attack.hpp"
#include "unit/api/proto_encoder.hpp"

#include "catch.hpp"

using namespace hostile;
namespace pb = test::pb;

namespace {

coinformer::client_options protobuf()
{
    coinformer::client_options options;
    options.encoding = coinformer::encoding::protobuf;
    return options;
}

std::string answered(std::string const& body)
{
    return http("200 OK", "Content-Type: application/vnd.kubernetes.protobuf\r\n", body);
}

std::string const magic("k8s\0", 4);

attack list_in_protobuf(std::string name, std::string body, std::vector<errc> told, bounds most = {})
{
    return {.name = "a list: " + name,
            .what = client_does::list,
            .says = says(answered(body)),
            .told = std::move(told),
            .most = most,
            .options = protobuf()};
}

attack follow_in_protobuf(std::string name, std::string body, std::vector<errc> told, bounds most = {})
{
    most.told_within = 3min;
    most.requests = 120;
    most.bytes = 200'000'000;
    auto const head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/vnd.kubernetes.protobuf;stream=watch\r\n\r\n";
    return {.name = "a watch: " + name,
            .what = client_does::follow,
            .says = says(head + body, ending::keep_open),
            .told = std::move(told),
            .most = most,
            .options = protobuf()};
}

std::string in_list(std::string const& fields)
{
    return pb::envelope("v1", "ConfigMapList", pb::bytes(1, pb::bytes(2, "1")) + fields);
}

std::string nested(std::size_t levels)
{
    std::string all;
    for (std::size_t i = 0; i != levels; ++i) all = pb::bytes(1, all);
    return all;
}

std::vector<attack> const& protobuf_attacks()
{
    static std::string const ten_ff(10, '\xff');
    static std::vector<attack> const rows{
        list_in_protobuf("no bytes", "", {errc::truncated}),
        list_in_protobuf("a wrong magic", "k9s" + std::string(100, 'x'), {errc::unexpected_content}),
        list_in_protobuf("the magic alone", magic, {errc::truncated}),
        list_in_protobuf("an envelope of another kind", pb::envelope("v1", "Pod", "x"),
                         {errc::unexpected_content}),
        list_in_protobuf("a length beyond all bytes", magic + "\x12" + std::string(9, '\xff') + "\x01",
                         {errc::truncated}),
        list_in_protobuf("a length of eleven bytes", magic + "\x12" + ten_ff + ten_ff,
                         {errc::malformed_protobuf}),
        list_in_protobuf("an item longer than its list",
                         magic + pb::bytes(2, std::string("\x12\x7f", 2) + "abc"),
                         {errc::malformed_protobuf}),
        list_in_protobuf("a wrong wire type", magic + std::string("\x10\x01", 2), {errc::malformed_protobuf}),
        list_in_protobuf("wire types that do not exist", magic + std::string("\x17\x17\x17", 3),
                         {errc::malformed_protobuf}),
        list_in_protobuf("an item of nothing", in_list(pb::bytes(2, "")), {}),
        list_in_protobuf("an item of zeros", in_list(pb::bytes(2, std::string(1000, '\0'))), {}),
        list_in_protobuf("an item ten thousand levels deep", in_list(pb::bytes(2, nested(10'000))), {},
                         {.memory = 4'000'000}),
        list_in_protobuf("a million unknown fields",
                         in_list(pb::bytes(2, repeated(pb::integer(1000, 1), 1'000'000))), {},
                         {.memory = 40'000'000}),
        list_in_protobuf("a million unknown fields beside the items",
                         in_list(repeated(pb::bytes(1000, ""), 1'000'000)), {}, {.memory = 8'000'000}),
        list_in_protobuf("twenty thousand items that do not decode",
                         in_list(repeated(pb::bytes(2, "x"), 20'000)), {errc::too_many_faults},
                         {.memory = 16'000'000}),
        list_in_protobuf("metadata of three megabytes",
                         pb::envelope("v1", "ConfigMapList", pb::bytes(1, std::string(3'000'000, 'x'))),
                         {errc::unexpected_content}),
        follow_in_protobuf("a frame of four gigabytes", std::string(4, '\xff') + std::string(100'000, 'x'),
                           {errc::malformed_protobuf}),
        follow_in_protobuf("a frame of 200 megabytes",
                           std::string("\x0c\0\0\0", 4) + std::string(100'000, 'x'), {}),
        follow_in_protobuf("a frame of nothing", repeated(pb::frame(""), 1000), {}),
        follow_in_protobuf("a frame of other bytes", repeated(pb::frame("what is this"), 1000), {}),
        follow_in_protobuf("an event of an unknown type",
                           pb::event("EXPLODED", pb::envelope("v1", "ConfigMap", "")), {}),
        follow_in_protobuf("an event whose object is no envelope", pb::event("ADDED", "x"), {}),
        follow_in_protobuf("an error that is no Status", pb::event("ERROR", "x"), {}),
        follow_in_protobuf("a bookmark of nothing",
                           pb::event("BOOKMARK", pb::envelope("v1", "ConfigMap", "")), {}),
    };
    return rows;
}

} // namespace

TEST_CASE("attacks with protobuf", "[protobuf]")
{
    for (auto const& row : protobuf_attacks()) DYNAMIC_SECTION(row.name)
        {
            run(row);
        }
}
