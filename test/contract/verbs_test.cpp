// Contract: a write does what it says, and loses nothing else.

#include "verbs.hpp"

#include <coinformer/api/retry_on_conflict.hpp>

#include <functional>

namespace {

/// A typed request of which a test looks at the failure alone.
template <class T>
task<std::string> without_result(task<T> request)
{
    (void)co_await std::move(request);
    co_return std::string();
}

} // namespace

TEST_CASE_METHOD(verbs, "objects are created, read, replaced and deleted as JSON")
{
    auto const made =
        json::parse(run(api.create(config_maps, "shop", R"({"metadata":{"name":"b"},"data":{"v":"1"}})")));
    CHECK(made.at_pointer("/metadata/namespace") == "shop");
    CHECK(json::parse(run(api.get(config_maps, "shop", "b"))) == made);
    CHECK(json::parse(run(api.list(config_maps, "shop", list_options().limit(1))))
              .at("items")
              .as_array()
              .size() == 1);

    run(api.replace(config_maps, "shop", "b", R"({"metadata":{"name":"b"},"data":{"w":"2"}})"));
    CHECK(text_at(config_maps, "b", "/data") == R"({"w":"2"})");
    auto const first = version_of("b");
    run(api.replace(config_maps, "shop", "b", R"({"metadata":{"name":"b"}})"));
    auto const old = R"({"metadata":{"name":"b","resourceVersion":")" + first + R"("}})";
    CHECK(code_of(api.replace(config_maps, "shop", "b", old)) == errc::conflict);

    run(api.remove(config_maps, "shop", "b"));
    CHECK(code_of(api.get(config_maps, "shop", "b")) == errc::not_found);
}

TEST_CASE_METHOD(verbs, "a patch changes the fields that it names, in each of its forms")
{
    run(api.patch(deployments, "shop", "web", merge_patch(R"({"spec":{"replicas":4}})")));
    CHECK(text_at(deployments, "web", "/spec/replicas") == "4");
    CHECK(text_at(deployments, "web", "/spec/paused") == "true");

    run(api.patch(deployments, "shop", "web", json_patch(R"([{"op":"test","path":"/spec/replicas","value":4},
        {"op":"replace","path":"/spec/template/spec/containers/1/image","value":"log:2"}])")));
    CHECK(text_at(deployments, "web", "/spec/template/spec/containers/1/image") == R"("log:2")");

    run(api.patch(deployments, "shop", "web",
                  strategic_merge_patch(
                      R"({"spec":{"template":{"spec":{"containers":[{"name":"web","image":"web:2"}]}}}})")));
    CHECK(text_at(deployments, "web", "/spec/template/spec/containers/0/image") == R"("web:2")");
    CHECK(text_at(deployments, "web", "/spec/template/spec/containers/1/image") == R"("log:2")");

    // as docs/client.md makes it
    json::object const values{{"spec", {{"replicas", 6}, {"serviceName", "a \"b\""}}}};
    run(api.patch(deployments, "shop", "web", merge_patch(json::serialize(values))));
    CHECK(text_at(deployments, "web", "/spec/replicas") == "6");
    CHECK(text_at(deployments, "web", "/spec/serviceName") == R"("a \"b\"")");
    CHECK(text_at(deployments, "web", "/spec/paused") == "true");
}

TEST_CASE_METHOD(
    verbs, "an apply creates the object, owns its fields, and takes fields of other managers only by force")
{
    auto const wanted = [](std::string const& value) {
        return R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"v":")" + value +
               R"("}})";
    };
    run(api.patch(config_maps, "shop", "c", server_side_apply(wanted("1"), "one")));
    auto const theirs =
        refusal_of(api.patch(config_maps, "shop", "c", server_side_apply(wanted("2"), "two")));
    CHECK(theirs.code() == errc::field_conflict);
    CHECK(theirs.code() == condition::conflict);
    CHECK(std::string(theirs.what()).ends_with("(leave them out, or take them with apply_force::yes)"));
    CHECK(text_at(config_maps, "c", "/data/v") == R"("1")");

    auto const force = server_side_apply(wanted("2"), "two", apply_force::yes);
    run(api.patch(config_maps, "shop", "c", force, write_options().field_manager("nobody")));
    CHECK(text_at(config_maps, "c", "/data/v") == R"("2")");
    CHECK(text_at(config_maps, "c", "/metadata/managedFields").find(R"("manager":"two")") !=
          std::string::npos);
}

