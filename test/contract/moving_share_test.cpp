// Contract: an informer follows a share that changes while it runs. It tells what it loses and gains, reads
// nothing again that it has, and misses nothing.
#include <coinformer/testing/manual_source.hpp>

#include <algorithm>
#include <memory>

#include "test_share.hpp"

namespace {

/// A world with an informer whose share the test moves, and what its handler was told.
struct shared_world : world {
    explicit shared_world(informer_options options = listing()) : shared_world(true, std::move(options)) {}
    shared_world(bool begins, informer_options options) : informer(api, sharing(std::move(options)))
    {
        for (auto const* name : {"a", "b", "c"}) put(name, "1");
        informer.on_change(recording_moves(seen));
        if (begins) begin({"a"});
    }
    void begin(std::vector<std::string> const& names)
    {
        hold(names);
        running.start(io, informer.run());
        time.run_for(1s);
        seen.clear();
    }
    informer_options sharing(informer_options options)
    {
        options.shard = share;
        return options;
    }
    shard_ranges of(lines const& names) const { return share_of(server, names); }
    /// The share becomes that of these objects.
    void hold(std::vector<std::string> const& names) { share->hold(of(names)); }
    std::size_t lists() const { return server.requests("list", config_maps); }
    lines told() { return std::exchange(seen, {}); }

    std::shared_ptr<test_share> share = std::make_shared<test_share>();
    shared_informer<config_map> informer;
    lines seen;
    background running;
};

} // namespace

TEST_CASE_METHOD(shared_world, "what a share gains is added, and what it had already is not read again")
{
    REQUIRE(listed(informer) == lines{"a=1"});
    CHECK(lists() == 1);
    hold({"a", "c"});
    time.run_for(1s);
    CHECK(told() == lines{"+ shop/c=1"});
    CHECK(lists() == 2);
    auto const requests = server.actions();
    CHECK(std::ranges::count_if(requests, is_exact) == 1);
    CHECK(informer.share() == of({"a", "c"}));
    CHECK(informer.snapshot().share() == of({"a", "c"}));

    set("a", "2");
    set("b", "2");
    set("c", "2");
    time.run_for(1s);
    CHECK(told() == lines{"~ shop/a=1>2", "~ shop/c=1>2"});
}

TEST_CASE_METHOD(shared_world, "what a share loses leaves as moved, without a request for a list")
{
    hold({"a", "b", "c"});
    time.run_for(1s);
    told();
    auto const before = lists();
    hold({"b"});
    time.run_for(1s);
    auto moved = told();
    std::ranges::sort(moved);
    CHECK(moved == lines{"> shop/a", "> shop/c"});
    CHECK(lists() == before);
    CHECK(informer.share() == of({"b"}));

    set("a", "2");
    remove("c");
    remove("b");
    time.run_for(1s);
    CHECK(told() == lines{"- shop/b"});
}

TEST_CASE_METHOD(shared_world, "parts are lost and gained in one step, and come back as they are by then")
{
    hold({"b"});
    time.run_for(1s);
    CHECK(told() == lines{"> shop/a", "+ shop/b=1"});
    set("a", "2");
    time.run_for(1s);
    hold({"a"});
    time.run_for(1s);
    CHECK(told() == lines{"> shop/b", "+ shop/a=2"});
}

TEST_CASE_METHOD(shared_world, "changes that happen while a gained part is read are told afterwards")
{
    server.inject(faults::late(5s).on("list"));
    hold({"a", "b"});
    time.run_for(1s);
    set("a", "2");
    remove("b");
    put("b", "3"); // another object, which belongs to somebody else
    time.run_for(1s);
    CHECK(told().empty());
    time.run_for(10s);
    CHECK(told() == lines{"+ shop/b=1", "~ shop/a=1>2", "- shop/b"});
    CHECK(listed(informer) == lines{"a=2"});
}

