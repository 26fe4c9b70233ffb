// Contract: an informer follows a share that changes while it runs. It tells what it loses and gains, reads
// nothing again that it has, and misses nothing.
#include <coinformer/core/wakeup.hpp>
#include <coinformer/testing/manual_source.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <random>

#include "world.hpp"

namespace {

bool is_exact(testing::action const& a)
{
    return a.verb == "list" && a.target.find("resourceVersionMatch=Exact") != std::string::npos;
}

/// A share that the test moves.
class test_share final : public key_share {
public:
    explicit test_share(shard_field field = shard_field::uid) : field_(field) {}

    shard_field field() const override { return field_; }
    shard_ranges held() const override { return held_; }
    [[nodiscard]] task<> held_changed(shard_ranges known) override
    {
        while (known == held_) co_await changed_.wait();
    }
    void hold(shard_ranges ranges)
    {
        held_ = std::move(ranges);
        changed_.notify();
    }

private:
    shard_field field_;
    shard_ranges held_;
    wakeup changed_;
};

/// A world with an informer whose share the test moves, and what its handler was told.
struct shared_world : world {
    explicit shared_world(informer_options options = listing()) : shared_world(true, std::move(options)) {}
    shared_world(bool begins, informer_options options) : informer(api, sharing(std::move(options)))
    {
        for (auto const* name : {"a", "b", "c"}) put(name, "1");
        handlers<config_map> calls = recording(seen);
        calls.deleted = [this](object_ptr<config_map> const& last, final_state how) {
            auto const* const text = how == final_state::moved   ? "> "
                                     : how == final_state::known ? "- "
                                                                 : "-? ";
            seen.push_back(text + to_string(last.key()));
        };
        informer.on_change(std::move(calls));
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
    std::uint64_t hash_of(std::string const& name) const
    {
        return shard_hash(decode_object<config_map>(server.get(config_maps, {"shop", name})).uid());
    }
    shard_ranges of(std::vector<std::string> const& names) const
    {
        shard_ranges all;
        for (auto const& name : names) all = all | shard_ranges::between(hash_of(name), hash_of(name));
        return all;
    }
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

TEST_CASE_METHOD(shared_world, "while reading a gained part fails, it is tried again")
{
    server.inject(faults::unavailable().on("list").times(3));
    hold({"a", "b"});
    time.run_for(1min);
    CHECK(told() == lines{"+ shop/b=1"});
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

TEST_CASE_METHOD(world, "an informer whose share may change saves no snapshots")
{
    informer_options options;
    options.shard = std::make_shared<test_share>();
    options.warm_start.file = "/tmp/any";
    CHECK_THROWS_WITH(shared_informer<config_map>(api, options), Catch::Contains("warm_start"));
}

namespace {

/// What a handler has been told, which has to make sense at each step.
class told_view {
public:
    handlers<config_map> listener()
    {
        return {
            .added =
                [this](object_ptr<config_map> const& o, initial_list) {
                    INFO("added " << to_string(o.key()));
                    CHECK(objects_.emplace(std::string(o.key().name), o->data.at("v")).second);
                },
            .updated =
                [this](object_ptr<config_map> const& was, object_ptr<config_map> const& is) {
                    INFO("updated " << to_string(is.key()));
                    CHECK(objects_.at(std::string(is.key().name)) == was->data.at("v"));
                    objects_.at(std::string(is.key().name)) = is->data.at("v");
                },
            .deleted =
                [this](object_ptr<config_map> const& last, final_state how) {
                    INFO("deleted " << to_string(last.key()));
                    CHECK(objects_.erase(std::string(last.key().name)) == 1);
                    moved += how == final_state::moved ? 1u : 0u;
                },
        };
    }
    lines all() const
    {
        lines found;
        for (auto const& [name, value] : objects_) found.push_back(name + '=' + value);
        std::ranges::sort(found); // with the values, as the store's are
        return found;
    }

    std::size_t moved = 0;

private:
    std::map<std::string, std::string> objects_;
};

/// A world in which objects are written, a share moves, and requests fail, as a seed decides.
struct random_moves : world {
    explicit random_moves(unsigned seed) : dice(seed), informer(api, options())
    {
        for (int i = 0; i != 6; ++i) write();
        informer.on_change(view.listener());
        move();
        running.start(io, informer.run());
    }
    informer_options options()
    {
        informer_options o;
        o.fetch = below(2) == 0 ? fetch_mode::list : fetch_mode::stream;
        o.page_size = 2;
        o.shard = share;
        o.audit.interval = 10s;
        o.audit.on_difference = [](audit_report const& r) { FAIL_CHECK(to_string(r.first.at(0))); };
        return o;
    }
    unsigned below(unsigned n) { return static_cast<unsigned>(dice() % n); }
    bool exists(std::string const& name) const
    {
        return server.list(config_maps, "shop").find("\"name\":\"" + name + '"') != std::string::npos;
    }
    void write()
    {
        auto const name = "o" + std::to_string(below(12));
        auto const value = std::to_string(++writes);
        if (!exists(name))
            put(name, value);
        else if (below(3) == 0)
            remove(name);
        else
            set(name, value);
    }
    void move()
    {
        shard_ranges held;
        for (unsigned i = 0; i != 4; ++i)
            if (below(2) == 0) held = held | shard_ranges::part(i, 4);
        share->hold(held);
    }
    void disturb()
    {
        switch (below(6)) {
        case 0: return server.disconnect();
        case 1: return server.compact();
        case 2: return server.inject(faults::late(duration(1s) * below(4)).on("list"));
        case 3: return server.inject(faults::unavailable().on("list"));
        case 4: return server.inject(faults::close_watch(below(3)).on("watch"));
        default: return server.inject(faults::cut(300 + below(2000)));
        }
    }
    void step()
    {
        switch (below(8)) {
        case 0: return disturb();
        case 1:
        case 2: return move();
        case 3:
        case 4: return write();
        default: time.run_for(std::chrono::milliseconds(below(3000)));
        }
    }
    lines truth() const
    {
        lines expected;
        for (int i = 0; i != 12; ++i) {
            auto const name = "o" + std::to_string(i);
            if (!exists(name)) continue;
            auto const object = decode_object<config_map>(server.get(config_maps, {"shop", name}));
            if (share->held().contains(shard_hash(object.uid())))
                expected.push_back(name + '=' + object->data.at("v"));
        }
        std::ranges::sort(expected);
        return expected;
    }
    lines stored() const
    {
        auto found = listed(informer);
        std::ranges::sort(found);
        return found;
    }

    std::mt19937 dice;
    std::shared_ptr<test_share> share = std::make_shared<test_share>();
    told_view view;
    shared_informer<config_map> informer;
    background running;
    unsigned writes = 0;
};

} // namespace

TEST_CASE(
    "whatever moves, is written and fails: store and handler end with the share, as it is on the server")
{
    std::size_t moved = 0;
    auto const* const wanted = std::getenv("COINFORMER_MOVE_SEEDS");
    auto const* const first = std::getenv("COINFORMER_MOVE_FROM");
    auto const seeds = wanted ? static_cast<unsigned>(std::atoi(wanted)) : 40u;
    auto const from = first ? static_cast<unsigned>(std::atoi(first)) : 1u;
    for (unsigned seed = from; seed != from + seeds; ++seed) {
        INFO("seed " << seed);
        random_moves in(seed);
        for (int i = 0; i != 60; ++i) in.step();
        in.server.heal();
        in.share->hold(in.share->held() | shard_ranges::part(seed % 4, 4));
        in.time.run_for(10min);
        CHECK(in.stored() == in.truth());
        CHECK(in.view.all() == in.stored());
        CHECK(in.informer.share() == in.share->held());
        moved += in.view.moved;
    }
    CHECK((moved > seeds || seeds < 10)); // otherwise this would prove little
}