TEST_CASE_METHOD(verbs, "status and scale are read and written apart from the object")
{
    auto const status = write_options().subresource("status");
    run(api.patch(deployments, "shop", "web",
                  merge_patch(R"({"spec":{"replicas":9},"status":{"replicas":3}})"), status));
    CHECK(text_at(deployments, "web", "/status/replicas") == "3");
    CHECK(text_at(deployments, "web", "/spec/replicas") == "3");

    auto const scaled =
        run(api.patch_scale(deployments, "shop", "web", merge_patch(R"({"spec":{"replicas":5}})")));
    CHECK(scaled->spec.replicas == 5);
    CHECK(text_at(deployments, "web", "/spec/replicas") == "5");
    auto const now = run(api.get_scale(deployments, "shop", "web"));
    CHECK(now->spec.replicas == 5);
    CHECK(now->status.replicas == 3);
    auto const as_object = write_options().subresource("scale"); // a Scale would be read as a ConfigMap
    CHECK_THROWS_AS(api.patch<config_map>("shop", "web", merge_patch("{}"), as_object, deployments),
                    api_error);
    CHECK(code_of(api.get(config_maps, "shop", "a", "scale")) == errc::not_served);
    CHECK_THROWS_AS(api.create(deployments, "shop", "{}", status), api_error);
}

TEST_CASE_METHOD(verbs, "a page of a proxy is no answer to a request that changes objects")
{
    auto const before = server.get(config_maps, {"shop", "a"});
    for (auto const& page :
         {faults::html(), faults::empty_answer(), faults::truncated_json(), faults::answer({.body = "[]"})}) {
        server.inject(page.times(5));
        auto patch = merge_patch(R"({"data":{"v":"2"}})");
        std::string const map = R"({"metadata":{"name":"a"}})";
        auto const refusal = refusal_of(api.remove(config_maps, "shop", "a"));
        CHECK(refusal.code() == errc::unexpected_content);
        CHECK(std::string(refusal.what()).find("perhaps a proxy has answered") != std::string::npos);
        CHECK(code_of(api.remove_collection(config_maps, "shop", {})) == errc::unexpected_content);
        CHECK(code_of(api.patch(config_maps, "shop", "a", std::move(patch))) == errc::unexpected_content);
        CHECK(code_of(api.create(config_maps, "shop", map)) == errc::unexpected_content);
        CHECK(code_of(api.replace(config_maps, "shop", "a", map)) == errc::unexpected_content);
    }
    CHECK(server.get(config_maps, {"shop", "a"}) == before);
}

TEST_CASE_METHOD(verbs, "a page of a proxy is no answer to a typed write, nor to a request for a scale")
{
    auto const page = GENERATE(faults::html(), faults::empty_answer(), faults::truncated_json(),
                               faults::answer({.body = "[]"}),
                               faults::answer({.content_type = "text/plain", .body = "404 page not found"}));
    auto const refused = [this](auto request) {
        auto const e = refusal_of(without_result(std::move(request)));
        CHECK(e.code() == errc::unexpected_content);
        CHECK(e.code() != condition::unavailable); // a program may repeat what was unavailable
        CHECK(std::string(e.what()).find("perhaps a proxy has answered") != std::string::npos);
        return e.verb() + ' ' + e.path();
    };
    server.inject(page.times(4));
    auto const map = merge_patch(R"({"data":{"v":"2"}})");
    auto const replicas = merge_patch(R"({"spec":{"replicas":5}})");
    std::string const maps = "/api/v1/namespaces/shop/configmaps",
                      web = "/apis/apps/v1/namespaces/shop/deployments/web";
    CHECK(refused(api.create<config_map>("shop", R"({"metadata":{"name":"b"}})")) == "create " + maps);
    CHECK(refused(api.patch<config_map>("shop", "a", map)) == "patch " + maps + "/a");
    CHECK(refused(api.patch_scale(deployments, "shop", "web", replicas)) == "patch " + web + "/scale");
    CHECK(refused(api.get_scale(deployments, "shop", "web")) == "get " + web + "/scale");
    CHECK(server.pending_faults() == 0);
}

