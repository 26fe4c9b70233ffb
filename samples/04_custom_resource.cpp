// A custom resource from its definition to its end: installs the CRD, and for each Widget makes what it asks for, says
// so in its status, and cleans up before it goes.
//     custom_resource            on the cluster of your kubeconfig, until Ctrl-C
//     custom_resource --demo     on an API server in this process, with somebody who makes, grows and deletes a Widget

// [custom-resource]
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/retry_on_conflict.hpp>
#include <coinformer/cache/shared_informer.hpp>

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

using widget_ptr = coinformer::object_ptr<widget>;

/// What becomes of a Widget. Each write is a patch at the version that was seen: when the Widget has changed meanwhile
/// it is a conflict, and the change comes as an event of its own.
class widget_maker {
public:
    explicit widget_maker(coinformer::client& api) : api_(api) {}

    coinformer::task<> handle(widget_ptr w)
    {
        if (w->metadata.deletionTimestamp)
            co_await clean_up(w);
        else if (!is_ours(*w))
            co_await patch(w, with_finalizers(*w, true));
        else if (w->status.made != w->spec.size)
            co_await make(w);
    }

private:
    static constexpr std::string_view finalizer = "shop.example.io/clean-up";

    static bool is_ours(widget const& w)
    {
        for (auto const& f : w.metadata.finalizers)
            if (f == finalizer) return true;
        return false;
    }

    // A patch replaces the whole list: those of others are named again. At a version, so that none is missed.
    static std::string with_finalizers(widget const& w, bool ours)
    {
        std::string list = ours ? '"' + std::string(finalizer) + '"' : std::string();
        for (auto const& f : w.metadata.finalizers)
            if (f != finalizer) list += (list.empty() ? "\"" : ",\"") + f.to_owned() + '"';
        return R"({"metadata":{"finalizers":[)" + list + "]}}";
    }

    coinformer::task<> make(widget_ptr w)
    {
        std::cout << "makes " << to_string(w.key()) << " of size " << w->spec.size << std::endl;
        co_await patch(w, R"({"status":{"made":)" + std::to_string(w->spec.size) + "}}", "status");
    }

    coinformer::task<> clean_up(widget_ptr w)
    {
        if (!is_ours(*w)) co_return;
        std::cout << "cleans up after " << to_string(w.key()) << std::endl;
        co_await patch(w, with_finalizers(*w, false)); // and the server lets it go
    }

    coinformer::task<> patch(widget_ptr w, std::string change, std::string part = {})
    {
        auto what = coinformer::merge_patch(std::move(change)).at_version(w.resource_version());
        auto how = coinformer::write_options().subresource(std::move(part));
        try {
            co_await api_.patch<widget>(std::string(w.key().ns), std::string(w.key().name), std::move(what), how);
        } catch (coinformer::api_error const& e) {
            bool const outdated = e.code() == coinformer::condition::conflict;
            if (!outdated && e.code() != coinformer::condition::not_found) throw; // the informer logs it
        }
    }

    coinformer::client& api_;
};

coinformer::task<> install_definition(coinformer::client& api)
{
    auto wanted = coinformer::server_side_apply(definition, "widget-maker"); // makes it, or brings it up to date
    co_await api.patch(definitions, "", "widgets.shop.example.io", std::move(wanted));
    std::cout << "definition installed" << std::endl;
}

coinformer::task<> make_widgets(coinformer::client& api)
{
    co_await install_definition(api);
    widget_maker maker(api);
    coinformer::shared_informer<widget> widgets(api); // waits until the server serves them
    widgets.on_change({
        .added = [&](widget_ptr const& w) { return maker.handle(w); },
        .updated = [&](widget_ptr const&, widget_ptr const& w) { return maker.handle(w); },
        .deleted = [](widget_ptr const& last) { std::cout << "gone: " << to_string(last.key()) << std::endl; },
    });
    co_await widgets.run(); // until cancelled
}
// [custom-resource]

#include "demo_cluster.hpp"

#include <coinformer/core/nursery.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <boost/asio.hpp>
#include <optional>

namespace {

using namespace std::chrono_literals;
constexpr auto widgets = coinformer::resource_of<widget>;

// Waits until a Widget of this size is made.
coinformer::task<> made(coinformer::client& api, std::int32_t size)
{
    for (;;) {
        auto const now = co_await api.get<widget>("default", "left-handed");
        if (now->status.made == size) co_return;
        co_await coinformer::system_time().sleep_for(20ms);
    }
}

// What kubectl would be used for.
coinformer::task<> order(coinformer::client& api, coinformer::nursery& others)
{
    auto& time = coinformer::system_time();
    auto const crd = coinformer::list_options().fields("metadata.name=widgets.shop.example.io");
    for (bool installed = false; !installed;) {
        auto const found = co_await api.list<coinformer::object_metadata>("", crd, definitions);
        installed = !found.objects.empty();
        if (!installed) co_await time.sleep_for(20ms);
    }
    co_await api.create(widgets, "default",
                        R"({"apiVersion":"shop.example.io/v1","kind":"Widget",)"
                        R"("metadata":{"name":"left-handed"},"spec":{"size":3}})");
    co_await made(api, 3);
    auto larger = [&]() -> coinformer::task<> {
        auto const now = co_await api.get<widget>("default", "left-handed");
        auto change = coinformer::merge_patch(R"({"spec":{"size":)" + std::to_string(now->spec.size + 2) + "}}");
        change.at_version(now.resource_version());
        co_await api.patch(widgets, "default", "left-handed", std::move(change));
    };
    co_await retry_on_conflict(api, std::ref(larger));
    co_await made(api, 5);
    co_await api.remove(widgets, "default", "left-handed");
    co_await time.sleep_for(500ms);
    others.request_stop();
}

} // namespace

int main(int argc, char** argv)
{
    bool const demo = argc == 2 && argv[1] == std::string_view("--demo");
    if (argc != 1 && !demo) {
        std::cerr << "usage: custom_resource [--demo]\n";
        return 2;
    }
    boost::asio::io_context io(1);
    coinformer::stream_log log(std::cerr, coinformer::log_level::warning);
    coinformer::environment const env{.ex = io.get_executor(), .log = &log};
    try {
        std::optional<demo_cluster> cluster;
        if (demo) cluster.emplace(env);
        coinformer::client api(env, demo ? cluster->endpoint() : coinformer::load_endpoint());
        coinformer::nursery work(env.ex);
        boost::asio::signal_set signals(io, SIGINT, SIGTERM);
        signals.async_wait([&](boost::system::error_code ec, int) {
            if (!ec) work.request_stop();
        });
        if (demo) work.start(cluster->run());
        work.start(make_widgets(api));
        if (demo) work.start(order(api, work));
        boost::asio::co_spawn(io, work.join(), [&](std::exception_ptr failure) {
            signals.cancel();
            if (failure) std::rethrow_exception(failure); // out of io.run()
        });
        io.run();
    } catch (std::exception const& e) {
        std::cerr << "error: " << e.what() << '\n';
        return 1;
    }
}
