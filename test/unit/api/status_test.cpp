#include "api/status.hpp"

#include "catch.hpp"

using namespace coinformer;

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

TEST_CASE("a missing object is told from a resource that is not served")
{
    auto const said = [](std::string_view body) { return errc_of_answer(404, parse_status(body)); };
    CHECK(said(R"({"kind":"Status","code":404,"details":{"name":"web","kind":"pods"}})") == errc::not_found);
    CHECK(said(R"({"kind":"Status","code":404,"details":{}})") == errc::not_served);
    CHECK(said("404 page not found\n") == errc::not_served);
    CHECK(errc_of_answer(403, std::nullopt) == errc::forbidden);
}

TEST_CASE("a resource version of the future is told by its message or its cause")
{
    CHECK(parse_status(R"({"kind":"Status","message":"Timeout: Too large resource version: 9, current: 5"})")
              ->too_large_version);
    CHECK(parse_status(R"({"kind":"Status","details":{"causes":[{"reason":"ResourceVersionTooLarge"}]}})")
              ->too_large_version);
    CHECK(meaning(504, "Timeout", "Timeout: Too large resource version: 9, current: 5") == errc::version_too_large);
    CHECK(meaning(504, "Timeout", "request did not complete") == errc::timed_out);
}

TEST_CASE("a body that is no Status is told from one")
{
    for (auto const* body : {"", "<html>", "[]", "{}", R"({"kind":"Pod"})", R"({"kind":"Status")", R"({"kind":7})"}) {
        INFO(body);
        CHECK(!parse_status(body));
    }
    CHECK(parse_status(R"({"kind":"Status","code":"x","reason":5,"details":null})"));
}

TEST_CASE("an answer means what its reason says, and what its code says when there is no reason")
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
    CHECK(errc_of_status(200, {410, "", ""}) == errc::expired); // an ERROR event comes with 200
    CHECK(errc_of_status(403, {}) == errc::forbidden);          // a proxy answered
}