TEST_CASE_METHOD(verbs, "white space before an answer makes it no page of a proxy")
{
    std::string const text = " \r\n\t{\"metadata\":{\"name\":\"b\"},\"data\":{\"v\":\"1\"}}\n";
    server.inject(faults::answer({.body = text}).times(2));
    std::string const map = R"({"metadata":{"name":"b"}})";
    CHECK(run(api.create(config_maps, "shop", map)) == text);
    CHECK(run(api.create<config_map>("shop", map))->data.at("v") == "1");
}

TEST_CASE_METHOD(verbs, "a dry run is answered, and stores nothing")
{
    auto const before = server.resource_version();
    auto const dry = write_options().dry_run();
    run(api.create(config_maps, "shop", R"({"metadata":{"name":"b"}})", dry));
    auto const answer = run(api.patch(config_maps, "shop", "a", merge_patch(R"({"data":{"v":"2"}})"), dry));
    CHECK(json::parse(answer).at_pointer("/data/v") == "2");
    run(api.remove(config_maps, "shop", "a", remove_options().dry_run()));
    run(api.remove_collection(config_maps, "shop", list_options(), remove_options().dry_run()));
    CHECK(server.resource_version() == before);
}

TEST_CASE_METHOD(verbs, "a delete may be limited to one life, or to one version, of the object")
{
    auto const uid = std::string(stored(config_maps, "a").at_pointer("/metadata/uid").as_string());
    auto const version = version_of("a");
    set("a", "2");
    CHECK(code_of(api.remove(config_maps, "shop", "a", remove_options().only_uid("another"))) ==
          errc::conflict);
    CHECK(code_of(api.remove(config_maps, "shop", "a", remove_options().only_version(version))) ==
          errc::conflict);
    CHECK(version_of("a") != version);
    run(api.remove(config_maps, "shop", "a", remove_options().only_uid(uid).only_version(version_of("a"))));
    CHECK(code_of(api.get(config_maps, "shop", "a")) == errc::not_found);
}

TEST_CASE_METHOD(verbs, "a name that the server would read as another path is refused, and nothing is sent")
{
    constexpr resource namespaces{
        .version = "v1", .plural = "namespaces", .kind = "Namespace", .where = scope::cluster};
    auto const code = [](auto request) {
        try {
            request();
        } catch (api_error const& e) {
            return e.code();
        }
        return error_code();
    };
    auto const wanted = merge_patch("{}");
    server.forget_actions();

    // the server would read this as: delete all config maps of the namespace
    CHECK(code([&] { run(api.remove(namespaces, "", "shop/configmaps")); }) == errc::invalid_name);
    for (std::string const bad : {"a/b", "a%2Fb", ".", "..", ""}) {
        INFO(bad);
        CHECK(code([&] { run(api.get(config_maps, "shop", bad)); }) == errc::invalid_name);
        CHECK(code([&] { run(api.get<config_map>("shop", bad)); }) == errc::invalid_name);
        CHECK(code([&] { run(api.get<config_map>(bad, "a")); }) == errc::invalid_name);
        CHECK(code([&] { run(api.replace(config_maps, bad, "a", "{}")); }) == errc::invalid_name);
        CHECK(code([&] { run(api.patch(config_maps, bad, "a", wanted)); }) == errc::invalid_name);
        CHECK(code([&] { run(api.patch<config_map>("shop", bad, wanted)); }) == errc::invalid_name);
        CHECK(code([&] { run(api.remove(config_maps, bad, "a")); }) == errc::invalid_name);
        CHECK(code([&] { run(api.remove(config_maps, "shop", bad)); }) == errc::invalid_name);
        CHECK(code([&] { run(api.remove_collection(config_maps, bad, list_options())); }) ==
              errc::invalid_name);
        CHECK(code([&] { run(api.create(config_maps, bad, "{}")); }) == errc::invalid_name);
        CHECK(code([&] { run(api.get_scale(deployments, "shop", bad)); }) == errc::invalid_name);
        CHECK(code([&] { run(api.patch_scale(deployments, bad, "web", wanted)); }) == errc::invalid_name);
        if (bad.empty()) continue; // a list of all namespaces; the object itself
        CHECK(code([&] { run(api.list(config_maps, bad)); }) == errc::invalid_name);
        CHECK(code([&] { run(api.list<config_map>(bad)); }) == errc::invalid_name);
        CHECK(code([&] { run(api.get(deployments, "shop", "web", bad)); }) == errc::invalid_name);
        CHECK(code([&] {
                  run(api.patch(deployments, "shop", "web", wanted, write_options().subresource(bad)));
              }) == errc::invalid_name);
    }

    CHECK(server.actions().empty());
    CHECK(text_at(config_maps, "a", "/data/v") == R"("1")");
}