TEST_CASE_METHOD(shared_world, "a share that changes while a gained part is read is followed as well")
{
    server.inject(faults::late(5s).on("list"));
    hold({"a", "b"});
    time.run_for(1s);
    hold({"c"});
    time.run_for(10s);
    auto const all = told();
    CHECK(listed(informer) == lines{"c=1"});
    CHECK(std::ranges::count(all, "> shop/a") == 1);
    CHECK(std::ranges::count(all, "+ shop/c=1") == 1);
    CHECK(std::ranges::count(all, "+ shop/b=1") == std::ranges::count(all, "> shop/b"));
    CHECK(informer.share() == of({"c"}));
}

TEST_CASE_METHOD(shared_world,
                 "a gained part is read with everything if the server has forgotten the version")
{
    server.disconnect(); // no time passes until the end of the history, so that the informer learns nothing
    set("a", "2");
    put("d", "1");
    server.compact();
    hold({"a", "d"});
    time.run_for(1min);
    CHECK(told() == lines{"~ shop/a=1>2", "+ shop/d=1"});
    hold({"a"});
    time.run_for(1s);
    CHECK(told() == lines{"> shop/d"});
}

TEST_CASE_METHOD(shared_world,
                 "a part that is gained after a restore of the server is read in the new history")
{
    auto const then = server.backup();
    set("a", "2");
    put("d", "1");
    hold({"a", "d"});
    time.run_for(1s);
    told();
    auto const both = of({"a", "b"});
    server.restore(*then); // the known version is one that the server does not have
    share->hold(both);
    time.run_for(2min);
    CHECK(listed(informer) == lines{"a=1", "b=1"});
    set("a", "3");
    time.run_for(1s);
    CHECK(listed(informer) == lines{"a=3", "b=1"});
}

TEST_CASE_METHOD(shared_world, "while reading a gained part fails, it is tried again")
{
    server.inject(faults::unavailable().on("list").times(3));
    hold({"a", "b"});
    time.run_for(1min);
    CHECK(told() == lines{"+ shop/b=1"});
}

TEST_CASE_METHOD(shared_world, "a part that is lost again before it could be read is not asked for any more")
{
    server.inject(faults::unavailable().on("list").times(2));
    auto const before = lists();
    hold({"a", "b"});
    time.run_for(1s);
    REQUIRE(lists() > before); // and was refused
    auto const asked = lists();
    hold({"a"});
    time.run_for(1min);
    set("a", "2");
    time.run_for(1s);
    CHECK(told() == lines{"~ shop/a=1>2"});
    CHECK(lists() == asked);
    CHECK(informer.share() == of({"a"}));
}

TEST_CASE_METHOD(shared_world, "a server that gives no list at an exact version is asked for everything")
{
    std::function<testing::canned_answer()> answer;
    std::string gained = "+ shop/c=1";
    SECTION("because it refuses the request")
    {
        answer = [] { return testing::canned_answer{.status = 400, .body = "{}"}; };
    }
    SECTION("because it ignores which version it was asked for")
    {
        answer = [this] {
            set("c", "2"); // the list is at a newer version, from which the watch would go back
            set("c", "3");
            return testing::canned_answer{.body = server.list(config_maps)};
        };
        gained = "+ shop/c=3";
    }
    std::size_t exact = 0;
    server.intercept([&](testing::action const& a) {
        exact += is_exact(a) ? 1u : 0u;
        return is_exact(a) ? std::optional(answer()) : std::nullopt;
    });
    hold({"a", "c"});
    time.run_for(1min);
    CHECK(told() == lines{gained});
    CHECK((exact == 1 ||
           exact == 2)); // a refused request is sent once more, without the parameter for the share
    set("a", "2");
    time.run_for(1s);
    CHECK(told() == lines{"~ shop/a=1>2"});
}

namespace {

struct not_begun : shared_world {
    not_begun() : shared_world(false, listing()) {}
};

struct streaming : shared_world {
    streaming() : shared_world(false, {}) {}
};

} // namespace

