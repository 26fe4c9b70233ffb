#include "pod.hpp"

#include "api/stream/json_list_decoder.hpp"

#include <coinformer/core/error.hpp>

#include "catch.hpp"

#include <cstdlib>
#include <new>

using namespace coinformer;
using namespace coinformer::detail;

namespace {

std::size_t allocations = 0;

struct projected_port {
    std::string name;
    std::uint16_t number = 0;
};
BOOST_DESCRIBE_STRUCT(projected_port, (), (name, number))

struct tree {
    int value = 0;
    std::vector<tree> children;
};
BOOST_DESCRIBE_STRUCT(tree, (), (value, children))

struct base {
    std::string apiVersion;
};
BOOST_DESCRIBE_STRUCT(base, (), (apiVersion))

struct std_members : base {
    std::string phase = "Unknown";
    std::string default_;
    bool ready = true;
    std::int8_t tiny = -1;
    std::uint64_t huge = 0;
    double ratio = 0.5;
    float coarse = 0;
    std::optional<std::int32_t> replicas;
    std::optional<projected_port> first;
    std::vector<projected_port> ports;
    std::map<std::string, std::string> tags;
    std::map<std::string, std::vector<int>> table;
    micro_timestamp renewTime{};
    timestamp created{};
    std::chrono::seconds timeout{30};
    tree root;
};
BOOST_DESCRIBE_STRUCT(std_members, (base),
                      (phase, default_, ready, tiny, huge, ratio, coarse, replicas, first, ports, tags, table,
                       renewTime, created, timeout, root))

struct narrow_times {
    std::chrono::system_clock::time_point until; // nanoseconds, with libstdc++
    std::chrono::nanoseconds limit{};
    std::chrono::duration<std::int32_t> wait{};
};
BOOST_DESCRIBE_STRUCT(narrow_times, (), (until, limit, wait))

struct spec_with_required {
    required<std::int32_t> replicas;
    required<text> image;
};
BOOST_DESCRIBE_STRUCT(spec_with_required, (), (replicas, image))

struct with_required {
    spec_with_required spec;
};
BOOST_DESCRIBE_STRUCT(with_required, (), (spec))

struct own_metadata {
    std::string uid;
    std::optional<text> name;
};
BOOST_DESCRIBE_STRUCT(own_metadata, (), (uid, name))

struct with_own_metadata {
    own_metadata metadata;
};
BOOST_DESCRIBE_STRUCT(with_own_metadata, (), (metadata))

struct nothing {};
BOOST_DESCRIBE_STRUCT(nothing, (), ())

constexpr auto identity_members =
    R"("metadata":{"name":"web","namespace":"shop","uid":"u1","resourceVersion":"42"})";

std::string object_with(std::string const& members)
{
    return std::string("{") + identity_members + "," + members + "}";
}

} // namespace

// The thread sanitizer has operators of its own, which cannot be replaced: under it, allocations are not
// counted.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define COINFORMER_NO_COUNT
#endif
#endif
#ifndef COINFORMER_NO_COUNT
void* operator new(std::size_t size)
{
    ++allocations;
    if (auto* p = std::malloc(size)) return p;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, std::nothrow_t const&) noexcept
{
    ++allocations;
    return std::malloc(size);
}
void operator delete(void* p) noexcept
{
    std::free(p);
}
void operator delete(void* p, std::size_t) noexcept
{
    std::free(p);
}
#endif

