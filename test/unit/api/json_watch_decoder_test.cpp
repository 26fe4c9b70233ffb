#include "no_limit.hpp"
#include "pod.hpp"

#include "api/stream/json_watch_decoder.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/random.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::literals;
using watch_step = watch_decoder::step;

namespace {

class json_watch_log {
public:
    explicit json_watch_log(std::size_t limit = no_limit) : decoder_(test::pod_type(), limit) {}

    void feed(std::string_view piece)
    {
        decoder_.feed(piece);
        for (auto s = decoder_.next(); s != watch_step::need_more; s = decoder_.next()) note(s);
    }

    std::string log;
    watch_decoder& decoder() { return decoder_; }

private:
    void note(watch_step s)
    {
        auto const version = '@' + std::string(decoder_.resource_version());
        switch (s) {
        case watch_step::added: log += "added "; break;
        case watch_step::modified: log += "modified "; break;
        case watch_step::deleted: log += "deleted "; break;
        case watch_step::bookmark:
            log += "bookmark" + version + (decoder_.initial_events_end() ? " end\n" : "\n");
            return;
        case watch_step::error: log += "error " + decoder_.status().reason + '\n'; return;
        case watch_step::fault: log += "fault" + version + ' ' + decoder_.fault().message() + '\n'; return;
        case watch_step::left_out: // only a transform leaves objects out, not a decoder
        case watch_step::foreign:  // without a share nothing is foreign
        case watch_step::need_more: return;
        }
        auto const o = object_ptr<test::pod>(decoder_.take_object());
        log += to_string(o.key()) + version;
        for (auto const& c : o->spec.containers) log += ' ' + c.name.to_owned();
        log += '\n';
    }

    json_watch_decoder decoder_;
};

std::string decode_json_stream(std::string_view events, std::size_t limit = no_limit)
{
    json_watch_log w(limit);
    w.feed(events);
    CHECK(w.decoder().idle());
    return w.log;
}

void check_every_cut_of_stream(std::string const& events, std::size_t limit = no_limit)
{
    auto const expected = decode_json_stream(events, limit);
    for (std::size_t cut = 0; cut <= events.size(); ++cut) {
        INFO("cut at " << cut);
        json_watch_log w(limit);
        w.feed(std::string_view(events).substr(0, cut));
        w.feed(std::string_view(events).substr(cut));
        REQUIRE(w.log == expected);
        REQUIRE(w.decoder().idle());
    }
    json_watch_log w(limit);
    for (auto const c : events) w.feed({&c, 1});
    CHECK(w.log == expected);
}

std::string event(std::string_view type, std::string_view object)
{
    return std::string(R"({"type":")").append(type).append(R"(","object":)").append(object).append("}\n");
}

auto const watched_containers =
    R"("spec":{"containers":[{"name":"a\n\"}"},{"x":["]"],"name":"b"}]},"status":{"a":[{}]})";

auto const bookmark =
    R"({"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"90","creationTimestamp":null},"spec":{"containers":null}})";

auto const initial_end =
    R"({"metadata":{"resourceVersion":"91","annotations":{"k8s.io/initial-events-end":"true"}},"spec":5})";

auto const gone =
    R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"too old","reason":)"
    R"("Expired","details":{"retryAfterSeconds":2},"code":410})";

error_code stream_failure(std::string_view events)
{
    try {
        decode_json_stream(events);
    } catch (api_error const& e) {
        return e.code();
    }
    return {};
}

} // namespace

TEST_CASE("events come out in order, each with its resource version")
{
    auto const events = event("ADDED", test::pod_json("a", "1", watched_containers)) +
                        event("MODIFIED", test::pod_json("a", "2")) +
                        event("DELETED", test::pod_json("a", "3")) + event("BOOKMARK", bookmark) +
                        event("BOOKMARK", initial_end) + event("BOOKMARK", bookmark) + event("ERROR", gone);

    CHECK(decode_json_stream(events) ==
          "added shop/a@1 a\n\"} b\nmodified shop/a@2\ndeleted shop/a@3\nbookmark@90\n"
          "bookmark@91 end\nbookmark@90\nerror Expired\n");
    check_every_cut_of_stream(events);
}

TEST_CASE("an error event has the server's status and pause")
{
    json_watch_log w;
    w.feed(event("ERROR", gone));

    CHECK(w.decoder().status().code == 410);
    CHECK(w.decoder().status().message == "too old");
    CHECK(w.decoder().retry_after() == std::chrono::seconds(2));
}

