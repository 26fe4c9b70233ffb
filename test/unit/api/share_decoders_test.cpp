// Decoders that are told a share skip the objects of other shares: in JSON and protobuf, in lists and
// watches, whatever the order of the members.

#include "no_limit.hpp"
#include "pod.hpp"
#include "proto_encoder.hpp"
#include "share_forms.hpp"

#include "api/stream/json_list_decoder.hpp"
#include "api/stream/json_watch_decoder.hpp"
#include "api/stream/proto_list_decoder.hpp"
#include "api/stream/proto_watch_decoder.hpp"

#include <coinformer/core/error.hpp>

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
namespace pb = test::pb;

namespace {

proto_schema const& bound_fields(object_type const& type)
{
    std::string reason;
    return *proto_schema::find(*type.fields, {"v1", "ConfigMap"}, reason);
}

std::string note_items(list_decoder& from)
{
    using step = list_decoder::step;
    std::string log;
    for (auto s = from.next(); s != step::need_more; s = from.next()) {
        if (s == step::object) log += std::string(from.take_object()->key().name) + ' ';
        if (s == step::foreign) log += "foreign(" + to_string(from.passed_over()) + ") ";
        if (s == step::fault) log += "fault(" + from.fault().name + ") ";
    }
    return log;
}

std::string note_events(watch_decoder& from)
{
    using step = watch_decoder::step;
    std::string log;
    for (auto s = from.next(); s != step::need_more; s = from.next()) {
        if (s == step::added || s == step::modified || s == step::deleted)
            log += std::string(from.take_object()->key().name);
        if (s == step::foreign) log += "foreign";
        if (s == step::bookmark) log += "bookmark";
        if (s == step::error) log += "error";
        if (s == step::fault) log += "fault";
        log += '@' + std::string(from.resource_version()) + ' ';
    }
    return log;
}

/// Feeds bytes in one piece, then cut in two at every place, and one by one. Returns what is read, which has
/// to be the same each time.
template <class Make, class Note>
std::string however_cut(std::string_view bytes, Make make, Note note)
{
    auto const read = [&](std::initializer_list<std::string_view> pieces) {
        auto const decoder = make();
        std::string log;
        for (auto const piece : pieces) {
            decoder->feed(piece);
            log += note(*decoder);
        }
        return log;
    };
    auto const expected = read({bytes});
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
        INFO("cut at " << cut);
        REQUIRE(read({bytes.substr(0, cut), bytes.substr(cut)}) == expected);
    }
    auto const decoder = make();
    std::string log;
    for (auto const& c : bytes) {
        decoder->feed({&c, 1});
        log += note(*decoder);
    }
    CHECK(log == expected);
    return expected;
}

std::string read_json_items(std::string const& items, object_share const& share,
                            std::string const& form = "with uid", std::size_t limit = no_limit)
{
    auto const make = [&] {
        return std::make_unique<json_list_decoder>(test::form_of(form), limit,
                                                   needed_objects(nullptr, &share));
    };
    return however_cut(R"({"items":[)" + items + "]}", make, note_items);
}

std::string read_json_events(std::string const& events, object_share const& share,
                             std::size_t limit = no_limit)
{
    auto const make = [&] {
        return std::make_unique<json_watch_decoder>(test::form_of("with uid"), limit,
                                                    needed_objects(nullptr, &share));
    };
    return however_cut(events, make, note_events);
}

std::string read_proto_items(std::string const& items, object_share const& share,
                             std::string const& form = "with uid", std::size_t limit = no_limit)
{
    auto const& type = test::form_of(form);
    auto const make = [&] {
        return std::make_unique<proto_list_decoder>(type, bound_fields(type), limit,
                                                    needed_objects(nullptr, &share));
    };
    return however_cut(pb::envelope("v1", "ConfigMapList", items), make, note_items);
}

std::string read_proto_events(std::string const& events, object_share const& share,
                              std::size_t limit = no_limit)
{
    auto const& type = test::form_of("with uid");
    auto const make = [&] {
        return std::make_unique<proto_watch_decoder>(type, bound_fields(type), limit,
                                                     needed_objects(nullptr, &share));
    };
    return however_cut(events, make, note_events);
}

std::string json_map(std::string const& name, std::string const& version = "7",
                     std::string const& data = R"({"k":"v"})")
{
    return test::pod_json(name, version, R"("data":)" + data);
}