TEST_CASE("std members are filled in from the fields of their names")
{
    auto const o = decode_object<std_members>(
        object_with(R"("apiVersion":"v1","phase":"Running","default":"d","ready":false,
        "tiny":-128,"huge":18446744073709551615,"ratio":-1.5e3,"coarse":0.25,"replicas":3,"first":{"name":"a","number":1},
        "ports":[{"name":"http","number":80},{"number":65535}],"tags":{"a":"1","b":"\u0032"},"table":{"x":[1,2],"y":[]},
        "renewTime":"2024-05-01T12:00:00.000001Z","created":"2024-05-01T12:00:00Z","timeout":10,
        "root":{"value":1,"children":[{"value":2,"children":[{"value":3}]},{}]})"));

    CHECK(o->apiVersion == "v1");
    CHECK(o->phase == "Running");
    CHECK(o->default_ == "d");
    CHECK(!o->ready);
    CHECK(o->tiny == -128);
    CHECK(o->huge == UINT64_MAX);
    CHECK(o->ratio == -1500);
    CHECK(o->coarse == 0.25f);
    CHECK(o->replicas == 3);
    CHECK(o->first->name == "a");
    REQUIRE(o->ports.size() == 2);
    CHECK(o->ports[0].name == "http");
    CHECK(o->ports[1].number == 65535);
    CHECK(o->tags == std::map<std::string, std::string>{{"a", "1"}, {"b", "2"}});
    CHECK(o->table == std::map<std::string, std::vector<int>>{{"x", {1, 2}}, {"y", {}}});
    CHECK(o->renewTime.time_since_epoch().count() == 1'714'564'800'000'001);
    CHECK(o->created.time_since_epoch().count() == 1'714'564'800);
    CHECK(o->timeout == std::chrono::seconds(10));
    CHECK(o->root.children.at(0).children.at(0).value == 3);
}

TEST_CASE("a member that is absent, or null, keeps its default")
{
    auto const json =
        GENERATE(as<std::string>(), R"("other":1)",
                 R"("phase":null,"ready":null,"tiny":null,"replicas":null,"ports":null,"timeout":null)");
    auto const o = decode_object<std_members>(object_with(json));

    CHECK(o->phase == "Unknown");
    CHECK(o->ready);
    CHECK(o->tiny == -1);
    CHECK(o->ratio == 0.5);
    CHECK(!o->replicas);
    CHECK(!o->first);
    CHECK(o->ports.empty());
    CHECK(o->timeout == std::chrono::seconds(30));
}

TEST_CASE("a null element of an array keeps its place and its default")
{
    auto const o = decode_object<std_members>(
        object_with(R"("ports":[null,{"number":2}],"table":{"x":null,"y":[null,1]})"));

    REQUIRE(o->ports.size() == 2);
    CHECK(o->ports[1].number == 2);
    CHECK(o->table == std::map<std::string, std::vector<int>>{{"x", {}}, {"y", {0, 1}}});
}

TEST_CASE("a required member must be there")
{
    auto const full = decode_object<with_required>(object_with(R"("spec":{"image":"","replicas":0})"));
    CHECK(full->spec.replicas == 0);
    CHECK(full->spec.image->empty());

    for (auto const* json : {R"("spec":{"image":"a"})", R"("spec":{"image":"a","replicas":null})"}) {
        try {
            decode_object<with_required>(object_with(json));
            FAIL("decoded");
        } catch (api_error const& e) {
            CHECK(e.code() == errc::missing_field);
            CHECK(std::string(e.what()).find("shop/web: spec.replicas") != std::string::npos);
        }
    }
    // there is no status.conditions to require it in
    CHECK_NOTHROW(decode_object<with_required>(object_with(R"("status":{})")));
}

TEST_CASE("the identity is read even if the projection does not declare it")
{
    auto const bare = decode_object<nothing>(std::string("{\"spec\":[{}],") + identity_members + "}");
    CHECK(bare.key() == object_key{"shop", "web"});
    CHECK(bare.uid() == "u1");
    CHECK(bare.resource_version() == "42");

    auto const own = decode_object<with_own_metadata>(std::string("{") + identity_members + "}");
    CHECK(own.key() == object_key{"shop", "web"});
    CHECK(own->metadata.uid == "u1");
    CHECK(*own->metadata.name == "web");
    CHECK(own->metadata.name->view().data() == own.key().name.data()); // the same bytes, kept once

    auto const node = decode_object<nothing>(R"({"metadata":{"name":"node\u002d1"}})");
    CHECK(node.key() == object_key{"", "node-1"});
    CHECK(node.uid().empty());
}

TEST_CASE("a UID is read as the server wrote it, in whatever form it is kept")
{
    auto const with_uid = [](std::string const& uid) {
        return R"({"metadata":{"name":"web","uid":")" + uid + R"(","resourceVersion":"42"}})";
    };
    std::vector<std::string> const uids{"6f1c0a4e-0b9d-4e7f-8a3c-100f2e3d4c5b",
                                        "00000000-0000-0000-0000-000000000000",
                                        "6F1C0A4E-0b9d-4e7f-8a3c-100f2e3d4c5b",
                                        "6f1c0a4e-0b9d-4e7f-8a3c-100f2e3d4c5g",
                                        "6f1c0a4e00b9d-4e7f-8a3c-100f2e3d4c5b",
                                        "6f1c0a4e-0b9d-4e7f-8a3c-100f2e3d4c5",
                                        "6f1c0a4e-0b9d-4e7f-8a3c-100f2e3d4c5b0",
                                        "16 bytes exactly",
                                        "",
                                        std::string(254, 'u')};
    for (auto const& uid : uids) {
        INFO(uid);
        auto const bare = decode_object<nothing>(with_uid(uid));
        auto const own = decode_object<with_own_metadata>(with_uid(uid));
        CHECK(bare.uid() == uid);
        CHECK(own.uid() == uid);
        CHECK(own->metadata.uid == uid);
        CHECK(bare.key() == object_key{"", "web"});
        CHECK(bare.resource_version() == "42");
        for (auto const& other : uids) {
            auto const there = decode_object<nothing>(with_uid(other));
            CHECK(bare.ref()->has_uid(other) == (uid == other));
            CHECK(has_same_uid(bare.ref(), there.ref()) == (uid == other));
            CHECK(has_same_uid(own.ref(), there.ref()) == (uid == other)); // in two forms
        }
    }
    auto const packed = decode_object<nothing>(with_uid(uids[0])),
               plain = decode_object<nothing>(with_uid(uids[2]));
    CHECK(packed.size_bytes() + 16 <= plain.size_bytes()); // 20 bytes less, rounded to eights
    CHECK_THROWS_AS(decode_object<nothing>(with_uid(std::string(255, 'u'))), api_error);
}

TEST_CASE("the members of object_metadata have their values")
{
    auto const o = decode_object<test::pod>(R"({"metadata":{"name":"web","namespace":"shop","uid":"u1",
        "resourceVersion":"42","generation":7,"creationTimestamp":"2024-05-01T12:00:00Z","labels":{"app":"web"},
        "annotations":{"note":"a\"b"},"ownerReferences":[{"kind":"ReplicaSet","name":"rs","uid":"u2","controller":true,
        "apiVersion":"apps/v1"}],"managedFields":[{"manager":"m","fieldsV1":{"f:a":{"k:{\"x\":1}":{}}}}]}})");

    auto const& m = o->metadata;
    CHECK(m.name == "web");
    CHECK(m.namespace_ == "shop");
    CHECK(m.uid == "u1");
    CHECK(m.resourceVersion == "42");
    CHECK(m.generation == 7);
    CHECK(m.creationTimestamp.time_since_epoch().count() == 1'714'564'800);
    CHECK(!m.deletionTimestamp);
    CHECK(*m.labels.find("app") == "web");
    CHECK(*m.annotations.find("note") == "a\"b");
    REQUIRE(m.ownerReferences.size() == 1);
    CHECK(m.ownerReferences[0].controller);
    CHECK(m.ownerReferences[0].name == "rs");
}

TEST_CASE("the first of two equal keys counts")
{
    auto const o = decode_object<std_members>(object_with(
        R"("phase":"first","tags":{"a":"1","a":"2"},"phase":"second","table":{"x":[1],"x":[2,3],"y":[4]},"tiny":5,"phase":7)"));

    CHECK(o->phase == "first");
    CHECK(o->tags == std::map<std::string, std::string>{{"a", "1"}});
    CHECK(o->table == std::map<std::string, std::vector<int>>{{"x", {1}}, {"y", {4}}});
    CHECK(o->tiny == 5);
}

TEST_CASE("keys may be escaped")
{
    auto const o = decode_object<std_members>(object_with(R"("ph\u0061se":"Running","\u":1)"));

    CHECK(o->phase == "Running");
}

TEST_CASE("an object without std members is one allocation of the size that it reports")
{
    auto const item =
        test::pod_json("web", "1",
                       R"("spec":{"nodeName":"node-1","containers":[{"name":"a","image":"i","ports":[1,2]},
                                     {"name":"b\n"}],"nodeSelector":{"of-this-test":"ssd"}})");
    auto page = R"({"items":[)" + item;
    for (int i = 0; i < 20; ++i) page += "," + item;
    json_list_decoder decoder(test::pod_type(), 1 << 20);
    decoder.feed(page + "]}");
    std::vector<detail::object_ref> kept(21);
    auto before = allocations;
    for (std::size_t i = 0; i <= 20; ++i) {
        if (i == 2) before = allocations; // the tape exists by now, and the key is shared
        if (decoder.next() != list_decoder::step::object) FAIL();
        kept[i] = decoder.take_object();
    }
#ifndef COINFORMER_NO_COUNT
    CHECK(allocations - before == 19);
#else
    CHECK(allocations == before);
#endif

    std::size_t const strings = std::string_view("shopwebu-web1").size();
    auto const room = [](std::size_t bytes) { return (bytes + 7) / 8 * 8; };
    std::size_t const lists =
        2 * sizeof(test::container) + 2 * sizeof(std::int32_t) + room(12 + sizeof(std::uint16_t));
    std::size_t const texts = std::string_view("node-1aib.ssd").size();
    auto const all = room(sizeof(detail::object_header) + sizeof(test::pod) + strings) + lists + texts;
    // no other object has that key
    CHECK(kept[0]->size_bytes() == all + room(8 + std::string_view("of-this-test").size()));
    CHECK(kept[20]->size_bytes() == all);
}

