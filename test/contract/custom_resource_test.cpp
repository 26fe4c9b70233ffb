// Contract: a custom resource may be defined late, change its versions, disappear and come back while its
// informer runs.

#include <coinformer/testing/memory_storage.hpp>

#include "world.hpp"

namespace {

constexpr resource custom_resource_definitions{"apiextensions.k8s.io", "v1", "customresourcedefinitions",
                                               "CustomResourceDefinition", scope::cluster};

struct widget_spec {
    int size = 0;
};
struct widget {
    widget_spec spec;
};
BOOST_DESCRIBE_STRUCT(widget_spec, (), (size))
BOOST_DESCRIBE_STRUCT(widget, (), (spec))

} // namespace

template <>
inline constexpr resource coinformer::resource_of<widget>{"example.io", "v1", "widgets", "Widget"};
constexpr auto widgets = resource_of<widget>;

namespace {

struct custom : world {
    custom() : informer(api)
    {
        informer.on_change({
            .added = [this](object_ptr<widget> const& w) { seen.push_back("+ " + text(w)); },
            .updated = [this](object_ptr<widget> const&,
                              object_ptr<widget> const& w) { seen.push_back("~ " + text(w)); },
            .deleted =
                [this](object_ptr<widget> const& w, final_state f) {
                    seen.push_back((f == final_state::known ? "- " : "-? ") + text(w));
                },
        });
    }

