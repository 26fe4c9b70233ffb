// Contract: an informer that audits itself finds every object in which its copy differs from the server's,
// says so, and repairs it; and it raises no false alarm.

#include "metrics_text.hpp"
#include "warm_start_world.hpp"

#include <coinformer/core/metrics.hpp>

namespace {

informer_options auditing(duration interval = 1min)
{
    auto options = listing();
    options.audit.interval = interval;
    return options;
}

/// Returns the differences of a report in words.
lines in_words(audit_report const& r)
{
    lines all;
    for (auto const& one : r.first) all.push_back(to_string(one));
    return all;
}

struct audited_world : world {
    /// Lets an informer begin with the objects of another server, which nobody can tell from this one: it
    /// has the same UID and the same version.
    std::shared_ptr<testing::memory_storage> snapshot_of_another_server()
    {
        auto storage = std::make_shared<testing::memory_storage>();
        restarts other;
        other.options.warm_start.storage = storage;
        other.put("only-there", "1");
        other.start();
        other.stop();
        return storage;
    }
    std::string version_of(std::string const& name) const
    {
        auto const object = decode_object<config_map>(server.get(config_maps, {"shop", name}));
        return std::string(object.resource_version());
    }
    bool has_logged(std::string const& text) const { return log_text.str().find(text) != std::string::npos; }
    std::size_t lists() const { return server.requests("list", config_maps); }

    /// Returns how many requests of this sort were lists with `part` in their target.
    std::size_t lists_with(std::string const& part) const
    {
        auto const all = server.actions();
        auto const has_part = [&](testing::action const& a) {
            return a.verb == "list" && a.target.find(part) != std::string::npos;
        };
        return static_cast<std::size_t>(std::ranges::count_if(all, has_part));
    }
    std::size_t server_size() const
    {
        auto const all = server.list(config_maps);
        std::size_t n = 0;
        for (auto at = all.find("\"uid\""); at != all.npos; at = all.find("\"uid\"", at + 1)) ++n;
        return n;
    }
    /// Makes the informer list again: the server has forgotten what the informer has not seen.
    void make_it_list()
    {
        put("nudge", "1");
        remove("nudge");
        server.compact();
        server.disconnect();
        time.run_for(30s);
    }

    std::vector<audit_report> reports;
    std::function<void(audit_report const&)> keep = [this](audit_report const& r) { reports.push_back(r); };
};

} // namespace

TEST_CASE_METHOD(audited_world, "a copy that is not what the server has is found, reported and repaired")
{
    auto options = auditing();
    options.audit.on_difference = keep;
    options.warm_start.storage = snapshot_of_another_server();
    put("a", "1");
    put("b", "1");
    put("only-here", "1");
    recorded_informer mine(io, api, options);
    time.run_for(30s);
    REQUIRE(listed(mine.informer) == lines{"a=1", "b=1", "only-there=1"}); // the snapshot fits, and is wrong
    mine.seen.clear();
    time.run_for(1min);

    REQUIRE(reports.size() == 1);
    CHECK(reports[0].missing == 1);
    CHECK(reports[0].surplus == 1);
    CHECK(reports[0].objects == 3);
    CHECK(in_words(reports[0]) ==
          lines{"shop/only-here is missing: version " + version_of("only-here") + " on the server",
                "shop/only-there is surplus: version " + version_of("only-here") + " here"});
    CHECK_FALSE(reports[0].by_list);
    CHECK(reports[0].collection == "/api/v1/configmaps");
    CHECK(has_logged("an audit has found that the copy differs"));
    CHECK(has_logged("shop/only-here is missing: version "));
    CHECK(listed(mine.informer) == lines{"a=1", "b=1", "only-here=1"});
    CHECK(mine.seen == lines{"-? shop/only-there", "+ shop/only-here=1"});

    time.run_for(10min);
    CHECK(reports.size() == 1); // and everything is right from then on
}