TEST_CASE("a number beyond the largest float is no float")
{
    CHECK(decode_object<std_members>(object_with(R"("coarse":-3.4028235e38)"))->coarse ==
          -std::numeric_limits<float>::max());
    try {
        decode_object<std_members>(object_with(R"("coarse":1e39)"));
        FAIL("decoded");
    } catch (api_error const& e) {
        CHECK(e.code() == errc::out_of_range);
        CHECK(std::string(e.what()).find("coarse: expected number, found number 1e39") != std::string::npos);
    }
}

TEST_CASE("a projection that contains itself is read to 100 levels, the object included")
{
    auto const nested = [](int levels) {
        std::string tree;
        for (int i = 1; i != levels; ++i) tree += R"({"children":[)";
        tree += R"({"value":7})";
        for (int i = 1; i != levels; ++i) tree += "]}";
        return object_with(R"("root":)" + tree);
    };
    auto const deepest = decode_object<std_members>(nested(99));
    auto const* at = &deepest->root;
    while (!at->children.empty()) at = &at->children.front();
    CHECK(at->value == 7);
    try {
        decode_object<std_members>(nested(100));
        FAIL("decoded");
    } catch (api_error const& e) {
        CHECK(e.code() == errc::out_of_range);
        CHECK(std::string(e.what()).find("expected at most 100 levels, found more") != std::string::npos);
    }
}

