#include "no_limit.hpp"
#include "pod.hpp"
#include "proto_encoder.hpp"
#include "show_object.hpp"

#include "api/stream/proto_list_decoder.hpp"

#include <coinformer/core/error.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using list_step = list_decoder::step;
namespace pb = test::pb;

namespace {

struct listed_config_map {
    object_meta metadata;
    coinformer::labels data;
};
BOOST_DESCRIBE_STRUCT(listed_config_map, (), (metadata, data))

constexpr std::string_view last_line = "rv 42 continue next remaining 7";

detail::proto_schema const& listed_fields()
{
    std::string reason;
    return *detail::proto_schema::find(*detail::object_type_of<listed_config_map>().fields,
                                       {"v1", "ConfigMap"}, reason);
}

// Writes everything that a decoder reports as text.
class proto_list_log {
public:
    explicit proto_list_log(std::size_t limit = no_limit, known_objects const* known = nullptr)
        : decoder_(detail::object_type_of<listed_config_map>(), listed_fields(), limit, known)
    {
    }

    void feed(std::string_view piece)
    {
        decoder_.feed(piece);
        for (auto s = decoder_.next(); s != list_step::need_more; s = decoder_.next()) {
            if (s == list_step::fault) {
                log += "fault " + decoder_.fault().message() + "\n";
                continue;
            }
            object_ptr<listed_config_map> const o(decoder_.take_object());
            log += to_string(o.key()) + '@' + std::string(o.resource_version()) + ' ' + test::show(o->data) +
                   '\n';
        }
    }

    std::string finish()
    {
        auto const& meta = decoder_.finish();
        log += "rv " + meta.resource_version + " continue " + meta.continue_token;
        if (meta.remaining) log += " remaining " + std::to_string(*meta.remaining);
        return log;
    }

    list_decoder& decoder() { return decoder_; }
    std::string log;

private:
    proto_list_decoder decoder_;
};

std::string decode_proto_list(std::string_view body, std::size_t limit = no_limit)
{
    proto_list_log l(limit);
    l.feed(body);
    return l.finish();
}

template <class F>
errc code_of(F f)
{
    try {
        f();
    } catch (api_error const& e) {
        return static_cast<errc>(e.code().value());
    }
    FAIL("nothing was thrown");
    return {};
}

std::string listed_map(std::string_view name, std::string_view value)
{
    auto const meta = pb::bytes(1, name) + pb::bytes(2, "") + pb::bytes(3, "shop") + pb::bytes(5, "u-1") +
                      pb::bytes(6, "17");
    return pb::bytes(1, meta) + pb::bytes(2, pb::bytes(1, "v") + pb::bytes(2, value));
}

std::string const meta = pb::bytes(1, "") + pb::bytes(2, "42") + pb::bytes(3, "next") + pb::integer(4, 7);

std::string page(std::string_view items)
{
    return pb::envelope("v1", "ConfigMapList", pb::bytes(1, meta).append(items));
}

std::string const two =
    pb::bytes(2, listed_map("a", "1")) + pb::bytes(2, listed_map("b", std::string(300, 'x')));
std::string const both = "shop/a@17 [\"v\":\"1\",]\nshop/b@17 [\"v\":\"" + std::string(300, 'x') + "\",]\n";

} // namespace

TEST_CASE("a protobuf page gives its objects, and then its version, continue token and count")
{
    CHECK(decode_proto_list(page(two)) == both + std::string(last_line));
    CHECK(decode_proto_list(page("")) == last_line);
    CHECK(decode_proto_list(pb::envelope("v1", "ConfigMapList", "")) == "rv  continue ");
    CHECK(decode_proto_list(pb::envelope("v1", "ConfigMapList", two + pb::bytes(1, meta))) ==
          both + std::string(last_line));
}

TEST_CASE("a protobuf page may be cut anywhere")
{
    auto const body = page(two);
    for (std::size_t cut = 0; cut <= body.size(); ++cut) {
        proto_list_log l;
        l.feed(std::string_view(body).substr(0, cut));
        if (cut < body.size()) {
            auto const is_over = body.size() - cut <= 4; // two empty fields at the end
            if (!is_over) CHECK(code_of([&] { l.decoder().finish(); }) == errc::truncated);
        }
        l.feed(std::string_view(body).substr(cut));
        CHECK(l.finish() == both + std::string(last_line));
    }
    proto_list_log bytewise;
    for (auto const c : body) bytewise.feed({&c, 1});
    CHECK(bytewise.finish() == both + std::string(last_line));
}