TEST_CASE_METHOD(audited_world, "differences that are found while the watch is away are repaired as well")
{
    auto options = auditing();
    options.audit.on_difference = keep;
    options.warm_start.storage = snapshot_of_another_server();
    put("a", "1");
    put("b", "1");
    put("only-here", "1");
    recorded_informer mine(io, api, options);
    time.run_for(30s);
    server.inject(faults::late(25s).on("list")); // the audit's answer comes after 85 to 91 s
    time.run_for(50s);
    server.inject(faults::unavailable(20s).on("watch").times(1)); // the watch is away from 80 s on
    server.disconnect();
    time.run_for(10min);
    CHECK(listed(mine.informer) == lines{"a=1", "b=1", "only-here=1"});
}

TEST_CASE_METHOD(audited_world, "audits of a copy that changes all the time raise no false alarm")
{
    metrics_registry counted;
    environment with_metrics = env;
    with_metrics.metrics = &counted;
    client watched(with_metrics, endpoint{.server = "http://in-memory"}, {}, network.dialer());
    auto options = auditing(1s);
    options.audit.on_difference = keep;
    SECTION("in order of arrival") {}
    SECTION("by key")
    {
        options.order = queue_order::by_key;
    }
    SECTION("in several namespaces")
    {
        options.namespaces = {"lab", "shop"};
    }
    recorded_informer mine(io, watched, options);
    for (int i = 0; i != 600; ++i) {
        std::string const name(1, static_cast<char>('a' + i % 7));
        if (i < 7)
            put(name, "0", i % 2 ? "shop" : "lab");
        else
            set(name, std::to_string(i), i % 7 % 2 ? "shop" : "lab");
        time.run_for(97ms);
    }
    CHECK(reports.empty());
    CHECK(lists() > 40); // most are audits
    watched.close();
}

TEST_CASE_METHOD(audited_world, "an audit asks for metadata at exactly the version of the copy")
{
    put("a", "1");
    recorded_informer mine(io, api, auditing());
    time.run_for(30s);
    server.forget_actions();
    time.run_for(1min);
    auto const all = server.actions();
    auto const census = std::ranges::find_if(all, [](auto const& a) { return a.verb == "list"; });
    REQUIRE(census != all.end());
    CHECK(census->target.find("resourceVersionMatch=Exact") != std::string::npos);
    CHECK(census->target.find("resourceVersion=" + mine.informer.snapshot().resource_version()) !=
          std::string::npos);
}

TEST_CASE_METHOD(audited_world, "a version that the server has forgotten is no difference")
{
    put("a", "1");
    auto options = auditing();
    options.audit.on_difference = keep;
    recorded_informer mine(io, api, options);
    time.run_for(30s);
    put("x", "1", "elsewhere");
    server.inject(faults::gone().on("list").of("configmaps").times(fault::always));
    time.run_for(5min);
    CHECK(reports.empty());
    CHECK(mine.informer.has_synced());
    CHECK_FALSE(has_logged("audit"));
}

TEST_CASE_METHOD(audited_world, "nothing is audited while the collection cannot be read")
{
    put("a", "1");
    recorded_informer mine(io, api, auditing(10s));
    time.run_for(5s);
    server.inject(faults::unavailable().on("watch").times(fault::always));
    server.disconnect();
    time.run_for(5s);
    server.forget_actions();
    time.run_for(2min);
    CHECK(std::ranges::none_of(server.actions(), [](auto const& a) { return a.verb == "list"; }));
}

TEST_CASE_METHOD(audited_world, "the informers of a client are audited one after the other")
{
    put("a", "1");
    auto options = auditing(10s);
    recorded_informer one(io, api, options), two(io, api, options);
    time.run_for(5s);
    server.inject(faults::late(20s).on("list").times(fault::always));
    server.forget_actions();
    time.run_for(25s);
    auto const all = server.actions();
    CHECK(std::ranges::count_if(all, [](auto const& a) { return a.verb == "list"; }) == 1);
}

TEST_CASE_METHOD(audited_world,
                 "an object that does not decode is reported, and not listed for again and again")
{
    put("a", "1");
    server.create(config_maps, R"({"metadata":{"name":"odd","namespace":"shop"},"data":{"v":7}})");
    auto options = auditing();
    options.audit.on_difference = keep;
    recorded_informer mine(io, api, options);
    time.run_for(10min);
    CHECK(reports.size() >= 5);
    CHECK(reports.front().missing == 1);
    auto const after = mine.informer.snapshot().size();
    CHECK(after == 1);
    CHECK(has_logged("a list has not helped before"));
}

