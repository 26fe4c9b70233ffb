// Contract: a name that people use finds its resource, whichever form of discovery the server has.

#include "discovery_world.hpp"

TEST_CASE_METHOD(discovering, "names are found with both forms of discovery")
{
    define_widgets();
    auto const is_old = GENERATE(false, true);
    if (is_old) be_old();
    CHECK(found("deploy") == "deployments.apps v1 Deployment");
    CHECK(found("Node") == "nodes v1 Node cluster");
    CHECK(found("wd") == "widgets.example.io v1 Widget");
    CHECK(found("widgets.v2beta1.example.io") == "widgets.example.io v2beta1 Widget");
    CHECK(found("crd") ==
          "customresourcedefinitions.apiextensions.k8s.io v1 CustomResourceDefinition cluster");
    // a subresource
    CHECK(refused("scale").starts_with(R"(find "scale": the server does not have this resource)"));
}

TEST_CASE_METHOD(discovering, "a version whose name would lead to another path is not requested")
{
    be_old();
    old["/apis"] = R"({"kind":"APIGroupList","groups":[{"name":"a/b","versions":[{"version":"v1"}]},
        {"name":"apps","versions":[{"version":"v1/namespaces/shop/deployments"},{"version":"v1"}]},
        {"name":"batch","versions":[{"version":"v1?watch=true"}]}]})";
    server.forget_actions();
    CHECK(found("deploy") == "deployments.apps v1 Deployment");
    std::string asked_for;
    for (auto const& a : server.actions()) asked_for += a.target + ' ';
    CHECK(asked_for == "/api /api/v1 /apis /apis/apps/v1 /apis/batch/v1%3Fwatch%3Dtrue ");
}

TEST_CASE_METHOD(discovering,
                 "a server may name 10,000 versions, and one that names more is asked for none of them")
{
    auto const named = GENERATE(10'000, 10'001);
    be_old();
    // The group names its preferred version again and again, so that it is requested once.
    std::string versions = R"({"version":"v1"})";
    for (int i = 4; i != named; ++i) versions += R"(,{"version":"v1"})";
    old["/apis"] = R"({"kind":"APIGroupList","groups":[)"
                   R"({"name":"batch","preferredVersion":{"version":"v1"},"versions":[{"version":"v1"}]},)"
                   R"({"name":"apps","preferredVersion":{"version":"v1"},"versions":[)" +
                   versions + "]}]}";
    if (named == 10'000) {
        CHECK(found("deploy") == "deployments.apps v1 Deployment");
        CHECK(asked == 5); // for the two roots, and for one version each of the core group and the two groups
    } else {
        CHECK(refused("widgets").find("the server names more than 10000 versions") != std::string::npos);
        CHECK(asked == 3); // for the two roots, and for the version of the core group
    }
}

TEST_CASE_METHOD(discovering, "the server is asked once, in two requests, and again on refresh()")
{
    count_questions();
    found("pods");
    found("deploy");
    CHECK(asked == 2);
    define_widgets();
    CHECK(refused("widgets").find("does not have this resource") != std::string::npos);
    run(kinds.refresh());
    CHECK(found("widgets") == "widgets.example.io v1 Widget");
    CHECK(asked == 4);
}

TEST_CASE_METHOD(discovering, "a group whose server is away hides itself and no other group")
{
    define_widgets();
    be_old();
    server.intercept([this](testing::action const& a) -> std::optional<testing::canned_answer> {
        if (a.target == "/apis/example.io/v1") return testing::canned_answer{.status = 503};
        auto const it = old.find(std::string(a.target));
        if (it == old.end()) return std::nullopt;
        return testing::canned_answer{.body = it->second};
    });
    CHECK(found("deploy") == "deployments.apps v1 Deployment");
    CHECK(found("widgets") == "widgets.example.io v2beta1 Widget");
    CHECK(refused("gizmos").find("nothing is known of example.io/v1 (service unavailable)") !=
          std::string::npos);
}

TEST_CASE_METHOD(discovering, "a version whose description is broken hides itself and no other version")
{
    define_widgets();
    be_old();
    // a page of a proxy, a document that is cut off, and one of another form
    old["/apis/example.io/v1"] =
        GENERATE(as<std::string>{}, "<html></html>", R"({"resources":[{"na)", R"({"resources":7})");
    CHECK(found("widgets") == "widgets.example.io v2beta1 Widget");
    CHECK(found("deploy") == "deployments.apps v1 Deployment");
    CHECK(refused("gizmos").find("nothing is known of example.io/v1 (") != std::string::npos);
}

