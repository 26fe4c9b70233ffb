// Contract: a copy whose version has no order is not saved, because a later process could not begin with it.

#include "warm_start_world.hpp"

namespace {

/// A server whose versions need not be decimal numbers. It ends each watch with 410, so that the informer
/// sees the server's version again after each pause.
struct server_of_any_version : restarts {
    server_of_any_version()
    {
        auto answer = [shown =
                           version](testing::action const& asked) -> std::optional<testing::canned_answer> {
            if (asked.verb == "watch")
                return testing::canned_answer{
                    .body = R"({"type":"ERROR","object":{"kind":"Status","code":410}})"};
            if (asked.verb != "list") return std::nullopt;
            return testing::canned_answer{
                .body = R"({"kind":"ConfigMapList","metadata":{"resourceVersion":")" + *shown +
                        R"("},"items":[{"metadata":{"name":"a","namespace":"shop","uid":"u",)"
                        R"("resourceVersion":"v1"},"data":{"v":"1"}}]})"};
        };
        server.intercept(std::move(answer));
    }

    std::string last_failure() { return run(now->informer.status()).warm_start.last_failure; }

    std::shared_ptr<std::string> version = std::make_shared<std::string>("zz");
};

} // namespace

TEST_CASE_METHOD(server_of_any_version,
                 "a copy whose version has no order is not saved, and the log says why")
{
    start(10s);
    CHECK(now->seen == lines{"+i shop/a=1"});
    CHECK(last_failure() ==
          "the version zz has no order, because it is no decimal number without leading zeros");
    stop();
    CHECK(storage->saved == 0);
    CHECK(times_logged("WARNING no snapshot is saved while versions have no order") == 1);

    auto& next = start();
    CHECK(next.informer.has_synced());
    CHECK(next.seen == lines{"+i shop/a=1"});
    stop();
    CHECK(storage->saved == 0);
    CHECK_FALSE(has_logged("it is damaged"));
    CHECK_FALSE(has_logged("a snapshot could not be saved"));
}

TEST_CASE_METHOD(server_of_any_version, "a number with a leading zero is no version that has an order")
{
    *version = "07";
    start(10s);
    stop();
    CHECK(storage->saved == 0);
    start();
    CHECK_FALSE(has_logged("it is damaged"));
}

TEST_CASE_METHOD(server_of_any_version, "a copy is saved as soon as its version has an order")
{
    start(10s);
    REQUIRE(storage->saved == 0);
    *version = "1000";
    time.run_for(5min);
    CHECK(storage->saved != 0);
    CHECK(last_failure().empty());
    CHECK(times_logged("no snapshot is saved") == 1);
}