TEST_CASE_METHOD(audited_world, "an object that a transform leaves out is no difference")
{
    put("a", "1");
    put("b", "2");
    auto options = auditing();
    options.audit.on_difference = keep;
    auto const some = transform<config_map>().keep([](config_map const& c) { return c.data.at("v") == "1"; });
    shared_informer<config_map> mine(api, some, options);
    background const running(io, mine.run());
    time.run_for(5min);
    CHECK(mine.snapshot().size() == 1);
    CHECK(reports.empty());
}

// ---- lists that are read anyway

TEST_CASE_METHOD(audited_world, "a list that is read anyway finds what the copy lacks, and has replaced it")
{
    auto options = auditing(1h);
    options.audit.on_difference = keep;
    options.warm_start.storage = snapshot_of_another_server();
    put("a", "1");
    put("b", "1");
    put("only-here", "1");
    recorded_informer mine(io, api, options);
    time.run_for(30s);
    put("c", "1"); // a change beside it is no difference
    auto const lists_before = lists();
    make_it_list();
    REQUIRE(reports.size() == 1);
    CHECK(reports[0].by_list);
    CHECK(reports[0].collection == "/api/v1/configmaps");
    CHECK(reports[0].objects == 4);
    CHECK(in_words(reports[0]) ==
          lines{"shop/only-here is missing: version " + version_of("only-here") + " on the server"});
    CHECK(has_logged("a list that was read anyway"));
    CHECK(listed(mine.informer) == lines{"a=1", "b=1", "c=1", "only-here=1"});
    CHECK(lists() == lists_before + 1); // nothing is listed once more
    make_it_list();
    CHECK(reports.size() == 1);
}

TEST_CASE_METHOD(audited_world, "lists that are read anyway raise no false alarm")
{
    metrics_registry counted;
    environment with_metrics = env;
    with_metrics.metrics = &counted;
    client watched(with_metrics, endpoint{.server = "http://in-memory"}, {}, network.dialer());
    auto options = auditing(1h);
    options.audit.on_difference = keep;
    bool is_restored = false;
    SECTION("pages") {}
    SECTION("streams")
    {
        options.fetch = fetch_mode::stream;
    }
    SECTION("by key")
    {
        options.order = queue_order::by_key;
    }
    SECTION("in several namespaces")
    {
        options.namespaces = {"lab", "shop"};
    }
    SECTION("of a server whose history goes back now and then")
    {
        is_restored = true;
    }
    SECTION("of a server that lags")
    {
        server.lag(5);
    }
    put("odd", "1");
    recorded_informer mine(io, watched, options);
    auto const backup = server.backup();
    for (int i = 0; i != 300; ++i) {
        std::string const name(1, static_cast<char>('a' + i % 7));
        std::string const ns = i % 7 % 2 ? "shop" : "lab";
        auto const exists =
            server.list(config_maps, ns).find("\"name\":\"" + name + '"') != std::string::npos;
        if (!exists)
            put(name, std::to_string(i), ns);
        else if (i % 5 == 0)
            remove(name, ns);
        else
            set(name, std::to_string(i), ns);
        time.run_for(97ms);
        if (i % 40 == 9) make_it_list();
        if (is_restored && i % 40 == 19) server.restore(*backup);
    }
    time.run_for(5min);
    CHECK(reports.empty());
    CHECK(listed(mine.informer).size() == server_size());
    auto const results = metric_lines(counted, "coinformer_audits_total");
    CHECK(results.find("by=list") != std::string::npos);
    CHECK(results.find("different") == std::string::npos);
    watched.close();
}

// ---- probes

