// Contract: whatever a server answers, an error takes little memory, stands in one line, and holds no
// credentials.

#include "world.hpp"

#include <coinformer/api/discovery.hpp>
#include <coinformer/api/object_list.hpp>
#include <coinformer/api/table.hpp>
#include <coinformer/controller/finalizer.hpp>
#include <coinformer/testing/memory_network.hpp>

#include <functional>
#include <optional>

namespace {

constexpr std::string_view bearer_token = "battery-staple";

std::string http(std::string const& status_line, std::string const& fields, std::string const& body)
{
    return "HTTP/1.1 " + status_line + "\r\n" + fields + "Content-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + body;
}

std::string json(std::string const& status_line, std::string const& body, std::string const& fields = {})
{
    return http(status_line, "Content-Type: application/json\r\n" + fields, body);
}

// A server that a test plays: it answers each request, on a new connection, with the text that the test
// gives.
struct hostile : private world_log {
    asio::io_context io;
    testing::virtual_clock time{io};
    environment env{.ex = io.get_executor(), .time = &time, .log = &log, .seed = 1};
    testing::memory_network network;
    std::function<std::string(std::string const& request)> answer;
    std::vector<time_point> requests; // when each request came
    std::size_t written = 0;          // number of bytes of answers that the client has read
    std::optional<client> api;
    background serving;

    hostile() : hostile(client_options()) {}
    explicit hostile(client_options options)
    {
        endpoint there{.server = "http://in-memory"};
        there.user.token = secret(std::string(bearer_token));
        api.emplace(env, there, std::move(options), network.dialer());
        serving.start(io, serve());
    }
    ~hostile()
    {
        api->close();
        serving.cancel();
    }

    task<> serve()
    {
        for (;;) {
            auto const stream = co_await network.accept();
            try {
                co_await serve_one(*stream);
            } catch (api_error const& e) {
                // an exception means that the client has read enough
                if (e.code() == condition::cancelled) throw;
            }
        }
    }
    task<> serve_one(byte_stream& stream)
    {
        std::string request;
        char buffer[4096];
        while (request.find("\r\n\r\n") == std::string::npos) {
            auto const n = co_await stream.read_some(buffer);
            if (n == 0) co_return;
            request.append(buffer, n);
        }
        requests.push_back(time.now());
        auto const text = answer(request);
        for (std::size_t at = 0; at < text.size();) {
            auto const piece = std::string_view(text).substr(at, 16 * 1024);
            co_await stream.write(piece);
            at += piece.size();
            written += piece.size();
        }
        stream.close();
    }

    api_error refusal()
    {
        try {
            testing::run(io, time, api->get(config_maps, "shop", "a"));
        } catch (api_error const& e) {
            return e;
        }
        return api_error(errc::cancelled, "nothing was thrown");
    }
    // Checks that every line of the log was written by the library.
    void check_log() const
    {
        std::istringstream all(log_text.str());
        for (std::string line; std::getline(all, line);) {
            INFO(line);
            CHECK((line.starts_with("WARNING ") || line.starts_with("INFO ")));
            CHECK(line.find(bearer_token) == line.npos);
            CHECK(std::ranges::none_of(line, [](unsigned char c) { return c < ' ' || c == 0x7f; }));
        }
    }
    using world_log::log_text;
};

bool holds_token(api_error const& e)
{
    auto text = std::string(e.what()) + e.status().reason + e.status().message;
    for (auto const& cause : e.status().causes) text += cause.field + cause.reason + cause.message;
    return text.find(bearer_token) != text.npos;
}

task<> list_once(client& api)
{
    auto const all = co_await api.list<config_map>();
    CHECK(all.objects.empty());
}

task<> list_rows(client& api)
{
    auto const page = co_await list_table(api, config_maps);
    CHECK(page->rows.empty());
}

task<> finalize(client& api, object_ptr<config_map> object)
{
    (void)co_await add_finalizer(api, std::move(object), "example.io/x");
}

task<> find_kind(discovery& kinds, std::string name)
{
    auto const found = co_await kinds.find(std::move(name));
    CHECK(found.plural.empty());
}

std::string const empty_list =
    json("200 OK", R"({"kind":"List","metadata":{"resourceVersion":"1"},"items":[]})");

} // namespace