    void define(std::string const& served = "true")
    {
        server.create(custom_resource_definitions,
                      R"({"metadata":{"name":"widgets.example.io"},"spec":{"group":"example.io",
            "scope":"Namespaced","names":{"plural":"widgets","kind":"Widget"},"versions":[
            {"name":"v1","served":)" +
                          served + R"(,"storage":true},{"name":"v2","served":true,"storage":false}]}})");
    }
    void serve_v1(std::string const& yes)
    {
        server.patch(custom_resource_definitions, {"", "widgets.example.io"},
                     R"([{"op":"replace","path":"/spec/versions/0/served","value":)" + yes + "}]", {},
                     testing::patch_type::json);
    }
    void undefine() { server.remove(custom_resource_definitions, {"", "widgets.example.io"}); }
    void make(std::string const& name, int size)
    {
        server.create(widgets, R"({"metadata":{"name":")" + name + R"("},"spec":{"size":)" +
                                   std::to_string(size) + "}}");
    }
    /// Runs `happens` while the informer cannot see what happens.
    template <class F>
    void unseen(F happens)
    {
        network.refuse(true);
        server.disconnect();
        time.run_for(1s);
        happens();
        network.refuse(false);
    }
    reflector_status status() { return run(informer.status()).reflector; }
    error_code why_not_synced()
    {
        try {
            run(informer.synced());
        } catch (api_error const& e) {
            return e.code();
        }
        return {};
    }

    shared_informer<widget> informer;
    lines seen;

private:
    static std::string text(object_ptr<widget> const& w)
    {
        return std::string(w.key().name) + "=" + std::to_string(w->spec.size);
    }
};

} // namespace

TEST_CASE_METHOD(custom,
                 "an informer that runs before its resource is defined says so, and syncs when it is defined")
{
    auto const running = start(informer.run());
    CHECK(why_not_synced() == errc::not_served);
    time.run_for(10min);
    CHECK(status().now == phase::unserved);
    CHECK(status().last_failure.find("needs its CustomResourceDefinition") != std::string::npos);
    CHECK_FALSE(running.ended());

    define();
    make("w", 3);
    time.run_for(1min);
    CHECK(seen == lines{"+ w=3"});
    CHECK(status().now == phase::watching);
    CHECK(why_not_synced() == error_code());
}

TEST_CASE_METHOD(custom, "a deleted definition takes its objects with it, and may come back")
{
    define();
    make("w", 3);
    auto const running = start(informer.run());
    run(informer.synced());
    undefine();
    time.run_for(10min);
    CHECK(seen == lines{"+ w=3", "- w=3"});
    CHECK(status().now == phase::unserved);

    define();
    make("x", 4);
    time.run_for(1min);
    CHECK(seen == lines{"+ w=3", "- w=3", "+ x=4"});
    CHECK(status().now == phase::watching);
    CHECK(status().last_failure.empty());
}

TEST_CASE_METHOD(custom,
                 "what went unseen with its definition stays until that is back: a 404 proves nothing")
{
    define();
    make("w", 3);
    make("x", 3);
    auto const running = start(informer.run());
    run(informer.synced());
    unseen([&] { undefine(); });
    time.run_for(10min);
    CHECK(seen == lines{"+ w=3", "+ x=3"});
    CHECK(status().now == phase::unserved);

    define();
    make("w", 5);
    time.run_for(1min);
    CHECK(seen == lines{"+ w=3", "+ x=3", "-? x=3", "-? w=3", "+ w=5"});
    CHECK(status().now == phase::watching);
}

TEST_CASE_METHOD(
    custom, "a definition that was deleted and came back unseen leads to a list, and no object is mixed up")
{
    define();
    make("w", 3);
    auto const running = start(informer.run());
    run(informer.synced());
    unseen([&] {
        undefine();
        define();
        make("w", 5);
    });
    time.run_for(1min);
    CHECK(seen == lines{"+ w=3", "-? w=3", "+ w=5"});
}

TEST_CASE_METHOD(
    custom,
    "a version that is not served any more proves nothing about objects: they stay until it is served again")
{
    define();
    make("w", 3);
    auto const running = start(informer.run());
    run(informer.synced());
    serve_v1("false");
    time.run_for(10min);
    CHECK(seen == lines{"+ w=3"});
    CHECK(informer.snapshot().size() == 1);
    CHECK(status().now == phase::unserved);

    constexpr resource in_v2{"example.io", "v2", "widgets", "Widget"};
    server.patch(in_v2, {"default", "w"}, R"({"spec":{"size":4}})");
    serve_v1("true");
    time.run_for(1min);
    CHECK(seen == lines{"+ w=3", "~ w=4"});
    CHECK(status().now == phase::watching);
}

TEST_CASE_METHOD(informed, "a built-in kind that is not served for a while keeps its objects")
{
    fault unserved;
    unserved.answer = {.status = 404, .body = "404 page not found"};
    server.inject(unserved.of("configmaps").times(fault::always));
    server.disconnect();
    time.run_for(10min);
    CHECK(informer.snapshot().size() == 2);
    CHECK(run(informer.status()).reflector.now == phase::unserved);
    server.heal();
    time.run_for(2min);
    CHECK(seen.empty());
    CHECK(run(informer.status()).reflector.now == phase::watching);
}

TEST_CASE_METHOD(
    custom, "an aggregated API server that drops a version, or is removed and comes back, costs no object")
{
    server.serve(widgets);
    make("w", 3);
    auto const running = start(informer.run());
    run(informer.synced());
    // removes its APIServices, one or all
    auto const path = GENERATE("/apis/example.io/v1/", "/apis/example.io/");
    server.intercept([path](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (!(asked.target + '/').starts_with(path)) return std::nullopt;
        return testing::canned_answer{
            .status = 404, .content_type = "text/plain", .body = "404 page not found"};
    });
    server.disconnect();
    time.run_for(10min);
    CHECK(seen == lines{"+ w=3"});
    CHECK(informer.snapshot().size() == 1);
    CHECK(status().now == phase::unserved);
    server.intercept(nullptr);
    time.run_for(2min);
    CHECK(seen == lines{"+ w=3"});
    CHECK(status().now == phase::watching);
}

TEST_CASE_METHOD(custom,
                 "an aggregated API server that is away for a while is waited for, and costs no object")
{
    server.serve(widgets);
    make("w", 3);
    auto const running = start(informer.run());
    run(informer.synced());
    // kube-aggregator's answer while the APIService exists, and the server behind it does not answer
    server.intercept([](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (!asked.target.starts_with("/apis/example.io/")) return std::nullopt;
        return testing::canned_answer{
            .status = 503, .content_type = "text/plain", .body = "service unavailable"};
    });
    server.disconnect();
    time.run_for(10min);
    CHECK(seen == lines{"+ w=3"});
    CHECK(informer.snapshot().size() == 1);
    CHECK(status().now == phase::waiting);
    CHECK(status().last_failure.find("503") != std::string::npos);
    CHECK(has_logged("no request gets through to the API server")); // this client makes no other requests
    server.intercept(nullptr);
    time.run_for(2min);
    CHECK(seen == lines{"+ w=3"});
    CHECK(status().now == phase::watching);
}

TEST_CASE_METHOD(custom,
                 "a definition that is missing for hours costs one request a minute, and one line of the log")
{
    auto const running = start(informer.run());
    time.run_for(6h);
    CHECK(status().lists < 6 * 120);
    CHECK(status().lists > 6 * 60);
    auto const text = log_text.str();
    CHECK(text.find("does not have this resource") != std::string::npos);
    CHECK(std::ranges::count(text, '\n') < 5);
}

TEST_CASE_METHOD(custom, "a snapshot of one version of a resource is refused by an informer of another one")
{
    define();
    make("w", 3);
    auto const storage = std::make_shared<testing::memory_storage>();
    auto options = listing();
    options.warm_start.storage = storage;
    {
        shared_informer<widget> before(api, options);
        ::background running(io, before.run());
        time.run_for(1s);
        running.cancel();
    }
    REQUIRE(storage->saved == 1);

    constexpr resource in_v2{"example.io", "v2", "widgets", "Widget"};
    shared_informer<widget> after(api, options, in_v2);
    ::background const running(io, after.run());
    time.run_for(1s);
    auto const now = run(after.status()).reflector;
    CHECK(now.restored == 0);
    CHECK(now.lists == 1);
    CHECK(after.snapshot().size() == 1);
    CHECK(log_text.str().find("a snapshot was refused: it is of another resource") != std::string::npos);
}
