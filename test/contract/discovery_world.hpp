#pragma once

// The fixture of the tests of discovery: a client that looks names up, and a server that can answer in the
// old form, with one document for each version.

#include "world.hpp"

#include <coinformer/api/discovery.hpp>
#include <coinformer/api/dynamic_object.hpp>

#include <boost/json.hpp>

#include <functional>
#include <utility>

inline constexpr resource listed_definitions{"apiextensions.k8s.io", "v1", "customresourcedefinitions",
                                             "CustomResourceDefinition", scope::cluster};

struct discovering : world {
    std::string found(std::string const& name)
    {
        auto const r = run(kinds.find(name));
        return to_string(r) + ' ' + std::string(r.version) + ' ' + std::string(r.kind) +
               (r.where == scope::cluster ? " cluster" : "");
    }
    std::string refused(std::string const& name)
    {
        try {
            found(name);
        } catch (api_error const& e) {
            return e.what();
        }
        return {};
    }
    void define_widgets()
    {
        server.create(listed_definitions,
                      R"({"metadata":{"name":"widgets.example.io"},"spec":{"group":"example.io",
            "scope":"Namespaced","names":{"plural":"widgets","kind":"Widget","shortNames":["wd"]},"versions":[
            {"name":"v1","served":true,"storage":true},{"name":"v2beta1","served":true,"storage":false}]}})");
    }
    /// From now on the server answers discovery group by group.
    void be_old()
    {
        for (auto const* path : {"/api", "/apis"})
            old[path] = run(api.request(
                // as if the header that asks for aggregated discovery were missing
                "get", http_request("GET", path)));
        server.intercept([this](testing::action const& a) -> std::optional<testing::canned_answer> {
            ++asked;
            if (before_answer) before_answer(a.target);
            auto const it = old.find(std::string(a.target));
            if (it == old.end()) return std::nullopt;
            return testing::canned_answer{.body = it->second};
        });
    }
    void count_questions()
    {
        server.intercept([this](testing::action const&) {
            ++asked;
            return std::optional<testing::canned_answer>();
        });
    }
    /// From now on the server says that example.io cannot be reached: with its last known contents, or with
    /// none.
    void make_stale(bool tells_what_it_heard)
    {
        http_request what("GET", "/apis");
        what.accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
        auto document = boost::json::parse(run(api.request("get", what)));
        for (auto& group : document.at("items").as_array())
            if (group.at("metadata").at("name") == "example.io")
                for (auto& version : group.at("versions").as_array()) {
                    version.as_object()["freshness"] = "Stale";
                    if (!tells_what_it_heard) version.as_object().erase("resources");
                }
        server.intercept([body = boost::json::serialize(document)](
                             testing::action const& a) -> std::optional<testing::canned_answer> {
            if (a.target != "/apis") return std::nullopt;
            return testing::canned_answer{.body = body};
        });
    }
    ~discovering() { server.intercept(nullptr); }

    discovery kinds{api};
    std::map<std::string, std::string> old;
    std::function<void(std::string_view target)> before_answer; // a server in the old form calls this
    std::size_t asked = 0;
};

// Looks a name up, and writes down which resource was found.
inline task<> note_found(discovery& kinds, std::string name, std::string& into)
{
    auto const found = co_await kinds.find(std::move(name));
    into = to_string(found);
}
