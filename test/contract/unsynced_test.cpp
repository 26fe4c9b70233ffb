// Contract: unsynced() of a factory waits for a limited time, and then returns which informers are not
// synced, and why.

#include "world.hpp"

namespace {

struct unsynced_secret {
    object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(unsynced_secret, (), (metadata))

} // namespace

template <>
inline constexpr resource coinformer::resource_of<unsynced_secret>{
    .group = "", .version = "v1", .plural = "secrets", .kind = "Secret"};

namespace {

/// What unsynced() returned, one line for each informer, and when.
struct unsynced_report {
    lines missing;
    duration took{};
};

task<> report_unsynced(informer_factory& factory, time_source& time, duration limit, unsynced_report& to)
{
    auto const began = time.now();
    auto const missing = co_await factory.unsynced(limit);
    to.took = time.now() - began;
    for (auto const& one : missing) to.missing.push_back(to_string(one.which) + ": " + one.cause);
}

/// Refuses to list secrets with 403 until it is told to allow it.
struct with_forbidden_secrets : world {
    with_forbidden_secrets()
    {
        server.intercept([this](testing::action const& asked) -> std::optional<testing::canned_answer> {
            bool const secrets = asked.target.find("secrets") != asked.target.npos;
            if (granted || !secrets) return std::nullopt;
            return testing::canned_answer{.status = 403, .body = "no"};
        });
        factory.of<config_map>();
        factory.of<unsynced_secret>();
    }

    bool granted = false;
    informer_factory factory{api};
    unsynced_report report;
    background running, asking;
};

} // namespace

TEST_CASE_METHOD(with_forbidden_secrets,
                 "unsynced() waits for its limit, and returns which informers are not synced and why")
{
    running.start(io, factory.run());
    asking.start(io, report_unsynced(factory, time, 30s, report));
    time.run_for(1min);
    CHECK(asking.ended);
    CHECK(report.took == 30s);
    REQUIRE(report.missing.size() == 1);
    CHECK(report.missing.front().find("secrets: ") == 0);
    CHECK(report.missing.front().find("forbidden") != std::string::npos);
}

TEST_CASE_METHOD(with_forbidden_secrets,
                 "unsynced() ends as soon as all are synced: a permission may come late")
{
    running.start(io, factory.run());
    asking.start(io, report_unsynced(factory, time, 1h, report));
    time.run_for(1min);
    CHECK_FALSE(asking.ended);
    granted = true;
    time.run_for(10min);
    CHECK(asking.ended);
    CHECK(report.missing.empty());
    CHECK(report.took < 11min);
}

TEST_CASE_METHOD(with_forbidden_secrets, "unsynced() with a limit of zero does not wait")
{
    running.start(io, factory.run());
    time.run_for(1min);
    asking.start(io, report_unsynced(factory, time, 0s, report));
    time.run_for(1s);
    CHECK(asking.ended);
    CHECK(report.took == 0s);
    REQUIRE(report.missing.size() == 1);
    CHECK(report.missing.front().find("secrets: ") == 0);
}

TEST_CASE_METHOD(with_forbidden_secrets, "unsynced() of a factory that nobody runs says so")
{
    asking.start(io, report_unsynced(factory, time, 5s, report));
    time.run_for(5s);
    CHECK(asking.ended);
    CHECK(report.missing == lines{"configmaps: the factory's run() has not been called",
                                  "secrets: the factory's run() has not been called"});
}

TEST_CASE_METHOD(with_forbidden_secrets,
                 "unsynced() does not wait for an informer that has ended with an error, and says why")
{
    shared_informer<unsynced_secret> same = factory.of<unsynced_secret>();
    background misuse(io, same.run()); // so that the factory's run of it fails
    time.settle();
    running.start(io, factory.run());
    time.run_for(1s);
    asking.start(io, report_unsynced(factory, time, 1h, report));
    time.run_for(1s);
    CHECK(asking.ended);
    REQUIRE(report.missing.size() == 1);
    CHECK(report.missing.front().find("secrets: ") == 0);
    CHECK(report.missing.front().find("already") != std::string::npos);
}

TEST_CASE_METHOD(with_forbidden_secrets, "unsynced() does not wait for an informer that is stopped meanwhile")
{
    running.start(io, factory.run());
    asking.start(io, report_unsynced(factory, time, 1h, report));
    time.run_for(1min);
    CHECK_FALSE(asking.ended);
    testing::run(io, time, factory.stop(resource_of<unsynced_secret>));
    time.run_for(1s);
    CHECK(asking.ended);
    CHECK(report.missing.empty());
}

TEST_CASE_METHOD(with_forbidden_secrets, "unsynced() does not wait when its factory is stopped, and says so")
{
    informer_factory of_secrets(api);
    of_secrets.of<unsynced_secret>();
    running.start(io, of_secrets.run());
    asking.start(io, report_unsynced(of_secrets, time, 1h, report));
    time.run_for(1min);
    CHECK_FALSE(asking.ended);
    testing::run(io, time, of_secrets.stop());
    time.settle();
    CHECK(asking.ended);
    CHECK(report.took < 61s);
    CHECK(report.missing == lines{"secrets: the factory has been stopped"});
}

TEST_CASE_METHOD(with_forbidden_secrets,
                 "unsynced() of a factory that nobody runs does not wait when the factory is stopped")
{
    asking.start(io, report_unsynced(factory, time, 1h, report));
    time.run_for(1min);
    CHECK_FALSE(asking.ended);
    testing::run(io, time, factory.stop());
    time.settle();
    CHECK(asking.ended);
    CHECK(report.took < 61s);
    CHECK(report.missing ==
          lines{"configmaps: the factory has been stopped", "secrets: the factory has been stopped"});
}

TEST_CASE_METHOD(with_forbidden_secrets, "unsynced() can be cancelled, and called again")
{
    running.start(io, factory.run());
    asking.start(io, report_unsynced(factory, time, 1h, report));
    time.run_for(1min);
    asking.cancel();
    time.run_for(1s);
    CHECK(asking.code() == condition::cancelled);
    background again(io, report_unsynced(factory, time, 1s, report));
    time.run_for(2s);
    CHECK(report.missing.size() == 1);
}
