// Contract: an informer's status says when its copy was compared with the server's objects, what that found,
// and why the last audit compared nothing; and an audit to which nothing comes does not hold up the others.

#include "audited_world.hpp"
#include "metrics_text.hpp"

namespace {

struct audit_status_world : audited_world {
    audit_status status_of(recorded_informer const& one) { return run(one.informer.status()).audit; }
    duration age_of(audit_status const& s) { return time.now() - s.compared_at.value_or(time_point()); }
};

} // namespace

TEST_CASE_METHOD(audit_status_world, "the status says when the copy was compared, and with how many objects")
{
    put("a", "1");
    put("b", "1");
    recorded_informer mine(io, api, auditing());
    time.run_for(55s);
    CHECK_FALSE(status_of(mine).compared_at);
    time.run_for(15s);
    auto const first = status_of(mine);
    CHECK(age_of(first) <= 10s);
    CHECK(first.objects == 2);
    CHECK(first.differences == 0);
    CHECK(first.last_failure == "");
    time.run_for(10min);
    CHECK(age_of(status_of(mine)) <= 66s);
}

TEST_CASE_METHOD(audit_status_world, "the status says how many objects differed, until the next audit")
{
    auto options = auditing();
    options.warm_start.storage = snapshot_of_another_server();
    put("a", "1");
    put("b", "1");
    put("only-here", "1");
    recorded_informer mine(io, api, options);
    time.run_for(70s);
    CHECK(status_of(mine).differences == 2);
    time.run_for(70s);
    CHECK(status_of(mine).differences == 0);
}

TEST_CASE_METHOD(audit_status_world, "an audit that has compared nothing leaves what the last one has found")
{
    put("a", "1");
    recorded_informer mine(io, api, auditing());
    time.run_for(70s);
    auto const compared = status_of(mine).compared_at;
    server.inject(faults::unavailable().on("list").times(1));
    time.run_for(60s);
    CHECK(status_of(mine).compared_at == compared);
    CHECK(status_of(mine).last_failure.find("service unavailable") != std::string::npos);
    time.run_for(70s);
    CHECK(status_of(mine).compared_at > compared);
    CHECK(status_of(mine).last_failure == "");
}

TEST_CASE_METHOD(audit_status_world, "of several namespaces, the one that has waited longest counts")
{
    put("a", "1", "lab");
    put("b", "1", "shop");
    put("c", "1", "shop");
    auto options = auditing();
    options.namespaces = {"lab", "shop"};
    recorded_informer mine(io, api, options);
    time.run_for(5s);
    server.inject(faults::late(15s).on("list").times(2));
    time.run_for(80s); // the first audit has ended, at 81 s at the latest, and the second one has not
    CHECK(status_of(mine).objects != 0);
    CHECK_FALSE(status_of(mine).compared_at);
    time.run_for(15s);
    CHECK(status_of(mine).objects == 3);
    auto const both = status_of(mine).compared_at;
    REQUIRE(both);
    server.inject(faults::unavailable().on("list").times(1));
    time.run_for(60s);
    CHECK(status_of(mine).objects == 3);
    CHECK(*status_of(mine).compared_at - *both < 10s); // one of them was compared a minute later
    CHECK(status_of(mine).last_failure != "");
}

TEST_CASE_METHOD(audit_status_world,
                 "a namespace that cannot be read does not keep the others from being audited")
{
    put("a", "1", "lab");
    put("b", "1", "shop");
    auto options = auditing();
    options.namespaces = {"lab", "shop"};
    server.inject(faults::forbidden().on("list").in("lab").times(fault::always));
    recorded_informer mine(io, api, options);
    time.run_for(3min);
    CHECK(status_of(mine).objects == 1);
}

