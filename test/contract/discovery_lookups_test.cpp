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
                 "two versions whose own servers are silent hide themselves, and a third ends the lookup")
{
    be_old();
    run(discovery(api).find("pods"));
    auto const questions = std::exchange(asked, 0);
    auto const silent = GENERATE(1u, 2u, 3u);
    server.inject(faults::late(1h).after(questions - silent).times(fault::always));
    std::string name;
    background const finding(io, note_found(kinds, "pods", name));
    time.run_for(10min);
    REQUIRE(finding.ended);
    if (silent < 3)
        CHECK(name == "pods");
    else
        CHECK(finding.code() == errc::timed_out);
}

TEST_CASE_METHOD(discovering, "lookups that waited for one that fails do not ask a silent server one by one")
{
    network.hang(true);
    std::string pods, deployments, nodes;
    background const one(io, note_found(kinds, "pods", pods));
    background const two(io, note_found(kinds, "deploy", deployments));
    background const three(io, note_found(kinds, "node", nodes));
    time.run_for(15s);
    REQUIRE(one.ended);
    CHECK(one.code() == errc::timed_out);
    CHECK(two.code() == errc::timed_out);
    CHECK(three.code() == errc::timed_out);
    network.hang(false);
    CHECK(found("pods") == "pods v1 Pod");
}
