#include "wire_world.hpp"

#include <coinformer/core/error.hpp>

#include <boost/json/parse.hpp>

#include "catch.hpp"

#include <array>

using namespace coinformer;
using namespace coinformer::detail;
using namespace coinformer::testing;
using namespace std::chrono_literals;
namespace json = boost::json;

namespace {

std::string configmap(std::string_view name)
{
    return std::string(R"({"metadata":{"name":")").append(name).append("\"}}");
}

// Returns "ADDED a, BOOKMARK" for the events in an answer, or in a part of it.
std::string events_in(std::string_view answer)
{
    std::string all;
    for (auto const& chunk : chunks_of(answer)) {
        if (!all.empty()) all += ", ";
        if (chunk.empty()) {
            all += "end";
            continue;
        }
        auto const event = json::parse(chunk);
        all += event.at("type").as_string();
        auto const& object = event.at("object").as_object();
        if (auto const* name = object.at("metadata").as_object().if_contains("name")) {
            all += " ";
            all += name->as_string();
        }
        CHECK(chunk.ends_with("}\n"));
    }
    return all;
}

std::string version_of(std::string_view chunk)
{
    return json::parse(chunk).at("object").at("metadata").at("resourceVersion").as_string().c_str();
}

std::string watch_from(wire_world& world, std::string_view more = {})
{
    return get("/api/v1/configmaps?watch=1&resourceVersion=" + world.server.resource_version().append(more));
}

} // namespace

TEST_CASE("a watch sends each event at once, in a chunk of its own, with kind and apiVersion")
{
    wire_world world;
    raw_client client(world);

    auto const head = client.ask(watch_from(world));
    world.server.create(configmaps, configmap("a"));
    world.time.settle();
    auto const added = client.take();
    world.server.patch(configmaps, {"default", "a"}, R"({"data":{"k":"v"}})");
    world.server.remove(configmaps, {"default", "a"});
    world.time.settle();

    CHECK(status_of(head) == 200);
    CHECK(head.find("Transfer-Encoding: chunked\r\n") != head.npos);
    CHECK(chunks_of(added).at(0).starts_with(
        R"({"type":"ADDED","object":{"kind":"ConfigMap","apiVersion":"v1",)"));
    CHECK(events_in(client.take()) == "MODIFIED a, DELETED a");
    CHECK(world.server.open_watches() == 1);
    CHECK(world.server.requests("watch", configmaps) == 1);
}

TEST_CASE("a watch continues from a version, and from a forgotten one it has a 410 in the stream")
{
    wire_world world;
    raw_client client(world);
    auto const resume = watch_from(world, "&timeoutSeconds=1");
    world.server.create(configmaps, configmap("a"));
    world.server.create(configmaps, configmap("b"));

    auto const resumed = client.ask(resume);
    world.time.run_for(1s);
    CHECK(events_in(client.take()) == "end");
    world.server.compact();
    auto const expired = client.ask(resume);

    CHECK(events_in(resumed) == "ADDED a, ADDED b");
    CHECK(status_of(expired) == 200);
    auto const chunks = chunks_of(expired);
    REQUIRE(chunks.size() == 2);
    auto const error = json::parse(chunks[0]);
    CHECK(error.at("type") == "ERROR");
    CHECK(error.at("object").at("code") == 410);
    CHECK(error.at("object").at("reason") == "Expired");
    CHECK(chunks[1].empty());
    CHECK(status_of(client.ask(get("/healthz"))) == 200); // the connection goes on
}

TEST_CASE("bookmarks come at their interval, with the newest version of all resources")
{
    wire_world world({.bookmark_interval = 60s});
    raw_client asking(world);
    raw_client silent(world);
    asking.ask(watch_from(world, "&allowWatchBookmarks=true"));
    silent.ask(watch_from(world));
    silent.take();

    world.time.run_for(59s);
    CHECK(asking.take().empty());
    world.server.create(pods, R"({"metadata":{"name":"of-another-resource"}})");
    world.time.run_for(1s);
    auto const first = asking.take();
    world.time.run_for(120s);

    CHECK(events_in(first) == "BOOKMARK");
    CHECK(version_of(chunks_of(first).at(0)) == world.server.resource_version());
    CHECK(chunks_of(first).at(0).find(R"("creationTimestamp":null)") != std::string::npos);
    CHECK(events_in(asking.take()) == "BOOKMARK, BOOKMARK");
    CHECK(silent.take().empty());
}