TEST_CASE("an error event without a code has the code of its reason, and 500 if it has none")
{
    auto const code_of = [](std::string const& status) {
        json_watch_log w;
        w.feed(event("ERROR", R"({"kind":"Status","apiVersion":"v1","status":"Failure")" + status + "}"));
        return w.decoder().status().code;
    };
    CHECK(code_of("") == 500);
    CHECK(code_of(R"(,"reason":"InternalError")") == 500);
    CHECK(code_of(R"(,"reason":"Forbidden")") == 403);
    CHECK(code_of(R"(,"reason":"AlreadyExists")") == 409);
    CHECK(code_of(R"(,"reason":"Conflict")") == 409);
    CHECK(code_of(R"(,"reason":"Expired")") == 410);
    CHECK(code_of(R"(,"reason":"Gone")") == 410);
    CHECK(code_of(R"(,"reason":"Invalid")") == 422);
    CHECK(code_of(R"(,"reason":"TooManyRequests")") == 429);
    CHECK(code_of(R"(,"reason":"Timeout")") == 504);
    CHECK(code_of(R"(,"reason":"Forbidden","code":404)") == 404);
}

TEST_CASE(
    "the members of an event may come in any order, with others beside them, pretty-printed or run together")
{
    auto const pod = test::pod_json("a", "1");
    check_every_cut_of_stream(R"({"object":)" + pod + R"(,"type":"ADDED"})" +
                              R"({"more":{"type":"X"},"type":"MODIFIED","type":"Y",)" + R"("object":)" + pod +
                              R"(,"object":5})" + " \r\n\t{ \"type\" : \"DELETED\" ,\n \"object\" : " + pod +
                              "\n}" + R"({"object":)" + bookmark + R"(,"type":"BOOKMARK"})");
    CHECK(decode_json_stream(R"({"object":)" + pod + R"(,"type":"ADDED"})") == "added shop/a@1\n");
}

TEST_CASE("an event that cannot be read is a fault, and the stream goes on")
{
    auto const good = event("ADDED", test::pod_json("b", "9"));
    auto const check = [&](std::string const& bad, std::string const& expected) {
        INFO(bad);
        CHECK(decode_json_stream(bad + good) == expected + "\nadded shop/b@9\n");
        check_every_cut_of_stream(bad + good);
    };
    auto const pod = test::pod_json("a", "1");
    check(event("RENAMED", pod),
          "fault@1 shop/a: type: expected ADDED, MODIFIED, DELETED, BOOKMARK or ERROR, found RENAMED");
    check(R"({"object":)" + pod + "}", "fault@1 shop/a: type: expected an event type, found nothing");
    check(R"({"type":7,"object":)" + pod + "}",
          "fault@1 shop/a: type: expected an event type, found nothing");
    check(R"({"type":"ADDED"})",
          "fault@ object without a known name: object: expected an object, found nothing");
    check(R"({"type":"ADDED","object":null})",
          "fault@ object without a known name: expected object, found null");
    check("{}", "fault@ object without a known name: type: expected an event type, found nothing");
    check(event("ERROR", pod), "fault@1 shop/a: object: expected a Status, found another object");
    auto const other_status = [](std::string const& found) {
        return "fault@ object without a known name: object: expected a Status, found " + found;
    };
    check(event("ERROR", "null"), other_status("null"));
    check(event("ERROR", "7"), other_status("number 7"));
    check(event("ERROR", "hunter2"), other_status("text without quotes")); // perhaps a secret
    check(event("ERROR", "[]"), other_status("array"));
    check(event("ERROR", "\"x\""), other_status("string"));
    check(event("MODIFIED", test::pod_json("a", "1", R"("spec":{"replicas":[]})")),
          "fault@1 shop/a: spec.replicas: expected integer in [-2147483648, 2147483647], found array");
    check(event("BOOKMARK", R"({"metadata":{"resourceVersion":5}})"),
          "fault@ object without a known name: metadata.resourceVersion: expected string, found number 5");
}

TEST_CASE("an event over the limit is dropped as it comes, and its key and version are reported")
{
    auto const large = test::pod_json("big", "2", R"("spec":{"x":")" + std::string(3000, 'x') + "\"}");
    auto const events = event("ADDED", test::pod_json("a", "1")) + event("MODIFIED", large) +
                        event("DELETED", test::pod_json("c", "3"));

    CHECK(decode_json_stream(events, 500) ==
          "added shop/a@1\nfault@2 shop/big: expected at most 500 bytes, found more\ndeleted shop/c@3\n");
    check_every_cut_of_stream(events, 500);
}

