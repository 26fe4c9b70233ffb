// Contract: informers with a share keep the objects of their share and nothing else, together everything,
// with a server that sends only the share and with one that sends all objects.

#include <coinformer/api/whole_object.hpp>
#include <coinformer/core/metrics.hpp>
#include <coinformer/testing/manual_source.hpp>
#include <coinformer/testing/memory_storage.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "tapped_network.hpp"
#include "world.hpp"

namespace {

struct whole_map {
    whole_object all;
};
BOOST_DESCRIBE_STRUCT(whole_map, (), (all))

struct compressed_map {
    compressed_object all;
};
BOOST_DESCRIBE_STRUCT(compressed_map, (), (all))

/// A projection without a member for the UID.
struct bare_map {
    labels data;
};
BOOST_DESCRIBE_STRUCT(bare_map, (), (data))

testing::api_server_options sharding(bool gate, bool protobuf = false)
{
    testing::api_server_options options;
    options.shards_lists = gate;
    options.answers_protobuf = protobuf;
    return options;
}

client_options asking_for(encoding what)
{
    client_options options;
    options.encoding = what;
    options.compression = compression::none;
    return options;
}

constexpr std::size_t members = 3; // processes in the tests

informer_options part(std::size_t index, fetch_mode fetch = fetch_mode::list,
                      shard_field field = shard_field::uid)
{
    informer_options options;
    options.fetch = fetch;
    options.page_size = 7;
    options.shard = fixed_share(shard_ranges::part(index, members), field);
    return options;
}

/// A server with objects, whose gate for shards and encoding are chosen, and a client that counts bytes.
struct shard_cluster : private world_log, testing::fake_cluster {
    explicit shard_cluster(bool gate, encoding form = encoding::json)
        : fake_cluster(sharding(gate, form == encoding::protobuf), {.log = &log, .seed = 7}),
          tapped(env, endpoint{.server = "http://in-memory"}, asking_for(form),
                 std::make_unique<tapped_dialer>(network.dialer(), said))
    {
    }
    ~shard_cluster() { tapped.close(); }

    void put(std::string const& name, std::string const& value = "1", std::string const& ns = "shop")
    {
        server.create(config_maps, R"({"metadata":{"name":")" + name + R"(","namespace":")" + ns +
                                       R"("},"data":{"v":")" + value + R"("}})");
    }
    void put_some(std::size_t count)
    {
        for (std::size_t i = 0; i != count; ++i) put("m" + std::to_string(100 + i));
    }
    void set(std::string const& name, std::string const& value)
    {
        server.patch(config_maps, {"shop", name}, R"({"data":{"v":")" + value + R"("}})");
    }
    /// Returns the part to which an object belongs.
    std::size_t owner_of(std::string const& name) const
    {
        auto const object = decode_object<config_map>(server.get(config_maps, {"shop", name}));
        auto const hash = shard_hash(object.uid());
        for (std::size_t i = 0; i != members; ++i)
            if (shard_ranges::part(i, members).contains(hash)) return i;
        return members;
    }
    /// Returns the names of the objects that belong to a part, of those that put_some() has made.
    lines names_of(std::size_t part, std::size_t count) const
    {
        lines names;
        for (std::size_t i = 0; i != count; ++i) {
            auto const name = "m" + std::to_string(100 + i);
            if (owner_of(name) == part) names.push_back(name);
        }
        return names;
    }
    bool has_logged(std::string const& text) const { return log_text.str().find(text) != std::string::npos; }

    using world_log::log_text;
    conversation said;
    client tapped;
};

template <class T>
lines sorted_names(shared_informer<T> const& informer)
{
    lines found;
    auto const now = informer.snapshot();
    for (auto const& o : now.list()) found.emplace_back(o.key().name);
    std::ranges::sort(found);
    return found;
}