TEST_CASE_METHOD(verbs, "the server in the process reads an escaped slash as kube-apiserver does")
{
    run(api.request("delete", http_request("DELETE", "/api/v1/namespaces/shop%2Fconfigmaps")));
    CHECK(json::parse(server.list(config_maps, "shop")).at("items").as_array().empty());
}

TEST_CASE_METHOD(verbs, "objects are deleted by a selector, and the others stay")
{
    for (auto const* name : {"x", "y"})
        server.create(config_maps, R"({"metadata":{"name":")" + std::string(name) +
                                       R"(","namespace":"shop","labels":{"app":"web"}}})");
    run(api.remove_collection<config_map>("shop", list_options().labels("app=web")));
    auto const left = json::parse(server.list(config_maps, "shop")).at("items").as_array();
    REQUIRE(left.size() == 1);
    CHECK(left[0].at_pointer("/metadata/name") == "a");
}

TEST_CASE_METHOD(
    verbs,
    "a typed write returns the object as it is then, and keeps fields that the projection does not know")
{
    auto const made =
        run(api.create<config_map>("shop", R"({"metadata":{"name":"b"},"data":{"v":"1"},"immutable":true})"));
    CHECK(made->data.at("v") == "1");
    auto const patched = run(api.patch<config_map>("shop", "b", merge_patch(R"({"data":{"v":"2"}})")));
    CHECK(patched->data.at("v") == "2");
    CHECK(patched.resource_version() == version_of("b"));
    CHECK(text_at(config_maps, "b", "/immutable") == "true");
    run(api.remove<config_map>("shop", "b", remove_options().only_uid(std::string(made.uid()))));
    CHECK(code_of(api.get(config_maps, "shop", "b")) == errc::not_found);
}

namespace {

// Reads, lets another client write for the first `conflicts` attempts, and writes.
struct writer {
    verbs& in;
    int conflicts;
    bool applies = false;
    int attempts = 0;

    task<> operator()()
    {
        ++attempts;
        auto const now = co_await in.api.get<config_map>("shop", "a");
        if (attempts <= conflicts) in.set("a", "theirs" + std::to_string(attempts));
        auto change = merge_patch(R"({"data":{"mine":"1"}})").at_version(now.resource_version());
        if (applies)
            change = server_side_apply(
                R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"v":"mine"}})",
                "me");
        co_await in.api.patch(config_maps, "shop", "a", std::move(change));
    }
};

task<> retrying(client& api, writer& w, conflict_retries how = {})
{
    co_await retry_on_conflict(api, std::ref(w), how);
}

} // namespace

