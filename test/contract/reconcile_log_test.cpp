// Contract: the warnings of a log show why a controller does not get on, although the library tries again and
// again.

#include "controlled.hpp"

#include <boost/asio/error.hpp>

#include <functional>
#include <utility>

namespace {

/// A controller whose reconciles the test gives.
struct given_reconcile : world {
    given_reconcile() { tested.watches(informer); }

    void start_controller()
    {
        informing.start(io, informer.run());
        running.start(io, tested.run());
        time.run_for(1s);
    }
    task<reconcile_result> reconcile(object_name key)
    {
        co_await body(std::move(key));
        co_return reconcile_result::done();
    }
    task<> patch(object_name key)
    {
        co_await api.patch<config_map>("shop", key.name, merge_patch(R"({"data":{"v":"2"}})"));
    }

    std::function<task<>(object_name)> body = [this](object_name key) { return patch(std::move(key)); };
    shared_informer<config_map> informer{api, listing()};
    controller<> tested{env, [this](object_name key) { return reconcile(std::move(key)); }, quick()};
    background informing, running;
};

task<> throw_refused(object_name)
{
    co_await asio::this_coro::executor; // makes this function a coroutine
    throw boost::system::system_error(asio::error::connection_refused, "database");
}

} // namespace

TEST_CASE_METHOD(given_reconcile, "a server that fails at each write of a controller is a warning")
{
    server.inject(faults::internal_error().on("patch").times(fault::always));
    put("a", "1");
    start_controller();
    time.run_for(5min);
    CHECK(times_logged("WARNING reconcile failed") == 1);
    CHECK(has_logged("internal error of the server"));
}

TEST_CASE_METHOD(given_reconcile, "a reconcile that cannot reach another service is a warning")
{
    body = throw_refused;
    put("a", "1");
    start_controller();
    time.run_for(5min);
    CHECK(times_logged("WARNING reconcile failed") == 1);
    CHECK(has_logged("database"));
}

TEST_CASE_METHOD(given_reconcile, "reconciles that do not reach the API server are one cause for all keys")
{
    start_controller();
    network.refuse(true);
    server.disconnect();
    time.run_for(1s);
    for (int i = 0; i != 30; ++i) tested.add({"shop", "o" + std::to_string(i)});
    time.run_for(5min);
    CHECK(tested.status().failures >= 30);
    auto const warnings = times_logged("WARNING reconcile failed");
    CHECK(warnings >= 1);
    CHECK(warnings <= 3); // the connection was closed, and then no other could be opened
}

TEST_CASE_METHOD(
    given_reconcile,
    "a controller that waits for its source does not keep the warning of a new cause from the log")
{
    server.inject(faults::forbidden().times(fault::always));
    start_controller();
    time.run_for(2min);
    CHECK(times_logged("WARNING controller waits for a source") == 1);
    log_text.str("");
    server.heal();
    server.inject(faults::internal_error().times(fault::always));
    time.run_for(5min);
    CHECK(has_logged("WARNING list /api/v1/configmaps: internal error of the server"));
}

TEST_CASE_METHOD(
    given_reconcile,
    "a controller that waits for a server that is away says so, and leaves the warning to the client")
{
    network.refuse(true);
    start_controller();
    time.run_for(5min);
    CHECK(times_logged("INFO controller waits for a source controller=configmaps") == 1);
    CHECK_FALSE(has_logged("WARNING controller waits for a source"));
    REQUIRE(tested.status().waiting_for.size() == 1);
    CHECK(tested.status().waiting_for[0].starts_with("configmaps: "));
}
