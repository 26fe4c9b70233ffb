// Contract: beside the audits at an interval, each list that an informer reads anyway is an audit, and a
// probe of the number of objects may bring the next audit forward; and the metrics say what was found.

#include "audited_world.hpp"
#include "metrics_text.hpp"

#include <coinformer/core/metrics.hpp>

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
    counted_client counted(*this);
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
    recorded_informer mine(io, counted.api, options);
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
        if (!is_restored || i % 40 != 19) continue;
        server.restore(*backup);
        time.run_for(2min); // the informer notices; a copy that did not would differ in truth
    }
    time.run_for(5min);
    CHECK(reports.empty());
    CHECK(listed(mine.informer).size() == server_size());
    auto const results = metric_lines(counted.registry, "coinformer_audits_total");
    CHECK(results.find("by=list") != std::string::npos);
    CHECK(results.find("different") == std::string::npos);
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
    server.forget_actions();
    time.run_for(1min);
    CHECK(lists_with("limit=1&") > 3);
    CHECK(lists_with("") == lists_with("limit=1&")); // the numbers are equal now, so that nothing is compared
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
    if (probes == 0) CHECK(lists_with("") == 0);
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

TEST_CASE_METHOD(audited_world,
                 "a probe that is not told how many objects there are has failed, and no audit follows")
{
    for (auto const* const name : {"a", "b"}) put(name, "1");
    counted_client counted(*this);
    auto options = auditing(1h);
    options.audit.probe = 10s;
    options.audit.on_difference = keep;
    recorded_informer mine(io, counted.api, options);
    time.run_for(5s);
    auto const one_of_more =
        R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":")" +
        mine.informer.snapshot().resource_version() +
        R"(","continue":"more"},"items":[{"metadata":{"name":"a","namespace":"shop","uid":"u",)"
        R"("resourceVersion":"1"}}]})";
    server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.target.find("limit=1&") == std::string::npos) return std::nullopt;
        return testing::canned_answer{.body = one_of_more};
    });
    server.forget_actions();
    time.run_for(3min);
    CHECK(lists_with("limit=1&") > 10);
    CHECK(lists_with("") == lists_with("limit=1&"));
    CHECK(reports.empty());
    auto const results = metric_lines(counted.registry, "coinformer_audit_probes_total");
    CHECK_THAT(results, Catch::Contains("result=failed"));
    CHECK_THAT(results, !Catch::Contains("result=equal"));
    CHECK_THAT(results, !Catch::Contains("result=different"));
}

// ---- what is counted

TEST_CASE_METHOD(audited_world, "the metrics say what audits and probes have found, and why a list followed")
{
    counted_client counted(*this);
    auto const has = [&](std::string const& family, std::string const& labels) {
        auto const text = metric_lines(counted.registry, family);
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
        recorded_informer mine(io, counted.api, options);
        time.run_for(3min);
        has("coinformer_audits_total", "result=different");
        has("coinformer_audit_differences_total", "kind=missing name= resource=configmaps version=v1: 1\n");
        has("coinformer_audit_probes_total", "result=equal");
        has("coinformer_informer_lists_total", "cause=the copy differs from the server's");
        has("coinformer_informer_failures_total", "cause=the copy differs from the server's");
    }
    SECTION("nothing could be compared")
    {
        server.inject(faults::unavailable().on("list").times(fault::always));
        recorded_informer mine(io, counted.api, options);
        time.run_for(5min);
        has("coinformer_audits_total", "result=not_ready");
    }
    SECTION("the server does not answer")
    {
        put("a", "1");
        recorded_informer mine(io, counted.api, options);
        time.run_for(5s);
        server.inject(faults::unavailable().on("list").times(fault::always));
        time.run_for(5min);
        has("coinformer_audits_total", "result=failed");
        has("coinformer_audit_probes_total", "result=failed");
    }
}