TEST_CASE_METHOD(discovering, "a client that is closed while versions are read does not hide their kinds")
{
    define_widgets();
    be_old();
    before_answer = [this](std::string_view target) {
        if (target == "/apis/apps/v1") api.close();
    };
    std::string name;
    background const finding(io, note_found(kinds, "widgets", name));
    time.run_for(1min);
    REQUIRE(finding.ended);
    CHECK(finding.code() == errc::stopped);
    CHECK(refused("widgets").find("the client was closed") != std::string::npos);
}

TEST_CASE_METHOD(discovering, "a lookup can be cancelled while a version is read, and the next one asks anew")
{
    be_old();
    run(discovery(api).find("pods"));
    auto const questions = std::exchange(asked, 0);
    SECTION("while it waits for the answer about the last version")
    {
        server.inject(faults::late(10s).after(questions - 1));
    }
    SECTION("while it connects again for the last version")
    {
        before_answer = [this, questions](std::string_view) {
            if (asked != questions) return;
            network.hang(true);
            network.reset();
        };
    }
    std::string name;
    background finding(io, note_found(kinds, "deploy", name));
    time.run_for(5s);
    CHECK_FALSE(finding.ended);
    CHECK(asked == questions);
    finding.cancel();
    REQUIRE(finding.ended);
    CHECK(finding.code() == condition::cancelled);
    CHECK(name.empty());
    before_answer = nullptr;
    network.hang(false);
    CHECK(found("deploy") == "deployments.apps v1 Deployment");
    CHECK(asked == 2 * questions);
}

TEST_CASE_METHOD(discovering, "the known contents of a group stay if the group once does not answer")
{
    define_widgets();
    be_old();
    CHECK(found("widgets") == "widgets.example.io v1 Widget");
    server.inject(faults::unavailable().times(fault::always));
    CHECK_THROWS_AS(run(kinds.refresh()), api_error);
    server.heal();
    server.intercept([this](testing::action const& a) -> std::optional<testing::canned_answer> {
        if (a.target.starts_with("/apis/example.io/v1") || a.target == "/apis/apps/v1")
            return testing::canned_answer{.status = 503};
        auto const it = old.find(std::string(a.target));
        if (it == old.end()) return std::nullopt;
        return testing::canned_answer{.body = it->second};
    });
    run(kinds.refresh());
    CHECK(found("widgets") == "widgets.example.io v1 Widget");
    CHECK(found("deploy") == "deployments.apps v1 Deployment");
    CHECK(refused("gizmos").find("nothing is known of apps/v1 (service unavailable)") != std::string::npos);
}

TEST_CASE_METHOD(
    discovering,
    "the API server shows a group whose server is away with its last known contents, or not at all")
{
    define_widgets();
    SECTION("as it was last heard of")
    {
        make_stale(true);
        CHECK(found("widgets") == "widgets.example.io v1 Widget");
    }
    SECTION("not at all, and it was never known")
    {
        make_stale(false);
        CHECK(refused("widgets").find("does not have this resource") != std::string::npos);
    }
    SECTION("not at all, but it was known before")
    {
        CHECK(found("widgets") == "widgets.example.io v1 Widget");
        make_stale(false);
        run(kinds.refresh());
        CHECK(found("widgets") == "widgets.example.io v1 Widget");
    }
    CHECK(found("deploy") == "deployments.apps v1 Deployment");
    auto const why = refused("gizmos");
    CHECK(why.find("nothing is known of ") != std::string::npos);
    CHECK(why.find("example.io/v1 (its server does not answer)") != std::string::npos);
}

TEST_CASE_METHOD(discovering, "a server without a core group is asked for the other groups")
{
    define_widgets();
    server.intercept([](testing::action const& a) -> std::optional<testing::canned_answer> {
        if (a.target != "/api") return std::nullopt;
        return testing::canned_answer{
            .status = 404, .content_type = "text/plain", .body = "404 page not found"};
    });
    CHECK(found("widgets") == "widgets.example.io v1 Widget");
    CHECK(refused("pods").find("does not have this resource") != std::string::npos);
}

TEST_CASE_METHOD(
    discovering,
    "a refresh that fails leaves the known contents, and a first discovery that fails is tried again")
{
    network.refuse(true);
    CHECK(refused("pods").find("connection failed") != std::string::npos);
    network.refuse(false);
    CHECK(found("pods") == "pods v1 Pod");
    network.refuse(true);
    server.disconnect();
    CHECK_THROWS_AS(run(kinds.refresh()), api_error);
    CHECK(found("deploy") == "deployments.apps v1 Deployment");
    network.refuse(false);
}

TEST_CASE_METHOD(discovering, "informers take a resource that was found")
{
    put("a", "1");
    auto const which = run(kinds.find("cm"));
    shared_informer<dynamic_object> informer(api, {}, which);
    auto const running = start(informer.run());
    run(informer.synced());
    CHECK(informer.snapshot().get("shop", "a")->json.at("/data/v") == R"("1")");
}