TEST_CASE("key and value of an entry may come in any order, and one that is missing is empty")
{
    auto const key = pb::bytes(1, "v"), value = pb::bytes(2, "1"), other = pb::bytes(3, "x");
    auto const decoded = [](std::string const& entry) {
        auto const m = pb::bytes(1, pb::bytes(1, "a") + pb::bytes(3, "shop") + pb::bytes(6, "17"));
        return decode_proto_list(page(pb::bytes(2, m + pb::bytes(2, entry))));
    };
    auto const expected = "shop/a@17 [\"v\":\"1\",]\n" + std::string(last_line);
    CHECK(decoded(key + value) == expected);
    CHECK(decoded(value + key) == expected);
    CHECK(decoded(value + other + key) == expected);
    CHECK(decoded(value) == "shop/a@17 [\"\":\"1\",]\n" + std::string(last_line));
}

TEST_CASE("a protobuf object that does not decode is reported by name and left out, and the list goes on")
{
    auto const bad = pb::bytes(1, pb::bytes(1, "bad") + pb::bytes(3, "shop"));
    auto const broken = bad + "\x12\x7f"; // data that is longer than the object
    auto const nameless = pb::bytes(1, pb::bytes(3, "shop"));
    auto const body = page(pb::bytes(2, broken) + pb::bytes(2, nameless) + two);
    auto const said = decode_proto_list(body);
    INFO(said);
    CHECK(said.starts_with("fault shop/bad: expected protobuf, found other bytes\nfault "));
    CHECK(said.find("metadata.name: expected a name, found nothing\n" + both) != said.npos);
}

TEST_CASE("the fault of a protobuf object whose name is the credential of the request does not show it")
{
    proto_list_log l;
    l.decoder().hide(credential_mask(secret("hunter2")));
    auto const named = pb::bytes(1, pb::bytes(1, "hunter2") + pb::bytes(3, "shop"));
    l.feed(page(pb::bytes(2, named + "\x12\x7f"))); // data that is longer than the object
    CHECK(l.log == "fault object without a known name: expected protobuf, found other bytes\n");
}