TEST_CASE("a bookmark_interval of duration::max() means no bookmarks, and others have to be positive")
{
    wire_world world({.bookmark_interval = duration::max()});
    raw_client client(world);
    world.time.run_for(1h);
    client.ask(watch_from(world, "&allowWatchBookmarks=true"));

    world.time.run_for(1h);
    CHECK(client.take().empty());
    world.server.create(configmaps, configmap("a"));
    world.time.settle();
    CHECK(events_in(client.take()) == "ADDED a");
    for (duration const wrong : {duration(0s), duration(-1s), duration::min()})
        CHECK_THROWS_WITH(
            api_server(environment{world.io.get_executor(), &world.time}, {.bookmark_interval = wrong}),
            Catch::Contains("api_server_options::bookmark_interval"));
}

TEST_CASE("a watch with the longest timeoutSeconds that there are goes on")
{
    wire_world world;
    raw_client client(world);
    world.time.run_for(1h);

    client.ask(watch_from(world, "&timeoutSeconds=9223372036854775807"));

    world.time.run_for(1h);
    CHECK(client.take().empty());
    CHECK(world.server.open_watches() == 1);
}

TEST_CASE(
    "a watch ends after its timeoutSeconds, with a last bookmark if the client asked for it and it has news")
{
    auto const bookmarks = GENERATE(true, false);
    wire_world world;
    raw_client client(world);
    client.ask(
        watch_from(world, bookmarks ? "&timeoutSeconds=5&allowWatchBookmarks=1" : "&timeoutSeconds=5"));

    raw_client idle(world);
    world.time.run_for(4s);
    CHECK(client.take().empty());
    world.server.create(pods, R"({"metadata":{"name":"of-another-resource"}})");
    idle.ask(watch_from(world, "&timeoutSeconds=1&allowWatchBookmarks=1"));
    idle.take();
    world.time.run_for(1s);

    CHECK(events_in(client.take()) == (bookmarks ? "BOOKMARK, end" : "end"));
    CHECK(events_in(idle.take()) == "end");
    CHECK(world.server.open_watches() == 0);
    CHECK(world.server.open_connections() == 2);
    CHECK(body_of(client.ask(get("/healthz"))) == "ok");
}

TEST_CASE("a streamed list ends its initial events with an annotated bookmark, and goes on")
{
    wire_world world;
    raw_client client(world);
    world.server.create(configmaps, configmap("b"));
    world.server.create(configmaps, configmap("a"));

    auto const initial =
        client.ask(get("/api/v1/configmaps?watch=1&sendInitialEvents=true&allowWatchBookmarks=true"
                       "&resourceVersionMatch=NotOlderThan&resourceVersion="));
    world.server.create(configmaps, configmap("c"));
    world.time.settle();

    CHECK(events_in(initial) == "ADDED a, ADDED b, BOOKMARK");
    CHECK(json::parse(chunks_of(initial).at(2))
              .at("object")
              .at("metadata")
              .at("annotations")
              .at("k8s.io/initial-events-end") == "true");
    CHECK(events_in(client.take()) == "ADDED c");
    CHECK(status_of(raw_client(world).ask(get("/api/v1/configmaps?watch=1&sendInitialEvents=true"))) == 422);
}

TEST_CASE("a watch with a selector shows objects that enter and leave it")
{
    wire_world world;
    raw_client client(world);
    world.server.create(configmaps, configmap("a"));
    client.ask(watch_from(world, "&labelSelector=tier%20in%20(front)"));

    world.server.patch(configmaps, {"default", "a"}, R"({"metadata":{"labels":{"tier":"front"}}})");
    world.server.patch(configmaps, {"default", "a"}, R"({"metadata":{"labels":{"tier":"back"}}})");
    world.time.settle();

    CHECK(events_in(client.take()) == "ADDED a, DELETED a");
}

