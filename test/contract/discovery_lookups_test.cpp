// Contract: lookups at the same time ask the server once, and a silent server does not hold them for long.

#include "discovery_world.hpp"

TEST_CASE_METHOD(discovering,
                 "of several lookups at the start one asks the server, and the others wait for it")
{
    count_questions();
    std::string pods, deployments;
    background const one(io, note_found(kinds, "pods", pods));
    background const two(io, note_found(kinds, "deploy", deployments));
    time.run_for(1s);
    CHECK(pods == "pods");
    CHECK(deployments == "deployments.apps");
    CHECK(asked == 2);
}

TEST_CASE_METHOD(discovering, "a lookup that is cancelled leaves alone the lookups at the same time")
{
    count_questions();
    server.inject(faults::late(5s));
    std::string pods, deployments, nodes;
    background asking(io, note_found(kinds, "pods", pods));
    background waiting(io, note_found(kinds, "deploy", deployments));
    background const other(io, note_found(kinds, "node", nodes));
    time.run_for(1s);
    CHECK(asked == 1);
    SECTION("the one that asks")
    {
        asking.cancel();
        REQUIRE(asking.ended);
        CHECK(asking.code() == condition::cancelled);
        time.run_for(10s);
        CHECK(deployments == "deployments.apps");
        CHECK(asked == 3); // the question that was cancelled, and the two of the next lookup
    }
    SECTION("one that waits")
    {
        waiting.cancel();
        REQUIRE(waiting.ended);
        CHECK(waiting.code() == condition::cancelled);
        time.run_for(10s);
        CHECK(pods == "pods");
        CHECK(asked == 2);
    }
    CHECK(nodes == "nodes");
}

TEST_CASE_METHOD(discovering, "a refresh that is slow does not undo a newer one")
{
    server.inject(faults::late(5s).after(1)); // the answer with the groups, from before the definition
    background const slow(io, kinds.refresh());
    time.run_for(1s);
    define_widgets();
    run(kinds.refresh());
    time.run_for(10s);
    CHECK(slow.ended);
    CHECK(slow.code() == error_code());
    CHECK(found("widgets") == "widgets.example.io v1 Widget");
}

TEST_CASE_METHOD(discovering,
                 "a server that falls silent while versions are read is soon given up, and asked anew later")
{
    define_widgets();
    be_old();
    before_answer = [this](std::string_view target) {
        if (target != "/apis/apps/v1") return;
        network.hang(true);
        network.reset();
    };
    std::string name;
    background const finding(io, note_found(kinds, "widgets", name));
    time.run_for(1min);
    REQUIRE(finding.ended);
    CHECK(finding.code() == errc::timed_out);
    before_answer = nullptr;
    network.hang(false);
    CHECK(found("widgets") == "widgets.example.io v1 Widget");
}

TEST_CASE_METHOD(discovering,
                 "two versions that the server does not answer hide themselves, and a third ends the lookup")
{
    be_old();
    run(discovery(api).find("pods"));
    auto const questions = std::exchange(asked, 0);
    auto const lost = GENERATE(1U, 2U, 3U);
    bool const in_body = GENERATE(false, true);
    auto const silence = in_body ? faults::stall(100) : faults::late(1h);
    server.inject(silence.after(questions - lost).times(fault::always));
    std::string name;
    background const finding(io, note_found(kinds, "pods", name));
    time.run_for(1h);
    REQUIRE(finding.ended);
    if (lost < 3)
        CHECK(name == "pods");
    else
        CHECK(finding.code() == condition::unavailable);
}

TEST_CASE_METHOD(discovering,
                 "versions for which the server reports a time-out hide themselves, however many")
{
    be_old();
    server.intercept([this](testing::action const& a) -> std::optional<testing::canned_answer> {
        auto const it = old.find(std::string(a.target));
        if (it != old.end()) return testing::canned_answer{.body = it->second};
        if (a.target == "/api/v1") return std::nullopt;
        return testing::canned_answer{.status = 504};
    });
    CHECK(found("pods") == "pods v1 Pod");
    CHECK(refused("deploy").find("nothing is known of ") != std::string::npos);
}

TEST_CASE_METHOD(discovering, "who waited for a survey that failed does not ask a silent server once more")
{
    bool const is_known = GENERATE(false, true);
    if (is_known) run(kinds.refresh());
    server.disconnect();
    network.hang(true);
    std::string pods, deployments;
    std::optional<background> one, two, three;
    if (is_known) { // lookups would not ask
        one.emplace(io, kinds.refresh());
        two.emplace(io, kinds.refresh()); // they begin a survey after their call, so the first one is no help
        three.emplace(io, kinds.refresh());
    } else {
        one.emplace(io, note_found(kinds, "pods", pods));
        two.emplace(io, note_found(kinds, "deploy", deployments));
        three.emplace(io, note_found(kinds, "deploy", deployments));
    }
    while (!one->ended) time.run_for(1s);
    CHECK(one->code() == errc::timed_out);
    CHECK(two->ended == !is_known);
    while (!two->ended) time.run_for(1s);
    CHECK(two->code() == errc::timed_out);
    REQUIRE(three->ended); // together with the second one
    CHECK(three->code() == errc::timed_out);
    network.hang(false);
    CHECK(found("pods") == "pods v1 Pod");
}

TEST_CASE_METHOD(discovering, "refreshes that wait at the same time share the next survey")
{
    run(kinds.refresh());
    count_questions();
    server.inject(faults::late(5s));
    background const first(io, kinds.refresh());
    time.run_for(1s);
    define_widgets();
    background const second(io, kinds.refresh()), third(io, kinds.refresh());
    time.run_for(10s);
    CHECK(first.ended);
    CHECK(second.ended);
    CHECK(third.ended);
    CHECK(asked == 4);
    CHECK(found("widgets") == "widgets.example.io v1 Widget");
}
