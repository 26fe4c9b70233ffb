// The addresses of a Service, kept up to date, as the load balancer of an RPC client needs them in place of
// DNS.
//
//     endpoint_resolver shop/web [PORT]   on your kubeconfig's cluster, until Ctrl-C; PORT is a port's name
//     endpoint_resolver --demo            on an API server in this process

// [resolver]
#include <coinformer/types/discovery.hpp>

#include <functional>
#include <mutex>
#include <set>
#include <string>

namespace discovery = coinformer::types::discovery::v1;

/// The endpoints of one Service that take traffic, as "address:port". These are the endpoints that are ready;
/// if none is, they are the endpoints that still serve while they terminate, as kube-proxy does.
///
/// Threads    addresses() may be called on any thread. `changed` is called only when the addresses have
///            changed, and by one thread at a time.
/// Lifetime   it has to outlive the factory's run(), whose informer calls it.
class endpoint_resolver {
public:
    using address_set = std::set<std::string>;

    endpoint_resolver(coinformer::informer_factory& factory, std::string const& ns,
                      std::string const& service, std::string port,
                      std::function<void(address_set const&)> changed)
        : slices_(factory.discovery().v1().endpoint_slices().informer(
              {.namespaces = {ns}, .label_selector = "kubernetes.io/service-name=" + service})),
          port_(std::move(port)), changed_(std::move(changed))
    {
        slices_.on_change({
            .added = [this](discovery::endpoint_slice const&, coinformer::initial_list) { update(); },
            .updated = [this](discovery::endpoint_slice const&,
                              discovery::endpoint_slice const&) { update(); },
            .deleted = [this](discovery::endpoint_slice const&) { update(); },
        });
    }
    endpoint_resolver(endpoint_resolver const&) = delete;

    address_set addresses() const
    {
        std::lock_guard const hold(lock_);
        return known_;
    }

private:
    void update()
    {
        auto now = endpoints_that(are_ready);
        if (now.empty()) now = endpoints_that(serve_while_terminating);
        {
            std::lock_guard const hold(lock_);
            if (now == known_) return;
            known_ = now;
        }
        changed_(now);
    }

    // An absent condition means ready, serving, and not terminating.
    using conditions = discovery::endpoint_conditions;
    static bool are_ready(conditions const& c) { return c.ready.value_or(true); }
    static bool serve_while_terminating(conditions const& c)
    {
        return c.serving.value_or(true) && c.terminating.value_or(false);
    }

    // A set, because an endpoint may be in two slices while it moves from one to the other.
    address_set endpoints_that(bool take_traffic(conditions const&)) const
    {
        address_set found;
        for (auto const& slice : slices_.snapshot().list())
            for (auto const& port : slice->ports)
                for (auto const& e : slice->endpoints)
                    if (is_wanted(port) && take_traffic(e.conditions) && !e.addresses.empty())
                        found.insert(with_port(e.addresses[0].view(), slice->addressType.view(), *port.port));
        return found;
    }
    bool is_wanted(discovery::endpoint_port const& p) const
    {
        return p.port && (port_.empty() || (p.name && p.name->view() == port_));
    }
    static std::string with_port(std::string_view address, std::string_view type, std::int32_t port)
    {
        auto const host = type == "IPv6" ? '[' + std::string(address) + ']' : std::string(address);
        return host + ':' + std::to_string(port);
    }

    coinformer::informer_handle<discovery::endpoint_slice> slices_;
    std::string const port_;
    std::function<void(address_set const&)> const changed_;
    mutable std::mutex lock_;
    address_set known_;
};
// [resolver]

#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/testing/fake_cluster.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <boost/asio.hpp>
#include <iostream>

namespace {

void show(endpoint_resolver::address_set const& addresses)
{
    for (auto const& a : addresses) std::cout << a << ' ';
    std::cout << (addresses.empty() ? "none" : "") << std::endl;
}

int demo()
{
    using namespace std::chrono_literals;
    coinformer::testing::fake_cluster test;
    coinformer::informer_factory factory(test.api);
    endpoint_resolver const web(factory, "shop", "web", "grpc", show);
    auto const running = test.start(factory.run());
    auto const slice = [](std::string const& name, std::string const& endpoints) {
        return R"({"metadata":{"name":")" + name +
               R"(","namespace":"shop","labels":{"kubernetes.io/service-name":"web"}},)" +
               R"("addressType":"IPv4","ports":[{"name":"grpc","port":9000},{"name":"metrics","port":9100}],)" +
               R"("endpoints":[)" + endpoints + "]}";
    };
    auto const say = [&](char const* what) {
        test.time.run_for(1s);
        std::cout << what << ": " << std::flush;
    };
    say("two pods are ready");
    test.server.create(discovery::endpoint_slices,
                       slice("web-1", R"({"addresses":["10.0.0.1"]},{"addresses":["10.0.0.2"]})"));
    say("one fails its probe");
    test.server.replace(
        discovery::endpoint_slices,
        slice("web-1",
              R"({"addresses":["10.0.0.1"],"conditions":{"ready":false}},{"addresses":["10.0.0.2"]})"));
    say("a second slice brings another");
    test.server.create(discovery::endpoint_slices, slice("web-2", R"({"addresses":["10.0.0.3"]})"));
    say("none is ready, one serves while it ends");
    test.server.remove(discovery::endpoint_slices, {"shop", "web-2"});
    test.server.replace(
        discovery::endpoint_slices,
        slice("web-1", R"({"addresses":["10.0.0.1"],"conditions":{"ready":false}},)"
                       R"({"addresses":["10.0.0.2"],"conditions":{"ready":false,"terminating":true}})"));
    test.time.run_for(1s);
    return web.addresses() == endpoint_resolver::address_set{"10.0.0.2:9000"} ? 0 : 1;
}

coinformer::task<> follow(std::string ns, std::string service, std::string port)
{
    auto const executor = co_await boost::asio::this_coro::executor;
    coinformer::client api({.ex = executor}, coinformer::load_endpoint());
    coinformer::informer_factory factory(api);
    endpoint_resolver const resolver(factory, ns, service, std::move(port), show);
    co_await factory.run();
}

} // namespace

int main(int argc, char** argv)
{
    std::string_view const what = argc > 1 ? argv[1] : "";
    auto const slash = what.find('/');
    if (what != "--demo" && slash == what.npos) {
        std::cerr << "usage: endpoint_resolver NAMESPACE/SERVICE [PORT], or endpoint_resolver --demo\n";
        return 2;
    }
    if (what == "--demo") return demo();
    auto const ns = what.substr(0, slash), service = what.substr(slash + 1);
    boost::asio::io_context io;
    return coinformer::run_until_signal(
        io, follow(std::string(ns), std::string(service), argc > 2 ? argv[2] : ""));
}