TEST_CASE("JSON that is cut or has bytes after it is refused")
{
    auto const json =
        test::pod_json("web", "1", R"("spec":{"nodeName":"n","containers":[{"name":"a"}],"x":[{"y":"}"}]})");
    CHECK_NOTHROW(decode_object<test::pod>(" \n" + json + " \t"));
    for (std::size_t size = 0; size < json.size(); ++size) {
        INFO(json.substr(0, size));
        CHECK_THROWS_AS(decode_object<test::pod>(json.substr(0, size)), api_error);
    }
    CHECK_THROWS_AS(decode_object<test::pod>(json + "}"), api_error);
}

TEST_CASE("a time that its member cannot say is the nearest one that it can")
{
    using clock = std::chrono::system_clock;
    auto const read = [](std::string const& members) {
        return decode_object<narrow_times>(object_with(members));
    };
    CHECK(read(R"("until":"9999-12-31T23:59:59Z")")->until == clock::time_point::max());
    CHECK(read(R"("until":"0001-01-01T00:00:00Z")")->until == clock::time_point::min());
    CHECK(read(R"("until":"2024-05-01T12:00:00.5Z")")->until ==
          clock::time_point(std::chrono::milliseconds(1'714'564'800'500)));
    CHECK(read(R"("limit":10000000000)")->limit == std::chrono::nanoseconds::max());
    CHECK(read(R"("limit":"-1.5s")")->limit == std::chrono::milliseconds(-1500));
    CHECK(read(R"("wait":10000000000)")->wait.count() == std::numeric_limits<std::int32_t>::max());
    CHECK(read(R"("wait":"1m30s")")->wait.count() == 90);
}
