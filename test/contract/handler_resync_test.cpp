// Contract: a handler that wants to see every object again from time to time does so at its own period.

#include "world.hpp"

namespace {

struct again : world {
    /// A handler that records when it gets a resync of "a", in seconds.
    handlers<config_map> noting(std::vector<long>& at)
    {
        return {.updated = [this, &at](object_ptr<config_map> const& was, object_ptr<config_map> const& is) {
            if (was == is && is.key().name == "a") at.push_back(seconds());
        }};
    }
    long seconds() const
    {
        return static_cast<long>(
            std::chrono::duration_cast<std::chrono::seconds>(time.now() - time_point()).count());
    }
    void end(background& running)
    {
        running.cancel();
        CHECK(running.ended);
    }
};

task<> slowly(time_source& time, lines& log, object_ptr<config_map> was, object_ptr<config_map> is)
{
    if (was == is)
        log.push_back("again " + std::string(is.key().name) + "=" + is->data.at("v"));
    else
        log.push_back(std::string(is.key().name) + "=" + is->data.at("v"));
    co_await time.sleep_for(20s);
}

} // namespace

TEST_CASE_METHOD(again,
                 "each handler is shown every object again at its own period, and no other handler with it")
{
    put("a", "1");
    put("b", "1");
    informer_options options;
    options.resync = 60s;
    shared_informer<config_map> informer(api, options);
    std::vector<long> by_default, often, never;
    informer.on_change(noting(by_default));
    informer.on_change(noting(often), {.resync = 25s});
    informer.on_change(noting(never), {.resync = 0s});
    background running(io, informer.run());
    time.run_for(130s);

    CHECK(by_default == std::vector<long>{60, 120});
    CHECK(often == std::vector<long>{25, 50, 75, 100, 125});
    CHECK(never.empty());
    CHECK(server.requests("list", config_maps) == 0); // the objects come from the store
    end(running);
}

TEST_CASE_METHOD(
    again, "a handler that is added while the informer runs may ask for any period of at least a second")
{
    put("a", "1");
    shared_informer<config_map> informer(api); // the informer has no resync by default
    background running(io, informer.run());
    time.run_for(10s);
    CHECK(time.armed() != 0);
    std::vector<long> seen, hasty;
    auto const handler = informer.on_change(noting(seen), {.resync = 7s});
    auto const other = informer.on_change(noting(hasty), {.resync = 10ms});
    time.run_for(22s);
    CHECK(seen == std::vector<long>{17, 24, 31});
    CHECK(hasty.size() == 22);

    testing::run(io, time, handler.remove());
    testing::run(io, time, other.remove());
    auto const calls = hasty.size();
    time.run_for(10s);
    CHECK(hasty.size() == calls);
    end(running);
}

TEST_CASE_METHOD(again, "no timer runs if no handler wants a resync")
{
    put("a", "1");
    auto const armed_with = [this](duration period) {
        shared_informer<config_map> informer(api);
        lines seen;
        informer.on_change(recording(seen), {.resync = period});
        informer.on_change(recording(seen), {.resync = period * 2});
        background running(io, informer.run());
        time.run_for(500ms);
        auto const armed = time.armed();
        end(running);
        return armed;
    };
    CHECK(armed_with(60s) == armed_with(0s) + 1);
}

