// A test of one's own controller code without a cluster: an API server in the process, connections in memory, and a
// clock that jumps. It loses the connection and the server's history, lets a minute pass, and looks at what the handler
// was told.

#include <coinformer/api/object_meta.hpp>
#include <coinformer/cache/informer_factory.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/testing/api_server.hpp>
#include <coinformer/testing/memory_network.hpp>
#include <coinformer/testing/run.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include <boost/describe.hpp>
#include <iostream>
#include <string>
#include <vector>

using namespace std::chrono_literals;

struct service_spec {
    coinformer::text clusterIP;
};
struct service {
    coinformer::object_meta metadata;
    service_spec spec;
};
BOOST_DESCRIBE_STRUCT(service_spec, (), (clusterIP))
BOOST_DESCRIBE_STRUCT(service, (), (metadata, spec))
template <>
inline constexpr coinformer::resource coinformer::resource_of<service>{
    .version = "v1", .plural = "services", .kind = "Service"};
constexpr auto services = coinformer::resource_of<service>;

std::string service_json(std::string const& name, std::string const& ip)
{
    return R"({"metadata":{"name":")" + name + R"(","labels":{"app":")" + name + R"("}},"spec":{"clusterIP":")" + ip +
           R"("}})";
}

coinformer::task<> scenario(coinformer::informer_factory& factory, coinformer::testing::api_server& server,
                            coinformer::time_source& time, coinformer::nursery& all)
{
    co_await factory.synced();
    server.disconnect(); // what follows happens unseen
    server.remove(services, {"default", "db"});
    server.create(services, service_json("cache", "10.0.0.3"));
    server.compact(); // and cannot be asked for any more: the watch gets a 410
    co_await time.sleep_for(1min);
    all.request_stop();
}

coinformer::task<> test(coinformer::environment env, coinformer::client& api, coinformer::testing::api_server& server,
                        coinformer::testing::memory_network& network, std::vector<std::string>& told)
{
    coinformer::informer_factory factory(api);
    factory.of<service>().on_change({
        .added = [&](service const& s) { told.push_back("+" + s.metadata.name.to_owned()); },
        .deleted = [&](service const& s) { told.push_back("-" + s.metadata.name.to_owned()); },
    });
    coinformer::nursery all(env.ex);
    all.start(server.run(network));
    all.start(factory.run());
    all.start(scenario(factory, server, *env.time, all));
    co_await all.join();
}

int main()
{
    boost::asio::io_context io(1);
    coinformer::testing::virtual_clock time(io);
    coinformer::environment const env{.ex = io.get_executor(), .time = &time};
    coinformer::testing::memory_network network;
    coinformer::testing::api_server server(env);
    server.create(services, service_json("web", "10.0.0.1"));
    server.create(services, service_json("db", "10.0.0.2"));
    coinformer::client api(env, {.server = "http://in-memory"}, {}, network.dialer());

    std::vector<std::string> told;
    coinformer::testing::run(io, time, test(env, api, server, network, told));
    for (auto const& line : told) std::cout << line << '\n';
    bool const as_expected = told == std::vector<std::string>{"+db", "+web", "-db", "+cache"};
    std::cout << (as_expected ? "as expected" : "NOT as expected") << '\n';
    return as_expected ? 0 : 1;
}