std::string proto_map(std::string const& name, std::string const& version = "7",
                      std::string const& more = pb::bytes(2, pb::bytes(1, "k") + pb::bytes(2, "v")))
{
    auto const meta = pb::bytes(1, name) + pb::bytes(2, "") + pb::bytes(3, "shop") +
                      pb::bytes(5, "u-" + name) + pb::bytes(6, version);
    return pb::bytes(1, meta) + more;
}

std::string json_event(std::string const& type, std::string const& object)
{
    return R"({"type":")" + type + R"(","object":)" + object + "}\n";
}

std::string proto_watch_event(std::string const& type, std::string const& message)
{
    return pb::event(type, pb::envelope("v1", "ConfigMap", message));
}

} // namespace

TEST_CASE("a list gives the objects of a share, whatever is kept of them")
{
    auto const share = test::share_of({"u-a", "u-c"});
    for (std::string const form : test::some_forms) {
        INFO(form);
        CHECK(read_json_items(json_map("a") + ',' + json_map("b") + ',' + json_map("c"), share, form) ==
              "a foreign(shop/b) c ");
        CHECK(read_proto_items(pb::bytes(2, proto_map("a")) + pb::bytes(2, proto_map("b")) +
                                   pb::bytes(2, proto_map("c")),
                               share, form) == "a foreign(shop/b) c ");
    }
}

TEST_CASE("a share may go by the namespace")
{
    auto const shop = test::share_of({"shop"}, shard_field::ns),
               lab = test::share_of({"lab"}, shard_field::ns);
    for (std::string const form : test::some_forms) {
        CHECK(read_json_items(json_map("a"), shop, form) == "a ");
        CHECK(read_json_items(json_map("a"), lab, form) == "foreign(shop/a) ");
        CHECK(read_proto_items(pb::bytes(2, proto_map("a")), shop, form) == "a ");
        CHECK(read_proto_items(pb::bytes(2, proto_map("a")), lab, form) == "foreign(shop/a) ");
    }
}

TEST_CASE("a share finds the metadata wherever it is, and its members in any order")
{
    auto const share = test::share_of({"u-a"});
    auto const object = [](std::string const& id, std::string const& meta) {
        return R"({"data":{"k":"v"},"metadata":{)" + meta + R"("annotations":{"uid":"u-)" + id +
               R"("},"resourceVersion":"3","name":")" + id + R"("},"kind":"X"})";
    };
    auto const uid = [](std::string const& id) { return R"("uid":"u-)" + id + "\","; };
    for (std::string const form : test::some_forms) {
        INFO(form);
        CHECK(read_json_items(object("a", uid("a")) + ',' + object("b", uid("b")), share, form) ==
              "a foreign(b) ");
        CHECK(read_json_items(R"({"metadata":{"resourceVersion":"1","uid":"u-b","name":"b"}})", share,
                              form) == "foreign(b) ");
        CHECK(read_json_items(R"({"metadata":{"resourceVersion":"1","uid":"u-a","name":"a"}})", share,
                              form) == "a ");
    }
    // the namespace comes after the version
    auto const late = [](std::string const& ns) {
        return R"({"metadata":{"name":"x","uid":"u-x","resourceVersion":"1","namespace":")" + ns + R"("}})";
    };
    CHECK(read_json_items(late("shop") + ',' + late("lab"), test::share_of({"lab"}, shard_field::ns)) ==
          "foreign(shop/x) x ");
}

TEST_CASE("a share compares the text of a UID, not its escapes")
{
    auto const object = R"({"metadata":{"name":"a","uid":"\u0075-\u0061","resourceVersion":"1"}})";
    CHECK(read_json_items(object, test::share_of({"u-a"})) == "a ");
    CHECK(read_json_items(object, test::share_of({"u-b"})) == "foreign(a) ");
}

TEST_CASE("an object without the field belongs to the owner of the empty text")
{
    auto const object = R"({"metadata":{"name":"a","resourceVersion":"1"},"data":{}})";
    auto const message = pb::bytes(2, pb::bytes(1, pb::bytes(1, "a") + pb::bytes(6, "1")));
    for (std::string const form : test::some_forms) {
        INFO(form);
        CHECK(read_json_items(object, test::share_of({""}), form) == "a ");
        CHECK(read_json_items(object, test::share_of({"u-a"}), form) == "foreign(a) ");
        CHECK(read_proto_items(message, test::share_of({""}), form) == "a ");
        CHECK(read_proto_items(message, test::share_of({"u-a"}), form) == "foreign(a) ");
        CHECK(read_json_items(object, test::share_of({"shop"}, shard_field::ns), form) == "foreign(a) ");
    }
}

