#include "wire_world.hpp"

#include <coinformer/core/error.hpp>

#include <boost/json/parse.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace coinformer::testing;
using namespace std::chrono_literals;
namespace json = boost::json;

namespace {

constexpr std::string_view merge_type = "application/merge-patch+json";

} // namespace

TEST_CASE("an object is created, read, changed and deleted over one connection")
{
    wire_world world;
    raw_client client(world);
    auto const a = std::string(config_maps_path) + "/a";

    auto const made = client.ask(
        request("POST", config_maps_path, json_type, R"({"metadata":{"name":"a"},"data":{"k":"v"}})"));
    auto const read = client.ask(get(a));
    auto const patched = client.ask(request("PATCH", a, merge_type, R"({"data":{"l":"w"}})"));
    auto const replaced = client.ask(request("PUT", a, json_type, body_of(patched)));
    auto const stale = client.ask(request("PUT", a, json_type, body_of(made)));
    auto const gone = client.ask(request("DELETE", a, "", ""));
    auto const missing = client.ask(get(a));

    CHECK(status_of(made) == 201);
    CHECK(status_of(read) == 200);
    CHECK(body_of(read) == body_of(made));
    CHECK(read.find("Content-Type: application/json\r\n") != read.npos);
    CHECK(body_object(patched).at("data") == json::parse(R"({"k":"v","l":"w"})"));
    CHECK(status_of(replaced) == 200);
    CHECK(status_of(stale) == 409);
    CHECK(body_object(stale).at("reason") == "Conflict");
    CHECK(body_object(gone).at("status") == "Success");
    CHECK(body_of(missing) == R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",)"
                              R"("message":"configmaps \"a\" not found","reason":"NotFound",)"
                              R"("details":{"name":"a","kind":"configmaps"},"code":404})"
                              "\n");
    CHECK(world.server.open_connections() == 1);
    CHECK(world.server.requests("update", configmaps) == 2);
    CHECK(world.server.requests("get", configmaps) == 2);
}

TEST_CASE("a wrong request is answered as a real server answers it")
{
    struct wrong {
        std::string_view request;
        int status;
        std::string_view reason;
    };
    static auto const big = std::string(4 * 1024 * 1024, ' ');
    auto const c = GENERATE(values<wrong>({
        {"GET /api/v1/gadgets HTTP/1.1\r\n\r\n", 404, "NotFound"},
        {"GET /api/v1/pods/a HTTP/1.1\r\n\r\n", 404, "NotFound"},
        {"GET /api/v1/namespaces/x/nodes HTTP/1.1\r\n\r\n", 404, "NotFound"},
        {"GET /api/v1/namespaces/default/configmaps/a/status HTTP/1.1\r\n\r\n", 404, "NotFound"},
        {"POST /api/v1/configmaps HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}", 405, "MethodNotAllowed"},
        {"PUT /api/v1/namespaces/default/configmaps HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}", 405,
         "MethodNotAllowed"},
        {"GET /api/v1/pods HTTP/1.1\r\nAccept: application/vnd.kubernetes.protobuf\r\n\r\n", 406,
         "NotAcceptable"},
        {"POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: "
         "4\r\n\r\na: b",
         415, "UnsupportedMediaType"},
        {"PATCH /api/v1/namespaces/default HTTP/1.1\r\nContent-Type: application/json\r\n"
         "Content-Length: 2\r\n\r\n[]",
         415, "UnsupportedMediaType"},
        {"POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nContent-Length: 3\r\n\r\n{\"a", 400,
         "BadRequest"},
        {"GET /api/v1/pods?limit=x HTTP/1.1\r\n\r\n", 400, "BadRequest"},
        {"GET /api/v1/pods?labelSelector=a%20b HTTP/1.1\r\n\r\n", 400, "BadRequest"},
        {"GET /api/v1/pods?watch=1&labelSelector=a%20b HTTP/1.1\r\n\r\n", 400, "BadRequest"},
        {"nonsense\r\n\r\n", 400, "BadRequest"},
        {"POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nContent-Length: 4194304\r\n\r\n", 413,
         "RequestEntityTooLarge"},
    }));
    INFO(c.request);
    wire_world world;
    raw_client client(world);

    auto const answer = client.ask(std::string(c.request));

    CHECK(status_of(answer) == c.status);
    auto const status = body_object(answer);
    CHECK(status.at("kind") == "Status");
    CHECK(status.at("reason") == json::string_view(c.reason));
    CHECK(status.at("code") == c.status);
}

TEST_CASE("an unknown path is answered in plain text, and so are health and version")
{
    wire_world world;
    raw_client client(world);

    CHECK(body_of(client.ask(get("/healthz"))) == "ok");
    CHECK(body_of(client.ask(get("/readyz"))) == "ok");
    CHECK(body_object(client.ask(get("/version"))).at("major") == "1");
    CHECK(body_of(client.ask(get("/apis/no.such/v1/group"))) == "404 page not found\n");
    CHECK(status_of(client.ask(get("/nowhere"))) == 404);
}

TEST_CASE("a request may come byte by byte, and several in one piece")
{
    wire_world world;
    raw_client client(world);
    std::string answer;

    for (char const c : get("/healthz")) answer += client.ask(std::string(1, c));
    auto const both = client.ask(get("/healthz") + get("/readyz"));

    CHECK(body_of(answer) == "ok");
    CHECK(both.find("ok") != both.rfind("ok"));
}

