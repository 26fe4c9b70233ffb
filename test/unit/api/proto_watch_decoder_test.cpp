#include "no_limit.hpp"
#include "proto_encoder.hpp"
#include "show_object.hpp"

#include "api/stream/proto_watch_decoder.hpp"

#include <coinformer/api/object_meta.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/core/random.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using watch_step = watch_decoder::step;
namespace pb = test::pb;

namespace {

struct watched_config_map {
    object_meta metadata;
    coinformer::labels data;
};
BOOST_DESCRIBE_STRUCT(watched_config_map, (), (metadata, data))

detail::proto_schema const& watched_fields()
{
    std::string reason;
    return *detail::proto_schema::find(*detail::object_type_of<watched_config_map>().fields,
                                       {"v1", "ConfigMap"}, reason);
}

class proto_watch_log {
public:
    explicit proto_watch_log(std::size_t limit = no_limit)
        : decoder_(detail::object_type_of<watched_config_map>(), watched_fields(), limit)
    {
    }

    void feed(std::string_view piece)
    {
        decoder_.feed(piece);
        for (auto s = decoder_.next(); s != watch_step::need_more; s = decoder_.next()) log += say(s) + '\n';
    }
    watch_decoder& decoder() { return decoder_; }
    std::string log;

private:
    std::string say(watch_step s)
    {
        auto const version = '@' + std::string(decoder_.resource_version());
        auto const retry = decoder_.retry_after();
        auto const& status = decoder_.status();
        switch (s) {
        case watch_step::added: return "added " + object() + version;
        case watch_step::modified: return "modified " + object() + version;
        case watch_step::deleted: return "deleted " + object() + version;
        case watch_step::bookmark:
            return "bookmark " + version + (decoder_.initial_events_end() ? " end" : "");
        case watch_step::error:
            return "error " + std::to_string(status.code) + ' ' + status.reason + ": " + status.message +
                   (retry ? " after " + std::to_string(retry->count()) : "");
        default:
            return (decoder_.is_deletion() ? "deletion fault " : "fault ") + decoder_.fault().message() +
                   ' ' + version;
        }
    }
    std::string object()
    {
        object_ptr<watched_config_map> const o(decoder_.take_object());
        return to_string(o.key()) + ' ' + test::show(o->data);
    }

    proto_watch_decoder decoder_;
};

std::string decode_proto_stream(std::string_view body, std::size_t limit = no_limit)
{
    proto_watch_log l(limit);
    l.feed(body);
    return l.log;
}

std::string watched_map(std::string_view name, std::string_view version, std::string_view value)
{
    auto const meta = pb::bytes(1, name) + pb::bytes(2, "") + pb::bytes(3, "shop") + pb::bytes(6, version);
    return pb::envelope("v1", "ConfigMap",
                        pb::bytes(1, meta) + pb::bytes(2, pb::bytes(1, "v") + pb::bytes(2, value)));
}

std::string bookmark_of(std::string_view version, std::string_view annotation)
{
    auto const note =
        annotation.empty()
            ? std::string()
            : pb::bytes(12, pb::bytes(1, "k8s.io/initial-events-end") + pb::bytes(2, annotation));
    return pb::envelope("v1", "ConfigMap", pb::bytes(1, pb::bytes(1, "") + pb::bytes(6, version) + note));
}

std::string status_of(int code, std::string_view reason, std::string_view message,
                      std::string_view details = {})
{
    return pb::envelope("v1", "Status",
                        pb::bytes(1, "") + pb::bytes(2, "Failure") + pb::bytes(3, message) +
                            pb::bytes(4, reason) + (details.empty() ? "" : pb::bytes(5, details)) +
                            pb::integer(6, code));
}

std::string const stream =
    pb::event("ADDED", watched_map("a", "1", "x")) + pb::event("MODIFIED", watched_map("a", "2", "y")) +
    pb::event("BOOKMARK", bookmark_of("3", "")) + pb::event("DELETED", watched_map("a", "4", "y")) +
    pb::event("BOOKMARK", bookmark_of("5", "true")) +
    pb::event("ERROR", status_of(410, "Expired", "too old"));
constexpr std::string_view told =
    "added shop/a [\"v\":\"x\",]@1\nmodified shop/a [\"v\":\"y\",]@2\nbookmark @3\n"
    "deleted shop/a [\"v\":\"y\",]@4\nbookmark @5 end\nerror 410 Expired: too old\n";

} // namespace

