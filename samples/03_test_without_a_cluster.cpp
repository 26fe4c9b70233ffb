// A test of one's own controller without a cluster, without sockets and without waiting: the API server breaks the
// connection off, is unavailable for a while and loses its history, and two minutes of back-off pass at once.

// [testing]
#include <coinformer/api/object_meta.hpp>
#include <coinformer/cache/shared_informer.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/testing/api_server.hpp>
#include <coinformer/testing/memory_network.hpp>
#include <coinformer/testing/run.hpp>

#include <boost/describe.hpp>
#include <set>

namespace testing = coinformer::testing;
using namespace std::chrono_literals;

struct service {
    coinformer::object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(service, (), (metadata))
template <>
inline constexpr coinformer::resource coinformer::resource_of<service>{
    .version = "v1", .plural = "services", .kind = "Service"};
constexpr auto services = coinformer::resource_of<service>;

struct controller { // yours
    explicit controller(coinformer::client& api) : informer(api)
    {
        informer.on_change({
            .added = [this](service const& s) { names.insert(s.metadata.name.to_owned()); },
            .deleted = [this](service const& last) { names.erase(last.metadata.name.to_owned()); },
        });
    }
    std::set<std::string> names;
    coinformer::shared_informer<service> informer;
};

int main()
{
    boost::asio::io_context io;
    testing::virtual_clock time(io);
    coinformer::environment const env{.ex = io.get_executor(), .time = &time, .seed = 1};
    testing::api_server server(env);
    testing::memory_network network;
    coinformer::client api(env, {.server = "http://in-memory"}, {}, network.dialer());
    controller tested(api);
    coinformer::nursery work(env.ex);
    work.start(server.run(network));
    work.start(tested.informer.run());

    server.create(services, R"({"metadata":{"name":"web"}})");
    time.run_for(1s);
    server.inject(testing::faults::unavailable().on("watch").times(4)); // 503, each after a longer back-off
    server.disconnect();
    server.remove(services, {"default", "web"}); // unseen
    server.create(services, R"({"metadata":{"name":"db"}})");
    server.compact();   // and forgotten: the watch after those gets a 410, and a list is made
    time.run_for(2min); // of back-off, in no time
    bool const caught_up = tested.names == std::set<std::string>{"db"} && server.requests("watch", services) == 7;

    work.request_stop();
    testing::run(io, time, work.join());
    return caught_up ? 0 : 1;
}
// [testing]
