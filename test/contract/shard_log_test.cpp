// Contract: the log of a member of a shard group shows the end of a trouble at the level of its beginning.

#include "shard_world.hpp"

TEST_CASE_METHOD(shard_world, "a member that loses its Lease and gets another one logs both as warnings")
{
    auto const& one = add("a");
    time.run_for(5s);
    CHECK(times_logged("INFO this process has joined the group") == 1);
    server.remove(group_leases, {"shop", one.group.status().member});
    time.run_for(1min);
    CHECK(times_logged("WARNING the Lease is gone") == 1);
    CHECK(times_logged("WARNING this process has joined the group") == 1);
    CHECK(times_logged("this process has joined the group") == 2);
}