TEST_CASE("the frames of a protobuf watch are its events, wherever the network cuts them")
{
    CHECK(decode_proto_stream(stream) == told);
    for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
        proto_watch_log l;
        l.feed(std::string_view(stream).substr(0, cut));
        l.feed(std::string_view(stream).substr(cut));
        CHECK(l.log == told);
        CHECK(l.decoder().idle());
    }
    proto_watch_log bytewise;
    for (auto const c : stream) bytewise.feed({&c, 1});
    CHECK(bytewise.log == told);
}

TEST_CASE("an incomplete event keeps a protobuf watch from being idle")
{
    proto_watch_log l;
    CHECK(l.decoder().idle());
    l.feed(std::string_view(stream).substr(0, 3));
    CHECK_FALSE(l.decoder().idle());
}

TEST_CASE("an ERROR in protobuf has the same Status as in JSON")
{
    auto const cause = pb::bytes(1, "ResourceVersionTooLarge") + pb::bytes(2, "m");
    auto const details = pb::bytes(1, "") + pb::bytes(4, cause) + pb::integer(5, 3);
    CHECK(decode_proto_stream(pb::event("ERROR", status_of(429, "TooManyRequests", "slow", details))) ==
          "error 429 TooManyRequests: slow after 3\n");
    auto const read = parse_status(status_of(504, "Timeout", "x", details));
    REQUIRE(read);
    CHECK(read->too_large_version);
    CHECK(read->retry_after == std::chrono::seconds(3));
    CHECK(parse_status(status_of(504, "Timeout", "Too large resource version: 9"))->too_large_version);
    CHECK_FALSE(parse_status(status_of(504, "Timeout", "x"))->too_large_version);
    auto const longest = pb::bytes(1, "") + pb::integer(5, std::numeric_limits<std::int64_t>::max());
    CHECK(parse_status(status_of(429, "TooManyRequests", "x", longest))->retry_after ==
          status_limits::retry_after);
    std::string causes;
    for (int i = 0; i < 100'000; ++i) causes += pb::bytes(4, "");
    auto const many = parse_status(status_of(422, "Invalid", "x", causes));
    REQUIRE(many);
    CHECK(many->status.causes.size() == status_limits::causes);
    auto const invalid =
        pb::bytes(1, "FieldValueInvalid") + pb::bytes(2, "is wrong") + pb::bytes(3, "spec.x");
    auto const one = parse_status(status_of(422, "Invalid", "x", pb::bytes(4, invalid)));
    REQUIRE(one);
    REQUIRE(one->status.causes.size() == 1);
    CHECK(one->status.causes[0].reason == "FieldValueInvalid");
    CHECK(one->status.causes[0].message == "is wrong");
    CHECK(one->status.causes[0].field == "spec.x");
    CHECK(many->status.causes_left_out == 100'000 - status_limits::causes);
    // a cause that is cut off
    CHECK_FALSE(parse_status(status_of(422, "Invalid", "x", std::string("\x22\x7f", 2))));
    CHECK_FALSE(parse_status(watched_map("a", "1", "x")));
    CHECK_FALSE(parse_status(std::string("k8s\0\x0a", 5)));
    CHECK(decode_proto_stream(pb::event("ERROR", watched_map("a", "1", "x"))) ==
          "fault shop/a: object: expected a Status, found another object @1\n");
}

TEST_CASE("a protobuf event that does not decode is a fault with the known part of its identity, and the "
          "watch goes on")
{
    auto const meta = pb::bytes(1, pb::bytes(1, "a") + pb::bytes(3, "shop") + pb::bytes(6, "9"));
    auto const broken = pb::envelope("v1", "ConfigMap", meta + "\x12\x7f");
    auto const next = pb::event("ADDED", watched_map("b", "10", ""));
    auto const then = std::string("added shop/b [\"v\":\"\",]@10\n");
    CHECK(decode_proto_stream(pb::event("MODIFIED", broken) + next) ==
          "fault shop/a: expected protobuf, found other bytes @9\n" + then);
    CHECK(decode_proto_stream(pb::event("DELETED", broken) + next).starts_with("deletion fault shop/a: "));
    CHECK(decode_proto_stream(pb::event("RENAMED", watched_map("a", "1", "")) + next).find("found RENAMED") !=
          std::string::npos);
    CHECK(decode_proto_stream(pb::event(std::string(50, 'R'), watched_map("a", "1", "")) + next)
              .find("found " + std::string(40, 'R') + " @") != std::string::npos);
    CHECK(decode_proto_stream(pb::event("ADDED", "no envelope") + next)
              .ends_with("found other bytes @\n" + then));
    CHECK(
        decode_proto_stream(pb::event("ADDED", pb::envelope("v1", "ConfigMap", "")) + next).ends_with(then));
    CHECK(decode_proto_stream(pb::frame("\xff\xff") + next).ends_with("found other bytes @\n" + then));
    CHECK(decode_proto_stream(pb::frame("") + next).ends_with(then));
    auto const json = std::string("k8s\0", 4) + pb::bytes(2, "{}") + pb::bytes(4, "application/json");
    CHECK(decode_proto_stream(pb::event("ADDED", json) + next).find("object: expected an envelope") !=
          std::string::npos);
}

TEST_CASE("a protobuf event over the limit is dropped as it comes, and named")
{
    auto const body = pb::event("DELETED", watched_map("large", "7", std::string(100'000, 'x'))) +
                      pb::event("ADDED", watched_map("b", "8", ""));
    auto const expected = "deletion fault shop/large: expected at most 5000 bytes, found more @7\n"
                          "added shop/b [\"v\":\"\",]@8\n";
    CHECK(decode_proto_stream(body, 5000) == expected);
    for (std::size_t const piece : {1u, 13u, 4096u}) {
        proto_watch_log l(5000);
        for (std::size_t at = 0; at < body.size(); at += piece)
            l.feed(std::string_view(body).substr(at, piece));
        CHECK(l.log == expected);
        CHECK(l.decoder().buffered_bytes() <= 32 * 1024);
    }
}

TEST_CASE("a protobuf frame that is longer than any event is refused at once")
{
    constexpr std::uint32_t longest = 64 * 1024 * 1024; // for a small limit; the events behind it are dropped
    auto const length = [](std::uint32_t n) {
        std::string bytes;
        for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(n >> shift & 0xff);
        return bytes;
    };
    auto const first = pb::event("ADDED", watched_map("a", "1", ""));
    proto_watch_log dropped(first.size());
    dropped.feed(first + length(longest) + std::string(first.size(), 'x'));
    CHECK(dropped.log.ends_with(" bytes, found more @\n"));

    for (auto const n : {longest + 1, std::uint32_t(0xffffffff)}) {
        proto_watch_log refused(first.size());
        try {
            refused.feed(first + length(n));
            FAIL("read on");
        } catch (api_error const& e) {
            CHECK(e.code() == errc::malformed_protobuf);
            CHECK(std::string(e.what()).find("at byte " + std::to_string(first.size())) != std::string::npos);
        }
        CHECK(refused.log == "added shop/a [\"v\":\"\",]@1\n");
    }
    proto_watch_log patient(1 << 30);
    patient.feed(length(0xffffffff)); // not longer than 16 times this limit
    CHECK_FALSE(patient.decoder().idle());
}

TEST_CASE("a protobuf event over the limit is named also if its metadata alone is longer")
{
    auto const note = pb::bytes(12, pb::bytes(1, "note") + pb::bytes(2, std::string(100'000, 'x')));
    auto const meta = pb::bytes(1, "large") + pb::bytes(3, "shop") + pb::bytes(6, "7") + note;
    CHECK(decode_proto_stream(pb::event("MODIFIED", pb::envelope("v1", "ConfigMap", pb::bytes(1, meta))),
                              5000) == "fault shop/large: expected at most 5000 bytes, found more @7\n");
}

TEST_CASE("a protobuf watch that is changed at random never reads beyond its bytes")
{
    random_source random(11);
    for (int round = 0; round < 20'000; ++round) {
        auto changed = stream;
        for (auto changes = 1 + random.below(3); changes != 0; --changes)
            changed[random.below(changed.size())] = static_cast<char>(random.below(256));
        proto_watch_log l(1 + random.below(2000));
        try {
            for (std::size_t at = 0; at < changed.size();) {
                auto const size = 1 + random.below(200);
                l.feed(std::string_view(changed).substr(at, size));
                at += size;
            }
        } catch (api_error const&) { // a frame of more than 64 MB
        }
    }
    SUCCEED();
}