TEST_CASE_METHOD(hostile, "a refusal with thousands of causes is a short line and a few of the causes")
{
    std::string causes;
    for (int i = 0; i < 8000; ++i)
        causes += R"({"field":"spec.f)" + std::to_string(i) + R"(","message":"is wrong"},)";
    causes.pop_back();
    answer = [&](std::string const&) {
        return json("422 Unprocessable",
                    R"({"kind":"Status","reason":"Invalid","details":{"causes":[)" + causes + "]}}");
    };

    auto const e = refusal();

    CHECK(e.code() == errc::invalid);
    CHECK(e.status().causes.size() == status_limits::causes);
    CHECK(e.status().causes_left_out == 8000 - status_limits::causes);
    CHECK(std::string(e.what()).size() < 1500);
    CHECK(std::string(e.what()).find(" more causes") != std::string::npos);
}

TEST_CASE_METHOD(hostile, "of an endless refusal four megabytes are read, and its first words are shown")
{
    answer = [](std::string const&) {
        return json("500 Oops", R"({"kind":"Status","message":")" + std::string(12'000'000, 'x') + "\"}");
    };

    auto const e = refusal();

    CHECK(e.code() == errc::internal_server_error);
    CHECK(written < 5'000'000);
    CHECK(std::string(e.what()).find(
              R"(HTTP 500, an answer of type application/json: {"kind":"Status","message":"xxx)") !=
          std::string::npos);
    CHECK(std::string(e.what()).size() < 300);
    CHECK(e.status().message.size() < 300);
}

TEST_CASE_METHOD(hostile, "a server cannot forge a line of the log, and cannot control the terminal")
{
    answer = [](std::string const&) {
        return json(
            "403 Forbidden",
            R"({"kind":"Status","message":"no\nWARNING forged\r\u001b[2J\u009b31m","reason":"Forbidden",)"
            R"("details":{"causes":[{"field":"a\nERROR b","message":"\u001b]0;x\u0007"}]}})",
            "Warning: 299 - \"x\x9b\\\"31m\"\r\n");
    };
    shared_informer<config_map> informer(*api, listing());
    background running(io, informer.run());
    background synced(io, informer.synced());
    time.run_for(1min);

    CHECK(synced.what().find("no WARNING forged ?[2J?31m; a ERROR b: ?]0;x?") != std::string::npos);
    CHECK(log_text.str().find("the API server warns") != std::string::npos);
    check_log();
}

TEST_CASE_METHOD(hostile, "a token that is quoted in a refusal reaches neither error nor log")
{
    std::string const quoted(bearer_token);
    std::string const status = R"({"kind":"Status","reason":")" + quoted + R"(","message":"no )" + quoted +
                               R"( here","details":{"causes":[{"field":"a.)" + quoted + R"(","reason":")" +
                               quoted + R"(","message":"Bearer )" + quoted + R"("}]}})";
    auto const text = GENERATE_COPY(
        json("401 Unauthorized", status, "Warning: 299 - \"" + quoted + "\"\r\n"),
        http("502 Bad Gateway", "Content-Type: text/" + quoted + "\r\n",
             "<p>GET /\nAuthorization: Bearer " + quoted),
        http("502 Bad Gateway", "", std::string(70, ' ') + quoted), // the first 80 bytes hold a part of it
        http("200 OK", "Content-Type: text/html\r\n", quoted));
    answer = [&](std::string const&) { return text; };

    CHECK_FALSE(holds_token(refusal()));
    shared_informer<config_map> informer(*api, listing());
    background running(io, informer.run());
    time.run_for(1min);
    check_log();
    CHECK((log_text.str() + refusal().what()).find("batt") == std::string::npos);
}

TEST_CASE_METHOD(hostile, "the error of a redirect says where it leads, without what may be a secret")
{
    auto const location = std::string("https://user:") + std::string(bearer_token) +
                          "@login.example/start?next=" + std::string(bearer_token) + "#x";
    answer = [&](std::string const&) { return http("302 Found", "Location: " + location + "\r\n", ""); };
    auto const refused = refusal();
    CHECK(refused.code() == errc::unexpected_status);
    CHECK(std::string_view(refused.what()).find("this one leads to https://login.example/start;") !=
          std::string_view::npos);
    CHECK_FALSE(holds_token(refused));
}

