// Attacks with watches: each informer has read an honest list at version 1000000, and waits for a later
// version.

#include "attack.hpp"

#include "catch.hpp"

using namespace hostile;

namespace {

std::string event(std::string const& type, std::string const& object)
{
    return R"({"type":")" + type + R"(","object":)" + object + "}\n";
}

std::string object_at(std::string const& version, std::string const& name = "a")
{
    return R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":")" + name +
           R"(","namespace":"shop","uid":"u","resourceVersion":")" + version + "\"}}";
}

std::string status(int code, std::string const& reason)
{
    return event("ERROR", R"({"kind":"Status","apiVersion":"v1","status":"Failure","code":)" +
                              std::to_string(code) + R"(,"reason":")" + reason + "\"}");
}

// Sends these events in each watch.
attack follow_events(std::string name, std::string events, ending then, std::vector<errc> told,
                     bounds most = {})
{
    if (most.told_within == bounds().told_within) most.told_within = 3min;
    if (most.requests == bounds().requests) most.requests = 120;
    return {.name = std::move(name),
            .what = client_does::follow,
            .says = says(json_until_close() + events, then),
            .told = std::move(told),
            .most = most};
}

attack pieces(std::string name, std::vector<piece> events, std::vector<errc> told, bounds most = {})
{
    auto row = follow_events(std::move(name), "", ending::close, std::move(told), most);
    events.insert(events.begin(), {json_until_close()});
    row.says = says(std::move(events));
    return row;
}

std::vector<attack> const& watch_attacks()
{
    constexpr auto keep = ending::keep_open;
    constexpr auto close = ending::close;
    static std::vector<attack> const rows{
        follow_events("events without objects", event("ADDED", "null") + "{\"type\":\"ADDED\"}\n", keep, {}),
        follow_events("events without a type", "{\"object\":{}}\n{}\n", keep, {}),
        follow_events("events of an unknown type", event("EXPLODED", object_at("2000000")), keep, {}),
        follow_events("a bookmark without a version", event("BOOKMARK", R"({"metadata":{}})"), keep, {}),
        follow_events("a bookmark that is a number", event("BOOKMARK", "7"), keep, {}),
        follow_events("an error without a Status", event("ERROR", "{}"), close, {}),
        follow_events("an error that is null", event("ERROR", "null"), close, {}),
        follow_events("410 in each watch", status(410, "Expired"), close, {}),
        follow_events("a change and then 410",
                      event("MODIFIED", object_at("1000001")) + status(410, "Expired"), close,
                      {errc::history_replaced}),
        follow_events("500 in each watch", status(500, "InternalError"), close,
                      {errc::internal_server_error}),
        follow_events("403 in each watch", status(403, "Forbidden"), close, {errc::forbidden}),
        follow_events("an end at once, in order", "", close, {errc::watch_cut_short}),
        follow_events("a reset at once, in place of a watch", "", ending::reset, {}), // lists take its place
        follow_events("silence", "", keep, {}),
        follow_events("HTML in place of events", "<html>", close, {errc::unexpected_content}),
        follow_events("an array in place of events", "[]", close, {errc::unexpected_content}),
        follow_events("null in place of events", "null", close, {errc::unexpected_content}),
        follow_events("a number in place of events", "7\n", close, {errc::unexpected_content}),
        follow_events("an error that is an array", event("ERROR", "[]"), close, {}),
        follow_events("an event that breaks off", "{\"type\":\"ADD", close, {errc::watch_cut_short}),
        follow_events("a change, and an end at once", event("MODIFIED", object_at("1000001")), close, {}),
        follow_events("a version that goes back", event("MODIFIED", object_at("5")), keep, {}),
        follow_events("a version that is empty", event("MODIFIED", object_at("")), keep, {}),
        follow_events("a version that is a word", event("MODIFIED", object_at("later")), keep, {}),
        follow_events("a version of a megabyte", event("MODIFIED", object_at(repeated("9", 1'000'000))),
                      close, {}, {.memory = 30'000'000, .bytes = 200'000'000, .cpu = 5s}),
        follow_events("deletions of unknown objects",
                      repeated(event("DELETED", object_at("1000001", "nobody")), 50'000), keep, {},
                      {.memory = 12'000'000, .bytes = 200'000'000, .cpu = 5s}),
        follow_events(
            "deletions that do not decode",
            repeated(event("DELETED", R"({"metadata":{"name":"a","namespace":"shop","labels":7}})"), 20'000),
            keep, {}, {.memory = 12'000'000, .bytes = 200'000'000, .cpu = 5s}),
        follow_events("one event a hundred thousand times",
                      repeated(event("MODIFIED", object_at("1000001")), 100'000), keep, {},
                      {.memory = 30'000'000, .bytes = 300'000'000, .cpu = 5s}),
        pieces("the same event for ever", {{event("MODIFIED", object_at("1000001")), for_ever, 20ms}}, {},
               {.lasts = 2min, .cpu = 5s}),
        pieces("an event that is never finished",
               {{"{\"type\":\"ADDED\",\"object\":{\"x\":\""}, {repeated("x", 1024), for_ever, 100ms}}, {},
               {.memory = 24'000'000, .bytes = 20'000'000}),
        pieces("an event that never ends, as fast as it is read",
               {{"{\"type\":\"ADDED\",\"object\":{\"x\":\""}, {repeated("x", 262'144), for_ever, 10ms}},
               {errc::malformed_json},
               {.memory = 60'000'000,
                .bytes = 600'000'000,
                .told_within = 11s,
                .lasts = 12s,
                .cpu = 5s,
                .turn = 1s}),
        pieces("lines without anything", {{repeated("\n", 4096), for_ever, 100ms}}, {},
               {.bytes = 50'000'000, .cpu = 5s}),
        pieces("a hundred thousand faults",
               {{repeated(event("ADDED", R"({"metadata":{"labels":7}})"), 1000), 100, 10ms}}, {},
               {.memory = 8'000'000, .bytes = 400'000'000, .lasts = 10s, .cpu = 5s}),
        {.name = "a watcher: silence",
         .what = client_does::watch,
         .says = says(json_until_close(), keep),
         .most = {.requests = 30}},
        {.name = "a watcher: 410",
         .what = client_does::watch,
         .says = says(json_until_close() + status(410, "Expired")),
         .told = {errc::expired}},
        {.name = "a watcher: bytes that are no events, again and again",
         .what = client_does::watch,
         .says = says(json_until_close() + "[]"),
         .told = {errc::unexpected_content},
         .most = {.requests = 3, .told_within = 5s}},
        {.name = "a watcher: an end at once, for ever",
         .what = client_does::watch,
         .says = says(json_until_close()),
         .most = {.requests = 60}},
        {.name = "a stream: the end of the initial events does not come",
         .what = client_does::stream,
         .says = says(json_until_close() + event("ADDED", object_at("1")), keep),
         .told = {errc::silent_connection, errc::unexpected_content, errc::truncated, errc::missing_field},
         .most = {.requests = 60, .told_within = 3min}},
        {.name = "a stream: one object for ever",
         .what = client_does::stream,
         .says = says({{json_until_close()}, {repeated(event("ADDED", object_at("1")), 100), for_ever, 1ms}}),
         .told = {errc::malformed_json, errc::unexpected_content},
         .most = {.bytes = 400'000'000, .requests = 60, .told_within = 3min, .lasts = 4min, .cpu = 5s}},
    };
    return rows;
}

} // namespace

TEST_CASE("attacks with watches", "[watches]")
{
    for (auto const& row : watch_attacks()) DYNAMIC_SECTION(row.name)
        {
            run(row);
        }
}
