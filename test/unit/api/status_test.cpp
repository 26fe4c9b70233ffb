#include "api/client/watch_rules.hpp"
#include "api/stream/status.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

namespace {

errc meaning(int code, std::string reason = {}, std::string message = {})
{
    return errc_of_status(code, {code, std::move(reason), std::move(message)});
}

} // namespace

TEST_CASE("a Status object is read with its reason, message and pause")
{
    auto const answer = parse_status(R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",
        "message":"slow down","reason":"TooManyRequests","details":{"retryAfterSeconds":3},"code":429})");

    REQUIRE(answer);
    CHECK(answer->status.code == 429);
    CHECK(answer->status.reason == "TooManyRequests");
    CHECK(answer->status.message == "slow down");
    CHECK(answer->retry_after == std::chrono::seconds(3));
    CHECK(!answer->too_large_version);
}

TEST_CASE("a refusal's causes are read, each with field and reason")
{
    auto const answer =
        parse_status(R"({"kind":"Status","reason":"Invalid","code":422,"details":{"name":"web","causes":[
        {"reason":"FieldValueInvalid","message":"must be positive","field":"spec.replicas"},7,
        {"reason":"FieldValueRequired","message":"Required value","field":"spec.selector"}]}})");

    REQUIRE(answer);
    REQUIRE(answer->status.causes.size() == 2);
    CHECK(answer->status.causes[0].field == "spec.replicas");
    CHECK(answer->status.causes[0].reason == "FieldValueInvalid");
    CHECK(answer->status.causes[1].message == "Required value");
}

TEST_CASE("a missing object and a resource that is not served are different errors")
{
    auto const said = [](std::string_view body) { return errc_of_answer(404, parse_status(body)); };
    CHECK(said(R"({"kind":"Status","code":404,"details":{"name":"web","kind":"pods"}})") == errc::not_found);
    CHECK(said(R"({"kind":"Status","code":404,"details":{}})") == errc::not_served);
    CHECK(said("404 page not found\n") == errc::not_served);
    CHECK(errc_of_answer(403, std::nullopt) == errc::forbidden);
}

TEST_CASE("a resource version of the future is recognized by its message or its cause")
{
    CHECK(parse_status(R"({"kind":"Status","message":"Timeout: Too large resource version: 9, current: 5"})")
              ->too_large_version);
    CHECK(parse_status(R"({"kind":"Status","details":{"causes":[{"reason":"ResourceVersionTooLarge"}]}})")
              ->too_large_version);
    std::string_view const of_etcd =
        R"({"kind":"Status","code":500,"message":"etcdserver: mvcc: required revision is a future revision"})";
    CHECK(errc_of_answer(500, parse_status(of_etcd)) == errc::version_too_large);
    CHECK(meaning(504, "Timeout", "Timeout: Too large resource version: 9, current: 5") ==
          errc::version_too_large);
    CHECK(meaning(504, "Timeout", "request did not complete") == errc::timed_out);
}

TEST_CASE("a refusal that quotes a user's words about versions is what its reason and its code say")
{
    auto const said = [](int code, std::string const& members) {
        return errc_of_answer(
            code, parse_status(
                      R"({"kind":"Status","message":"data: Invalid value: \"Too large resource version\"",)" +
                      members + "}"));
    };
    CHECK(said(422, R"("reason":"Invalid","code":422)") == errc::invalid);
    CHECK(said(422, R"("reason":"Invalid")") == errc::invalid);
    CHECK(said(422, R"("code":422)") == errc::invalid);
    CHECK(said(422, R"("details":{})") == errc::invalid);
    CHECK(said(409, R"("reason":"Conflict","code":409)") == errc::conflict);
    CHECK(said(403, R"("reason":"Forbidden","code":403)") == errc::forbidden);
    CHECK(said(422, R"("reason":"Invalid","code":422,"details":{"name":"a","causes":[)"
                    R"({"reason":"ResourceVersionTooLarge","field":"data"}]})") == errc::invalid);
    CHECK(said(504, R"("reason":"Timeout")") == errc::version_too_large);
    CHECK(said(504, R"("code":504)") == errc::version_too_large);
    CHECK(said(500, R"("reason":"InternalError","code":500)") == errc::version_too_large);
}

TEST_CASE(
    "a version that the server cannot parse is a bad request, although the server calls it its own error")
{
    auto const message =
        R"(resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid)";
    CHECK(meaning(500, "InternalError", message) == errc::bad_request);
    CHECK(meaning(500, "", message) == errc::bad_request);
    CHECK(meaning(500, "InternalError", "something else") == errc::internal_server_error);
}

