// Contract: what else an informer with a share does as one without: audits, snapshots, sources of one's own,
// transforms, refusals and lists without end.

#include "informer_shard_world.hpp"

#include <coinformer/testing/manual_source.hpp>
#include <coinformer/testing/memory_storage.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

TEST_CASE("a server that refuses the selector is asked without it, and that is logged once")
{
    shard_cluster in(false);
    in.put_some(20);
    std::size_t refused = 0;
    // the second is the answer of Kubernetes 1.37
    int const code = GENERATE(400, 500);
    in.server.intercept([&](testing::action const& a) -> std::optional<testing::canned_answer> {
        if (a.target.find("shardSelector") == std::string::npos) return std::nullopt;
        ++refused;
        return testing::canned_answer{.status = code,
                                      .body = R"({"kind":"Status","apiVersion":"v1","status":"Failure",)"
                                              R"("message":"invalid shard selector: too many","code":)" +
                                              std::to_string(code) + "}"};
    });
    recorded_informer watched(in.io, in.tapped,
                              shard_part(0, GENERATE(fetch_mode::list, fetch_mode::stream)));
    in.time.run_for(1s);
    CHECK(refused == 1);
    CHECK(kept_names(watched.informer) == in.names_of(0, 20));
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
    recorded_informer watched(in.io, in.tapped, shard_part(0));
    in.time.run_for(1min);
    CHECK(kept_names(watched.informer) == in.names_of(0, 20));
    CHECK_FALSE(in.has_logged("refuses to send a share"));
    CHECK(in.run(watched.informer.status()).reflector.server_shards == true);
}

TEST_CASE("audits compare the share with the server's share, and raise no false alarm")
{
    bool const gate = GENERATE(false, true);
    shard_cluster in(gate, GENERATE(encoding::json, encoding::protobuf));
    in.put_some(30);
    auto options = shard_part(1);
    std::vector<audit_report> reports;
    options.audit.interval = 1min;
    options.audit.probe = 10s;
    options.audit.on_difference = [&](audit_report const& r) { reports.push_back(r); };
    recorded_informer watched(in.io, in.tapped, options);
    for (int i = 0; i != 40; ++i) {
        in.set("m" + std::to_string(100 + i % 30), std::to_string(i));
        in.time.run_for(7s);
    }
    CHECK(reports.empty());
    CHECK(in.server.requests("list", config_maps) >= 4); // the first list, and audits
    for (auto const& a : in.server.actions()) {
        if (a.verb != "list") continue;
        CHECK(a.target.find("shardSelector") != std::string::npos);
        CHECK(a.target.find("limit=1&") == std::string::npos); // a server does not count a share: no probes
    }
}

TEST_CASE("a snapshot of the share is taken up again, and that of another share is refused")
{
    bool const gate = GENERATE(false, true);
    shard_cluster in(gate);
    in.put_some(30);
    auto const storage = std::make_shared<testing::memory_storage>();
    auto const start = [&](std::size_t index, shard_field field = shard_field::uid) {
        auto options = shard_part(index, fetch_mode::list, field);
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
    CHECK(kept_names(again->informer) == in.names_of(0, 30));
    CHECK(again->seen.size() == in.names_of(0, 30).size());
    again->running.cancel();
    again.reset();

    before = lists();
    auto other = start(1);
    CHECK(lists() > before);
    CHECK(in.has_logged("a snapshot was refused"));
    CHECK(kept_names(other->informer) == in.names_of(1, 30));
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
    auto first = factory.of<config_map>(shard_part(0)), same = factory.of<config_map>(shard_part(0)),
         other = factory.of<config_map>(shard_part(1));
    background running(in.io, factory.run());
    in.time.run_for(1s);
    CHECK(kept_names(first) == in.names_of(0, 20));
    CHECK(kept_names(other) == in.names_of(1, 20));
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
        return shard_ranges::part(0, shard_members).contains(shard_hash(name + "-is-its-uid"));
    };
    lines expected;
    for (char name = 'a'; name <= 'p'; ++name) {
        std::string const text(1, name);
        put(name, "1");
        if (mine(text)) expected.push_back(text);
    }
    REQUIRE(expected.size() > 1);
    REQUIRE(expected.size() < 16);
    shared_informer<config_map> informer(w.env, source, shard_part(0));
    lines seen;
    informer.on_change(recording(seen));
    background running(w.io, informer.run());
    testing::run(w.io, w.time, informer.synced());
    CHECK(kept_names(informer) == expected);
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
    shared_informer<config_map> informer(in.tapped, transform<config_map>().keep(keep), shard_part(0));
    background running(in.io, informer.run());
    in.run(informer.synced());
    auto expected = in.names_of(0, 20);
    CHECK(asked == expected);
    std::erase_if(expected, [](std::string const& name) { return name.back() % 2 != 0; });
    CHECK(kept_names(informer) == expected);
}

TEST_CASE("an endless list of foreign objects is given up")
{
    shard_cluster in(false);
    in.put_some(20);
    auto const others = in.names_of(1, 20);
    std::string once;
    for (auto const& name : others)
        once += (once.empty() ? "" : ",") + in.server.get(config_maps, {"shop", name});
    std::string items = once;
    bool pages = false;
    SECTION("that comes in pages")
    {
        pages = true;
    }
    SECTION("that comes in one page")
    {
        for (std::size_t n = others.size(); n < 11'000; n += others.size()) items += "," + once;
    }
    std::size_t asked = 0;
    in.server.intercept([&](testing::action const& a) -> std::optional<testing::canned_answer> {
        if (a.verb != "list" || asked > 10'000) return std::nullopt;
        auto const token = std::to_string(++asked);
        return testing::canned_answer{.body = R"({"metadata":{"resourceVersion":"50","continue":")" +
                                              (pages ? token : "") + R"("},"items":[)" + items + "]}"};
    });
    recorded_informer watched(in.io, in.tapped, shard_part(0));
    in.time.run_for(500ms);
    CHECK(asked < 10'000);
    CHECK_FALSE(watched.informer.has_synced());
    CHECK(in.run(watched.informer.status()).reflector.failures >= 1);
}

TEST_CASE("pages without an object of the share are no empty pages")
{
    shard_cluster in(false);
    in.put_some(60);
    auto options = shard_part(0);
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
    query.shard(shard_ranges::part(1, shard_members));
    auto const found = in.run(in.tapped.list<config_map>("shop", query));
    lines names;
    for (auto const& o : found.objects) names.emplace_back(o.key().name);
    CHECK(names == in.names_of(1, 20));
    CHECK(list_options().shard(shard_ranges::all()).query().empty());
    CHECK(list_options().shard({}).query().empty());
}
