// Contract: a server that is behind, or whose versions prove nothing, shows no handler an unchanged object.

#include "lagging_answer.hpp"
#include "world.hpp"

namespace {

/// Answers lists at a version as a server does that does not have this version yet.
testing::api_server::interceptor lagging(int times)
{
    return [left = std::make_shared<int>(times)](
               testing::action const& asked) -> std::optional<testing::canned_answer> {
        bool const asks = asked.verb == "list" && asked.target.find("resourceVersion=") != std::string::npos;
        if (!asks || *left == 0) return std::nullopt;
        --*left;
        return lagging_answer();
    };
}

} // namespace

TEST_CASE_METHOD(informed,
                 "a server that lags behind the others is asked again, and no handler sees unchanged objects")
{
    set("a", "2");
    time.run_for(1s);
    seen.clear();
    server.intercept(lagging(2));
    server.inject(faults::gone().on("watch"));
    server.disconnect();
    set("b", "2");
    time.run_for(15s);
    // the first one, two that were refused, and one that is not older than the known version
    CHECK(lists() == 4);
    CHECK(seen == lines{"~ shop/b=1>2"});
}

TEST_CASE_METHOD(
    informed, "a server that lags for long is believed; older states are shown, and unchanged ones are not")
{
    server.intercept(lagging(4));
    server.inject(faults::gone().on("watch"));
    server.disconnect();
    set("b", "2");
    time.run_for(1min);
    CHECK(lists() == 6);
    CHECK(seen == lines{"~ shop/b=1>2"});
}

// This is how a restored server behaves that is not quite healthy yet: a lost answer says nothing about its
// version.
TEST_CASE_METHOD(informed, "a server that lags for long is believed, even if answers are lost in between")
{
    server.intercept([&, n = std::make_shared<int>(0), lag = lagging(1000)](
                         testing::action const& asked) -> std::optional<testing::canned_answer> {
        auto behind = lag(asked);
        if (behind && ++*n % 2 == 0) return testing::canned_answer{.status = 503};
        return behind;
    });
    server.inject(faults::gone().on("watch"));
    server.disconnect();
    set("b", "2");
    time.run_for(10min);
    CHECK(seen == lines{"~ shop/b=1>2"});
}

TEST_CASE_METHOD(world, "versions that are no numbers do not say which list is newer")
{
    int list = 0;
    server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb == "watch")
            return testing::canned_answer{.body =
                                              R"({"type":"ERROR","object":{"kind":"Status","code":410}})"};
        if (asked.verb != "list") return std::nullopt;
        std::string const version = ++list % 2 == 1 ? "zz" : "aa";
        return testing::canned_answer{
            .body = R"({"kind":"ConfigMapList","metadata":{"resourceVersion":")" + version +
                    R"("},"items":[{"metadata":{"name":"a","namespace":"shop","uid":"u",)"
                    R"("resourceVersion":"v1"},"data":{"v":"1"}}]})"};
    });
    auto [informer, seen, running] = recorded_informer(io, api);
    time.run_for(1min);
    CHECK(list > 3);
    CHECK(seen == lines{"+i shop/a=1"});
}