TEST_CASE("a protobuf object over the limit is dropped as it comes, and named")
{
    auto const large = listed_map("large", std::string(100'000, 'x'));
    auto const body = page(pb::bytes(2, large) + two);
    auto const expected =
        "fault shop/large: expected at most 5000 bytes, found more\n" + both + std::string(last_line);
    CHECK(decode_proto_list(body, 5000) == expected);
    for (std::size_t const piece : {1u, 7u, 1000u, 4096u}) {
        proto_list_log l(5000);
        for (std::size_t at = 0; at < body.size(); at += piece)
            l.feed(std::string_view(body).substr(at, piece));
        CHECK(l.finish() == expected);
        CHECK(l.decoder().buffered_bytes() <= 32 * 1024);
    }
    auto const exact = listed_map("a", "");
    CHECK(decode_proto_list(page(pb::bytes(2, exact)), exact.size()).starts_with("shop/a@17"));
    CHECK(decode_proto_list(page(pb::bytes(2, exact)), exact.size() - 1).starts_with("fault shop/a: "));
}

TEST_CASE("a large protobuf page is held in memory one object at a time")
{
    proto_list_log l;
    auto const item = pb::bytes(2, listed_map("a", std::string(2000, 'x')));
    std::string items;
    for (int i = 0; i < 500; ++i) items += item;
    auto const body = page(items);
    for (std::size_t at = 0; at < body.size(); at += 8192) l.feed(std::string_view(body).substr(at, 8192));
    l.finish();
    CHECK(l.decoder().buffered_bytes() <= 32 * 1024);
}

TEST_CASE("bytes that are no list in protobuf are refused")
{
    CHECK(code_of([] { decode_proto_list("<html>"); }) == errc::unexpected_content);
    CHECK(code_of([] { decode_proto_list(R"({"kind":"ConfigMapList"})"); }) == errc::unexpected_content);
    CHECK(code_of([] { decode_proto_list(pb::envelope("v1", "Status", pb::bytes(2, "Failure"))); }) ==
          errc::unexpected_content);
    CHECK(code_of([] { decode_proto_list(page("") + pb::bytes(4, "application/json")); }) ==
          errc::unexpected_content);
    CHECK(code_of([] { decode_proto_list(page(pb::integer(2, 1))); }) == errc::malformed_protobuf);
    // an item beyond the list
    CHECK(code_of([] { decode_proto_list(page("\x12\x7f")); }) == errc::malformed_protobuf);
    CHECK(code_of([] { decode_proto_list(page(std::string(30, '\xff'))); }) == errc::malformed_protobuf);
    auto const no_field = pb::varint(2) + pb::varint(0); // number 0
    auto const beyond =
        pb::varint(std::uint64_t(2) << 35 | 2 << 3 | 2) + pb::varint(0); // 2 in its lowest 32 bits
    CHECK(code_of([&] { decode_proto_list(page(no_field)); }) == errc::malformed_protobuf);
    CHECK(code_of([&] { decode_proto_list(page(beyond)); }) == errc::malformed_protobuf);
    // in the envelope
    CHECK(code_of([&] { decode_proto_list(page(two) + no_field); }) == errc::malformed_protobuf);
    CHECK(code_of([] { decode_proto_list(pb::envelope("v1", "ConfigMapList", pb::bytes(1, "\x12"))); }) ==
          errc::unexpected_content); // metadata that does not decode
    CHECK(code_of([] { decode_proto_list(""); }) == errc::truncated);
    CHECK(code_of([] { decode_proto_list(std::string("k8s\0", 4)); }) == errc::truncated);
}

TEST_CASE("the metadata and the kind of a protobuf list may have 1 MB each, and not a byte more")
{
    // The length of a text of this size has three bytes, and its number one.
    auto const text_field = [](std::uint32_t number, std::size_t bytes) {
        return pb::bytes(number, std::string(bytes - 4, 'x'));
    };
    auto const with_meta = [&](std::size_t bytes) {
        return pb::envelope("v1", "ConfigMapList", pb::bytes(1, text_field(3, bytes)));
    };
    auto const with_kind = [&](std::size_t bytes) { // field 3 is unknown
        auto const kind = pb::bytes(1, "v1") + pb::bytes(2, "ConfigMapList");
        return std::string("k8s\0", 4) + pb::bytes(1, kind + text_field(3, bytes - kind.size())) +
               pb::bytes(2, "");
    };
    constexpr std::size_t most = 1024 * 1024;
    CHECK(decode_proto_list(with_meta(most)).size() == most - 4 + std::string_view("rv  continue ").size());
    CHECK(code_of([&] { decode_proto_list(with_meta(most + 1)); }) == errc::unexpected_content);
    CHECK(decode_proto_list(with_kind(most)) == "rv  continue ");
    CHECK(code_of([&] { decode_proto_list(with_kind(most + 1)); }) == errc::unexpected_content);
}

TEST_CASE("a protobuf list whose length ends before its last object does is refused")
{
    auto const object = pb::bytes(2, pb::bytes(1, pb::bytes(1, "b")));
    auto const meta = pb::bytes(1, pb::bytes(2, "7"));
    auto const body = std::string("k8s\0", 4) +
                      pb::bytes(1, pb::bytes(1, "v1") + pb::bytes(2, "ConfigMapList")) + pb::bytes(2, meta) +
                      object;

    CHECK(code_of([&] { decode_proto_list(body); }) == errc::malformed_protobuf);
}

namespace {

struct known_in_list final : known_objects {
    detail::object_ref find(object_key key, std::string_view uid, std::string_view version) const override
    {
        return key.name == "a" && uid == "u-1" && version == "17" ? object : detail::object_ref();
    }
    detail::object_ref object;
};

} // namespace

TEST_CASE("a protobuf object that is cached at its version is used again")
{
    known_in_list known;
    known.object = detail::decode_object(
        detail::object_type_of<listed_config_map>(),
        R"({"metadata":{"namespace":"shop","name":"a","uid":"u-1","resourceVersion":"17"},"data":{"v":"old"}})");
    proto_list_log l(no_limit, &known);
    l.feed(page(two));
    CHECK(l.log.starts_with("shop/a@17 [\"v\":\"old\",]\nshop/b@17 [\"v\":\"xxx"));
}