TEST_CASE("a watch ends when its client leaves, and nothing is left of it")
{
    wire_world world;
    raw_client client(world);
    client.ask(watch_from(world));
    REQUIRE(world.server.open_watches() == 1);

    client.close();

    CHECK(world.server.open_watches() == 0);
    CHECK(world.server.open_connections() == 0);
}

TEST_CASE("a client that reads too slowly loses its watch, and others lose nothing")
{
    wire_world world({.history = 50}, 4096);
    raw_client slow(world);
    raw_client quick(world);
    slow.stop_reading();
    slow.ask(watch_from(world));
    quick.ask(watch_from(world));
    std::string seen;

    for (int i = 0; i != 200; ++i) {
        world.server.create(configmaps, configmap("cm-" + std::to_string(i)));
        world.time.settle();
        seen += quick.take();
    }

    CHECK(chunks_of(seen).size() == 200);
    CHECK(world.server.open_watches() == 2); // it still writes an event that it had begun
    slow.close();
    CHECK(world.server.open_watches() == 1);
}

TEST_CASE("disconnect breaks every connection off, and new ones are served")
{
    wire_world world;
    raw_client watching(world);
    raw_client idle(world);
    raw_client again(world);
    watching.ask(watch_from(world));
    idle.ask(get("/healthz"));

    world.server.disconnect();
    world.time.settle();

    CHECK(watching.ended());
    CHECK(idle.ended());
    CHECK(world.server.open_connections() == 0);
    CHECK(world.server.open_watches() == 0);
    CHECK(body_of(again.ask(get("/healthz"))) == "ok");
}

TEST_CASE("run() ends its connections, whenever it is cancelled")
{
    auto const turns = GENERATE(range(0, 60));
    boost::asio::io_context io;
    virtual_clock time(io);
    memory_network network(256); // small, so that writes wait, too
    api_server server(environment{io.get_executor(), &time});
    for (int i = 0; i != 20; ++i) server.create(configmaps, configmap("cm-" + std::to_string(i)));
    nursery work(io.get_executor());
    work.start(server.run(network));
    auto const talk = [](memory_network& to, std::string text) -> task<> {
        auto const door = to.dialer();
        auto const stream = co_await door->dial();
        try {
            co_await stream->write(text);
            std::array<char, 64> buffer{};
            for (;;) {
                auto const n = co_await stream->read_some(buffer);
                if (n == 0) break;
            }
        } catch (boost::system::system_error const&) {
        }
        stream->close();
    };
    nursery clients(io.get_executor());
    clients.start(talk(network, get("/api/v1/configmaps")));
    clients.start(talk(network, get("/api/v1/configmaps?watch=1")));
    clients.start(
        talk(network, "POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nContent-Length: 100\r\n\r\n{"));

    for (int i = 0; i != turns; ++i) io.run_one();
    work.request_stop();
    time.settle();

    CHECK(server.open_connections() == 0);
    CHECK(time.armed() == 0);
    clients.request_stop();
    time.settle();
}

TEST_CASE(
    "between slow initial events come changes, and the closing bookmark has the version of the last change")
{
    wire_world world;
    raw_client client(world);
    for (auto const* name : {"a", "b", "c"}) world.server.create(configmaps, configmap(name));
    world.server.inject(faults::slow_initial_events(1s));
    auto const stream = get("/api/v1/configmaps?watch=1&allowWatchBookmarks=true&sendInitialEvents=true"
                            "&resourceVersionMatch=NotOlderThan");

    CHECK(events_in(client.ask(stream)) == "ADDED a");
    world.server.patch(configmaps, {"default", "a"}, R"({"data":{"v":"2"}})");
    world.server.patch(configmaps, {"default", "b"}, R"({"data":{"v":"2"}})");
    world.server.remove(configmaps, {"default", "a"});
    world.time.settle();
    // b was not sent yet, and is sent once
    CHECK(events_in(client.take()) == "MODIFIED a, ADDED b, DELETED a");
    world.time.run_for(1s);
    CHECK(events_in(client.take()) == "ADDED c");
    auto const last = world.server.resource_version();
    world.time.run_for(1s);
    auto const end = client.take();
    CHECK(events_in(end) == "BOOKMARK");
    CHECK(version_of(chunks_of(end).at(0)) == last);
}
