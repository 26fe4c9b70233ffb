// Contract: an informer that audits itself finds every object in which its copy differs from the server's,
// says so, and repairs it; and it raises no false alarm.

#include "audited_world.hpp"

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
    auto const compared_at = mine.informer.snapshot().resource_version();
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
    CHECK(reports[0].version == compared_at);
    CHECK(has_logged("an audit has found that the copy differs"));
    CHECK(
        has_logged(" first=" + in_words(reports[0]).front() + "; " + in_words(reports[0]).back() + " next="));
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
    recorded_informer mine(io, api, options);
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
    server.inject(faults::unavailable().times(fault::always));
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

TEST_CASE_METHOD(audited_world,
                 "an object that a list has put right, and that is wrong again, is listed again")
{
    put("a", "1");
    recorded_informer mine(io, api, auditing());
    time.run_for(30s);
    auto const uid = std::string(decode_object<config_map>(server.get(config_maps, {"shop", "a"})).uid());
    // The informer is shown a state of the object that the server does not have, at a version that it has.
    auto const mislead = [&] {
        constexpr resource secrets{.version = "v1", .plural = "secrets", .kind = "Secret"};
        auto const name = "s" + server.resource_version();
        server.create(secrets, R"({"metadata":{"name":")" + name + R"(","namespace":"shop"}})");
        server.inject(faults::odd_line(
            R"({"type":"MODIFIED","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a",)"
            R"("namespace":"shop","uid":")" +
            uid + R"(","resourceVersion":")" + server.resource_version() + R"("},"data":{"v":"wrong"}}})"));
        server.disconnect();
        time.run_for(10s);
    };
    mislead();
    CHECK(listed(mine.informer) == lines{"a=wrong"});
    time.run_for(50s); // the first audit comes after 60 to 66 s
    CHECK(listed(mine.informer) == lines{"a=1"});

    mislead();
    CHECK(listed(mine.informer) == lines{"a=wrong"});
    time.run_for(50s); // the second one comes after 120 to 132 s
    CHECK(listed(mine.informer) == lines{"a=1"});
}

namespace {

/// A server that does not know resourceVersionMatch=Exact, as some aggregated API servers: it answers with
/// the newest state. `meanwhile` happens while an audit or a probe is on its way.
struct inexact_world : audited_world {
    inexact_world()
    {
        options.audit.on_difference = keep;
        server.intercept([this](testing::action const& asked) -> std::optional<testing::canned_answer> {
            if (asked.target.find("resourceVersionMatch=Exact") == std::string::npos) return std::nullopt;
            ++audits;
            if (meanwhile) meanwhile();
            return testing::canned_answer{.body = server.list(config_maps)};
        });
    }
    audit_status status_of(recorded_informer const& one) { return run(one.informer.status()).audit; }

    informer_options options = auditing();
    std::function<void()> meanwhile;
    int audits = 0;
};

} // namespace

TEST_CASE_METHOD(
    inexact_world,
    "a census at another version than was asked for is left out, and says so, and is no difference")
{
    put("a", "0");
    meanwhile = [this] { set("a", std::to_string(audits)); };
    recorded_informer mine(io, api, options);
    time.run_for(5min);
    CHECK(audits >= 4);
    CHECK(reports.empty());
    CHECK_FALSE(has_logged("the copy differs"));
    CHECK(lists() == static_cast<std::size_t>(audits) + 1); // nothing was listed again
    CHECK_FALSE(status_of(mine).compared_at);
    CHECK(status_of(mine).last_failure.find("which was asked for") != std::string::npos);

    meanwhile = nullptr; // then the newest state is the one that was asked for
    time.run_for(70s);
    CHECK(status_of(mine).compared_at);
    CHECK(status_of(mine).last_failure == "");
    CHECK(reports.empty());
}

TEST_CASE_METHOD(inexact_world, "a probe at another version than was asked for brings no audit forward")
{
    put("a", "0");
    options.audit.interval = 1h;
    options.audit.probe = 10s;
    meanwhile = [this] { put("b" + std::to_string(audits), "1"); };
    recorded_informer mine(io, api, options);
    time.run_for(5min);
    CHECK(audits > 20);
    CHECK(lists_with("limit=1&") == static_cast<std::size_t>(audits));
    CHECK(reports.empty());
}
