#include "shard/lease_requests.hpp"

#include <coinformer/testing/fake_cluster.hpp>

#include "catch.hpp"
#include "occurrences.hpp"

#include <sstream>

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

struct request_log {
    std::ostringstream log_text;
    stream_log log{log_text, log_level::info};
};

/// A process of the group shop/web that asks for Leases, and notes what it is told of failures.
struct asking_process : request_log, testing::fake_cluster {
    using outcome = lease_requests::outcome;

    asking_process() : fake_cluster({}, {.log = &log, .seed = 1})
    {
        server.create(resource{.version = "v1", .plural = "namespaces"}, R"({"metadata":{"name":"shop"}})");
    }
    outcome renew(std::string name, std::string version)
    {
        return run(requests.renew_member(std::move(name), std::move(version), "a", time.wall_now())).how;
    }

    shard_group_options const options{.name = "web", .ns = "shop", .identity = "a"};
    std::vector<std::string> told;
    lease_requests requests{api, options, [this] { told.push_back(requests.last_failure()); }};
};

} // namespace

TEST_CASE_METHOD(asking_process, "a Lease that is gone, or was changed, is told from an answer of a proxy")
{
    std::string const name = "web-a-11111";
    auto const made = run(requests.create_member(name, time.wall_now()));
    REQUIRE(made.is_done());
    CHECK(run(requests.create_member(name, time.wall_now())).how == outcome::overtaken); // there is one
    CHECK(renew(name, "1") == outcome::overtaken);
    CHECK(run(requests.remove(name, "1")).how == outcome::overtaken);
    CHECK(renew("web-a-00000", "") == outcome::gone);
    CHECK(told.empty()); // no request has failed
    server.inject(testing::faults::html(404).on("patch"));
    CHECK(renew(name, "") == outcome::failed);
    CHECK(run(requests.remove(name, std::string(made.value.resource_version()))).how == outcome::done);
    CHECK(run(requests.remove(name, "")).how == outcome::gone);
}

TEST_CASE_METHOD(asking_process, "a renewal puts a duration right that somebody has written into the Lease")
{
    std::string const name = "web-a-11111";
    REQUIRE(run(requests.create_member(name, time.wall_now())).is_done());
    auto const seconds = [&] { return run(requests.read(name)).value->spec.leaseDurationSeconds; };
    REQUIRE(seconds() == 15);
    server.patch(leases, {"shop", name}, R"({"spec":{"leaseDurationSeconds":86400}})");
    REQUIRE(seconds() == 86400);
    CHECK(renew(name, "") == outcome::done);
    CHECK(seconds() == 15);
}

TEST_CASE_METHOD(asking_process, "a Lease counts as deleted if the answer says so, and not otherwise")
{
    std::string const name = "web-a-11111";
    auto const how_ends = [&](std::string const& body) {
        server.inject(testing::faults::answer({.body = body}).on("delete"));
        return run(requests.remove(name, "")).how;
    };
    CHECK(how_ends(R"({"kind":"Status","status":"Success"})") == outcome::done);
    CHECK(how_ends(R"({"kind":"Lease","metadata":{"name":"web-a-11111"}})") == outcome::done);
    CHECK(requests.last_failure().empty());
    for (auto const* const body :
         {R"({"kind":"Status","status":"Failure"})", R"({"kind":"Status"})",
          R"({"metadata":{"name":"web-b-22222"}})", R"({"metadata":{"name":17}})", "{}",
          R"({"metadata":{"name":"web-a-11111","deletionTimestamp":"2023-11-14T22:13:36Z"}})"}) {
        INFO(body);
        CHECK(how_ends(body) == outcome::failed);
        CHECK(requests.last_failure().find("does not say that the Lease is gone") != std::string::npos);
    }
    CHECK(how_ends("<html>") == outcome::failed);
}

TEST_CASE_METHOD(asking_process, "a pause that the server asks for is kept, but no more than a minute of it")
{
    auto const asked = GENERATE(1, 60, 61, 3600);
    CHECK(requests.paused_until() == time_point());
    server.inject(testing::faults::throttled(std::chrono::seconds(asked)).of("leases"));
    CHECK(run(requests.read("web")).how == outcome::failed);
    CHECK(requests.paused_until() == time.now() + std::chrono::seconds(std::min(asked, 60)));
}

TEST_CASE_METHOD(asking_process, "a request that hangs fails at its time limit, and that is told once")
{
    server.inject(testing::faults::stall(0).of("leases").times(2));
    for (int i = 0; i != 2; ++i) {
        auto const began = time.now();
        CHECK(run(requests.list()).how == outcome::failed);
        CHECK(time.now() - began == requests.time_limit());
    }
    REQUIRE(told.size() == 1);
    CHECK(told[0].find("timed out") != std::string::npos);
    CHECK(occurrences(log_text.str(), "a request of the group has failed") == 1);

    for (int i = 0; i != 2; ++i) CHECK(run(requests.list()).how == outcome::done);
    REQUIRE(told.size() == 2);
    CHECK(told[1].empty());
    CHECK(occurrences(log_text.str(), "the requests of the group succeed again") == 1);
}