TEST_CASE("a body that is not a Status is not read as one")
{
    for (auto const* body :
         {"", "<html>", "[]", "{}", R"({"kind":"Pod"})", R"({"kind":"Status")", R"({"kind":7})"}) {
        INFO(body);
        CHECK(!parse_status(body));
    }
    CHECK(parse_status(R"({"kind":"Status","code":"x","reason":5,"details":null})"));
}

TEST_CASE("an answer has the meaning of its reason, or of its code if there is no reason")
{
    CHECK(meaning(410, "Expired") == errc::expired);
    CHECK(meaning(410, "Gone") == errc::expired);
    CHECK(meaning(410) == errc::expired);
    CHECK(meaning(409, "AlreadyExists") == errc::already_exists);
    CHECK(meaning(409, "Conflict") == errc::conflict);
    CHECK(meaning(409) == errc::conflict);
    CHECK(meaning(429) == errc::throttled);
    CHECK(meaning(400) == errc::bad_request);
    CHECK(meaning(401) == errc::unauthorized);
    CHECK(meaning(403) == errc::forbidden);
    CHECK(meaning(404) == errc::not_found);
    CHECK(meaning(422, "Invalid") == errc::invalid);
    CHECK(meaning(500) == errc::internal_server_error);
    CHECK(meaning(502) == errc::service_unavailable);
    CHECK(meaning(503) == errc::service_unavailable);
    CHECK(meaning(507) == errc::service_unavailable);
    CHECK(meaning(418) == errc::unexpected_status);
    CHECK(errc_of_status(200, {410, "", ""}) == errc::expired); // an ERROR event comes with status 200
    CHECK(errc_of_status(403, {}) == errc::forbidden);          // a proxy answered
}

TEST_CASE("an ERROR event without a code has the meaning of its reason, and without both it may pass")
{
    auto const event = [](std::string const& reason) {
        auto const code = errc_of_status(200, {0, reason, "it went wrong"});
        CHECK(code == errc_of_status(0, {0, reason, "it went wrong"}));
        return code;
    };
    CHECK(event("InternalError") == errc::internal_server_error);
    CHECK(event("ServerTimeout") == errc::internal_server_error); // Kubernetes sends it with 500
    CHECK(event("ServiceUnavailable") == errc::service_unavailable);
    CHECK(event("Timeout") == errc::timed_out);
    CHECK(event("Expired") == errc::expired);
    CHECK(event("TooManyRequests") == errc::throttled);
    CHECK(event("Forbidden") == errc::forbidden);
    CHECK(event("Unauthorized") == errc::unauthorized);
    CHECK(event("BadRequest") == errc::bad_request);
    CHECK(event("NotFound") == errc::not_found);
    CHECK(event("NotAcceptable") == errc::unexpected_status);
    CHECK(event("") == errc::internal_server_error);
    CHECK(event("OutOfLuck") == errc::internal_server_error);
}

TEST_CASE("a code says more than a reason, and that of the answer counts if the Status has none")
{
    CHECK(errc_of_status(200, {403, "InternalError", ""}) == errc::forbidden);
    CHECK(errc_of_status(403, {0, "InternalError", ""}) == errc::forbidden);
    CHECK(errc_of_status(418, {0, "ServiceUnavailable", ""}) == errc::unexpected_status);
    CHECK(errc_of_status(200, {200, "", ""}) == errc::unexpected_status);
}

TEST_CASE("a Status is read with all its causes counted, and some kept")
{
    std::string body = R"({"kind":"Status","code":422,"details":{"causes":[)";
    for (int i = 0; i < 5000; ++i) body += R"({"field":"spec.f","reason":"R","message":"is wrong"},)";
    body.back() = ']';
    body += "}}";

    auto const answer = parse_status(body);

    REQUIRE(answer);
    CHECK(answer->status.causes.size() == status_limits::causes);
    CHECK(answer->status.causes.back().message == "is wrong");
    CHECK(answer->status.causes_left_out == 5000 - status_limits::causes);
}

TEST_CASE("a body over the limit is no Status")
{
    std::string const head = R"({"kind":"Status","message":")", tail = "\"}";
    std::string const longest(max_status_bytes - head.size() - tail.size(), 'x');
    CHECK(parse_status(head + longest + tail));
    CHECK_FALSE(parse_status(head + longest + 'x' + tail));
}