TEST_CASE("what has neither a name nor a UID is a fault for every share")
{
    for (std::string const object : {R"({"data":{}})", R"({"metadata":{}})", R"({"metadata":null})", "7"})
        CHECK(read_json_items(object, test::share_of({"u-a"})) == "fault() ");
    CHECK(read_proto_items(pb::bytes(2, pb::bytes(2, "")), test::share_of({"u-a"})) == "fault() ");
    // but not if it has a UID
    CHECK(read_json_items(R"({"metadata":{"uid":"u-b"}})", test::share_of({"u-a"})) == "foreign() ");
    CHECK(read_json_items(R"({"metadata":{"uid":"u-a"}})", test::share_of({"u-a"})) == "fault() ");
}

TEST_CASE("a foreign object that does not decode is foreign, if its UID can be read")
{
    auto const share = test::share_of({"u-a"});
    CHECK(read_json_items(json_map("a", "7", "5") + ',' + json_map("b", "7", "5"), share) ==
          "fault(a) foreign(shop/b) ");
    auto const late = [](std::string const& name) { // the mistake comes before the metadata
        return R"({"data":5,)" + test::pod_json(name, "7").substr(1);
    };
    CHECK(read_json_items(late("a") + ',' + late("b"), share) == "fault(a) foreign(shop/b) ");
    auto const within = [](std::string const& name) { // or in it
        return R"({"metadata":{"labels":5,)" + test::pod_json(name, "7").substr(13);
    };
    CHECK(read_json_items(within("a") + ',' + within("b"), share) == "fault(a) foreign(shop/b) ");
    CHECK(read_json_items(R"({"metadata":{"name":"b","uid":5}})", share) == "fault(b) ");

    auto const bad = pb::integer(2, 5); // a number in place of a map
    CHECK(read_proto_items(pb::bytes(2, proto_map("a", "7", bad)) + pb::bytes(2, proto_map("b", "7", bad)),
                           share) == "fault(a) foreign(shop/b) ");
    auto const bad_first = [&](std::string const& name) { return pb::bytes(2, bad + proto_map(name)); };
    CHECK(read_proto_items(bad_first("a") + bad_first("b"), share) == "fault(a) foreign(shop/b) ");
}

TEST_CASE("a foreign object that is too large is foreign, however the network has cut it")
{
    auto const share = test::share_of({"u-a"});
    auto const large = R"({"k":")" + std::string(300, 'x') + "\"}";
    CHECK(read_json_items(json_map("a", "7", large) + ',' + json_map("b", "7", large), share, "with uid",
                          200) == "fault(a) foreign(shop/b) ");
    auto const hidden = [&](std::string const& name) { // its UID lies behind the limit
        return R"({"data":)" + large + ',' + test::pod_json(name, "7").substr(1);
    };
    CHECK(read_json_items(hidden("a") + ',' + hidden("b"), share, "with uid", 200) == "fault() fault() ");

    auto const field = pb::bytes(2, pb::bytes(1, "k") + pb::bytes(2, std::string(300, 'x')));
    CHECK(
        read_proto_items(pb::bytes(2, proto_map("a", "7", field)) + pb::bytes(2, proto_map("b", "7", field)),
                         share, "with uid", 200) == "fault(a) foreign(shop/b) ");
    CHECK(read_json_events(json_event("MODIFIED", json_map("a", "8", large)) +
                               json_event("MODIFIED", json_map("b", "9", large)),
                           share, 200) == "fault@8 foreign@9 ");
    CHECK(read_proto_events(proto_watch_event("MODIFIED", proto_map("a", "8", field)) +
                                proto_watch_event("MODIFIED", proto_map("b", "9", field)),
                            share, 200) == "fault@8 foreign@9 ");
}

