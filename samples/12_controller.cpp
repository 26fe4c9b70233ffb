// A controller and its test in virtual time. Each Deployment gets a ConfigMap of its own, which is made again
// if somebody deletes it. A finalizer lets the controller clean up outside the cluster before a Deployment is
// removed.

// [controller]
#include <coinformer/api/object_meta.hpp>
#include <coinformer/controller/controller.hpp>
#include <coinformer/controller/event_recorder.hpp>
#include <coinformer/controller/finalizer.hpp>
#include <coinformer/core/nursery.hpp>

#include <boost/asio/this_coro.hpp>
#include <boost/describe.hpp>

struct deployment {
    coinformer::object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(deployment, (), (metadata))
template <>
inline constexpr coinformer::resource coinformer::resource_of<deployment>{
    .group = "apps", .version = "v1", .plural = "deployments", .kind = "Deployment"};

struct config_map {
    coinformer::object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(config_map, (), (metadata))
template <>
inline constexpr coinformer::resource coinformer::resource_of<config_map>{
    .version = "v1", .plural = "configmaps", .kind = "ConfigMap"};

class publisher {
public:
    publisher(coinformer::client& api, coinformer::environment const& env)
        : api_(api), deployments_(api), config_maps_(api),
          events_(api, {.controller = "example.io/publisher", .instance = "publisher-0"}),
          controller_(env, [this](coinformer::object_name key) { return reconcile(std::move(key)); },
                      {.name = "publisher", .concurrency = 4, .deadline = std::chrono::minutes(1)})
    {
        using namespace coinformer;
        controller_.watches(deployments_, own_key,
                            [](auto const& e) { return changed::generation(e) || changed::labels(e); });
        controller_.watches(config_maps_, owner_key<deployment>());
    }

    coinformer::task<> run()
    {
        coinformer::nursery parts(co_await boost::asio::this_coro::executor);
        parts.start(deployments_.run());
        parts.start(config_maps_.run());
        parts.start(events_.run());
        parts.start(controller_.run());
        co_await parts.join();
    }

private:
    static constexpr char const* finalizer = "example.io/publisher";

    coinformer::task<coinformer::reconcile_result> reconcile(coinformer::object_name key)
    {
        using coinformer::reconcile_result;
        auto owner = deployments_.lister().get(key.ns, key.name);
        if (!owner) co_return reconcile_result::done();
        if (owner->metadata.deletionTimestamp) {
            // Clean up outside the cluster here.
            co_await remove_finalizer(api_, owner, finalizer);
            co_return reconcile_result::done();
        }
        // a conflict is thrown, and the key is tried again
        owner = co_await add_finalizer(api_, owner, finalizer);
        auto const name = key.name + "-info";
        if (config_maps_.lister().get(key.ns, name)) co_return reconcile_result::done();
        auto json =
            R"({"metadata":{"name":")" + name +
            R"(","ownerReferences":[{"apiVersion":"apps/v1","kind":"Deployment","controller":true,"name":")" +
            key.name + R"(","uid":")" + owner.uid() + R"("}]}})";
        co_await api_.create(coinformer::resource_of<config_map>, key.ns, std::move(json));
        events_.record(owner, coinformer::event_type::normal, "Published", "Publish", "made " + name);
        co_return reconcile_result::done();
    }

    coinformer::client& api_;
    coinformer::shared_informer<deployment> deployments_;
    coinformer::shared_informer<config_map> config_maps_;
    coinformer::event_recorder events_;
    coinformer::controller<> controller_;
};
// [controller]

// [controller-test]
#include <coinformer/testing/fake_cluster.hpp>

#include <iostream>

int main()
{
    using namespace std::chrono_literals;
    constexpr auto deployments = coinformer::resource_of<deployment>;
    constexpr auto config_maps = coinformer::resource_of<config_map>;
    constexpr coinformer::resource events{.group = "events.k8s.io", .version = "v1", .plural = "events"};
    coinformer::testing::fake_cluster test; // a server that runs, a client of it, and a clock that jumps
    publisher tested(test.api, test.env);
    auto const running = test.start(tested.run());
    auto const says = [](std::string const& json, char const* what) { return json.find(what) != json.npos; };
    int failures = 0;
    auto const expect = [&failures](bool holds, char const* what) {
        std::cout << (holds ? "ok:     " : "FAILED: ") << what << std::endl;
        failures += !holds;
    };

    test.server.create(deployments, R"({"metadata":{"name":"web","namespace":"shop"},"spec":{}})");
    test.time.run_for(1s);
    expect(says(test.server.get(config_maps, {"shop", "web-info"}), "Deployment"),
           "a deployment gets its config map");
    expect(says(test.server.list(events), "made web-info"), "an event reports it");

    test.server.inject(coinformer::testing::faults::unavailable().on("create").times(3));
    test.server.remove(config_maps, {"shop", "web-info"});
    test.time.run_for(1s);
    expect(says(test.server.list(config_maps), "web-info"),
           "a deleted config map is made again, although the server fails three times");

    test.server.remove(deployments, {"shop", "web"});
    test.time.run_for(1s);
    expect(!says(test.server.list(deployments), "web"), "a deleted deployment is removed with its finalizer");
    return failures;
}
// [controller-test]
