// A test of one's own controller without a cluster, without sockets and without waiting: the API server breaks the
// connection off, is unavailable for a while and loses its history, and two minutes of back-off pass at once.

// [testing]
#include <coinformer/api/object_meta.hpp>
#include <coinformer/cache/shared_informer.hpp>
#include <coinformer/testing/fake_cluster.hpp>

#include <algorithm>
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
    testing::fake_cluster test; // a server that runs, a client of it, and a clock that jumps
    controller tested(test.api);
    auto const running = test.start(tested.informer.run());

    test.server.load("{apiVersion: v1, kind: Service, metadata: {name: web}}"); // YAML or JSON, any number of objects
    test.time.run_for(1s);
    test.server.inject(testing::faults::unavailable().on("watch").times(4)); // 503, each after a longer back-off
    test.server.disconnect();
    test.server.remove(services, {"default", "web"}); // unseen
    test.server.create(services, R"({"metadata":{"name":"db"}})");
    test.server.compact();   // and forgotten: the watch after those gets a 410, and a list is made
    test.time.run_for(2min); // of back-off, in no time
    bool const right = tested.names == std::set<std::string>{"db"} && test.server.requests("watch", services) == 7;
    bool const writes = std::ranges::any_of(test.server.actions(), &testing::action::writes); // it only reads
    return right && !writes ? 0 : 1;
}
// [testing]
