// Contract: a process that has a share of a collection takes up what it holds of the objects that the process
// before it has saved. It reads nothing again that it has, is synced when its whole share is there, and is
// told of no object that others hold.
#include "member_restarts.hpp"

TEST_CASE("a member that restarts with the same share reads no object, and is told what has changed")
{
    member_restarts in(GENERATE(false, true), GENERATE(fetch_mode::list, fetch_mode::stream));
    in.start({"a", "b"});
    CHECK(in.told() == lines{"+i shop/a=1", "+i shop/b=1"});
    in.stop();
    in.set("a", "2");
    in.set("c", "2");
    in.start({"a", "b"}, 100ms);
    CHECK(in.informer->has_synced());
    CHECK(in.told() == lines{"+i shop/a=1", "+i shop/b=1", "~ shop/a=1>2"});
    auto const status = in.status();
    CHECK(status.lists + status.streams == 0);
    CHECK(status.restored == 2);
    CHECK(in.informer->share() == in.of({"a", "b"}));
}

TEST_CASE("a member that restarts with a larger share lists what it has gained, and nothing else")
{
    bool const gate = GENERATE(false, true);
    member_restarts in(gate, GENERATE(fetch_mode::list, fetch_mode::stream));
    in.start({"a"});
    in.stop();
    in.server.inject(faults::late(5s).on("list"));
    in.start({"a", "c"});
    CHECK(in.told() == lines{"+i shop/a=1"});
    CHECK_FALSE(in.informer->has_synced()); // a part of the share is missing
    CHECK(in.informer->share() == in.of({"a"}));
    in.time.run_for(10s);
    CHECK(in.informer->has_synced());
    CHECK(in.told() == lines{"+i shop/c=1"});
    CHECK(in.informer->share() == in.of({"a", "c"}));
    auto const status = in.status();
    CHECK(status.lists + status.streams == 1);
    CHECK(in.exact_lists() == 1);
    CHECK(status.restored == 1);
    CHECK((status.foreign == 0) == gate); // the server sends the gained part alone

    in.set("a", "2");
    in.set("b", "2");
    in.set("c", "2");
    in.time.run_for(1s);
    CHECK(in.told() == lines{"~ shop/a=1>2", "~ shop/c=1>2"});
}

TEST_CASE("a member that restarts with a larger share, while something happens, goes on from there")
{
    member_restarts in;
    in.start({"a", "b"});
    in.stop();
    auto const all = std::make_shared<test_share>();
    all->hold(in.of({"a", "b", "c"}));
    in.set("a", "2");
    in.remove("b");
    in.set("c", "2");
    in.start_with(all);
    CHECK(in.informer->has_synced());
    CHECK(in.exact_lists() == 1);
    auto told = in.told();
    std::ranges::sort(told);
    CHECK(told == lines{"+i shop/a=1", "+i shop/b=1", "+i shop/c=2", "- shop/b", "~ shop/a=1>2"});
}

TEST_CASE("a member that restarts with a smaller share takes up what it holds, and is told of nothing else")
{
    bool const gate = GENERATE(false, true);
    member_restarts in(gate);
    in.start({"a", "b", "c"});
    in.restart({"b"});
    CHECK(in.informer->has_synced());
    CHECK(in.told() == lines{"+i shop/b=1"});
    CHECK(in.informer->share() == in.of({"b"}));
    CHECK(in.lists() == 0);
    CHECK(in.status().restored == 1);
    in.set("a", "2");
    in.set("c", "2");
    in.set("b", "2");
    in.time.run_for(1s);
    CHECK(in.told() == lines{"~ shop/b=1>2"});
    CHECK((in.status().foreign == 0) == gate);

    in.restart({"b", "c"}); // what was left out is in no snapshot any more
    CHECK(in.told() == lines{"+i shop/b=2", "+i shop/c=2"});
    CHECK(in.status().restored == 1);
}