TEST_CASE("values at other places in a Status are not taken for its fields")
{
    auto const answer =
        parse_status(R"({"message":"a","details":{"kind":"pods","message":"b","code":1,"causes":[
        [{"field":"c"}],{"field":{"field":"d"},"message":["e"]},{"x":{"message":"f"}}]},
        "metadata":{"kind":"Pod","reason":"g","details":{"name":"h"}},"kind":"Status"})");

    REQUIRE(answer);
    CHECK(answer->status.message == "a");
    CHECK(answer->status.reason.empty());
    CHECK(answer->status.code == 0);
    CHECK_FALSE(answer->names_object);
    REQUIRE(answer->status.causes.size() == 2);
    for (auto const& cause : answer->status.causes)
        CHECK((cause.field + cause.reason + cause.message).empty());
}

TEST_CASE("causes are the elements of an array, and members of an object are not, whatever their keys")
{
    auto const answer =
        parse_status(R"({"kind":"Status","details":{"causes":{"[]":{"field":"a"},"[]":"b"}}})");

    REQUIRE(answer);
    CHECK(answer->status.causes.empty());
}

TEST_CASE("a Status that is nested too deeply is refused")
{
    auto const nested = [](std::size_t levels) {
        return R"({"kind":"Status","x":)" + std::string(levels, '[') + std::string(levels, ']') + "}";
    };
    CHECK(parse_status(nested(20)));
    CHECK_FALSE(parse_status(nested(400'000)));
}

TEST_CASE("escapes in a Status are decoded")
{
    auto const answer = parse_status(R"({"\u006bind":"Stat\u0075s","message":"a\nb\u00e4"})");
    REQUIRE(answer);
    CHECK(answer->status.message == "a\nb\u00e4");
}

TEST_CASE("a number outside of its range is clamped or left out")
{
    auto const pause_of = [](std::string const& seconds) {
        auto const read =
            parse_status(R"({"kind":"Status","details":{"retryAfterSeconds":)" + seconds + "}}");
        REQUIRE(read);
        return read->retry_after;
    };
    CHECK(pause_of("9223372036854775807") == status_limits::retry_after);
    CHECK(pause_of("18446744073709551615") == status_limits::retry_after);
    CHECK(pause_of("86401") == status_limits::retry_after);
    CHECK(pause_of("3") == std::chrono::seconds(3));
    for (auto const* none : {"0", "-1", "-9223372036854775808", "1e30", "\"3\"", "null"})
        CHECK_FALSE(pause_of(none));
    for (auto const* code : {"4294967696", "-400", "1000", "9223372036854775807"})
        CHECK(parse_status(std::string(R"({"kind":"Status","code":)") + code + "}")->status.code == 0);
}

TEST_CASE("a pause between attempts is bounded, whatever the server asks for")
{
    random_source random(1);
    backoff own({.first = std::chrono::seconds(1), .cap = std::chrono::seconds(1)}, random.fork());
    for (auto const said :
         {std::chrono::seconds::max(), std::chrono::seconds(1) * 86400, std::chrono::seconds(300)}) {
        auto const pause = detail::retry_pause(said, own, random);
        CHECK(pause >= std::chrono::minutes(5));
        CHECK(pause <= std::chrono::minutes(6));
    }
    CHECK(detail::retry_pause(std::chrono::seconds::min(), own, random) >= std::chrono::milliseconds(500));
}

TEST_CASE("a token that the server repeats is hidden in each text of a Status")
{
    server_status said{.code = 401, .reason = "hunter2", .message = "Bearer hunter2"};
    said.causes.push_back({.field = "a.hunter2", .reason = "hunter2", .message = "hunter2hunter2"});

    auto const shown = masked(said, credential_mask(secret("hunter2")));

    CHECK(shown.reason == "***");
    CHECK(shown.message == "Bearer ***");
    CHECK(shown.causes[0].field == "a.***");
    CHECK(shown.causes[0].reason == "***");
    CHECK(shown.causes[0].message == "******");
    CHECK(shown.code == 401);
}

TEST_CASE("a refusal that repeats a large object in its message and in a cause still has its reason")
{
    std::string const object(1'500'000, 'x'); // about the largest size of an object
    auto const answer =
        parse_status(R"({"kind":"Status","code":422,"reason":"Invalid","message":")" + object +
                     R"(","details":{"causes":[{"field":"spec","message":")" + object + R"("}]}})");
    REQUIRE(answer);
    CHECK(answer->status.reason == "Invalid");
    CHECK(answer->status.causes.at(0).field == "spec");
}
