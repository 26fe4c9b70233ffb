// Incidents with connections, proxies and credentials.

#include "incident.hpp"

namespace incidents {

namespace testing = coinformer::testing;
namespace faults = coinformer::testing::faults;
using coinformer::task;
using namespace std::chrono_literals;

namespace {

// The machine behind the open connections vanishes: nobody closes them. Only TCP still acknowledges what the
// follower sends, because its peer is this machine.
task<> connection_is_half_open(stage& s)
{
    co_await s.synced();
    co_await s.pause(1s);
    s.door().freeze();
    s.put("a", "2");
    s.remove("b");
}

// A proxy has lost the server behind it, and keeps the client's watch open. The connection to the proxy
// lives.
task<> proxy_keeps_dead_watch(stage& s)
{
    co_await s.synced();
    s.server().inject(faults::stall(400).on("watch"));
    s.server().disconnect();
    co_await s.pause(4s);
    s.put("a", "2");
    s.remove("b");
}

task<> server_is_down(stage& s)
{
    co_await s.synced();
    s.door().close();
    s.server().disconnect();
    s.put("a", "2");
    co_await s.pause(8s);
    s.door().open();
}

// Every request fails with 500, as while etcd has no leader.
task<> server_errors(stage& s)
{
    co_await s.synced();
    s.server().inject(faults::internal_error().times(always));
    s.server().disconnect();
    s.put("a", "2");
    co_await s.pause(10s);
    s.server().heal();
}

task<> load_balancer_errors(stage& s)
{
    co_await s.synced();
    s.server().inject(faults::html(502).times(always));
    s.server().disconnect();
    s.put("a", "2");
    co_await s.pause(8s);
    s.server().heal();
}

task<> token_is_rotated(stage& s)
{
    co_await s.synced();
    s.rotate_token();
    s.server().disconnect();
    s.put("a", "2");
}

} // namespace

std::vector<incident> connection_incidents()
{
    return {
        {"connection-is-half-open", &connection_is_half_open},
        {"proxy-keeps-dead-watch", &proxy_keeps_dead_watch},
        {"server-is-down", &server_is_down},
        {"server-errors", &server_errors},
        {"load-balancer-errors", &load_balancer_errors},
        {"token-is-rotated", &token_is_rotated},
    };
}

} // namespace incidents