TEST_CASE("a client that waits for a 100 Continue gets one")
{
    wire_world world;
    raw_client client(world);
    std::string const body = R"({"metadata":{"name":"a"}})";

    auto const go_on = client.ask(
        "POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: " +
        std::to_string(body.size()) + "\r\n\r\n");
    auto const made = client.ask(body);

    CHECK(go_on == "HTTP/1.1 100 Continue\r\n\r\n");
    CHECK(status_of(made) == 201);
}

TEST_CASE("Connection: close is obeyed")
{
    wire_world world;
    raw_client client(world);

    auto const answer = client.ask(get("/healthz", "Connection: close\r\n"));

    CHECK(answer.find("Connection: close\r\n") != answer.npos);
    CHECK(client.ended());
    CHECK(world.server.open_connections() == 0);
}

TEST_CASE(
    "the items of a list have no kind and apiVersion for built-in kinds, and have them for custom resources")
{
    wire_world world;
    raw_client client(world);
    world.server.serve(widgets);
    world.server.create(pods, R"({"metadata":{"name":"a"},"spec":{"x":"\"metadata\":"}})");
    world.server.create(widgets, R"({"metadata":{"name":"a"}})");

    auto const list = body_of(client.ask(get("/api/v1/pods")));
    auto const custom = body_of(client.ask(get("/apis/example.io/v1/widgets")));

    CHECK(list.starts_with(R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":")"));
    CHECK(list.find(R"("items":[{"metadata":{"name":"a",)") != list.npos);
    CHECK(custom.starts_with(R"({"apiVersion":"example.io/v1","items":[{"kind":"Widget","apiVersion":)"));
    CHECK(json::parse(custom).at("kind") == "WidgetList");
    CHECK(json::parse(custom).at("metadata").at("resourceVersion").is_string());
    CHECK(world.server.list(pods) == list);
}

TEST_CASE("a list is read page by page while objects change")
{
    wire_world world;
    raw_client client(world);
    for (std::string const name : {"a", "b", "c"})
        world.server.create(configmaps, R"({"metadata":{"name":")" + name + "\"}}");

    auto const first = body_object(client.ask(get("/api/v1/configmaps?limit=2")));
    world.server.remove(configmaps, {"default", "c"});
    std::string const token = first.at("metadata").at("continue").as_string().c_str();
    auto const next = "/api/v1/configmaps?limit=2&continue=" + token;
    auto const second = body_object(client.ask(get(next)));
    world.server.compact();
    auto const third = client.ask(get(next));

    CHECK(first.at("items").as_array().size() == 2);
    CHECK(first.at("metadata").at("remainingItemCount") == 1);
    CHECK(second.at("items").at(0).at("metadata").at("name") == "c");
    CHECK(second.at("metadata").at("resourceVersion") == first.at("metadata").at("resourceVersion"));
    CHECK(status_of(third) == 410);
    CHECK(body_object(third).at("reason") == "Expired");
    CHECK(body_object(third).at("metadata").as_object().contains("continue"));
}

TEST_CASE("a long list comes in chunks")
{
    wire_world world;
    raw_client client(world);
    auto const text = std::string(4000, 'x');
    for (int i = 0; i != 100; ++i)
        world.server.create(configmaps, R"({"metadata":{"name":"cm-)" + std::to_string(i) +
                                            R"("},"data":{"k":")" + text + "\"}}");

    auto const answer = client.ask(get("/api/v1/configmaps"));
    auto const chunks = chunks_of(answer);

    CHECK(answer.find("Transfer-Encoding: chunked\r\n") != answer.npos);
    REQUIRE(chunks.size() > 5);
    CHECK(chunks.back().empty());
    CHECK(body_object(answer).at("items").as_array().size() == 100);
    CHECK(body_of(client.ask(get("/healthz"))) == "ok"); // and the connection goes on
}

TEST_CASE("a required token must be sent")
{
    wire_world world({.token = "secret-token"});
    raw_client client(world);

    auto const none = client.ask(get("/api/v1/pods"));
    auto const wrong = client.ask(get("/api/v1/pods", "Authorization: Bearer other\r\n"));
    auto const right = client.ask(get("/api/v1/pods", "Authorization: Bearer secret-token\r\n"));

    CHECK(status_of(none) == 401);
    CHECK(body_object(none).at("reason") == "Unauthorized");
    CHECK(status_of(wrong) == 401);
    CHECK(status_of(right) == 200);
    CHECK(status_of(client.ask(get("/healthz"))) == 200);
    CHECK(world.server.requests("list", pods) == 3);
}

TEST_CASE("an interceptor answers in the server's place, and can cut its answer")
{
    wire_world world;
    raw_client client(world);
    std::string seen;
    int calls = 0;
    world.server.intercept([&](action const& asked) -> std::optional<canned_answer> {
        seen = std::string(asked.verb).append(" ").append(asked.target);
        ++calls;
        if (calls == 1) return canned_answer{.status = 429, .body = "{}", .retry_after = 7s};
        if (calls == 2) return std::nullopt;
        return canned_answer{.content_type = "text/html", .body = "0123456789", .cut = true};
    });

    auto const throttled = client.ask(get("/api/v1/pods?limit=1"));
    auto const own = client.ask(get("/api/v1/pods"));
    auto const cut = client.ask(get("/api/v1/pods"));

    CHECK(status_of(throttled) == 429);
    CHECK(throttled.find("Retry-After: 7\r\n") != throttled.npos);
    CHECK(status_of(own) == 200);
    CHECK(cut.find("Content-Length: 10\r\n") != cut.npos);
    CHECK(body_of(cut) == "01234");
    CHECK(client.ended());
    CHECK(seen == "list /api/v1/pods");
    CHECK(world.server.requests("list", pods) == 3);
}
