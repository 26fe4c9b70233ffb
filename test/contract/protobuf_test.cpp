// Contract: a client that asks for protobuf reads whatever it is answered, protobuf or JSON, and does not ask
// in vain again.

#include "tapped_network.hpp"
#include "unit/api/proto_encoder.hpp"
#include "world.hpp"

#include <coinformer/api/dynamic_object.hpp>
#include <coinformer/api/watcher.hpp>

namespace {

namespace pb = test::pb;

constexpr auto type = "application/vnd.kubernetes.protobuf";
constexpr auto watch_type = "application/vnd.kubernetes.protobuf;stream=watch";
constexpr auto both = "application/vnd.kubernetes.protobuf,application/json";

struct unknown_member {
    text data;
    text inventedHere;
};
BOOST_DESCRIBE_STRUCT(unknown_member, (), (data, inventedHere))

client_options wanting(encoding what)
{
    client_options options;
    options.encoding = what;
    return options;
}

struct protobuf_world : world {
    ~protobuf_world() { tapped.close(); }

    std::string message(std::string const& name, std::string const& version, std::string const& value) const
    {
        auto const json = R"({"metadata":{"name":")" + name + R"(","namespace":"shop","uid":"u-)" + name +
                          R"(","resourceVersion":")" + version + R"("},"data":{"v":")" + value + "\"}}";
        return test::proto_of(boost::json::parse(json), {"v1", "ConfigMap"});
    }
    void answer(char const* verb, testing::canned_answer a)
    {
        server.inject(faults::answer(std::move(a)).on(verb));
    }

    std::size_t asked_for_protobuf() const
    {
        std::size_t count = 0;
        for (auto at = said.sent.find(type); at != said.sent.npos; at = said.sent.find(type, at + 1)) ++count;
        return count;
    }
    bool sent(std::string const& accept) const
    {
        return said.sent.find("Accept: " + accept + "\r\n") != said.sent.npos;
    }
    std::size_t list_twice()
    {
        auto const once = testing::run(io, time, tapped.list<config_map>("shop")).objects.size();
        return once + testing::run(io, time, tapped.list<config_map>("shop")).objects.size();
    }

    conversation said;
    client tapped{env, endpoint{.server = "http://in-memory"}, wanting(encoding::protobuf),
                  std::make_unique<tapped_dialer>(network.dialer(), said)};
};

} // namespace

TEST_CASE_METHOD(protobuf_world, "lists and watches in protobuf feed an informer as those in JSON do")
{
    auto const list = pb::envelope("v1", "ConfigMapList",
                                   pb::bytes(1, pb::bytes(2, "10")) + pb::bytes(2, message("a", "7", "1")) +
                                       pb::bytes(2, message("b", "9", "1")));
    auto const object = [&](auto... what) { return pb::envelope("v1", "ConfigMap", message(what...)); };
    auto const events =
        pb::event("MODIFIED", object("a", "11", "2")) + pb::event("DELETED", object("b", "12", "1"));
    answer("list", {.content_type = type, .body = list});
    answer("watch", {.content_type = watch_type, .body = events});
    auto [informer, seen, running] = recorded_informer(io, tapped);
    time.run_for(100ms);

    CHECK(seen == lines{"+i shop/a=1", "+i shop/b=1", "~ shop/a=1>2", "- shop/b"});
    CHECK(sent(both));
    CHECK(log_text.str().find("not protobuf") == std::string::npos);
}

TEST_CASE_METHOD(protobuf_world, "a server that answers JSON is read, and asked for protobuf again")
{
    put("a", "1");
    CHECK(list_twice() == 2);
    CHECK(asked_for_protobuf() == 2);
    CHECK(log_text.str().empty());
}