TEST_CASE_METHOD(audited_world, "a probe that finds another number of objects brings the audit forward")
{
    auto options = auditing(1h);
    options.audit.probe = 10s;
    options.audit.on_difference = keep;
    options.warm_start.storage = snapshot_of_another_server();
    put("a", "1");
    put("b", "1");
    put("only-here", "1");
    put("only-here-too", "1");
    server.remove(config_maps, {"shop", "only-here-too"}); // as many versions as there, and one object fewer
    server.remove(config_maps, {"shop", "only-here"});
    recorded_informer mine(io, api, options);
    time.run_for(5s);
    REQUIRE(listed(mine.informer) == lines{"a=1", "b=1", "only-there=1"});
    CHECK(reports.empty());
    server.forget_actions();
    time.run_for(10s);
    REQUIRE(reports.size() == 1);
    CHECK(reports[0].surplus == 1);
    CHECK(lists_with("limit=1&") == 1);
    CHECK(listed(mine.informer) == lines{"a=1", "b=1"});
}

TEST_CASE_METHOD(audited_world,
                 "probes that find the same number ask for one object each, and no audit follows")
{
    for (auto const* const name : {"a", "b", "c"}) put(name, "1");
    auto options = auditing(1h);
    options.audit.probe = 1min;
    std::size_t probes = 0;
    SECTION("of all namespaces")
    {
        probes = 28;
    }
    SECTION("of several namespaces, one of which is empty")
    {
        options.namespaces = {"empty", "shop"};
        probes = 56;
    }
    SECTION("not with a selector, because the server gives no number")
    {
        options.label_selector = "app";
    }
    recorded_informer mine(io, api, options);
    time.run_for(5s);
    server.forget_actions();
    time.run_for(31min);
    CHECK(lists_with("limit=1&") >= probes);
    CHECK(lists_with("") == lists_with("limit=1&"));
    CHECK(lists_with("limit=1&resourceVersion=" + mine.informer.snapshot().resource_version() +
                     "&resourceVersionMatch=Exact") == lists_with(""));
}

TEST_CASE_METHOD(audited_world, "a probe that finds what the last audit has found brings no further audit")
{
    put("a", "1");
    server.create(config_maps, R"({"metadata":{"name":"odd","namespace":"shop"},"data":{"v":7}})");
    auto options = auditing(1h);
    options.audit.probe = 10s;
    options.audit.on_difference = keep;
    recorded_informer mine(io, api, options);
    time.run_for(30min);
    CHECK(reports.size() == 1);
    server.create(config_maps, R"({"metadata":{"name":"odd-too","namespace":"shop"},"data":{"v":7}})");
    time.run_for(1min);
    CHECK(reports.size() == 2);
}

// ---- what is counted

TEST_CASE_METHOD(audited_world, "the metrics say what audits and probes have found, and why a list followed")
{
    metrics_registry counted;
    environment with_metrics = env;
    with_metrics.metrics = &counted;
    client watched(with_metrics, endpoint{.server = "http://in-memory"}, {}, network.dialer());
    auto const has = [&](std::string const& family, std::string const& labels) {
        auto const text = metric_lines(counted, family);
        INFO(text);
        CHECK(text.find(labels) != std::string::npos);
    };
    auto options = auditing(2min);
    options.audit.probe = 30s;
    SECTION("a difference")
    {
        options.warm_start.storage = snapshot_of_another_server();
        put("a", "1");
        put("b", "1");
        put("only-here", "1");
        recorded_informer mine(io, watched, options);
        time.run_for(3min);
        has("coinformer_audits_total", "result=different");
        has("coinformer_audit_differences_total", "kind=missing");
        has("coinformer_audit_probes_total", "result=equal");
        has("coinformer_informer_lists_total", "cause=the copy differs from the server's");
        has("coinformer_informer_failures_total", "cause=the copy differs from the server's");
    }
    SECTION("nothing could be compared")
    {
        server.inject(faults::unavailable().on("list").times(fault::always));
        recorded_informer mine(io, watched, options);
        time.run_for(5min);
        has("coinformer_audits_total", "result=not_ready");
    }
    SECTION("the server does not answer")
    {
        put("a", "1");
        recorded_informer mine(io, watched, options);
        time.run_for(5s);
        server.inject(faults::unavailable().on("list").times(fault::always));
        time.run_for(5min);
        has("coinformer_audits_total", "result=failed");
        has("coinformer_audit_probes_total", "result=failed");
    }
    watched.close();
}
