// Contract: a cluster that will not say which it is can be known by its address.

#include "warm_start_world.hpp"

TEST_CASE_METHOD(
    restarts, "a client that cannot learn the UID of kube-system knows its cluster by the server's address")
{
    auto const answer =
        GENERATE(faults::status(403), faults::status(404), faults::status(400), faults::html(),
                 faults::answer({.body = R"({"kind":"Namespace","metadata":{"name":"kube-system"}})"}));
    server.inject(answer.on("get").of("namespaces").times(fault::always));
    start();
    CHECK(now->informer.has_synced());
    stop();
    auto& next = start();
    CHECK(next.informer.has_synced());
    CHECK(lists_of_this_process() == 0);
    CHECK_FALSE(has_logged("a snapshot could not be saved"));
    stop();

    CHECK_FALSE(has_logged("it is of another API server"));
    client elsewhere(env, {.server = "http://elsewhere"}, {}, network.dialer());
    recorded_informer other(io, elsewhere, options);
    time.run_for(1s);
    CHECK(has_logged("it is of another API server"));
}