TEST_CASE("foreign changes of a watch have a version and nothing else")
{
    auto const share = test::share_of({"u-a"});
    std::string json, proto;
    std::size_t version = 10;
    for (auto const* type : {"ADDED", "MODIFIED", "DELETED"})
        for (auto const* name : {"a", "b"}) {
            auto const now = std::to_string(++version);
            json += json_event(type, json_map(name, now));
            proto += proto_watch_event(type, proto_map(name, now));
        }
    auto const expected = "a@11 foreign@12 a@13 foreign@14 a@15 foreign@16 ";
    CHECK(read_json_events(json, share) == expected);
    CHECK(read_proto_events(proto, share) == expected);
}

TEST_CASE("a foreign change is found in an event whose type comes last, and in one that does not decode")
{
    auto const share = test::share_of({"u-a"});
    auto const late = [](std::string const& name) {
        return R"({"object":)" + json_map(name) + R"(,"type":"ADDED"})";
    };
    CHECK(read_json_events(late("a") + late("b"), share) == "a@7 foreign@7 ");
    CHECK(read_json_events(json_event("ADDED", json_map("a", "8", "5")) +
                               json_event("DELETED", R"({"data":5,)" + json_map("b", "9").substr(1)),
                           share) == "fault@8 foreign@9 ");
}

TEST_CASE("bookmarks, errors and unknown events are never foreign")
{
    auto const share = test::share_of({"u-a"});
    auto const bookmark = R"({"metadata":{"resourceVersion":"9","uid":"u-b"}})";
    auto const status = R"({"kind":"Status","metadata":{},"status":"Failure","code":410})";
    CHECK(read_json_events(json_event("BOOKMARK", bookmark) + json_event("ERROR", status) +
                               json_event("ERROR", json_map("b")) + json_event("OTHER", json_map("b")),
                           share) == "bookmark@9 error@9 fault@7 fault@7 ");
    CHECK(read_proto_events(
              proto_watch_event("BOOKMARK", pb::bytes(1, pb::bytes(5, "u-b") + pb::bytes(6, "9"))) +
                  proto_watch_event("OTHER", proto_map("b")),
              share) == "bookmark@9 fault@7 ");
}

TEST_CASE("without a share nothing is foreign, and the whole share leaves nothing out")
{
    object_share const all(shard_field::uid, shard_ranges::all()), nothing(shard_field::uid, {});
    CHECK(read_json_items(json_map("a") + ',' + json_map("b"), all) == "a b ");
    CHECK(read_json_items(json_map("a") + ',' + json_map("b"), nothing) ==
          "foreign(shop/a) foreign(shop/b) ");
    json_list_decoder plain(test::pod_type(), no_limit);
    plain.feed(R"({"items":[)" + test::pod_json("a", "1") + "]}");
    CHECK(note_items(plain) == "a ");
}

TEST_CASE("an object of the share that is known already is used again, and foreign ones are not asked for")
{
    struct cache final : known_objects {
        detail::object_ref find(object_key key, std::string_view, std::string_view) const override
        {
            asked += std::string(key.name) + ' ';
            return key.name == "a" ? object : detail::object_ref();
        }
        detail::object_ref object;
        mutable std::string asked;
    } known;
    known.object = decode_object(test::form_of("with uid"), json_map("a"));
    auto const share = test::share_of({"u-a", "u-c"});
    json_list_decoder decoder(test::form_of("with uid"), no_limit, {&known, &share});
    decoder.feed(R"({"items":[)" + json_map("a") + ',' + json_map("b") + ',' + json_map("c") + "]}");
    REQUIRE(decoder.next() == list_decoder::step::object);
    CHECK(decoder.take_object() == known.object);
    CHECK(note_items(decoder) == "foreign(shop/b) c ");
    CHECK(known.asked == "a c ");
}

TEST_CASE("the metadata of a list may echo the shard")
{
    auto const text = "shardRange(object.metadata.uid, '0x0000000000000000', '0x8000000000000000')";
    json_list_decoder json(test::pod_type(), no_limit);
    json.feed(R"({"metadata":{"resourceVersion":"5","shardInfo":{"selector":")" + std::string(text) +
              R"("}},"items":[]})");
    CHECK(note_items(json).empty());
    CHECK(json.finish().shard_selector == text);

    auto const& type = test::form_of("with uid");
    proto_list_decoder proto(type, bound_fields(type), no_limit);
    proto.feed(pb::envelope("v1", "ConfigMapList",
                            pb::bytes(1, pb::bytes(2, "5") + pb::bytes(5, pb::bytes(1, text)))));
    CHECK(note_items(proto).empty());
    CHECK(proto.finish().shard_selector == text);
}
