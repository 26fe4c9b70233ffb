#include "wire_world.hpp"

#include <coinformer/core/error.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace coinformer::testing;
using namespace std::chrono_literals;
namespace json = boost::json;

namespace {

constexpr resource config_maps{.version = "v1", .plural = "configmaps", .kind = "ConfigMap"};

void make(wire_world& world, std::string const& name)
{
    world.server.create(config_maps, R"({"metadata":{"name":")" + name + "\"}}");
}

std::string list()
{
    return get("/api/v1/configmaps");
}

std::string watch(wire_world& world, std::string_view more = {})
{
    return get("/api/v1/configmaps?watch=1&resourceVersion=" + world.server.resource_version().append(more));
}

/// Returns the message of the std::invalid_argument that `call` throws, or an empty text if it throws none.
template <class Call>
std::string why_not(Call call)
{
    try {
        call();
    } catch (std::invalid_argument const& e) {
        return e.what();
    }
    return {};
}

} // namespace

TEST_CASE("a fault hits the requests that fit it, after the given number of others, and as often as it says")
{
    wire_world world;
    raw_client client(world);
    world.server.inject(faults::status(503).on("list").of("configmaps").after(1).times(2));

    std::vector<int> codes;
    for (int i = 0; i != 4; ++i) codes.push_back(status_of(client.ask(list())));
    CHECK(codes == std::vector{200, 503, 503, 200});

    world.server.inject(faults::forbidden().of("secrets").times(fault::always));
    CHECK(status_of(client.ask(list())) == 200);
    CHECK(status_of(client.ask(get("/api/v1/secrets"))) == 403);
    CHECK(status_of(client.ask(get("/api/v1/secrets"))) == 403);
    CHECK(world.server.pending_faults() == 1);
    world.server.heal();
    CHECK(world.server.pending_faults() == 0);
    CHECK(status_of(client.ask(get("/api/v1/secrets"))) == 200);

    canned_answer const elsewhere{.status = 302, .body = "elsewhere"};
    world.server.inject(faults::answer(elsewhere));
    CHECK(status_of(client.ask(list())) == 302);
}

TEST_CASE("a fault may be limited to a group, a subresource or a namespace")
{
    auto const c = GENERATE(values<std::pair<fault, std::vector<int>>>({
        {faults::gone(), {410, 410, 410, 410}},
        {faults::gone().on("create"), {404, 410, 404, 404}},
        {faults::gone().of("deployments"), {410, 404, 404, 410}},
        {faults::gone().of("deployments.apps/scale"), {404, 404, 404, 410}},
        {faults::gone().of("pods/eviction"), {404, 410, 404, 404}},
        {faults::gone().of("pods"), {404, 410, 404, 404}},
        {faults::gone().of("leases.coordination.k8s.io"), {404, 404, 410, 404}},
        {faults::gone().of("deployments").in("two"), {404, 404, 404, 410}},
        {faults::gone().of("deployments").in("three"), {404, 404, 404, 404}},
    }));
    wire_world world;
    raw_client client(world);
    world.server.inject(c.first.times(fault::always));
    CHECK(std::vector{
              status_of(client.ask(get("/apis/apps/v1/namespaces/one/deployments/a"))),
              status_of(client.ask("POST /api/v1/namespaces/one/pods/a/eviction HTTP/1.1\r\nHost: x\r\n"
                                   "Content-Length: 2\r\n\r\n{}")),
              status_of(client.ask(get("/apis/coordination.k8s.io/v1/namespaces/one/leases/a"))),
              status_of(client.ask(get("/apis/apps/v1/namespaces/two/deployments/a/scale"))),
          } == c.second);
}

TEST_CASE("a fault that can never fit a request is refused, and the message lists the known values")
{
    wire_world world;
    auto const refused = [&](fault f) { return why_not([&] { world.server.inject(std::move(f)); }); };
    CHECK(refused(faults::gone().on("wacth")) == "api_server::inject: no request has the verb \"wacth\"; use "
                                                 "one of get, list, watch, create, update, patch, "
                                                 "delete, deletecollection");
    auto const why = refused(faults::gone().of("pod").times(0));
    CHECK(
        why.starts_with("api_server::inject: the resource \"pod\" is not served (see serve()); use one of "));
    CHECK(why.find(", pods, ") != why.npos);
    CHECK(why.find(", deployments, ") != why.npos);
    CHECK_FALSE(refused(faults::gone().of("widgets")).empty());
    CHECK_FALSE(refused(faults::gone().of("pods.apps")).empty());
    CHECK(world.server.pending_faults() == 0);

    world.server.serve(widgets);
    for (std::string_view const verb :
         {"get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"})
        world.server.inject(faults::gone().of("widgets").on(verb));
    CHECK(world.server.pending_faults() == 8);
}

