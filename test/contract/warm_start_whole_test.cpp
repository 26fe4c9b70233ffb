// Contract: a warm start gives back whole and compressed objects as they were, whether they came in JSON or
// in protobuf, and reads none of them from the server.

#include "unit/api/proto_encoder.hpp"
#include "warm_start_world.hpp"
#include "whole_maps.hpp"

#include <boost/json.hpp>

#include <map>
#include <tuple>

namespace {

/// Everything that a user sees of an object: UID, version, its JSON, a label, and its size in memory.
using seen_object = std::tuple<std::string, std::string, std::string, std::string, std::size_t>;

/// Restarts of a process that keeps whole objects. A list in protobuf is the server's list in JSON, encoded
/// anew, because the server in the process writes JSON alone.
struct whole_restarts : restarts {
    whole_restarts()
    {
        for (int i = 0; i != 60; ++i)
            server.create(config_maps, R"({"metadata":{"name":"m)" + std::to_string(i) +
                                           R"(","namespace":"shop","labels":{"app":"web-)" +
                                           std::to_string(i) + R"("}},"data":{"text":")" + text_of(i) +
                                           R"("}})");
        server.intercept([this](testing::action const& a) -> std::optional<testing::canned_answer> {
            if (!is_protobuf || a.verb != "list" || a.plural != "configmaps") return std::nullopt;
            testing::canned_answer list;
            list.content_type = "application/vnd.kubernetes.protobuf";
            list.body = list_in_protobuf();
            ++lists_in_protobuf;
            return list;
        });
    }
    static std::string text_of(int i) // some 6 KB, of which a dictionary is made
    {
        std::string text;
        for (int k = 0; k != 500; ++k) text += "setting-" + std::to_string(k * (i % 7 + 1)) + ' ';
        return text;
    }
    std::string list_in_protobuf() const
    {
        auto const json = boost::json::parse(server.list(config_maps)).as_object();
        auto const& version = json.at("metadata").at("resourceVersion").as_string();
        auto items = test::pb::bytes(1, test::pb::bytes(2, version));
        for (auto const& item : json.at("items").as_array())
            items += test::pb::bytes(2, test::proto_of(item, {"v1", "ConfigMap"}));
        return test::pb::envelope("v1", "ConfigMapList", items);
    }

    /// Runs a process, and returns the objects that it has in the end.
    template <class T>
    std::map<std::string, seen_object> objects_of_a_run()
    {
        client_options wanted;
        if (is_protobuf) wanted.encoding = encoding::protobuf;
        client one(env, endpoint{.server = "http://in-memory"}, wanted, network.dialer());
        std::map<std::string, seen_object> all;
        {
            asked_for_lists = lists();
            shared_informer<T> informer(one, options, config_maps);
            background running(io, informer.run());
            time.run_for(1s);
            CHECK(informer.has_synced());
            std::string room;
            auto const now = informer.snapshot();
            for (auto const& o : now.list())
                all[to_string(o.key())] = {
                    std::string(o.uid()), std::string(o.resource_version()), o->all.json_at(""),
                    std::string(o->all.label("app", room).value_or("none")), o->all.size_bytes()};
            running.cancel();
        }
        one.close();
        time.run_for(1s);
        return all;
    }
    template <class T>
    void check_restart()
    {
        auto const before = objects_of_a_run<T>();
        REQUIRE(before.size() == 62);
        CHECK(lists_of_this_process() == 1);
        CHECK(lists_in_protobuf == (is_protobuf ? 1 : 0));
        CHECK(storage->saved == 1);
        CHECK(std::get<2>(before.at("shop/m7")).find("setting-499 ") != std::string::npos);
        CHECK(std::get<3>(before.at("shop/m7")) == "web-7");
        CHECK(objects_of_a_run<T>() == before);
        CHECK(lists_of_this_process() == 0);

        set("a", "2");
        auto const after = objects_of_a_run<T>();
        CHECK(lists_of_this_process() == 0);
        CHECK(std::get<2>(after.at("shop/a")).find(R"("v":"2")") != std::string::npos);
        CHECK(after.at("shop/b") == before.at("shop/b"));
    }

    bool is_protobuf = false;
    std::size_t lists_in_protobuf = 0;
};

} // namespace

TEST_CASE_METHOD(whole_restarts, "compressed objects are restored as they were")
{
    is_protobuf = GENERATE(false, true);
    INFO((is_protobuf ? "protobuf" : "JSON"));
    check_restart<compressed_map>();
}

TEST_CASE_METHOD(whole_restarts, "whole objects are restored as they were")
{
    is_protobuf = GENERATE(false, true);
    INFO((is_protobuf ? "protobuf" : "JSON"));
    check_restart<whole_map>();
}
