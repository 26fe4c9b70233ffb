// Contract: informers with a share keep the objects of their share and nothing else, together everything,
// with a server that sends only the share and with one that sends all objects.

#include "informer_shard_world.hpp"

#include <optional>

namespace {

template <class T>
void check_that_parts_are_everything(shard_cluster& in, fetch_mode fetch)
{
    constexpr std::size_t count = 40;
    in.put_some(count);
    std::size_t together = 0;
    for (std::size_t i = 0; i != shard_members; ++i) {
        shared_informer<T> informer(in.tapped, shard_part(i, fetch), config_maps);
        background running(in.io, informer.run());
        in.run(informer.synced());
        CHECK(kept_names(informer) == in.names_of(i, count));
        together += informer.snapshot().size();
    }
    CHECK(together == count);
}

} // namespace

TEST_CASE("informers with parts of the key space see together everything, each object once")
{
    bool const gate = GENERATE(false, true);
    auto const form = GENERATE(encoding::json, encoding::protobuf);
    auto const fetch = GENERATE(fetch_mode::list, fetch_mode::stream);
    shard_cluster in(gate, form);
    INFO(gate << static_cast<int>(form) << static_cast<int>(fetch));
    SECTION("as a projection with a UID")
    {
        check_that_parts_are_everything<config_map>(in, fetch);
    }
    SECTION("as a projection without one")
    {
        check_that_parts_are_everything<bare_map>(in, fetch);
    }
    SECTION("whole")
    {
        check_that_parts_are_everything<whole_map>(in, fetch);
    }
    SECTION("compressed")
    {
        check_that_parts_are_everything<compressed_map>(in, fetch);
    }
}

TEST_CASE("handlers hear of changes in the share alone")
{
    bool const gate = GENERATE(false, true);
    auto const form = GENERATE(encoding::json, encoding::protobuf);
    shard_cluster in(gate, form);
    in.put_some(20);
    auto const mine = in.names_of(0, 20), others = in.names_of(1, 20);
    REQUIRE(mine.size() >= 2);
    REQUIRE(others.size() >= 2);
    recorded_informer watched(in.io, in.tapped,
                              shard_part(0, GENERATE(fetch_mode::list, fetch_mode::stream)));
    in.time.run_for(1s);
    watched.seen.clear();

    in.set(others[0], "2");
    in.server.remove(config_maps, {"shop", others[1]});
    in.time.run_for(1s);
    CHECK(watched.seen.empty());
    in.set(mine[0], "2");
    in.server.remove(config_maps, {"shop", mine[1]});
    in.time.run_for(1s);
    CHECK(watched.seen == lines{"~ shop/" + mine[0] + "=1>2", "- shop/" + mine[1]});

    // objects that come are in the share or not
    watched.seen.clear();
    for (auto const* name : {"n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8"}) in.put(name);
    in.time.run_for(1s);
    lines expected;
    for (auto const* name : {"n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8"})
        if (in.owner_of(name) == 0) expected.push_back("+ shop/" + std::string(name) + "=1");
    CHECK(watched.seen == expected);
    auto const status = in.run(watched.informer.status());
    CHECK(status.objects == kept_names(watched.informer).size());
    CHECK(status.share == watched.informer.share());
    CHECK(status.share.fraction() == Approx(1.0 / 3).margin(0.001));
    CHECK((status.reflector.foreign == 0) == gate);
    CHECK(status.reflector.faults == 0);
}

TEST_CASE("the store follows the version of changes that belong to others")
{
    shard_cluster in(false);
    in.put_some(20);
    auto const others = in.names_of(1, 20);
    recorded_informer watched(in.io, in.tapped, shard_part(0));
    in.time.run_for(1s);
    in.set(others[0], "2");
    in.set(others[1], "2");
    auto const version = in.server.resource_version();
    in.run(watched.informer.at_least(version), 1s); // no bookmark comes within a second
    CHECK(watched.informer.snapshot().resource_version() == version);

    // and a watch that is lost goes on from there, without a list
    auto const lists = in.server.requests("list", config_maps);
    in.server.compact();
    in.server.disconnect();
    in.time.run_for(10s);
    CHECK(in.server.requests("list", config_maps) == lists);
}

TEST_CASE("a server that shards sends a third of the bytes to each of three")
{
    auto const form = GENERATE(encoding::json, encoding::protobuf);
    auto const received = [&](bool gate, bool has_share) {
        shard_cluster in(gate, form);
        for (int i = 0; i != 300; ++i) in.put("m" + std::to_string(i), std::string(500, 'x'));
        auto options = shard_part(1);
        if (!has_share) options.shard.reset();
        recorded_informer watched(in.io, in.tapped, options);
        in.time.run_for(1s);
        return static_cast<double>(in.said.received.size());
    };
    auto const all = received(true, false);
    CHECK(received(true, true) < 0.45 * all);
    CHECK(received(true, true) > 0.25 * all);
    CHECK(received(false, true) > 0.9 * all);
}

