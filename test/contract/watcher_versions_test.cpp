// Contract: a watcher that is given no version says so, and takes every other one, also from a server whose
// versions are no numbers. Only waits need an order.

#include "watched.hpp"

TEST_CASE_METHOD(watched, "a watcher without a version to begin at is an error of its own")
{
    auto const refusal = [this](std::string const& version) {
        try {
            watcher<config_map>(api, version);
        } catch (api_error const& e) {
            return e.code();
        }
        return error_code();
    };
    CHECK(refusal("") == errc::no_version);
    CHECK(refusal("0") == errc::no_version);
    CHECK(refusal("abc") == error_code()); // the server judges it, when next() is called
}

TEST_CASE_METHOD(watched, "a watcher begins at a version that is no number, and goes on from the next one")
{
    // versions of Karmada's proxy: base64url of {"c1":"998"}, {"c1":"999"} and {"c1":"1000"}
    lines asked;
    server.intercept([&](testing::action const& a) -> std::optional<testing::canned_answer> {
        auto const at = a.target.find("resourceVersion=");
        if (a.verb != "watch" || at == std::string::npos) return std::nullopt;
        asked.push_back(a.target.substr(at + 16, a.target.find('&', at) - at - 16));
        auto const event = [](std::string const& name, std::string const& version) {
            return R"({"type":"ADDED","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":")" +
                   name + R"(","namespace":"shop","uid":"u-)" + name + R"(","resourceVersion":")" + version +
                   "\"}}}\n";
        };
        return testing::canned_answer{.body = asked.size() == 1 ? event("x", "eyJjMSI6Ijk5OSJ9") +
                                                                      event("y", "eyJjMSI6IjEwMDAifQ")
                                                                : std::string()};
    });
    events.emplace(api, "eyJjMSI6Ijk5OCJ9");
    start();
    time.run_for(1min);
    CHECK(seen == lines{"+x=", "+y="});
    REQUIRE(asked.size() >= 2);
    CHECK(asked[0] == "eyJjMSI6Ijk5OCJ9");
    CHECK(asked[1] == "eyJjMSI6IjEwMDAifQ");
    CHECK_FALSE(running.ended);
}

TEST_CASE_METHOD(watched, "a version that the server does not understand is the server's error")
{
    events.emplace(api, "abc");
    start();
    CHECK(running.code() == errc::bad_request);
}

TEST_CASE_METHOD(informed, "at_least() says that a version without an order cannot be waited for")
{
    auto const handler = informer.on_change({});
    for (auto const* const version : {"eyJjMSI6Ijk5OSJ9", "007"}) {
        background store(io, informer.at_least(version));
        background told(io, handler.at_least(version));
        time.settle();
        for (auto const* const wait : {&store, &told}) {
            CHECK(wait->code() == errc::bad_request);
            CHECK(wait->what().find("is no resource version that has an order") != std::string::npos);
        }
    }
}