TEST_CASE("every status code of an error can be that of a fault")
{
    wire_world world;
    raw_client client(world);
    world.server.inject(faults::status(502).on("list"));
    auto const answer = client.ask(list());
    CHECK(status_of(answer) == 502);
    auto const status = json::parse(body_of(answer)).as_object();
    CHECK(status.at("kind") == "Status");
    CHECK(status.at("code") == 502);
    CHECK(status.at("message") == "injected fault: 502");
    CHECK_FALSE(status.contains("reason"));

    world.server.inject(faults::status(405).on("list"));
    CHECK(json::parse(body_of(client.ask(list()))).at("reason") == "MethodNotAllowed");
    CHECK(why_not([] { faults::status(200); }) == "faults: the code of an error is from 400 to 599, not 200");
    CHECK_THROWS_AS(faults::error_event(600), std::invalid_argument);
}

TEST_CASE("a request that makes the server throw gets an answer, and the server goes on")
{
    wire_world world;
    raw_client client(world);
    auto const apply = [](std::string const& body) {
        return "PATCH /api/v1/namespaces/default/configmaps/a?fieldManager=me HTTP/1.1\r\nHost: x\r\n"
               "Content-Type: application/apply-patch+yaml\r\nContent-Length: " +
               std::to_string(body.size()) + "\r\n\r\n" + body;
    };
    CHECK(status_of(client.ask(apply("apiVersion: v1\nkind: ConfigMap\ndata: &a [*a]\n"))) == 400);
    make(world, "a");
    auto odd = json::parse(world.server.get(config_maps, {"default", "a"})).as_object();
    odd["metadata"].as_object()["managedFields"] = json::parse(
        R"([{"manager":"me","operation":"Apply","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:data":{"k:[1]":{},"v:junk":{},"x":{}}}}])");
    auto const body = json::serialize(odd);
    client.ask("PUT /api/v1/namespaces/default/configmaps/a HTTP/1.1\r\nHost: x\r\nContent-Type: "
               "application/json\r\n"
               "Content-Length: " +
               std::to_string(body.size()) + "\r\n\r\n" + body);
    CHECK(status_of(client.ask(
              apply("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  k: v\n"))) == 200);
    CHECK(status_of(client.ask(list())) == 200);
    CHECK_FALSE(client.ended());
    world.server.inject(faults::forbidden().times(0));
    CHECK(status_of(client.ask(list())) == 200);
}

TEST_CASE("canned faults answer as a real server or proxy does")
{
    struct {
        fault f;
        int status;
        std::string reason, header;
    } const cases[] = {
        {faults::unauthorized(), 401, "Unauthorized", "Content-Type: application/json"},
        {faults::throttled(7s), 429, "TooManyRequests", "Retry-After: 7\r\n"},
        {faults::internal_error(), 500, "InternalError", ""},
        {faults::unavailable(3s), 503, "ServiceUnavailable", "Retry-After: 3\r\n"},
        {faults::gone(), 410, "Expired", ""},
        {faults::html(502), 502, "", "Content-Type: text/html"},
    };
    wire_world world;
    raw_client client(world);
    for (auto const& c : cases) {
        world.server.inject(c.f);
        auto const answer = client.ask(list());
        CHECK(status_of(answer) == c.status);
        CHECK(answer.find(c.header) != answer.npos);
        if (!c.reason.empty()) CHECK(json::parse(body_of(answer)).at("reason").as_string() == c.reason);
    }
    world.server.inject(faults::truncated_json());
    auto const half = client.ask(list());
    boost::system::error_code bad;
    json::parse(body_of(half), bad);
    CHECK(bad == json::error::incomplete);
    CHECK_FALSE(client.ended());
}

TEST_CASE("a 410 on page two does not affect page one")
{
    wire_world world;
    raw_client client(world);
    for (auto const* name : {"a", "b", "c"}) make(world, name);
    world.server.inject(faults::gone().on_later_pages());

    auto const first = client.ask(get("/api/v1/configmaps?limit=2"));
    REQUIRE(status_of(first) == 200);
    auto const token = std::string(json::parse(body_of(first)).at("metadata").at("continue").as_string());
    auto const second = get("/api/v1/configmaps?limit=2&continue=" + token);
    CHECK(status_of(client.ask(second)) == 410);
    CHECK(status_of(client.ask(second)) == 200);
}