TEST_CASE_METHOD(protobuf_world, "after 406 a collection is requested in JSON, at once and from then on")
{
    put("a", "1");
    answer("list", {.status = 406,
                    .body = R"({"kind":"Status","status":"Failure","reason":"NotAcceptable","code":406})"});
    CHECK(list_twice() == 2);
    CHECK(asked_for_protobuf() == 1);
    CHECK(server.requests("list", config_maps) == 3);
    watcher<config_map> changes(tapped, "1", {}, config_maps);
    testing::run(io, time, changes.next());
    CHECK(asked_for_protobuf() == 1); // the same for a watch
    CHECK(
        log_text.str().find("the collection is read as JSON, not as protobuf version=v1 resource=configmaps "
                            "reason=the server does not offer protobuf for it (406)") != std::string::npos);

    constexpr resource secrets{.group = "", .version = "v1", .plural = "secrets", .kind = "Secret"};
    testing::run(io, time, tapped.list<object_metadata>("shop", {}, secrets));
    CHECK(asked_for_protobuf() == 3); // another resource: it is asked for twice in one header
}

TEST_CASE_METHOD(protobuf_world, "what protobuf cannot give is requested in JSON, and the log says why, once")
{
    put("a", "1");
    CHECK(testing::run(io, time, tapped.list<dynamic_object>("shop", {}, config_maps)).objects.size() == 1);
    CHECK(testing::run(io, time, tapped.list<dynamic_object>("shop", {}, config_maps)).objects.size() == 1);
    CHECK(log_text.str() ==
          "INFO the collection is read as JSON, not as protobuf version=v1 resource=configmaps "
          "reason=json: protobuf has no JSON to keep\n");
    testing::run(io, time, tapped.list<unknown_member>("shop", {}, config_maps));
    CHECK(log_text.str().find("reason=data: protobuf has another type") != std::string::npos);
    CHECK(asked_for_protobuf() == 0);
}

TEST_CASE_METHOD(protobuf_world, "kinds that are not built in are never requested in protobuf")
{
    constexpr resource widgets{.group = "example.com",
                               .version = "v1",
                               .plural = "widgets",
                               .kind = "Widget",
                               .where = scope::namespaced};
    try {
        testing::run(io, time, tapped.list<object_metadata>("shop", {}, widgets));
    } catch (api_error const& e) {
        CHECK(e.code() == condition::not_found);
    }
    CHECK(asked_for_protobuf() == 0);
    CHECK(log_text.str().find("resource=widgets reason=the protobuf form of this kind is not known") !=
          std::string::npos);
}

TEST_CASE_METHOD(protobuf_world,
                 "metadata alone is requested in protobuf, then in JSON, then as whole objects")
{
    put("a", "1");
    testing::run(io, time, tapped.list<object_metadata>("shop", {}, config_maps));
    CHECK(sent("application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,"
               "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,"
               "application/vnd.kubernetes.protobuf,application/json"));
}

TEST_CASE_METHOD(protobuf_world, "a refusal in protobuf has its reason, its message and its pause")
{
    auto const status =
        pb::envelope("v1", "Status",
                     pb::bytes(2, "Failure") + pb::bytes(3, "slow down") + pb::bytes(4, "TooManyRequests") +
                         pb::bytes(5, pb::integer(5, 7)) + pb::integer(6, 429));
    answer("list", {.status = 429, .content_type = type, .body = status});
    try {
        testing::run(io, time, tapped.without_retries().list<config_map>("shop"));
        FAIL("refused");
    } catch (api_error const& e) {
        CHECK(e.code() == errc::throttled);
        CHECK(e.status().message == "slow down");
        CHECK(e.retry_after() == 7s);
    }
}

TEST_CASE_METHOD(protobuf_world,
                 "protobuf that was not requested is refused; a client does not request it by default")
{
    answer("list", {.content_type = type, .body = pb::envelope("v1", "ConfigMapList", "")});
    try {
        testing::run(io, time, api.list<config_map>("shop"));
        FAIL("refused");
    } catch (api_error const& e) {
        CHECK(e.code() == errc::unexpected_content);
    }
}