TEST_CASE_METHOD(hostile, "the error of a redirect shows where it leads if that has no host, or no user")
{
    auto const location = GENERATE(as<std::string>(), "/login?x", "https://h/p@q", "https://h");
    answer = [&](std::string const&) { return http("302 Found", "Location: " + location + "\r\n", ""); };
    auto const shown = location.substr(0, location.find('?'));
    CHECK(std::string(refusal().what()).find("this one leads to " + shown + "; ") != std::string::npos);
}

TEST_CASE_METHOD(hostile, "a token that is quoted in a watch reaches neither error nor log")
{
    std::string const quoted(bearer_token);
    auto const event = GENERATE_COPY(
        R"({"type":"ERROR","object":{"kind":"Status","code":403,"message":"no )" + quoted + " here\"}}\n",
        R"({"type":"1234567890123456789012345678)" + quoted + R"(","object":{}})" + "\n",
        R"({"type":"ERROR","object":{"kind":"Status","code":500,"message":")" + std::string(16'300, 'x') +
            quoted + std::string(40'000, 'x') + "\"}}\n");
    answer = [&](std::string const& request) {
        if (request.find("watch=") == request.npos) return empty_list;
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" + event;
    };
    shared_informer<config_map> informer(*api, listing());
    background running(io, informer.run());
    time.run_for(1min);

    CHECK_FALSE(log_text.str().empty());
    CHECK(log_text.str().find("batt") == std::string::npos);
    check_log();
}

TEST_CASE("bytes that are quoted because they cannot be decoded hold no part of the token")
{
    std::string const quoted(bearer_token);
    auto const item = [&](std::string const& metadata) {
        return json("200 OK",
                    R"({"metadata":{"resourceVersion":"1"},"items":[{"metadata":{)" + metadata + "}}]}");
    };
    auto const proto = [&](std::string const& body) {
        return http("200 OK", "Content-Type: application/vnd.kubernetes.protobuf\r\n", body);
    };
    auto const text = GENERATE_COPY(
        json("200 OK", "Bearer " + quoted), json("200 OK", "Bearer " + quoted.substr(0, quoted.size() - 1)),
        json("200 OK", "{\"" + quoted + "\" x}"), json("200 OK", R"({"a":x)" + quoted + "}"),
        json("200 OK", "{\"" + quoted + "\":1,\"" + quoted + "\":2}"),
        json("200 OK", "{\"" + quoted + "\":\"" + std::string((1 << 20) + 1, 'x') + "\"}"),
        item(R"("name":"x","creationTimestamp":")" + quoted + '"'),
        item(R"("name":"x","creationTimestamp":")" + std::string(30, 'x') + quoted +
             '"'), // longer than the part that is shown
        item(R"("name":")" + quoted + R"(","creationTimestamp":7)"),
        item(R"("name":"x","namespace":")" + quoted + R"(","creationTimestamp":7)"),
        item(R"("name":"x","labels":{")" + quoted + R"(":7})"),
        json("200 OK", R"({"columnDefinitions":[{"name":"n"}],"rows":[{"object":{"metadata":{"labels":{")" +
                           quoted + R"(":7}}}}]})"),
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
        "d\r\nbattery-stapl\r\n1\r\ne\r\n0\r\n\r\n",
        proto(quoted), proto(std::string("k8s\0\x0a\x10\x12\x0e", 8) + quoted),
        proto(std::string("k8s\0\x1a\x0e", 6) + quoted), proto(std::string("k8s\0", 4) + quoted));
    bool const in_watch = GENERATE(false, true);
    client_options options;
    options.encoding = text.find("protobuf") != text.npos ? encoding::protobuf : encoding::json;
    options.validate_json = GENERATE(false, true);
    hostile world(options);
    world.answer = [&](std::string const& request) {
        return in_watch && request.find("watch=") == request.npos ? empty_list : text;
    };
    shared_informer<config_map> informer(*world.api, listing());
    background running(world.io, informer.run());
    background list(world.io, list_once(*world.api)), rows(world.io, list_rows(*world.api));
    world.time.run_for(5s);

    INFO(text.substr(0, 300));
    for (auto const& said :
         {world.log_text.str(), list.what(), rows.what(), std::string(world.refusal().what())})
        CHECK(said.find(bearer_token.substr(0, 6)) == std::string::npos);
}

