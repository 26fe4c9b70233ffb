// Contract: an exception may leave a test that uses a testing::fake_cluster at any point.

#include "captured_stderr.hpp"
#include "world.hpp"

#include <boost/asio/this_coro.hpp>

namespace {

struct thrown_by_the_test {};

/// Leaves the test by an exception at this point.
void leave_when(bool here)
{
    if (here) throw thrown_by_the_test();
}

void test_that_is_left(int point, int& handled)
{
    testing::fake_cluster test;
    leave_when(point == 0);
    shared_informer<config_map> informer(test.api);
    informer.on_change({.added = [&handled](object_ptr<config_map> const&) { ++handled; }});
    auto const running = test.start(informer.run());
    leave_when(point == 1); // before the informer has begun
    test.network.conditions({}, {.delay = 10ms});
    test.server.create(config_maps, R"({"metadata":{"name":"a"}})");
    test.time.run_for(5ms);
    leave_when(point == 2); // while it lists
    test.run(informer.synced());
    test.server.create(config_maps, R"({"metadata":{"name":"b"}})");
    leave_when(point == 3); // while it watches, with an event on its way
    test.network.silence();
    test.time.run_for(20s);
    leave_when(point == 4); // while nothing arrives
    test.network.refuse(true);
    test.server.disconnect();
    test.time.run_for(1min);
    leave_when(point == 5); // in a pause after a failure
    leave_when(true);
}

task<> coroutine_that_is_left(testing::fake_cluster& test)
{
    shared_informer<config_map> informer(test.api);
    nursery work(co_await asio::this_coro::executor);
    work.start(informer.run());
    co_await informer.synced();
    leave_when(true);
}

} // namespace

TEST_CASE("an exception leaves a test unchanged, whatever is running")
{
    auto const point = GENERATE(range(0, 7));
    int handled = 0;
    CHECK_THROWS_AS(test_that_is_left(point, handled), thrown_by_the_test);
    CHECK(handled == (point < 3 ? 0 : 1));
}

TEST_CASE("an exception leaves a test with a nursery unchanged")
{
    auto const leave = [] {
        testing::fake_cluster test;
        shared_informer<config_map> informer(test.api);
        nursery work(test.env.ex);
        work.start(informer.run());
        test.time.run_for(1s);
        leave_when(test.server.open_watches() == 1);
    };
    CHECK_THROWS_AS(leave(), thrown_by_the_test);
}

TEST_CASE("an exception leaves a test's coroutine unchanged")
{
    testing::fake_cluster test;
    CHECK_THROWS_AS(test.run(coroutine_that_is_left(test)), thrown_by_the_test);
}

TEST_CASE("background work of a cluster has ended when the cluster is destroyed, and its failure is reported")
{
    testing::fake_cluster test;
    shared_informer<config_map> informer(test.api);
    {
        auto const running = test.start(informer.run());
        test.run(informer.synced());
        CHECK(test.server.open_watches() == 1);
        CHECK_FALSE(running.ended());
    }
    CHECK(test.server.open_watches() == 0);
    auto const again = test.start(informer.run());
    test.time.settle();
    CHECK(again.ended());
    CHECK_THROWS_AS(again.rethrow(), api_error);
}

TEST_CASE("a custom resource exists when its definition does, or when the test has declared it")
{
    testing::fake_cluster test;
    // [custom]
    constexpr coinformer::resource definitions{"apiextensions.k8s.io", "v1", "customresourcedefinitions",
                                               "CustomResourceDefinition", coinformer::scope::cluster};
    constexpr coinformer::resource widgets{"example.io", "v1", "widgets", "Widget"};
    test.server.create(definitions, R"({"metadata":{"name":"widgets.example.io"},"spec":{
        "group":"example.io","scope":"Namespaced","names":{"plural":"widgets","kind":"Widget"},
        "versions":[{"name":"v1","served":true,"storage":true,"subresources":{"status":{}}}]}})");
    test.server.create(widgets, R"({"metadata":{"name":"w"},"spec":{"size":3}})");
    // [custom]
    CHECK(test.server.get(widgets, {"default", "w"}).find(R"("size":3)") != std::string::npos);
    auto const answer = test.run(test.api.get(definitions, "", "widgets.example.io"));
    CHECK(answer.find(R"("type":"Established","status":"True")") != std::string::npos);

    constexpr resource gadgets{"example.io", "v1", "gadgets", "Gadget"};
    CHECK_THROWS_AS(test.server.create(gadgets, R"({"metadata":{"name":"g"}})"), api_error);
    test.server.serve(gadgets);
    test.server.create(gadgets, R"({"metadata":{"name":"g"}})");
}

TEST_CASE("the failure of a task that runs beside a test is written to stderr, unless the test asks for it")
{
    bool const asks = GENERATE(false, true);
    captured_stderr captured;
    {
        testing::fake_cluster test({}, {.log = &no_log(), .seed = 1});
        shared_informer<config_map> informer(test.api);
        auto const running = test.start(informer.run());
        auto const again = test.start(informer.run());
        test.time.run_for(1s);
        REQUIRE(again.ended());
        if (asks) CHECK_THROWS_AS(again.rethrow(), boost::system::system_error);
    }
    auto const text = captured.text();
    INFO(text);
    CHECK((text.find("nobody has called rethrow()") != std::string::npos) == !asks);
    CHECK((text.find("already running") != std::string::npos) == !asks);
}
