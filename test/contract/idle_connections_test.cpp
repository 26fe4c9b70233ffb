// Contract: a client keeps no more unused connections than its options say.

#include "world.hpp"

#include <deque>

namespace {

task<> list_and_drop(client& api)
{
    (void)co_await api.list(config_maps);
}

} // namespace

TEST_CASE_METHOD(world, "eight unused connections are kept open unless another number is given")
{
    network.agree_on(""); // all requests would share one connection over HTTP/2
    put("a", "1");
    server.inject(faults::late(1s).on("list").times(fault::always));
    std::deque<background> all;
    for (int i = 0; i != 9; ++i) all.emplace_back(io, list_and_drop(api));
    time.run_for(3s);
    for (auto const& one : all) CHECK(one.what().empty());
    for (auto const& one : all) CHECK(one.ended);
    CHECK(server.open_connections() == 8);
}
