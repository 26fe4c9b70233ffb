// A custom resource from its definition to its end. The program installs the definition and runs a
// controller, which makes what each Widget asks for, reports that in the Widget's status, and cleans up
// before the Widget is removed.
//     custom_resource            on your kubeconfig's cluster, until Ctrl-C: docs/custom-resources.md
//     custom_resource --demo     on an API server in this process; makes, grows and deletes a Widget

// [custom-resource]
#include <coinformer/api/object_meta.hpp>
#include <coinformer/controller/controller.hpp>
#include <coinformer/controller/finalizer.hpp>
#include <coinformer/core/nursery.hpp>

#include <boost/asio/this_coro.hpp>
#include <boost/describe.hpp>
#include <iostream>

struct widget_spec {
    std::int32_t size = 0;
};
struct widget_status {
    std::int32_t made = 0;
};
struct widget {
    coinformer::object_meta metadata;
    widget_spec spec;
    widget_status status;
};
BOOST_DESCRIBE_STRUCT(widget_spec, (), (size))
BOOST_DESCRIBE_STRUCT(widget_status, (), (made))
BOOST_DESCRIBE_STRUCT(widget, (), (metadata, spec, status))
template <>
inline constexpr coinformer::resource coinformer::resource_of<widget>{
    .group = "shop.example.io", .version = "v1", .plural = "widgets", .kind = "Widget"};

constexpr coinformer::resource definitions{.group = "apiextensions.k8s.io",
                                           .version = "v1",
                                           .plural = "customresourcedefinitions",
                                           .kind = "CustomResourceDefinition",
                                           .where = coinformer::scope::cluster};
constexpr auto definition = R"(
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.shop.example.io}
spec:
  group: shop.example.io
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, shortNames: [wd]}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    additionalPrinterColumns:
    - {name: Size, type: integer, jsonPath: .spec.size}
    - {name: Made, type: integer, jsonPath: .status.made}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {size: {type: integer, minimum: 0}}}
          status: {type: object, properties: {made: {type: integer}}}
)";

coinformer::task<> install_definition(coinformer::client& api)
{
    // creates it, or brings it up to date
    auto wanted = coinformer::server_side_apply(definition, "widget-maker");
    co_await api.patch(definitions, "", "widgets.shop.example.io", std::move(wanted));
    std::cout << "definition installed" << std::endl;
}

class widget_maker {
public:
    widget_maker(coinformer::client& api, coinformer::environment const& env)
        : widgets(api), api_(api),
          controller_(env, [this](coinformer::object_name key) { return reconcile(std::move(key)); },
                      {.name = "widget-maker"})
    {
        controller_.watches(widgets, coinformer::own_key,
                            coinformer::changed::generation); // not for the status, which we write
    }
    coinformer::task<> run()
    {
        coinformer::nursery parts(co_await boost::asio::this_coro::executor);
        parts.start(widgets.run()); // waits until the server serves widgets
        parts.start(controller_.run());
        co_await parts.join();
    }

    coinformer::shared_informer<widget> widgets;

private:
    static constexpr char const* finalizer = "shop.example.io/clean-up";

    // If it throws, for example because the widget in the cache is outdated, the failure is logged, and the
    // key is reconciled again after a back-off.
    coinformer::task<coinformer::reconcile_result> reconcile(coinformer::object_name key)
    {
        auto w = widgets.lister().get(key.ns, key.name);
        if (!w) {
            std::cout << "gone: " << to_string(key) << std::endl;
        } else if (w->metadata.deletionTimestamp) {
            std::cout << "cleans up after " << to_string(key) << std::endl;
            co_await remove_finalizer(api_, w, finalizer); // then the server removes the widget
        } else {
            w = co_await add_finalizer(api_, w, finalizer);
            if (w->status.made != w->spec.size) co_await make(key, w);
        }
        co_return coinformer::reconcile_result::done();
    }

    coinformer::task<> make(coinformer::object_name key, coinformer::object_ptr<widget> w)
    {
        std::cout << "makes " << to_string(key) << " of size " << w->spec.size << std::endl;
        auto status = coinformer::merge_patch(R"({"status":{"made":)" + std::to_string(w->spec.size) + "}}");
        status.at_version(w.resource_version()); // a conflict if the widget has changed since
        auto const how = coinformer::write_options().subresource("status");
        co_await api_.patch<widget>(key.ns, key.name, std::move(status), how);
    }

    coinformer::client& api_;
    coinformer::controller<> controller_;
};
// [custom-resource]

#include "demo_cluster.hpp"

#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <boost/asio.hpp>
#include <optional>

namespace {

constexpr auto widgets = coinformer::resource_of<widget>;

coinformer::task<> made(coinformer::shared_informer<widget> in, std::int32_t size)
{
    auto const is_made = [size](coinformer::snapshot<widget> const& now) {
        auto const w = now.get("default", "left-handed");
        return w && w->status.made == size;
    };
    co_await in.until(is_made);
}

// Does what a user would do with kubectl.
coinformer::task<> run_demo(coinformer::client& api, widget_maker& maker, coinformer::nursery& others)
{
    co_await api.create(widgets, "default",
                        R"({"apiVersion":"shop.example.io/v1","kind":"Widget",)"
                        R"("metadata":{"name":"left-handed"},"spec":{"size":3}})");
    co_await made(maker.widgets, 3);
    co_await api.patch(widgets, "default", "left-handed", coinformer::merge_patch(R"({"spec":{"size":5}})"));
    co_await made(maker.widgets, 5);
    co_await api.remove(widgets, "default", "left-handed");
    co_await coinformer::system_time().sleep_for(std::chrono::milliseconds(500));
    others.request_stop();
}

coinformer::task<> make_widgets(coinformer::client& api, coinformer::environment env, bool demo,
                                coinformer::nursery& all)
{
    co_await install_definition(api);
    widget_maker maker(api, env);
    coinformer::nursery work(co_await boost::asio::this_coro::executor);
    work.start(maker.run());
    if (demo) work.start(run_demo(api, maker, work));
    co_await work.join();
    all.request_stop(); // the demo is over
}

coinformer::task<> run(coinformer::environment env, bool demo)
{
    std::optional<demo_cluster> cluster;
    if (demo) cluster.emplace(env);
    coinformer::client api(env, demo ? cluster->endpoint() : coinformer::load_endpoint());
    coinformer::nursery all(co_await boost::asio::this_coro::executor);
    if (demo) all.start(cluster->run());
    all.start(make_widgets(api, env, demo, all));
    co_await all.join();
}

} // namespace

int main(int argc, char** argv)
{
    bool const demo = argc == 2 && argv[1] == std::string_view("--demo");
    if (argc != 1 && !demo) {
        std::cerr << "usage: custom_resource [--demo]\n";
        return 2;
    }
    coinformer::stream_log log(std::cerr, coinformer::log_level::warning);
    boost::asio::io_context io;
    coinformer::environment const env{.ex = io.get_executor(), .log = &log};
    return coinformer::run_until_signal(io, run(env, demo));
}
