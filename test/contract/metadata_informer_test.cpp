// Contract: a projection that declares only metadata gets only metadata over the network.

#include "tapped_network.hpp"
#include "world.hpp"

namespace {

struct own_metadata { // a struct of the user's, with less in it
    coinformer::labels labels;
};
BOOST_DESCRIBE_STRUCT(own_metadata, (), (labels))
struct own {
    own_metadata metadata;
};
BOOST_DESCRIBE_STRUCT(own, (), (metadata))

struct tapped_world : world {
    tapped_world()
    {
        for (auto const* name : {"a", "b"})
            server.create(config_maps, R"({"metadata":{"namespace":"shop","labels":{"app":"web"},"name":")" +
                                           std::string(name) + R"("},"data":{"v":"payload-)" + name + "\"}}");
    }
    ~tapped_world() { tapped.close(); }

    template <class T>
    lines live_of_informer()
    {
        lines seen;
        informer_options options;
        options.fetch = how;
        shared_informer<T> informer(tapped, options, config_maps);
        informer.on_change({
            .added = [&](object_ptr<T> const& o) { seen.push_back("+ " + to_string(o.key())); },
            .updated = [&](object_ptr<T> const&,
                           object_ptr<T> const& is) { seen.push_back("~ " + to_string(is.key())); },
            .deleted = [&](object_ptr<T> const& last) { seen.push_back("- " + to_string(last.key())); },
        });
        background running(io, informer.run());
        time.run_for(1s);
        set("a", "payload-2");
        remove("b");
        time.run_for(2min); // and a bookmark or two
        matched = informer.snapshot().matching(label_selector("app=web")).size();
        return seen;
    }

    bool sent(std::string const& accept) const
    {
        return said.sent.find("Accept: " + accept + "\r\n") != said.sent.npos;
    }

    conversation said;
    client tapped{env,
                  endpoint{.server = "http://in-memory"},
                  {.compression = compression::none},
                  std::make_unique<tapped_dialer>(network.dialer(), said)};
    fetch_mode const how = GENERATE(fetch_mode::stream, fetch_mode::list);
    std::size_t matched = 0;
};

constexpr auto partial_list =
    "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";
constexpr auto partial = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";

} // namespace

TEST_CASE_METHOD(tapped_world,
                 "for a projection that declares only metadata nothing else crosses the network")
{
    CHECK(live_of_informer<object_metadata>() == lines{"+ shop/a", "+ shop/b", "~ shop/a", "- shop/b"});
    CHECK(matched == 1);
    CHECK(said.received.find("payload") == said.received.npos);
    CHECK(sent(partial_list) == (how == fetch_mode::list));
    CHECK(sent(partial));
}

TEST_CASE_METHOD(tapped_world, "the same holds for a struct of the user's, and for single objects")
{
    CHECK(live_of_informer<own>().size() == 4);
    auto const a = testing::run(io, time, tapped.get<object_metadata>("shop", "a", config_maps));
    CHECK(a->metadata.labels.value_or("app", "") == "web");
    CHECK(said.received.find("payload") == said.received.npos);
}

TEST_CASE_METHOD(tapped_world, "a projection that declares more than metadata is read as usual")
{
    CHECK(live_of_informer<config_map>().size() == 4);
    CHECK(said.received.find("payload-2") != said.received.npos);
    CHECK_FALSE(sent(partial));
    CHECK(sent("application/json"));
}

TEST_CASE_METHOD(tapped_world, "a server that cannot send metadata only (406) is asked for whole objects")
{
    testing::canned_answer const refusal{
        .status = 406, .body = R"({"kind":"Status","status":"Failure","reason":"NotAcceptable","code":406})"};
    if (how == fetch_mode::list) server.inject(faults::answer(refusal).on("list"));
    server.inject(faults::answer(refusal).on("watch"));
    CHECK(live_of_informer<object_metadata>() == lines{"+ shop/a", "+ shop/b", "~ shop/a", "- shop/b"});
    CHECK(server.pending_faults() == 0);
    CHECK(server.requests("list", config_maps) == (how == fetch_mode::list ? 2 : 0));
    CHECK(server.requests("watch", config_maps) == 2);
    CHECK(said.received.find("payload-2") != said.received.npos);
    CHECK(log_text.str().empty()); // this is no failure: there is neither a pause nor a line in the log
}
