// Contract: an answer that does not say of which type it is counts as JSON, as it does for client-go.

#include "world.hpp"

#include <coinformer/api/object_list.hpp>

namespace {

/// A server that names no type: its lists have the object "a", and its watches bring "b".
struct untyped : world {
    untyped()
    {
        put("x", "1"); // so that the server is at some version
        auto const version = server.resource_version();
        auto const object = [](std::string const& name, std::string const& of_version) {
            return R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":")" + name +
                   R"(","namespace":"shop","uid":"u-)" + name + R"(","resourceVersion":")" + of_version +
                   "\"}}";
        };
        lists = R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":")" + version +
                R"("},"items":[)" + object("a", "1") + "]}";
        watches = R"({"type":"ADDED","object":)" + object("b", version + "0") + "}\n";
        gets = object("a", "1");
        server.intercept([this](testing::action const& asked) -> std::optional<testing::canned_answer> {
            auto const& body = asked.verb == "list" ? lists : asked.verb == "watch" ? watches : gets;
            return testing::canned_answer{.content_type = {}, .body = body};
        });
    }

    std::string lists, watches, gets;
};

task<> list_untyped(client& api)
{
    co_await api.list<config_map>("shop");
}

task<> get_untyped(client& api)
{
    co_await api.get<config_map>("shop", "a");
}

} // namespace

TEST_CASE_METHOD(untyped, "objects, lists and watches without a Content-Type are read")
{
    CHECK(testing::run(io, time, api.get<config_map>("shop", "a"))->metadata.name == "a");
    CHECK(testing::run(io, time, api.list<config_map>("shop")).objects.size() == 1);
    shared_informer<config_map> informer(api, listing());
    background const running(io, informer.run());
    time.run_for(1s);
    CHECK(informer.snapshot().get("shop", "a"));
    CHECK(informer.snapshot().get("shop", "b"));
}

TEST_CASE_METHOD(untyped,
                 "an answer without a Content-Type that is no JSON is an error that shows its beginning")
{
    lists = gets = "<html>sign in";
    background reading(io, GENERATE(true, false) ? list_untyped(api) : get_untyped(api));
    time.run_for(1s);
    CHECK(reading.code() == errc::unexpected_content);
    CHECK(reading.what().find("<html>") != std::string::npos);
}

TEST_CASE_METHOD(world, "an answer of the type JSON that is no object is an error that names the request")
{
    server.inject(faults::answer({.body = "[]"}).on("get"));
    background const reading(io, get_untyped(api));
    time.run_for(1s);
    CHECK(reading.code() == errc::wrong_type);
    CHECK(reading.what().starts_with("get /api/v1/namespaces/shop/configmaps/a: "));
}