TEST_CASE_METHOD(audit_status_world,
                 "a namespace whose first list waits for a handler is not audited, and the others are")
{
    put("a", "1", "lab");
    put("b", "1", "shop");
    auto options = auditing();
    options.namespaces = {"lab", "shop"};
    server.inject(faults::late(5s).on("list").in("shop"));
    counted_client counted(*this);
    recorded_informer mine(io, counted.api, options);
    auto const hang = [this](object_ptr<config_map> const&, initial_list) { return time.sleep_for(24h); };
    mine.informer.on_change({.added = hang}, {.policy = overflow::block, .capacity = 0});
    time.run_for(1s);
    set("a", "2", "lab"); // is one change more than the handler takes, so that the store waits
    time.run_for(10s);
    auto const before = run(mine.informer.status());
    REQUIRE(before.reflector.now == phase::watching); // both namespaces
    REQUIRE(before.objects == 1);                     // the store has only that of the first one
    time.run_for(3min);
    auto const now = status_of(mine);
    CHECK(now.objects == 1);
    CHECK(now.differences == 0);
    CHECK(now.last_failure == "the copy cannot be compared now");
    CHECK_FALSE(now.compared_at);
    auto const results = metric_lines(counted.registry, "coinformer_audits_total");
    CHECK_THAT(results, Catch::Contains("result=equal"));
    CHECK_THAT(results, Catch::Contains("result=not_ready"));
    CHECK_THAT(results, !Catch::Contains("result=failed"));
}

TEST_CASE_METHOD(audit_status_world, "an audit to which nothing comes is given up, and the next one begins")
{
    put("a", "1");
    recorded_informer one(io, api, auditing()), two(io, api, auditing());
    time.run_for(5s);
    server.inject(faults::stall(150).on("list")); // a part of the answer, and then no end
    time.run_for(2min + 25s); // the first audit begins after 66 s at the latest, and is silent for 75 s
    auto const first = status_of(one), second = status_of(two);
    CHECK(first.compared_at.has_value() != second.compared_at.has_value());
    CHECK((first.last_failure + second.last_failure).find("nothing has come for 75 s") != std::string::npos);
    time.run_for(70s);
    CHECK(age_of(status_of(one)) <= 70s);
    CHECK(age_of(status_of(two)) <= 70s);
}

TEST_CASE_METHOD(audit_status_world, "an audit whose pages lead nowhere is given up, and finds no difference")
{
    put("a", "1");
    auto options = auditing();
    options.audit.on_difference = keep;
    auto other = auditing();
    other.namespaces = {"shop"};
    recorded_informer mine(io, api, options), beside(io, api, other);
    time.run_for(5s);
    auto const page = R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":")" +
                      mine.informer.snapshot().resource_version() + R"(","continue":")";
    std::size_t pages = 0;
    server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        auto const has = [&](char const* part) { return asked.target.find(part) != std::string::npos; };
        bool const is_page = has("resourceVersionMatch=Exact") || has("continue=again");
        if (asked.verb != "list" || !asked.ns.empty() || !is_page) return std::nullopt;
        bool const is_last = ++pages > 100; // so that an audit which goes on for ever ends all the same
        return testing::canned_answer{.body = page + (is_last ? "" : "again") + R"("},"items":[]})"};
    });
    time.run_for(3min);
    CHECK(pages >= 4);
    CHECK(pages <= 6); // two pages for each audit
    CHECK(reports.empty());
    CHECK_FALSE(status_of(mine).compared_at);
    CHECK_THAT(status_of(mine).last_failure, Catch::Contains("makes no progress"));
    CHECK(listed(mine.informer) == lines{"a=1"});
    CHECK(status_of(beside).compared_at);
    CHECK(status_of(beside).objects == 1);
    CHECK(status_of(beside).last_failure == "");
}

TEST_CASE_METHOD(audit_status_world, "a probe to which nothing comes is given up")
{
    put("a", "1");
    auto options = auditing(10min);
    options.audit.probe = 10s;
    options.silence = 5s;
    recorded_informer mine(io, api, options);
    time.run_for(2s);
    server.inject(faults::stall(0).on("list"));
    time.run_for(17s); // the first probe begins after 11 s at the latest
    server.forget_actions();
    time.run_for(11s);
    CHECK(lists_with("limit=1") == 1);
}

TEST_CASE_METHOD(audit_status_world, "an audit that takes longer goes on while something comes")
{
    for (int n = 0; n != 6'500; ++n) put("m" + std::to_string(n), "1"); // four pages
    recorded_informer mine(io, api, auditing());
    time.run_for(5s);
    server.inject(faults::late(25s).on("list").times(4));
    time.run_for(3min);
    CHECK(status_of(mine).objects == 6'500);
    CHECK(status_of(mine).last_failure == "");
}