TEST_CASE("the rest of an incomplete event is awaited")
{
    json_watch_log w;
    CHECK(w.decoder().idle());
    w.feed("{\"type\":");
    CHECK(!w.decoder().idle());
    w.feed("\"ADDED\",\"object\":" + test::pod_json("a", "1") + "}");
    CHECK(w.log == "added shop/a@1\n");
    w.feed("\n");
    CHECK(w.decoder().idle());
}

TEST_CASE("bytes that are no events end the watch")
{
    CHECK(stream_failure("<html>") == errc::unexpected_content);
    for (auto const* other : {"404 page not found\n", "[]", "null", "7\n", "\"x\"", "true", "-1"}) {
        INFO(other);
        CHECK(stream_failure(other) == errc::unexpected_content);
        CHECK(stream_failure(event("ADDED", test::pod_json("a", "1")) + other) == errc::unexpected_content);
    }
    CHECK(stream_failure("{]") == errc::malformed_json);
    for (auto const* stray : {"}", "]", ",", ":", "\x01"})
        CHECK(stream_failure(stray) == errc::malformed_json);
    CHECK(stream_failure(R"({"type" "ADDED"})") == errc::malformed_json);
    CHECK(stream_failure(R"({"type":"ADDED",})") == errc::malformed_json);
    CHECK(stream_failure(R"({"type":"ADDED","object":{"metadata":{"name":"a",,}}})") == errc::malformed_json);
    CHECK(stream_failure(R"({"object":{"metadata":{"name":"a",,}},"type":"ADDED"})") == errc::malformed_json);
    CHECK(stream_failure(event("ADDED", test::pod_json("a", "1")) + "}") == errc::malformed_json);
}

TEST_CASE("garbage never crashes the watch decoder or makes it read outside its bytes")
{
    auto const events = event("ADDED", test::pod_json("a", "1", watched_containers)) +
                        event("BOOKMARK", initial_end) + event("ERROR", gone) +
                        event("DELETED", test::pod_json("b", "2"));
    random_source random(13);
    static constexpr auto bytes = "{}[]\",:\\ntu0-e.\0\x01\xff "sv;
    for (int round = 0; round < 5000; ++round) {
        auto broken = events;
        for (auto n = 1 + random.below(3); n != 0; --n)
            broken[random.below(broken.size())] = bytes[random.below(bytes.size())];
        auto const cut = random.below(broken.size());
        json_watch_log w(round % 2 ? no_limit : 100);
        try {
            w.feed(std::string_view(broken).substr(0, cut));
            w.feed(std::string_view(broken).substr(cut));
        } catch (api_error const&) {
        }
    }
    SUCCEED();
}

TEST_CASE("an event that is no JSON is refused, even if its first byte arrives alone")
{
    // The search for an event's end counts only brackets and quotes: after the missing quote it would swallow
    // every later event.
    auto const bad = std::string(R"({"type":"ADDED,"object":{"metadata":{"name":"a"}}})") + '\n';
    auto const later = event("ADDED", test::pod_json("b", "2"));
    for (std::size_t const first : {1U, 2U, 10U, 30U}) {
        INFO(first);
        json_watch_log w;
        auto const feed_all = [&] {
            w.feed(bad.substr(0, first));
            w.feed(bad.substr(first) + later);
        };
        CHECK_THROWS_AS(feed_all(), api_error);
        CHECK(w.log.empty());
    }
}

TEST_CASE("an event that never ends is refused")
{
    json_watch_log w(100);
    w.feed(R"({"type":"ADDED","object":{"status":{"a":"b)" + std::string(100, 'x')); // the quote is missing
    CHECK(w.log.find("at most 100 bytes") != std::string::npos);
    auto const more = [&] {
        std::string events;
        for (int i = 0; i < 1000; ++i) events += event("ADDED", test::pod_json("c", "3"));
        for (int i = 0; i < 800; ++i) w.feed(events); // 90 MB
    };
    CHECK_THROWS_AS(more(), api_error);
}

TEST_CASE("an event that is too large is dropped, wherever the network cut it, also if its object comes "
          "before its type")
{
    std::string const events = R"({"object":{"metadata":{"name":"a","uid" 1},"y":")" +
                               std::string(2000, 'y') + R"("},"type":"ADDED"})" +
                               "\n"
                               R"({"type":"ADDED","object":)" +
                               test::pod_json("b", "5") + "}\n";
    std::string first;
    for (std::size_t const size : {std::size_t(1), std::size_t(7), std::size_t(1100), events.size()}) {
        INFO(size);
        json_watch_log l(300);
        for (std::size_t at = 0; at < events.size(); at += size)
            l.feed(std::string_view(events).substr(at, size));
        if (first.empty()) first = l.log;
        CHECK(l.log == first);
        CHECK(l.log.find("added") != std::string::npos);
    }
}
