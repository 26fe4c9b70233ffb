// A controller and its test, without a cluster, without sockets and without waiting: a day takes
// milliseconds.

// [testing-controller]
#include <coinformer/controller/controller.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/types/batch/v1/job.hpp>
#include <coinformer/types/core/v1/persistent_volume_claim.hpp>

#include <boost/asio/this_coro.hpp>

using namespace std::chrono_literals;
using claim = coinformer::types::core::v1::persistent_volume_claim_summary;
constexpr auto claims = coinformer::resource_of<claim>;
constexpr auto jobs = coinformer::types::batch::v1::jobs;

/// Your controller: it makes a Job for each PersistentVolumeClaim, every hour.
class backups {
public:
    backups(coinformer::client& api, coinformer::environment const& env)
        : api_(api), time_(*env.time), claims_(api),
          controller_(env, [this](coinformer::object_name key) { return reconcile(std::move(key)); })
    {
        controller_.watches(claims_);
    }
    coinformer::task<> run()
    {
        coinformer::nursery parts(co_await boost::asio::this_coro::executor);
        parts.start(claims_.run());
        parts.start(controller_.run());
        co_await parts.join();
    }

private:
    coinformer::task<coinformer::reconcile_result> reconcile(coinformer::object_name key)
    {
        if (!claims_.lister().get(key.ns, key.name))
            co_return coinformer::reconcile_result::done(); // the claim is gone
        auto const hour = std::chrono::floor<std::chrono::hours>(time_.wall_now()).time_since_epoch().count();
        auto job = R"({"metadata":{"name":")" + key.name + '-' + std::to_string(hour) +
                   R"("},"spec":{"template":{"spec":{
            "restartPolicy":"Never","containers":[{"name":"backup","image":"shop/backup:1"}]}}}})";
        try {
            co_await api_.create(jobs, key.ns, std::move(job));
        } catch (coinformer::api_error const& e) {
            // the key is tried again after a back-off
            if (e.code() != coinformer::errc::already_exists) throw;
        }
        co_return coinformer::reconcile_result::again_after(1h);
    }

    coinformer::client& api_;
    coinformer::time_source& time_;
    coinformer::shared_informer<claim> claims_;
    coinformer::controller<> controller_;
};
// [testing-controller]

// [testing]
#include "catch.hpp" // Catch2
#include <coinformer/testing/fake_cluster.hpp>

namespace testing = coinformer::testing;

constexpr auto data =
    "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data, namespace: shop}}";

std::size_t jobs_in(testing::fake_cluster& test)
{
    return test.run(test.api.list<coinformer::object_metadata>("shop", coinformer::list_options(), jobs))
        .objects.size();
}

TEST_CASE("a claim is backed up every hour, though a create fails, and until it is deleted")
{
    testing::fake_cluster test; // a server that runs, a client of it, and a clock that jumps
    test.server.load(data);
    test.server.inject(testing::faults::unavailable().on("create").after(2)); // the third create fails: 503
    backups tested(test.api, test.env);
    auto const running = test.start(tested.run());

    test.time.run_for(2h); // the third create is due now
    CHECK(test.server.requests("create", jobs) == 3);
    CHECK(jobs_in(test) == 2);
    test.time.run_for(1s); // the first back-off is 5 ms
    CHECK(jobs_in(test) == 3);

    test.server.remove(claims, {"shop", "data"});
    test.time.run_for(24h);
    CHECK(jobs_in(test) == 3);
    CHECK(test.server.requests("create", jobs) == 4);
}

TEST_CASE("a claim from an outage gets its job afterwards, and no job is made twice")
{
    testing::fake_cluster test;
    backups tested(test.api, test.env);
    auto const running = test.start(tested.run());
    test.time.run_for(1min);

    test.network.refuse(true); // new connections fail,
    test.network.reset();      // and the open ones break
    test.server.load(data);
    test.server.compact(); // forgets history: the watch gets 410 when it is resumed
    test.time.run_for(10min);
    CHECK(test.server.requests("create", jobs) == 0);
    test.network.refuse(false);
    // the next attempt is at most 20 s away, and informers wake within 3 s of its answer
    test.time.run_for(30s);

    CHECK(jobs_in(test) == 1);
    CHECK(test.server.requests("create", jobs) == 1);
}
// [testing]