TEST_CASE("a snapshot of several namespaces brings no object of another share that one of them had read")
{
    member_restarts in(GENERATE(false, true));
    in.options.namespaces = {"lab", "shop"};
    in.put("l", "1", "lab");
    in.start({"a"});
    in.server.inject(faults::unavailable().on("list").in("lab").times(fault::always));
    in.hold({"a", "b"}); // is read of shop alone
    in.time.run_for(10s);
    CHECK(in.informer->share() == in.of({"a"}));
    REQUIRE(in.informer->snapshot().size() == 2); // the snapshot that is saved has b as well
    in.stop();
    in.server.heal();
    in.start({"a"});
    REQUIRE(in.lists() == 0); // the snapshot was accepted
    CHECK(in.status().restored == 1);
    CHECK(in.told() == lines{"+i shop/a=1"});
    CHECK(in.informer->snapshot().size() == 1);
}

TEST_CASE("a member that holds nothing of the snapshot lists its share")
{
    member_restarts in(GENERATE(false, true));
    in.start({"a"});
    in.restart({"b"});
    CHECK(in.told() == lines{"+i shop/b=1"});
    CHECK(in.informer->has_synced());
    CHECK(in.lists() == 1);
    CHECK(in.exact_lists() == 0);
    CHECK(in.has_logged("a snapshot was refused: it is of another share"));
    CHECK(in.status().restored == 0);

    in.restart({"b"}); // and saves that one
    CHECK(in.lists() == 0);
}

TEST_CASE("snapshots of fixed shares and of shares that change are the same")
{
    member_restarts in(GENERATE(false, true));
    auto const ab = in.of({"a", "b"}), bc = in.of({"b", "c"}), b = in.of({"b"});
    SECTION("a fixed share, then one that changes")
    {
        in.start_with(fixed_share(ab));
        in.restart({"b", "c"});
    }
    SECTION("a share that changes, then a fixed one")
    {
        in.start({"a", "b"});
        in.stop();
        in.start_with(fixed_share(bc));
    }
    SECTION("two fixed shares, as when a StatefulSet is scaled")
    {
        in.start_with(fixed_share(ab));
        in.stop();
        in.start_with(fixed_share(bc));
    }
    CHECK(in.told() == lines{"+i shop/b=1", "+i shop/c=1"});
    CHECK(in.informer->has_synced());
    CHECK(in.informer->share() == bc);
    CHECK(in.exact_lists() == 1);
    CHECK(in.lists() == 1);
    CHECK(in.status().restored == 1);
}

TEST_CASE_METHOD(member_restarts, "a snapshot of everything, or by another field, is of another scope")
{
    start_with(nullptr);
    stop();
    start({"a"});
    CHECK(has_logged("it is of other namespaces or selectors"));
    stop();
    start_with(nullptr);
    CHECK(has_logged("it is of other namespaces or selectors"));
    CHECK(informer->snapshot().size() == 3);
    stop();
    start_with(fixed_share(shard_ranges::all()));
    stop();
    start_with(fixed_share(shard_ranges::all(), shard_field::ns));
    CHECK(has_logged("it is of other namespaces or selectors"));
}

TEST_CASE(
    "a server that has forgotten what happened is asked for the whole share, and the differences are told")
{
    member_restarts in(GENERATE(false, true));
    in.start({"a", "b"});
    in.stop();
    in.set("a", "2");
    in.remove("b");
    in.put("d", "1");
    in.server.compact();
    in.put("e", "1"); // so that the version of the snapshot is too old
    in.server.inject(faults::unavailable().on("list").times(3));
    in.share = std::make_shared<test_share>();
    in.share->hold(shard_ranges::all() - in.of({"c", "e"}));
    in.start_with(in.share, 100ms);
    CHECK(in.told() == lines{"+i shop/a=1", "+i shop/b=1"});
    CHECK_FALSE(in.informer->has_synced());
    CHECK(in.informer->share().empty()); // nobody knows what has happened

    SECTION("and nothing moves meanwhile")
    {
        in.time.run_for(1min);
        CHECK(in.told() == lines{"-? shop/b", "~ shop/a=1>2", "+i shop/d=1"});
    }
    SECTION("and a part moves away meanwhile")
    {
        in.share->hold(in.share->held() - in.of({"a"}));
        in.time.run_for(50ms);
        CHECK_FALSE(in.informer->has_synced());
        in.time.run_for(1min);
        CHECK(in.told() == lines{"> shop/a", "-? shop/b", "+i shop/d=1"});
    }
    CHECK(in.informer->has_synced());
    CHECK(in.informer->share() == in.share->held());
}