template <class T>
void check_that_parts_are_everything(shard_cluster& in, fetch_mode fetch)
{
    constexpr std::size_t count = 40;
    in.put_some(count);
    std::size_t together = 0;
    for (std::size_t i = 0; i != members; ++i) {
        shared_informer<T> informer(in.tapped, part(i, fetch), config_maps);
        background running(in.io, informer.run());
        in.run(informer.synced());
        CHECK(sorted_names(informer) == in.names_of(i, count));
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
    recorded_informer watched(in.io, in.tapped, part(0, GENERATE(fetch_mode::list, fetch_mode::stream)));
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
    CHECK(status.objects == sorted_names(watched.informer).size());
    CHECK((status.reflector.foreign == 0) == gate);
    CHECK(status.reflector.faults == 0);
}

TEST_CASE("the store follows the version of changes that belong to others")
{
    shard_cluster in(false);
    in.put_some(20);
    auto const others = in.names_of(1, 20);
    recorded_informer watched(in.io, in.tapped, part(0));
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
        auto options = part(1);
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
    recorded_informer watched(in.io, in.tapped, part(2));
    in.time.run_for(1s);
    auto const status = in.run(watched.informer.status()).reflector;
    CHECK(status.server_shards == gate);
    CHECK(status.foreign == (gate ? 0 : 20 - in.names_of(2, 20).size()));

    recorded_informer streaming(in.io, in.tapped, part(2, fetch_mode::stream));
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
        recorded_informer paged(in.io, in.tapped, part(0));
        recorded_informer streamed(in.io, in.tapped, part(1, fetch_mode::stream));
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
    for (std::size_t i = 0; i != members; ++i) {
        recorded_informer watched(in.io, in.tapped, part(i, fetch_mode::stream, shard_field::ns));
        in.time.run_for(1s);
        for (auto const& o : watched.informer.snapshot().list())
            CHECK(shard_ranges::part(i, members).contains(shard_hash(o.key().ns)));
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
    recorded_informer watched(in.io, in.tapped, part(0, GENERATE(fetch_mode::list, fetch_mode::stream)));
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

TEST_CASE("a server that refuses the selector is asked without it, and that is logged once")
{
    shard_cluster in(false);
    in.put_some(20);
    std::size_t refused = 0;
    in.server.intercept([&](testing::action const& a) -> std::optional<testing::canned_answer> {
        if (a.target.find("shardSelector") == std::string::npos) return std::nullopt;
        ++refused;
        return testing::canned_answer{
            .status = 400,
            .body = R"({"kind":"Status","apiVersion":"v1","status":"Failure","reason":"BadRequest",)"
                    R"("message":"invalid shardSelector","code":400})"};
    });
    recorded_informer watched(in.io, in.tapped, part(0, GENERATE(fetch_mode::list, fetch_mode::stream)));
    in.time.run_for(1s);
    CHECK(refused == 1);
    CHECK(sorted_names(watched.informer) == in.names_of(0, 20));
    CHECK(in.has_logged("the server refuses to send a share of a collection"));
    in.server.disconnect();
    in.time.run_for(1min);
    CHECK(refused == 1);
    CHECK(in.run(watched.informer.status()).reflector.failures <= 1);
}

TEST_CASE("a request that is refused for another reason is not the selector's fault")
{
    shard_cluster in(true);
    in.put_some(20);
    in.server.inject(faults::status(400).on("list").times(2));
    recorded_informer watched(in.io, in.tapped, part(0));
    in.time.run_for(1min);
    CHECK(sorted_names(watched.informer) == in.names_of(0, 20));
    CHECK_FALSE(in.has_logged("refuses to send a share"));
    CHECK(in.run(watched.informer.status()).reflector.server_shards == true);
}

TEST_CASE("audits compare the share with the server's share, and raise no false alarm")
{
    bool const gate = GENERATE(false, true);
    shard_cluster in(gate, GENERATE(encoding::json, encoding::protobuf));
    in.put_some(30);
    auto options = part(1);
    std::vector<audit_report> reports;
    options.audit.interval = 1min;
    options.audit.probe = 10s;
    options.audit.on_difference = [&](audit_report const& r) { reports.push_back(r); };
    metrics_registry counted;
    recorded_informer watched(in.io, in.tapped, options);
    for (int i = 0; i != 40; ++i) {
        in.set("m" + std::to_string(100 + i % 30), std::to_string(i));
        in.time.run_for(7s);
    }
    CHECK(reports.empty());
    CHECK(in.server.requests("list", config_maps) >= 4); // the first list, and audits
    for (auto const& a : in.server.actions())
        if (a.verb == "list") CHECK(a.target.find("shardSelector") != std::string::npos);
}

TEST_CASE("a snapshot of the share is taken up again, and that of another share is refused")
{
    bool const gate = GENERATE(false, true);
    shard_cluster in(gate);
    in.put_some(30);
    auto const storage = std::make_shared<testing::memory_storage>();
    auto const start = [&](std::size_t index, shard_field field = shard_field::uid) {
        auto options = part(index, fetch_mode::list, field);
        options.warm_start.storage = storage;
        auto made = std::make_unique<recorded_informer>(in.io, in.tapped, options);
        in.time.run_for(2s);
        return made;
    };
    auto const lists = [&] { return in.server.requests("list", config_maps); };
    start(0).reset();
    auto before = lists();
    auto again = start(0);
    CHECK(lists() == before);
    CHECK(sorted_names(again->informer) == in.names_of(0, 30));
    CHECK(again->seen.size() == in.names_of(0, 30).size());
    again->running.cancel();
    again.reset();

    before = lists();
    auto other = start(1);
    CHECK(lists() > before);
    CHECK(in.has_logged("a snapshot was refused"));
    CHECK(sorted_names(other->informer) == in.names_of(1, 30));
    CHECK(other->seen.size() == in.names_of(1, 30).size());
    other->running.cancel();
    other.reset();

    before = lists();
    auto by_namespace = start(1, shard_field::ns);
    CHECK(lists() > before);
}

TEST_CASE("informers of one factory share an informer only if they have the same share")
{
    shard_cluster in(true);
    in.put_some(20);
    informer_factory factory(in.tapped);
    auto first = factory.of<config_map>(part(0)), same = factory.of<config_map>(part(0)),
         other = factory.of<config_map>(part(1));
    background running(in.io, factory.run());
    in.time.run_for(1s);
    CHECK(sorted_names(first) == in.names_of(0, 20));
    CHECK(sorted_names(other) == in.names_of(1, 20));
    CHECK(in.server.open_watches() == 2);
}

TEST_CASE("a source of one's own need not know of shares")
{
    world w;
    auto const source = std::make_shared<testing::manual_source<config_map>>();
    auto const put = [&](char name, std::string const& value) {
        std::string const text(1, name);
        source->put(R"({"metadata":{"namespace":"shop","name":")" + text + R"(","uid":")" + text +
                    "-is-its-uid" + R"("},"data":{"v":")" + value + "\"}}");
    };
    auto const mine = [](std::string const& name) {
        return shard_ranges::part(0, members).contains(shard_hash(name + "-is-its-uid"));
    };
    lines expected;
    for (char name = 'a'; name <= 'p'; ++name) {
        std::string const text(1, name);
        put(name, "1");
        if (mine(text)) expected.push_back(text);
    }
    REQUIRE(expected.size() > 1);
    REQUIRE(expected.size() < 16);
    shared_informer<config_map> informer(w.env, source, part(0));
    lines seen;
    informer.on_change(recording(seen));
    background running(w.io, informer.run());
    testing::run(w.io, w.time, informer.synced());
    CHECK(sorted_names(informer) == expected);
    seen.clear();
    for (char name = 'a'; name <= 'p'; ++name) put(name, "2");
    w.time.run_for(1s);
    CHECK(seen.size() == expected.size());
    CHECK(informer.snapshot().resource_version() == source->version());
}

TEST_CASE("a transform sees the objects of the share alone")
{
    shard_cluster in(false);
    in.put_some(20);
    lines asked;
    auto const keep = [&](config_map const& m) {
        asked.push_back(m.metadata.name.to_owned());
        return m.metadata.name.to_owned().back() % 2 == 0;
    };
    shared_informer<config_map> informer(in.tapped, transform<config_map>().keep(keep), part(0));
    background running(in.io, informer.run());
    in.run(informer.synced());
    auto expected = in.names_of(0, 20);
    CHECK(asked == expected);
    std::erase_if(expected, [](std::string const& name) { return name.back() % 2 != 0; });
    CHECK(sorted_names(informer) == expected);
}

TEST_CASE("an endless list of foreign objects is given up")
{
    shard_cluster in(false);
    in.put_some(20);
    auto const others = in.names_of(1, 20);
    std::string items;
    for (auto const& name : others)
        items += (items.empty() ? "" : ",") + in.server.get(config_maps, {"shop", name});
    std::size_t pages = 0;
    in.server.intercept([&](testing::action const& a) -> std::optional<testing::canned_answer> {
        if (a.verb != "list" || pages > 10'000) return std::nullopt;
        auto const token = std::to_string(++pages);
        return testing::canned_answer{
            .body =
                R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"50","continue":")" +
                token + R"("},"items":[)" + items + "]}"};
    });
    recorded_informer watched(in.io, in.tapped, part(0));
    in.time.run_for(500ms);
    CHECK(pages < 10'000);
    CHECK(in.run(watched.informer.status()).reflector.failures >= 1);
}

TEST_CASE("pages without an object of the share are no empty pages")
{
    shard_cluster in(false);
    in.put_some(60);
    auto options = part(0);
    options.page_size = 1; // most pages are foreign, many in a row
    options.shard = fixed_share(shard_ranges::part(0, 200));
    recorded_informer watched(in.io, in.tapped, options);
    in.time.run_for(1s);
    CHECK(watched.informer.has_synced());
    CHECK(in.run(watched.informer.status()).reflector.failures == 0);
}

TEST_CASE("a share that holds nothing keeps nothing, and is synced")
{
    shard_cluster in(GENERATE(false, true));
    in.put_some(20);
    auto options = listing();
    options.shard = fixed_share({});
    recorded_informer watched(in.io, in.tapped, options);
    in.time.run_for(1s);
    CHECK(watched.informer.has_synced());
    CHECK(watched.informer.snapshot().size() == 0);
}

TEST_CASE("a share that never changes is waited for until that is cancelled")
{
    world w;
    auto const share = fixed_share(shard_ranges::part(0, 2));
    background waiting(w.io, share->held_changed(share->held()));
    w.time.run_for(1h);
    CHECK_FALSE(waiting.ended);
    waiting.cancel();
    CHECK(waiting.code() == condition::cancelled);
    background other(w.io, share->held_changed({}));
    w.time.run_for(1s);
    CHECK(other.ended);
    CHECK(other.code() == error_code());
    CHECK(share->field() == shard_field::uid);
}

TEST_CASE("a list of the client's may name a share as well")
{
    shard_cluster in(true);
    in.put_some(20);
    list_options query;
    query.shard(shard_ranges::part(1, members));
    auto const found = in.run(in.tapped.list<config_map>("shop", query));
    lines names;
    for (auto const& o : found.objects) names.emplace_back(o.key().name);
    CHECK(names == in.names_of(1, 20));
    CHECK(list_options().shard(shard_ranges::all()).query().empty());
    CHECK(list_options().shard({}).query().empty());
}