TEST_CASE("an answer can be late, cut off, or stall with its connection open")
{
    wire_world world;
    {
        raw_client client(world);
        world.server.inject(faults::late(5s));
        CHECK(client.ask(list()).empty());
        world.time.run_for(4999ms);
        CHECK(client.take().empty());
        world.time.run_for(1ms);
        CHECK(status_of(client.take()) == 200);
    }
    {
        raw_client client(world);
        world.server.inject(faults::cut(40));
        CHECK(client.ask(list()).size() == 40);
        CHECK(client.ended());
    }
    {
        raw_client client(world);
        world.server.inject(faults::stall(40));
        CHECK(client.ask(list()).size() == 40);
        world.time.run_for(1h);
        CHECK(client.take().empty());
        CHECK_FALSE(client.ended());
    }
}

TEST_CASE("a watch can end at once, after some events, with an error, or with a malformed line")
{
    wire_world world;
    struct {
        fault f;
        std::string last;
    } const cases[] = {
        {faults::close_watch(1), ""},
        {faults::error_event(410, 1), R"("code":410)"},
        {faults::error_event(500, 1), R"("code":500)"},
        {faults::odd_line("{\"type\":\"NEWS\",\"object\":{}}", 1), "\"NEWS\""},
        {faults::oversized_event(100'000, 1), std::string(100'000, 'x')},
    };
    int n = 0;
    for (auto const& c : cases) {
        raw_client client(world);
        world.server.inject(c.f);
        client.ask(watch(world));
        auto const name = "o" + std::to_string(n++);
        make(world, name);
        make(world, name + "-late");
        world.time.settle();
        auto const answer = client.take();
        CHECK(answer.find('"' + name + '"') != answer.npos);
        CHECK(answer.find(name + "-late") == answer.npos);
        CHECK(answer.find(c.last) != answer.npos);
        CHECK(answer.ends_with("0\r\n\r\n"));
    }
    raw_client client(world);
    world.server.inject(faults::close_watch());
    CHECK(client.ask(watch(world)).ends_with("0\r\n\r\n"));
}

TEST_CASE("the closing bookmark of a WatchList can stay away")
{
    auto const stream = get("/api/v1/"
                            "configmaps?watch=1&sendInitialEvents=true&allowWatchBookmarks=true&"
                            "resourceVersionMatch=NotOlderThan");
    wire_world world;
    make(world, "a");
    raw_client good(world), bad(world);
    CHECK(good.ask(stream).find("initial-events-end") != std::string::npos);
    world.server.inject(faults::no_initial_end());
    auto const answer = bad.ask(stream);
    CHECK(answer.find("\"a\"") != answer.npos);
    CHECK(answer.find("initial-events-end") == answer.npos);
}

TEST_CASE("a restart breaks connections off and forgets history; a restore goes back to older versions")
{
    wire_world world;
    make(world, "a");
    auto const then = world.server.backup();
    auto const version = world.server.resource_version();
    make(world, "b");
    {
        raw_client client(world);
        client.ask(watch(world));
        world.server.restart();
        world.time.settle();
        CHECK(client.ended());
    }
    raw_client client(world);
    auto const old = get("/api/v1/configmaps?watch=1&timeoutSeconds=1&resourceVersion=" + version);
    CHECK(client.ask(old).find("\"code\":410") != std::string::npos);
    CHECK(json::parse(world.server.list(config_maps)).at("items").as_array().size() == 2);

    world.server.restore(*then);
    world.time.settle();
    CHECK(client.ended());
    CHECK(world.server.resource_version() == version);
    CHECK(json::parse(world.server.list(config_maps)).at("items").as_array().size() == 1);
    make(world, "c");
    CHECK(json::parse(world.server.list(config_maps)).at("items").as_array().size() == 2);
}

TEST_CASE("a lagging server answers requests that accept an old state from old versions, and no others")
{
    wire_world world;
    raw_client client(world);
    for (auto const* name : {"a", "b", "c", "d"}) make(world, name);
    auto const version = std::stoi(world.server.resource_version());
    world.server.lag(2);
    auto const items = [&](std::string const& query) {
        return json::parse(body_of(client.ask(get("/api/v1/configmaps" + query))))
            .at("items")
            .as_array()
            .size();
    };
    CHECK(items("") == 4);
    CHECK(items("?resourceVersion=0") == 2);
    CHECK(items("?resourceVersionMatch=NotOlderThan&resourceVersion=" + std::to_string(version - 1)) == 3);
    CHECK(items("?resourceVersionMatch=NotOlderThan&resourceVersion=" + std::to_string(version)) == 4);
    world.server.lag(0);
    CHECK(items("?resourceVersion=0") == 4);
}
