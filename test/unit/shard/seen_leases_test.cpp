#include "shard/seen_leases.hpp"

#include <coinformer/api/projection.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

constexpr time_point morning{6h};

/// What one member of the group `web` has seen.
struct member_of_web : seen_leases {
    member_of_web() : seen_leases("web", 15s, 2s) {}

    static object_ptr<group_lease> lease(std::string const& name, int version, std::string const& more = {})
    {
        std::string const number = std::to_string(version);
        return decode_object<group_lease>(R"({"metadata":{"name":")" + name +
                                          R"(","namespace":"shop","resourceVersion":")" + number +
                                          R"(","labels":{"coinformer.io/shard-group":"web"})" + more +
                                          R"(},"spec":{"holderIdentity":"a","leaseDurationSeconds":15,)" +
                                          R"("renewTime":"2023-11-14T22:13:36.00000)" + number + R"(Z"}})");
    }
    static object_ptr<group_lease> map_lease(int version)
    {
        return lease(
            "web", version,
            R"(,"annotations":{"coinformer.io/shards":"{\"members\":[\"web-a\"],\"parts\":[[4096,0,1]]}"})");
    }
    static object_list<group_lease> list(int version, std::vector<object_ptr<group_lease>> objects)
    {
        object_list<group_lease> all;
        all.resource_version = std::to_string(version);
        all.objects = std::move(objects);
        return all;
    }
};

using seen_names = std::vector<std::string>;
using news = seen_leases::news;

} // namespace

TEST_CASE_METHOD(member_of_web, "a renewal is no news, and a Lease that was not known is")
{
    CHECK(see_in_watch(lease("web-a", 1), morning) == news::change);
    CHECK(see_in_watch(lease("web-a", 2), morning) == news::none);
    CHECK(members().names() == seen_names{"web-a"});
    CHECK(see_in_watch(map_lease(3), morning) == news::change);
    CHECK(map().value().owned_by("web-a").is_all());
}

TEST_CASE_METHOD(member_of_web, "a watch that goes back tells that the server was restored")
{
    see_in_watch(lease("web-b", 5), morning);
    see_in_watch(map_lease(7), morning);
    CHECK(see_in_watch(map_lease(6), morning) == news::history_was_replaced);
    CHECK(map().version() == "6");
    CHECK(members().names().empty());
}

TEST_CASE_METHOD(member_of_web, "a read that is older than what was known before it tells the same")
{
    see_in_watch(map_lease(7), morning);
    CHECK(see_map(map_lease(6), "5", morning) == news::change); // the watch has overtaken the answer
    CHECK(map().version() == "7");
    CHECK(see_map(map_lease(6), "7", morning) == news::history_was_replaced);
    CHECK(map().version() == "6");
}

TEST_CASE_METHOD(member_of_web, "a list shows which Leases are gone")
{
    for (auto const* const name : {"web-a", "web-b"}) see_in_watch(lease(name, 5), morning);
    see_in_watch(lease("web-c", 9), morning); // newer than the list
    see_in_watch(map_lease(6), morning);
    see_list(list(8, {lease("web-a", 5)}), "6", morning, morning);
    CHECK(members().names() == seen_names{"web-a", "web-c"});
    CHECK_FALSE(map().is_known());
    CHECK_FALSE(may_plan(morning + 14s)); // the owners have to notice it
    CHECK(may_plan(morning + 15s));
}

TEST_CASE_METHOD(member_of_web, "a map that this member has written is gone if a list lacks its Lease")
{
    see_in_watch(map_lease(6), morning);
    see_written("9", map().value(), morning);
    lose_in_watch(map_lease(8), final_state::known, morning); // an older Lease, before that of version 9
    CHECK(map().version() == "9");
    lose_in_watch(map_lease(6), final_state::unknown, morning); // the state is the last one of the watch
    CHECK_FALSE(map().is_known());
    CHECK_FALSE(may_plan(morning + 14s));
    see_in_watch(map_lease(8), morning); // the watch goes on, and tells what was before
    CHECK_FALSE(map().is_known());
    see_in_watch(map_lease(9), morning); // the list was older than the Lease
    CHECK(map().is_known());
    CHECK(may_plan(morning + 1s));
}

TEST_CASE_METHOD(member_of_web, "a Lease with the name of the group that has no map is news once")
{
    CHECK(see_in_watch(lease("web", 1), morning) == news::no_map_in_lease);
    CHECK(see_in_watch(lease("web", 2), morning) == news::change);
    CHECK(map().lease_has_none());
    CHECK(see_in_watch(map_lease(3), morning) == news::change);
    CHECK_FALSE(map().lease_has_none());
}