TEST_CASE_METHOD(not_begun, "an informer without a share waits, and asks the server for nothing")
{
    background waiting;
    begin({});
    waiting.start(io, informer.synced());
    time.run_for(10min);
    CHECK(lists() == 0);
    CHECK_FALSE(waiting.ended);
    CHECK(run(informer.status()).reflector.now == phase::idle);

    hold({"b"});
    time.run_for(1s);
    CHECK(waiting.ended);
    CHECK(told() == lines{"+i shop/b=1"});
    hold({});
    time.run_for(1s);
    CHECK(told() == lines{"> shop/b"});
    CHECK(informer.share().empty());
    set("b", "2");
    hold({"b"});
    time.run_for(1s);
    CHECK(told() == lines{"+ shop/b=2"});
}

TEST_CASE_METHOD(not_begun, "trouble of a share passes while the share stays empty, and waiters wait on")
{
    auto const status = [this] { return run(informer.status()).reflector; };
    begin({});
    background told_first(io, informer.synced());
    share->why = "no lease";
    time.run_for(70s); // a look each 5 s, and informer_options::unreachable_after
    CHECK(told_first.code() == errc::no_share);
    CHECK_THAT(told_first.what(), Catch::Contains("no lease"));
    auto const since = status().failing_since;
    REQUIRE(since);
    CHECK_THAT(status().last_failure, Catch::Contains("no lease"));
    SECTION("the same trouble all the time") {}
    SECTION("then another trouble")
    {
        background told_next(io, informer.synced());
        time.run_for(10s);
        CHECK_FALSE(told_next.ended); // the informer's waiters know of the first one
        share->why = "two leases";
        time.run_for(6s);
        CHECK(told_next.code() == errc::no_share);
        CHECK_THAT(told_next.what(), Catch::Contains("two leases"));
        CHECK_THAT(status().last_failure, Catch::Contains("two leases"));
        CHECK(status().failing_since == since);
    }
    share->why = "";
    time.run_for(6s);
    CHECK_FALSE(status().failing_since);
    CHECK(status().last_failure == "");
    background patient(io, informer.synced());
    time.run_for(10min);
    CHECK_FALSE(patient.ended);
}

TEST_CASE_METHOD(streaming, "a share that changes during a streamed list is followed behind it")
{
    server.inject(faults::slow_initial_events(2s));
    begin({"a", "b"});
    hold({"b", "c"});
    time.run_for(1min);
    auto const all = told();
    CHECK(informer.snapshot().size() == 2);
    CHECK(std::ranges::count(all, "+ shop/c=1") == 1);
    CHECK(std::ranges::count(all, "+i shop/b=1") == 1);
    CHECK(informer.share() == of({"b", "c"}));
}

TEST_CASE_METHOD(shared_world, "the audits of a share that moves find no difference")
{
    std::size_t differences = 0;
    auto options = sharing(listing());
    options.audit.interval = 30s;
    options.audit.on_difference = [&](audit_report const&) { ++differences; };
    shared_informer<config_map> audited(api, options);
    background working(io, audited.run());
    time.run_for(1s);
    auto const before = lists();
    for (auto const& names : {std::vector<std::string>{"b"}, {"b", "c"}, {"a"}}) {
        hold(names);
        time.run_for(100s);
    }
    CHECK(lists() - before >= 6 + 8); // two informers have gained something three times, and one was audited
    CHECK(differences == 0);
}

TEST_CASE_METHOD(world, "a source of one's own is listed again when a share gains something")
{
    auto const source = std::make_shared<testing::manual_source<config_map>>();
    auto const share = std::make_shared<test_share>(shard_field::ns);
    auto const of = [](char const* ns) { return shard_ranges::between(shard_hash(ns), shard_hash(ns)); };
    source->put(R"({"metadata":{"namespace":"x","name":"a"},"data":{"v":"1"}})");
    source->put(R"({"metadata":{"namespace":"y","name":"b"},"data":{"v":"1"}})");
    informer_options options;
    options.shard = share;
    shared_informer<config_map> informer(env, source, options);
    background running(io, informer.run());
    share->hold(of("x"));
    time.run_for(1s);
    CHECK(listed(informer) == lines{"a=1"});
    share->hold(of("x") | of("y"));
    time.run_for(1s);
    CHECK(listed(informer) == lines{"a=1", "b=1"});
    share->hold(of("y"));
    time.run_for(1s);
    CHECK(listed(informer) == lines{"b=1"});
    CHECK(source->lists() == 2);
}
