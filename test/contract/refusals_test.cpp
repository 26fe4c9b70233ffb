// Contract: the message of a refusal says object, field and reason.

#include "verbs.hpp"

TEST_CASE_METHOD(verbs,
                 "a field of another type than declared is reported with request, object, path and types")
{
    server.create(config_maps, R"({"metadata":{"name":"odd","namespace":"shop"},"data":{"v":7}})");
    auto const get = [](client& c) -> task<std::string> {
        co_return (co_await c.get<config_map>("shop", "odd"))->data.at("v");
    };
    auto const patch = [](client& c) -> task<std::string> {
        auto change = merge_patch(R"({"data":{"w":"1"}})");
        co_return (co_await c.patch<config_map>("shop", "odd", std::move(change))).uid();
    };
    constexpr auto fault = "field has another type than declared: decode: shop/odd: data[\"v\"]: expected "
                           "string, found number 7";
    INFO(what_of(get(api)));
    CHECK(what_of(get(api)).starts_with("get /api/v1/namespaces/shop/configmaps/odd: " + std::string(fault)));
    CHECK(what_of(patch(api))
              .starts_with("patch /api/v1/namespaces/shop/configmaps/odd: " + std::string(fault)));
    CHECK(text_at(config_maps, "odd", "/data/w") == R"("1")"); // the object was written all the same
}

TEST_CASE_METHOD(verbs,
                 "a kind that the server does not have is distinguished from an object that does not exist")
{
    constexpr resource widgets{"example.io", "v1", "widgets", "Widget"};
    constexpr resource gadgets{"apps", "v1", "gadgets", "Gadget"};
    for (auto const& of : {widgets, gadgets}) {
        CHECK(code_of(api.list(of, "shop")) == errc::not_served);
        CHECK(code_of(api.get(of, "shop", "w")) == errc::not_served);
        CHECK(what_of(api.create(of, "shop", "{}")).find("CustomResourceDefinition") != std::string::npos);
    }
    CHECK(code_of(api.get(config_maps, "shop", "w")) == errc::not_found);
    CHECK(code_of(api.get(config_maps, "nowhere", "w")) == errc::not_found);
    CHECK(code_of(api.create(config_maps, "nowhere", R"({"metadata":{"name":"w"}})")) == errc::not_found);
}

TEST_CASE_METHOD(verbs, "an object that exists already, or has changed, is a conflict that names the object")
{
    auto const exists = what_of(api.create(config_maps, "shop", R"({"metadata":{"name":"a"}})"));
    CHECK(exists ==
          R"(create /api/v1/namespaces/shop/configmaps: already exists: configmaps "a" already exists)");
    auto const changed = what_of(api.patch(config_maps, "shop", "a", merge_patch("{}").at_version("1")));
    CHECK(changed.starts_with(
        R"(patch /api/v1/namespaces/shop/configmaps/a: conflict: Operation cannot be fulfilled on )"
        R"(configmaps "a": the object has been modified)"));
}

TEST_CASE_METHOD(verbs, "a refusal names the fields that are wrong, for people and for programs")
{
    auto const refused = refusal_of(api.create(definitions, "",
                                               R"({"metadata":{"name":"widgets.example.io"},"spec":{
        "group":"example.io","scope":"Namespaced","names":{"plural":"widgets"},"versions":[]}})"));
    CHECK(refused.code() == errc::invalid);
    CHECK(refused.code() == condition::rejected);
    REQUIRE(refused.status().causes.size() == 1);
    CHECK(refused.status().causes[0].field == "spec.names.kind");
    CHECK(refused.status().causes[0].reason == "FieldValueRequired");
    CHECK(std::string(refused.what())
              .find("\"widgets.example.io\" is invalid: spec.names.kind: Required value") !=
          std::string::npos);

    fault terse; // some webhooks do not repeat the fields in their message
    terse.answer = {.status = 422, .body = R"({"kind":"Status","reason":"Invalid","code":422,"message":"no",
        "details":{"causes":[{"field":"spec.size","reason":"FieldValueInvalid","message":"too large"}]}})"};
    server.inject(terse.on("patch"));
    CHECK(what_of(api.patch(config_maps, "shop", "a", merge_patch("{}"))) ==
          "patch /api/v1/namespaces/shop/configmaps/a: object is invalid: no; spec.size: too large");
}

TEST_CASE_METHOD(verbs,
                 "a refusal that repeats a large object is read as a whole, and is one line all the same")
{
    // This is how kube-apiserver answers a merge patch with another type: with the whole object, and at the
    // end the mistake.
    auto const cause =
        "Invalid value: \"" + std::string(200'000, 'x') + "\": cannot unmarshal string into spec.replicas";
    json::object const causes{{"field", "patch"}, {"reason", "FieldValueInvalid"}, {"message", cause}};
    json::object const status{{"kind", "Status"},
                              {"code", 422},
                              {"message", " \"\" is invalid: patch: " + cause},
                              {"details", {{"causes", json::array{causes}}}},
                              {"reason", "Invalid"}};
    fault wordy;
    wordy.answer = {.status = 422, .body = json::serialize(status)};
    server.inject(wordy.on("patch"));
    auto const refused = refusal_of(api.patch(deployments, "shop", "web", merge_patch("{}")));
    CHECK(refused.code() == errc::invalid);
    CHECK(refused.status().reason == "Invalid");
    REQUIRE(refused.status().causes.size() == 1);
    CHECK(refused.status().causes[0].message.size() > 200'000);
    std::string const line = refused.what();
    CHECK(line.size() < 1'500);
    CHECK(line.starts_with("patch /apis/apps/v1/namespaces/shop/deployments/web: object is invalid:"));
    CHECK(line.ends_with("cannot unmarshal string into spec.replicas"));
}
