// Contract: a cluster-scoped resource that was declared without scope::cluster works as one that was declared
// with it: its objects can be named without a namespace, also if they do not decode.

#include "world.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace {

constexpr resource definitions_of_beacons{"apiextensions.k8s.io", "v1", "customresourcedefinitions",
                                          "CustomResourceDefinition", scope::cluster};

struct beacon {
    std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(beacon, (), (data))

} // namespace

template <>
inline constexpr resource coinformer::resource_of<beacon>{"example.io", "v1", "beacons", "Beacon"};

namespace {

constexpr auto beacons = resource_of<beacon>;

/// Three objects of a cluster-scoped resource, and an informer whose client has a small limit for objects.
struct undeclared_scope : world {
    static constexpr std::size_t limit = 1'000;

    undeclared_scope()
    {
        server.create(definitions_of_beacons,
                      R"({"metadata":{"name":"beacons.example.io"},"spec":{"group":"example.io",
            "scope":"Cluster","names":{"plural":"beacons","kind":"Beacon"},"versions":[
            {"name":"v1","served":true,"storage":true}]}})");
        for (auto const* name : {"a", "b", "c"})
            server.create(beacons,
                          R"({"metadata":{"name":")" + std::string(name) + R"("},"data":{"v":"1"}})");
        informer.on_change({.deleted = [this](object_ptr<beacon> const& last, final_state how) {
            seen.push_back((how == final_state::known ? "- " : "-? ") + to_string(last.key()));
        }});
    }
    void start()
    {
        running.start(io, informer.run());
        time.run_for(1s);
    }
    void remove_beacon(std::string const& name) { server.remove(beacons, {"", name}); }
    std::size_t lists() const { return server.requests("list", beacons); }
    /// Returns the object "b" with an annotation behind its name that exceeds the limit.
    static std::string large_b()
    {
        return R"({"metadata":{"name":"b","annotations":{"x":")" + std::string(limit, 'x') + R"("}}})";
    }
    std::string bookmark() const
    {
        return R"({"type":"BOOKMARK","object":{"kind":"Beacon","apiVersion":"example.io/v1","metadata":)"
               R"({"resourceVersion":")" +
               server.resource_version() + R"("}}})";
    }
    /// From now on each list has a large "b" instead of the server's.
    void answer_lists_with_large_b()
    {
        server.intercept([this](testing::action const& asked) -> std::optional<testing::canned_answer> {
            if (asked.verb != "list") return std::nullopt;
            auto items = large_b() + "," + server.get(beacons, {"", "a"});
            if (has_c) items += "," + server.get(beacons, {"", "c"});
            return testing::canned_answer{
                .body =
                    R"({"kind":"BeaconList","apiVersion":"example.io/v1","metadata":{"resourceVersion":")" +
                    server.resource_version() + R"("},"items":[)" + items + "]}"};
        });
    }

    client small{env, endpoint{.server = "http://in-memory"}, {.max_object_bytes = limit}, network.dialer()};
    shared_informer<beacon> informer{small, listing()};
    lines seen;
    bool has_c = true;
    ::background running;
};

} // namespace

TEST_CASE_METHOD(undeclared_scope,
                 "a deletion that is too large is told, although the resource was not declared as "
                 "cluster-scoped")
{
    start();
    REQUIRE(informer.snapshot().size() == 3);
    server.disconnect();
    remove_beacon("b");
    server.inject(faults::odd_line(R"({"type":"DELETED","object":)" + large_b() + "}\n" + bookmark()));
    time.run_for(1min);
    CHECK(seen == lines{"-? b"});
    CHECK(lists() == 1);
    CHECK(informer.snapshot().size() == 2);
}

TEST_CASE_METHOD(undeclared_scope,
                 "an object that never decodes hides no deletion, although the resource was not declared as "
                 "cluster-scoped")
{
    answer_lists_with_large_b();
    start();
    REQUIRE(informer.snapshot().size() == 2); // a and c
    server.disconnect();
    remove_beacon("c");
    has_c = false;
    server.compact();
    time.run_for(1min);
    CHECK(lists() == 2);
    CHECK(seen == lines{"-? c"});
    CHECK_FALSE(has_logged("deletions cannot be seen in a list"));
}

TEST_CASE_METHOD(undeclared_scope,
                 "an object that does not decode any more keeps its last state, although the resource was "
                 "not declared as cluster-scoped")
{
    start();
    answer_lists_with_large_b();
    server.disconnect();
    remove_beacon("c");
    has_c = false;
    server.compact();
    time.run_for(1min);
    CHECK(seen == lines{"-? c"});
    CHECK(informer.snapshot().size() == 2);
    CHECK(informer.snapshot().get("", "b"));
}