TEST_CASE_METHOD(
    again, "a resync comes in its place among the changes of a handler, however far behind the handler is")
{
    for (auto const policy : {overflow::block, overflow::merge}) {
        INFO((policy == overflow::block ? "block" : "merge"));
        world w;
        w.put("a", "1");
        w.put("b", "1");
        w.put("c", "1");
        shared_informer<config_map> informer(w.api);
        lines log;
        std::map<std::string, int> last; // the last state that the handler knows
        auto const added = [&](config_map const& m) { last[std::string(m.metadata.name)] = 1; };
        auto const told = [&](object_ptr<config_map> const& was, object_ptr<config_map> const& is) {
            auto& known = last[std::string(is.key().name)];
            // in its place, where the handler knows every earlier change
            CHECK(std::stoi(was->data.at("v")) == known);
            known = std::stoi(is->data.at("v"));
            return slowly(w.time, log, was, is);
        };
        auto const gone = [&](config_map const& m) {
            std::string const name(m.metadata.name);
            last.erase(name);
            log.push_back("- " + name);
        };
        informer.on_change({.added = added, .updated = told, .deleted = gone},
                           {.policy = policy, .capacity = 2, .resync = 90s});
        background running(w.io, informer.run());
        w.time.run_for(80s);
        for (int i = 2; i <= 4; ++i) w.set("a", std::to_string(i)); // the handler takes it for a minute
        w.remove("b");
        w.time.run_for(15s); // the resync becomes due
        w.set("c", "2");
        w.remove("c");
        w.time.run_for(150s);

        // b was deleted before the resync's place, and c was added and deleted behind it
        for (auto const& line : log) CHECK(line.substr(0, 7) != "again b");
        REQUIRE(!log.empty());
        CHECK(std::count(log.begin(), log.end(), "- b") == 1);
        CHECK(std::count(log.begin(), log.end(), "again a=4") >= 1);
        CHECK(std::count(log.begin(), log.end(), "- c") == 1);
        auto const shown = std::find(log.begin(), log.end(), "again c=1");
        auto const end_of_c = std::find(log.begin(), log.end(), "- c");
        CHECK(std::find(end_of_c, log.end(), "again c=1") == log.end());
        if (policy == overflow::block) CHECK(shown != log.end());
    }
}

TEST_CASE_METHOD(again, "a handler that holds up the changes does not delay the resyncs of others")
{
    put("a", "1");
    shared_informer<config_map> informer(api);
    std::vector<long> seen;
    lines log;
    informer.on_change(noting(seen), {.resync = 60s});
    auto const slow = [&](object_ptr<config_map> const& was, object_ptr<config_map> const& is) {
        log.push_back(was->data.at("v") + ">" + is->data.at("v"));
        return time.sleep_for(1h);
    };
    informer.on_change({.updated = slow}, {.policy = overflow::block, .capacity = 0});
    background running(io, informer.run());
    time.run_for(10s);
    for (int i = 2; i <= 4; ++i) {
        set("a", std::to_string(i));
        time.run_for(1s);
    }
    time.run_for(5min);

    CHECK(log == lines{"1>2"}); // it is still handling its first update
    CHECK(seen == std::vector<long>{60, 120, 180, 240, 300});
    end(running);
}

TEST_CASE_METHOD(again, "a handler that never catches up with one object still gets the others in a resync")
{
    put("a", "1");
    put("b", "1");
    shared_informer<config_map> informer(api);
    lines log;
    informer.on_change(
        {.updated = [&](object_ptr<config_map> const& was,
                        object_ptr<config_map> const& is) { return slowly(time, log, was, is); }},
        {.policy = overflow::merge, .capacity = 1, .resync = 60s});
    background running(io, informer.run());
    time.run_for(1s);
    for (int i = 2; i <= 60; ++i) {
        set("a", std::to_string(i));
        time.run_for(5s); // a call takes 20 s
    }
    CHECK(std::count(log.begin(), log.end(), "again b=1") >= 3);
    end(running);
}

TEST_CASE_METHOD(informed,
                 "a handler that is added when the last handler with a resync is removed has its own resync")
{
    lines first, second;
    auto const going = informer.on_change(recording(first), {.resync = 30s});
    time.settle();
    testing::run(io, going.remove()); // no time passes
    informer.on_change(recording(second), {.resync = 30s});
    time.settle();
    second.clear();
    time.run_for(31s);
    CHECK(second == lines{"~ shop/a=1>1", "~ shop/b=1>1"});
}

TEST_CASE_METHOD(again, "the longest period that can be written is never over")
{
    put("a", "1");
    time.run_for(1s); // the period is added to a time that is not zero
    shared_informer<config_map> informer(api);
    std::vector<long> never;
    informer.on_change(noting(never), {.resync = duration::max()});
    background running(io, informer.run());
    time.run_for(48h);
    CHECK(informer.has_synced());
    CHECK(never.empty());
    end(running);
}