TEST_CASE_METHOD(member_restarts,
                 "a server that gives no list at the version of the snapshot is asked for the whole share")
{
    start({"a", "b"});
    stop();
    set("a", "2");
    server.intercept([](testing::action const& a) {
        return is_exact(a) ? std::optional(testing::canned_answer{
                                 .status = 410,
                                 .body = R"({"kind":"Status","apiVersion":"v1","status":"Failure",)"
                                         R"("reason":"Expired","code":410})"})
                           : std::nullopt;
    });
    start({"a", "c"}, 10s);
    CHECK(told() == lines{"+i shop/a=1", "~ shop/a=1>2", "+i shop/c=1"});
    CHECK(informer->has_synced());
    CHECK(informer->share() == of({"a", "c"}));
}

TEST_CASE_METHOD(member_restarts, "each of several namespaces goes on with what it holds")
{
    for (auto const* name : {"a", "b", "c"}) put(name, "1", "lab");
    options.namespaces = {"lab", "shop"};
    auto const half = shard_ranges::part(0, 2), all = shard_ranges::all();
    share = std::make_shared<test_share>();
    share->hold(half);
    start_with(share);
    auto const first = told();
    stop();
    share->hold(all);
    start_with(share);
    CHECK(status().restored == first.size());
    CHECK(informer->snapshot().size() == 6);
    CHECK(informer->has_synced());
    CHECK(lists() == 2);
    CHECK(exact_lists() == 2);
    CHECK(informer->share() == all);
}

namespace {

/// Returns a text for each object of an informer: key, UID, version and JSON.
template <class T>
lines whole_objects(shared_informer<T> const& informer)
{
    lines all;
    auto const now = informer.snapshot();
    for (auto const& o : now.list())
        all.push_back(to_string(o.key()) + ' ' + std::string(o.uid()) + ' ' +
                      std::string(o.resource_version()) + ' ' + o->all.json_at(""));
    std::ranges::sort(all);
    return all;
}

} // namespace

TEST_CASE("compressed objects of a share are taken up by the next process, as far as it holds them")
{
    shard_cluster in(GENERATE(false, true));
    in.put_some(40);
    auto const storage = std::make_shared<testing::memory_storage>();
    auto const share = std::make_shared<test_share>();
    auto options = listing();
    options.shard = share;
    options.warm_start.storage = storage;
    auto const objects_of_a_run = [&](shard_ranges const& held, std::size_t restored) {
        share->hold(held);
        shared_informer<compressed_map> informer(in.tapped, options, config_maps);
        background running(in.io, informer.run());
        in.time.run_for(1s);
        CHECK(informer.has_synced());
        CHECK(in.run(informer.status()).reflector.restored == restored);
        return whole_objects(informer);
    };
    auto const most = shard_ranges::part(0, 2) | shard_ranges::part(2, 4);
    auto const before = objects_of_a_run(most, 0);
    REQUIRE(before.size() > 20);
    auto const lists = in.server.requests("list", config_maps);
    CHECK(objects_of_a_run(most, before.size()) == before);
    CHECK(in.server.requests("list", config_maps) == lists);
    auto const last_half = shard_ranges::part(1, 2);
    auto const everything = in.run(in.tapped.list<config_map>("shop")).objects;
    auto const count = [&](shard_ranges const& where) {
        return static_cast<std::size_t>(std::ranges::count_if(
            everything, [&](auto const& o) { return where.contains(shard_hash(o.uid())); }));
    };
    CHECK(objects_of_a_run(last_half, count(most & last_half)).size() == count(last_half));
}