TEST_CASE_METHOD(verbs, "a write that depends on a read is repeated until nobody has written in between")
{
    writer w{*this, 3};
    auto const begin = time.now();
    run(retrying(api, w));
    CHECK(w.attempts == 4);
    CHECK(text_at(config_maps, "a", "/data") == R"({"v":"theirs3","mine":"1"})");
    CHECK(time.now() - begin >= 30ms);
    CHECK(time.now() - begin <= 33ms);
}

TEST_CASE_METHOD(verbs, "a patch at a version is a conflict in each form if the object is at another version")
{
    auto const old = version_of("a");
    set("a", "2");
    auto const at_old = [&](object_patch p) {
        return api.patch(config_maps, "shop", "a", p.at_version(old));
    };
    CHECK(code_of(at_old(merge_patch(R"({"data":{"v":"3"}})"))) == errc::conflict);
    CHECK(code_of(at_old(strategic_merge_patch(R"({"data":{"v":"3"}})"))) == errc::conflict);
    CHECK(code_of(at_old(json_patch(R"([{"op":"replace","path":"/data/v","value":"3"}])"))) ==
          errc::conflict);
    auto const applied = R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"v":"3"}})";
    CHECK(code_of(at_old(server_side_apply(applied, "me", apply_force::yes))) == errc::conflict);
    CHECK(text_at(config_maps, "a", "/data/v") == R"("2")");
}

TEST_CASE_METHOD(
    verbs, "a patch of one life of an object leaves another one alone, and an apply does not bring it back")
{
    auto const uid = std::string(stored(config_maps, "a").at_pointer("/metadata/uid").as_string());
    auto const version = version_of("a");
    auto const applied = server_side_apply(
        R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"v":"2"}})", "me",
        apply_force::yes);
    auto const of_then = [&](object_patch p) { return api.patch(config_maps, "shop", "a", p.only_uid(uid)); };
    run(of_then(applied));
    CHECK(text_at(config_maps, "a", "/data/v") == R"("2")");
    remove("a");
    CHECK(code_of(of_then(applied)) == errc::conflict);
    CHECK(code_of(of_then(merge_patch("{}"))) == errc::not_found);
    put("a", "3");
    CHECK(code_of(of_then(applied)) == errc::invalid);
    CHECK(code_of(of_then(merge_patch(R"({"data":{"v":"2"}})"))) == errc::invalid);
    CHECK(code_of(of_then(json_patch(R"([{"op":"replace","path":"/data/v","value":"2"}])"))) ==
          errc::invalid);
    CHECK(code_of(of_then(object_patch(applied).at_version(version))) == errc::conflict);
    CHECK(text_at(config_maps, "a", "/data/v") == R"("3")");
}

TEST_CASE_METHOD(verbs,
                 "if every attempt is a conflict the last one is thrown, and other failures are not repeated")
{
    writer w{*this, 100};
    background failing(io, retrying(api, w));
    time.run_for(1s);
    CHECK(w.attempts == 5);
    CHECK(failing.code() == errc::conflict);
    CHECK(failing.what().find("/api/v1/namespaces/shop/configmaps/a") != std::string::npos);

    server.inject(faults::forbidden().on("patch"));
    writer refused{*this, 0};
    background other(io, retrying(api, refused));
    time.run_for(1s);
    CHECK(refused.attempts == 1);
    CHECK(other.code() == errc::forbidden);

    writer owned{*this, 0, true}; // another client, which is in the way of the next attempt, too
    background third(io, retrying(api, owned));
    time.run_for(1s);
    CHECK(owned.attempts == 1);
    CHECK(third.code() == errc::field_conflict);
}

TEST_CASE_METHOD(verbs, "waiting for the next attempt can be cancelled")
{
    writer w{*this, 100};
    background running(io, retrying(api, w, {.attempts = 10, .pause = {.first = 1min, .cap = 1min}}));
    time.run_for(10s);
    CHECK(w.attempts == 1);
    running.cancel();
    CHECK(running.ended);
    CHECK(running.code() == condition::cancelled);
}
