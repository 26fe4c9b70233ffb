// Tests that what is read from a server, and is no object of a collection, is destroyed when it has been
// used.

#include "allocated.hpp"

#include <coinformer/api/discovery.hpp>
#include <coinformer/testing/fake_cluster.hpp>

#include "catch.hpp"

using namespace coinformer;

TEST_CASE("a program that looks for the kinds of a server again and again takes no more memory for it")
{
    testing::fake_cluster cluster;
    discovery kinds(cluster.api);
    auto const held_after = [&](int refreshes) {
        for (; refreshes != 0; --refreshes) {
            cluster.run(kinds.refresh());
            cluster.server.forget_actions();
        }
        return allocated_so_far().held;
    };
    auto const before = held_after(5);
    CHECK(held_after(50) < before + 50'000);
}
