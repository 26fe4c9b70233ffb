// If an answer is no list and no watch from its first byte on, such as the HTML page of a proxy, the error
// quotes its beginning. If the mistake comes later, the error quotes nothing, because the bytes may be a
// secret.

#include "no_limit.hpp"
#include "pod.hpp"
#include "proto_encoder.hpp"

#include "api/stream/json_list_decoder.hpp"
#include "api/stream/json_watch_decoder.hpp"
#include "api/stream/proto_list_decoder.hpp"

#include <coinformer/core/error.hpp>

#include "catch.hpp"

namespace {

using namespace coinformer;
using namespace coinformer::detail;

constexpr std::string_view hidden_value = "c3VwZXItc2VjcmV0";

struct quoted_config_map {
    object_meta metadata;
    coinformer::labels data;
};
BOOST_DESCRIBE_STRUCT(quoted_config_map, (), (metadata, data))

template <class Decoder>
std::string complaint(Decoder&& decoder, std::string const& bytes)
{
    using step = typename std::remove_reference_t<Decoder>::step;
    try {
        decoder.feed(bytes);
        while (decoder.next() != step::need_more) {
        }
    } catch (api_error const& e) {
        return e.what();
    }
    return "nothing";
}

std::string list_complaint(std::string const& bytes)
{
    return complaint(json_list_decoder(object_type_of<quoted_config_map>(), no_limit), bytes);
}

std::string watch_complaint(std::string const& bytes)
{
    return complaint(json_watch_decoder(object_type_of<quoted_config_map>(), no_limit), bytes);
}

std::string proto_complaint(std::string const& bytes, credential_mask const& hidden = {})
{
    std::string reason;
    auto const& type = object_type_of<quoted_config_map>();
    auto const* const fields = proto_schema::find(*type.fields, {"v1", "ConfigMap"}, reason);
    REQUIRE(fields);
    proto_list_decoder decoder(type, *fields, no_limit);
    decoder.hide(hidden);
    return complaint(decoder, bytes);
}

} // namespace

TEST_CASE("an answer that does not begin as a list or a watch is quoted")
{
    std::string const page = "<html>bad gateway</html>";
    for (auto const& said : {list_complaint(page), list_complaint("\n" + page), watch_complaint(page),
                             watch_complaint("\n" + page), proto_complaint(page)}) {
        INFO(said);
        CHECK(said.find("\"<html>bad gateway</html>\"") != said.npos);
    }
    CHECK(watch_complaint("}x").find("at byte 0: \"}x\"") != std::string::npos);
}

TEST_CASE("of damaged bytes in a list or a watch only the position is shown")
{
    auto const whole = test::pod_json("a", "1");
    std::string const value(hidden_value);
    for (auto const* const damage : {"\x01", "]", ":", "\"\""}) {
        auto const object =
            R"({"metadata":{"name":"b"},"data":{"key":)" + std::string(damage) + '"' + value + R"("}})";
        INFO(object);
        for (auto const& before : {std::string(), whole + ","}) {
            auto const said = list_complaint(R"({"kind":"SecretList","items":[)" + before + object + "]}");
            CHECK(said.find("at byte ") != said.npos);
            CHECK(said.find(hidden_value.substr(0, 4)) == said.npos);
        }
        auto const first = R"({"type":"ADDED","object":)" + whole + "}\n";
        for (auto const& before : {std::string(), first}) {
            auto const said = watch_complaint(before + R"({"type":"ADDED","object":)" + object + "}\n");
            CHECK(said.find("at byte ") != said.npos);
            CHECK(said.find(hidden_value.substr(0, 4)) == said.npos);
        }
        auto const said = watch_complaint(first + value + object);
        CHECK(said.find("at byte " + std::to_string(first.size())) != said.npos);
        CHECK(said.find(hidden_value.substr(0, 4)) == said.npos);
    }
}

TEST_CASE("of damaged bytes in a list in protobuf only the position is shown")
{
    namespace pb = test::pb;
    auto const head =
        std::string("k8s\0", 4) + pb::bytes(1, pb::bytes(1, "v1") + pb::bytes(2, "ConfigMapList"));
    auto const meta = pb::bytes(1, pb::bytes(2, "7"));
    std::string const value(hidden_value);
    auto const in_list = proto_complaint(head + pb::bytes(2, meta + "\x01" + value));
    CHECK(in_list.find("at byte ") != in_list.npos);
    CHECK(in_list.find(hidden_value.substr(0, 4)) == in_list.npos);
    // the length of the list is damaged, so that the rest of it looks like fields of the envelope
    for (auto const& rest : {pb::bytes(3, value), pb::bytes(1, pb::bytes(2, value)), value}) {
        auto const behind = proto_complaint(head + pb::bytes(2, meta) + rest);
        INFO(behind);
        CHECK(behind != "nothing");
        CHECK(behind.find(hidden_value.substr(0, 4)) == behind.npos);
    }
}

TEST_CASE("what stands in front of a list in protobuf is quoted, without credentials, and in part")
{
    namespace pb = test::pb;
    std::string const magic("k8s\0", 4);
    credential_mask const token(secret("hunter2secret"));
    auto const kind = [&](std::string const& text) {
        return proto_complaint(magic + pb::bytes(1, pb::bytes(1, "v1") + pb::bytes(2, text)), token);
    };
    auto const encoding = [&](std::string const& text) {
        auto const head = magic + pb::bytes(1, pb::bytes(1, "v1") + pb::bytes(2, "ConfigMapList"));
        return proto_complaint(head + pb::bytes(4, text), token);
    };
    auto const is_quoted = [](std::string const& said, std::string const& text) {
        INFO(said);
        CHECK(said.find(text) != said.npos);
        CHECK(said.find("hunter") == said.npos);
    };
    is_quoted(kind("Status"), ": an object of another kind: Status");
    is_quoted(kind("a hunter2secret"), ": an object of another kind: a ***");
    is_quoted(kind(std::string(30, 'K') + "hunter2secret"),
              ": an object of another kind: " + std::string(30, 'K') + "***");
    is_quoted(encoding("application/json"), ": another encoding: application/json");
    is_quoted(encoding("hunter2secret"), ": another encoding: ***");
    for (auto const& said : {kind(std::string(41, 'K')), encoding(std::string(41, 'K'))}) {
        is_quoted(said, ": " + std::string(40, 'K'));
        CHECK(said.find(std::string(41, 'K')) == said.npos);
    }
}

TEST_CASE(
    "metadata of a list in protobuf that do not decode are named as a part of the list, which has no name")
{
    namespace pb = test::pb;
    auto const said = proto_complaint(pb::envelope("v1", "ConfigMapList", pb::bytes(1, pb::integer(4, -1))));
    INFO(said);
    CHECK(said.find(": metadata: remainingItemCount: expected integer in [0, 18446744073709551615], "
                    "found number -1") != said.npos);
}