TEST_CASE("the status says whether the server sends the share alone")
{
    bool const gate = GENERATE(false, true);
    shard_cluster in(gate, GENERATE(encoding::json, encoding::protobuf));
    in.put_some(20);
    recorded_informer watched(in.io, in.tapped, shard_part(2));
    in.time.run_for(1s);
    auto const status = in.run(watched.informer.status()).reflector;
    CHECK(status.server_shards == gate);
    CHECK(status.foreign == (gate ? 0 : 20 - in.names_of(2, 20).size()));

    recorded_informer streaming(in.io, in.tapped, shard_part(2, fetch_mode::stream));
    in.time.run_for(1s);
    CHECK(in.run(streaming.informer.status()).reflector.server_shards == std::nullopt);
    recorded_informer whole(in.io, in.tapped);
    in.time.run_for(1s);
    CHECK(in.run(whole.informer.status()).reflector.server_shards == std::nullopt);
}

TEST_CASE("lists, streamed lists and watches name the share")
{
    shard_cluster in(true);
    in.put_some(20);
    {
        recorded_informer paged(in.io, in.tapped, shard_part(0));
        recorded_informer streamed(in.io, in.tapped, shard_part(1, fetch_mode::stream));
        in.time.run_for(1s);
    }
    std::size_t pages = 0, watches = 0;
    for (auto const& a : in.server.actions()) {
        if (a.verb != "list" && a.verb != "watch") continue;
        CHECK(a.target.find("shardSelector=shardRange%28object.metadata.uid%2C%20%270x") !=
              std::string::npos);
        ++(a.verb == "list" ? pages : watches);
    }
    CHECK(pages >= 1);
    CHECK(watches == 2);
}

TEST_CASE("a share of many ranges is asked for by sixteen, and is exact nevertheless")
{
    shard_cluster in(true);
    in.put_some(64);
    shard_ranges many;
    for (std::uint64_t i = 0; i != 40; ++i) many = many | shard_ranges::part(3 * i + i % 2, 128);
    informer_options options = listing();
    options.shard = fixed_share(many);
    recorded_informer watched(in.io, in.tapped, options);
    in.time.run_for(1s);
    for (auto const& o : watched.informer.snapshot().list()) CHECK(many.contains(shard_hash(o.uid())));
    auto const everything = in.run(in.tapped.list<config_map>("shop"));
    auto const mine = std::ranges::count_if(
        everything.objects, [&](auto const& o) { return many.contains(shard_hash(o.uid())); });
    CHECK(watched.informer.snapshot().size() == static_cast<std::size_t>(mine));
    for (auto const& a : in.server.actions()) {
        std::size_t ranges = 0;
        for (auto at = a.target.find("shardRange%28"); at != a.target.npos;
             at = a.target.find("shardRange%28", at + 1))
            ++ranges;
        CHECK((ranges == 16 || a.target.find("shardSelector") == a.target.npos));
    }
}

TEST_CASE("a share by namespace keeps the objects of a namespace together")
{
    bool const gate = GENERATE(false, true);
    shard_cluster in(gate);
    lines const namespaces{"lab", "shop", "yard", "attic", "cellar"};
    for (auto const& ns : namespaces)
        for (auto const* name : {"a", "b"}) in.put(name, "1", ns);
    std::size_t together = 0;
    for (std::size_t i = 0; i != shard_members; ++i) {
        recorded_informer watched(in.io, in.tapped, shard_part(i, fetch_mode::stream, shard_field::ns));
        in.time.run_for(1s);
        for (auto const& o : watched.informer.snapshot().list())
            CHECK(shard_ranges::part(i, shard_members).contains(shard_hash(o.key().ns)));
        together += watched.informer.snapshot().size();
    }
    CHECK(together == 2 * namespaces.size());
}

TEST_CASE("after 410 the share is listed again, and only the difference is told")
{
    bool const gate = GENERATE(false, true);
    shard_cluster in(gate, GENERATE(encoding::json, encoding::protobuf));
    in.put_some(30);
    auto const mine = in.names_of(0, 30), others = in.names_of(1, 30);
    recorded_informer watched(in.io, in.tapped,
                              shard_part(0, GENERATE(fetch_mode::list, fetch_mode::stream)));
    in.time.run_for(1s);
    watched.seen.clear();
    in.network.refuse(true);
    in.server.disconnect();
    in.time.run_for(1s);
    in.set(mine[0], "2");
    in.set(others[0], "2");
    in.server.remove(config_maps, {"shop", mine[1]});
    in.server.remove(config_maps, {"shop", others[1]});
    in.server.compact();
    in.put("late"); // so that the known version is too old
    in.network.refuse(false);
    in.time.run_for(2min);
    lines expected{"-? shop/" + mine[1], "~ shop/" + mine[0] + "=1>2"};
    if (in.owner_of("late") == 0) expected.push_back("+ shop/late=1");
    std::ranges::sort(expected);
    std::ranges::sort(watched.seen);
    CHECK(watched.seen == expected);
}
