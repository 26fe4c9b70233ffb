// Tests that a server answers in protobuf only with the option, only to a client that prefers it, and only
// for kinds that it knows.
#include "testing/http/protobuf_body.hpp"
#include "wire_world.hpp"

#include <boost/json/parse.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::testing;
using namespace coinformer::testing::detail;
namespace json = boost::json;

namespace {

constexpr auto prefers_protobuf = "Accept: application/vnd.kubernetes.protobuf,application/json\r\n";

api_server_options in_protobuf()
{
    api_server_options options;
    options.answers_protobuf = true;
    return options;
}

bool says(std::string const& answer, std::string_view text)
{
    return answer.find(text) != answer.npos;
}

// Returns the envelope in one event of a watch, which is at the event's end.
std::string envelope_of(std::string const& event)
{
    return event.substr(event.find(std::string("k8s\0", 4)));
}

constexpr resource leases_of_test{"coordination.k8s.io", "v1", "leases", "Lease"};

// Returns the spec of the only Lease, as a client reads it that prefers one encoding or the other.
json::value spec_in_json(raw_client& client)
{
    auto const list = body_json(client.ask(get("/apis/coordination.k8s.io/v1/leases")));
    return list.at("items").at(0).at("spec");
}
json::value spec_in_protobuf(raw_client& client)
{
    auto const watch =
        client.ask(get("/apis/coordination.k8s.io/v1/leases?watch=1&resourceVersion=1", prefers_protobuf));
    return json::parse(json_of_protobuf(envelope_of(chunks_of(watch).at(0)))).at("spec");
}

} // namespace

TEST_CASE("a list and a watch are answered in protobuf to a client that prefers it")
{
    wire_world world(in_protobuf());
    raw_client client(world);
    world.server.create(configmaps, R"({"metadata":{"name":"a"},"data":{"key":"value"}})");

    auto const list = client.ask(get("/api/v1/configmaps", prefers_protobuf));
    CHECK(says(list, "Content-Type: application/vnd.kubernetes.protobuf\r\n"));
    CHECK(body_of(list).starts_with(std::string("k8s\0", 4)));
    CHECK(says(body_of(list), "ConfigMapList"));

    auto const watch = client.ask(get("/api/v1/configmaps?watch=1&resourceVersion=1", prefers_protobuf));
    CHECK(says(watch, "Content-Type: application/vnd.kubernetes.protobuf;stream=watch\r\n"));
    auto const event = chunks_of(watch).at(0);
    CHECK(static_cast<unsigned char>(event.at(3)) == event.size() - 4);
    auto const object = boost::json::parse(json_of_protobuf(envelope_of(event)));
    CHECK(object.at("metadata").at("name") == "a");
    CHECK(object.at("data").at("key") == "value");
}

TEST_CASE(
    "answers are JSON without the option, for a client that does not ask, and for kinds without protobuf")
{
    wire_world plain;
    raw_client asking(plain);
    CHECK(
        says(asking.ask(get("/api/v1/configmaps", prefers_protobuf)), "Content-Type: application/json\r\n"));

    wire_world world(in_protobuf());
    world.server.serve(widgets);
    raw_client client(world);
    CHECK(says(client.ask(get("/api/v1/configmaps")), "Content-Type: application/json\r\n"));
    CHECK(says(client.ask(get("/apis/example.io/v1/widgets", prefers_protobuf)),
               "Content-Type: application/json\r\n"));
}

TEST_CASE("a time is the same in protobuf and in JSON, with its microseconds, and in the year 9999")
{
    wire_world world(in_protobuf());
    raw_client client(world);
    std::string const time =
        GENERATE(as<std::string>{}, "2026-11-21T15:04:05.123456Z", "2026-11-21T15:04:05.000000Z",
                 "1969-12-31T23:59:59.500000Z", "9999-12-31T23:59:59.000000Z");
    world.server.create(leases_of_test,
                        R"({"metadata":{"name":"a","namespace":"shop"},"spec":{"renewTime":")" + time +
                            R"("}})");
    auto const expected = spec_in_json(client);
    CHECK(expected.at("renewTime").as_string() == time);
    CHECK(spec_in_protobuf(client) == expected);
}