TEST_CASE_METHOD(hostile,
                 "a table or a finalizer whose answer does not decode is an error that names the request, "
                 "without the token")
{
    auto const labels = R"("metadata":{"name":"a","labels":{")" + std::string(bearer_token) + R"(":7}})";
    answer = [&](std::string const& request) {
        if (request.starts_with("PATCH")) return json("200 OK", '{' + labels + '}');
        return json("200 OK", R"({"columnDefinitions":[{"name":"n"}],"rows":[{"object":{)" + labels + "}}]}");
    };
    auto object =
        decode_object<config_map>(R"({"metadata":{"name":"a","namespace":"shop","resourceVersion":"1"}})");
    background rows(io, list_rows(*api)), writing(io, finalize(*api, std::move(object)));
    time.run_for(5s);
    CHECK(rows.code() == errc::wrong_type);
    CHECK(rows.what().starts_with("list /api/v1/configmaps: "));
    CHECK(rows.what().find(bearer_token) == std::string::npos);
    CHECK(writing.code() == errc::wrong_type);
    CHECK(writing.what().starts_with("patch /api/v1/namespaces/shop/configmaps/a: "));
    CHECK(writing.what().find(bearer_token) == std::string::npos);
}

TEST_CASE_METHOD(hostile, "discovery shows no token")
{
    std::string const quoted(bearer_token);
    answer = [&](std::string const& request) {
        if (request.find("GET /apis ") == request.npos) return json("404 Not Found", "{}");
        return json("200 OK", R"({"kind":"APIGroupList","groups":[{"name":")" + quoted +
                                  R"(","versions":[{"version":"v1"}]}]})");
    };
    discovery kinds(*api);
    background finding(io, find_kind(kinds, "widgets"));
    time.run_for(5s);

    CHECK(finding.what().find("nothing is known of ***/v1") != std::string::npos);
    CHECK(finding.what().find(quoted) == std::string::npos);
}

TEST_CASE_METHOD(hostile, "a pause of billions of years is shortened to five minutes")
{
    auto const text =
        GENERATE(json("429 Slow",
                      R"({"kind":"Status","code":429,"details":{"retryAfterSeconds":9223372036854775807}})"),
                 json("429 Slow", "{}", "Retry-After: 9223372036854775807\r\n"),
                 json("429 Slow", "{}", "Retry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\n"),
                 json("200 OK", R"({"type":"ERROR","object":{"kind":"Status","code":429,"details":)"
                                R"({"retryAfterSeconds":9223372036854775807}}})"));
    answer = [&](std::string const& request) {
        bool const is_event = text.find("ERROR") != text.npos && request.find("watch=") == request.npos;
        return is_event ? empty_list : text;
    };
    shared_informer<config_map> informer(*api, listing());
    background running(io, informer.run());
    time.run_for(4min);
    auto const first = requests.size();
    CHECK(first <= 2);
    time.run_for(2min);
    CHECK(requests.size() == first + 1);
}

TEST_CASE_METHOD(hostile, "a Retry-After that is a date is waited for")
{
    auto const now = std::chrono::floor<std::chrono::seconds>(time.wall_now());
    REQUIRE(now.time_since_epoch() == 1700000000s); // Tue, 14 Nov 2023 22:13:20 GMT
    auto const fields = GENERATE(as<std::string>(), "Retry-After: Tue, 14 Nov 2023 22:15:20 GMT\r\n",
                                 "Date: Mon, 01 Jan 2001 00:00:00 GMT\r\n"
                                 "Retry-After: Mon, 01 Jan 2001 00:02:00 GMT\r\n");
    answer = [&](std::string const&) { return json("503 Away", "{}", fields); };

    auto const e = refusal();
    REQUIRE(e.retry_after());
    CHECK(*e.retry_after() <= 120s);
    CHECK(*e.retry_after() > 118s);

    requests.clear();
    shared_informer<config_map> informer(*api, listing());
    background running(io, informer.run());
    time.run_for(115s);
    CHECK(requests.size() == 1);
    time.run_for(25s);
    CHECK(requests.size() >= 2); // the date is over, and may be sent again
}
