// Contract: a deletion may come with the version of the object's last state, as some aggregated API
// servers send it (Calico's on etcd). It is applied, with that state, and moves nothing else.

#include "audited_world.hpp"
#include "test_share.hpp"
#include "watched.hpp"

namespace {

/// A watch that sends the deletion of `object`, which is JSON, after some events, and then ends.
fault deletion_of(std::string const& object, std::size_t events = 0)
{
    return faults::odd_line(R"({"type":"DELETED","object":)" + object + "}", events);
}

std::string object_of_version(std::string const& name, std::string const& version)
{
    return R"({"metadata":{"name":")" + name + R"(","namespace":"shop","uid":"u","resourceVersion":")" +
           version + R"("},"data":{"v":"1"}})";
}

/// Notes from which version each watch begins.
void note_versions(testing::api_server& server, lines& versions)
{
    server.intercept([&versions](testing::action const& asked) -> std::optional<testing::canned_answer> {
        std::string_view const name = "resourceVersion=";
        auto const at = asked.target.find(name);
        if (asked.verb != "watch" || at == std::string::npos) return std::nullopt;
        auto const begin = at + name.size();
        versions.emplace_back(asked.target.substr(begin, asked.target.find('&', begin) - begin));
        return std::nullopt;
    });
}

informer_options ordered(queue_order order)
{
    informer_options options;
    options.order = order;
    return listing(options);
}

} // namespace

TEST_CASE("a deletion with the version of the object's last state is applied with that state, without a list")
{
    informed w(ordered(GENERATE(queue_order::by_arrival, queue_order::by_key)));
    auto const b = w.server.get(config_maps, {"shop", "b"});
    w.set("a", "2");
    w.time.run_for(1s);
    auto const reached = w.server.resource_version();
    lines versions;
    note_versions(w.server, versions);
    w.server.inject(deletion_of(b));
    w.server.disconnect();
    w.time.run_for(10s);
    CHECK(w.seen == lines{"~ shop/a=1>2", "- shop/b"});
    CHECK(w.listed(w.informer) == lines{"a=2"});
    CHECK(w.informer.snapshot().resource_version() == reached); // the store does not go back
    CHECK(versions == lines{reached, reached});                 // nor does the watch that follows

    w.remove("b"); // the server sends it at its own version as well
    w.set("a", "3");
    w.time.run_for(1s);
    CHECK(w.seen == lines{"~ shop/a=1>2", "- shop/b", "~ shop/a=2>3"});
    CHECK(w.lists() == 1);
    CHECK(testing::run(w.io, w.informer.status()).reflector.last_failure.empty());
}

TEST_CASE_METHOD(informed, "a wait for a version goes on behind a deletion of an older version")
{
    auto const b = server.get(config_maps, {"shop", "b"});
    set("a", "2");
    time.run_for(1s);
    auto const next = std::to_string(std::stoull(server.resource_version()) + 1);
    background reached(io, informer.at_least(server.resource_version()));
    background waits(io, informer.at_least(next));
    server.inject(deletion_of(b));
    server.disconnect();
    time.run_for(10s);
    CHECK(informer.snapshot().size() == 1);
    CHECK(reached.ended);
    CHECK_FALSE(waits.ended);
    set("a", "3");
    time.run_for(1s);
    CHECK(waits.ended);
    CHECK_FALSE(waits.failure);
}

TEST_CASE_METHOD(informed, "a deletion of an older version of an object that is not there changes nothing")
{
    set("a", "2");
    time.run_for(1s);
    server.inject(deletion_of(object_of_version("z", "1")));
    server.disconnect();
    time.run_for(10s);
    CHECK(seen == lines{"~ shop/a=1>2"});
    CHECK(lists() == 1);
}

// A server that repeats an event of long ago, or that is in another history, shows that by its version.
TEST_CASE_METHOD(informed,
                 "a deletion that is older than the object's known state deletes nothing: a list decides")
{
    auto const old = server.get(config_maps, {"shop", "a"});
    set("a", "2");
    time.run_for(1s);
    server.inject(deletion_of(old));
    server.disconnect();
    time.run_for(1min);
    CHECK(seen == lines{"~ shop/a=1>2"});
    CHECK(listed(informer) == lines{"a=2", "b=1"});
    CHECK(lists() == 2);
}

TEST_CASE_METHOD(informed, "a deletion of an older version that does not decode has no known final state")
{
    set("a", "2");
    time.run_for(1s);
    auto const version = std::string(informer.snapshot().get("shop", "b").resource_version());
    server.inject(deletion_of(R"({"metadata":{"name":"b","namespace":"shop","uid":"u","resourceVersion":")" +
                              version + R"("},"data":[]})"));
    server.disconnect();
    time.run_for(10s);
    CHECK(seen == lines{"~ shop/a=1>2", "-? shop/b"});
    CHECK(informer.snapshot().resource_version() == server.resource_version());
    CHECK(lists() == 1);
}

TEST_CASE_METHOD(world,
                 "a deletion of an older version of an object that a transform leaves out leads to no list")
{
    put("a", "1");
    put("b", "2");
    put("c", "1");
    auto const some = transform<config_map>().keep([](config_map const& c) { return c.data.at("v") == "1"; });
    shared_informer<config_map> mine(api, some, listing());
    background const running(io, mine.run());
    time.run_for(1s);
    server.inject(deletion_of(server.get(config_maps, {"shop", "b"})));
    server.disconnect();
    time.run_for(10s);
    CHECK(mine.snapshot().size() == 2);
    CHECK(server.requests("list", config_maps) == 1);
    CHECK(server.requests("watch", config_maps) > 2);
}

TEST_CASE_METHOD(audited_world,
                 "a copy is not audited between a deletion of an older version and the next version")
{
    auto options = auditing();
    options.audit.probe = 10s;
    options.audit.on_difference = keep;
    options.namespaces = GENERATE(lines{}, lines{"lab", "shop"});
    // the version of one namespace says nothing about the copy of the other, which is compared all the time
    auto const compared = [this] {
        auto const all = server.actions();
        return std::ranges::count_if(all, [](testing::action const& a) {
            return a.verb == "list" && a.target.find("resourceVersionMatch=Exact") != std::string::npos &&
                   a.target.find("/lab/") == std::string::npos;
        });
    };
    put("a", "1");
    put("b", "1");
    recorded_informer mine(io, api, options);
    time.run_for(1s);
    server.inject(deletion_of(server.get(config_maps, {"shop", "b"})));
    server.disconnect();
    time.run_for(5min); // the server has b at the version of the copy
    CHECK(listed(mine.informer) == lines{"a=1"});
    CHECK(compared() == 0);
    CHECK(reports.empty());

    remove("b");
    time.run_for(5min);
    CHECK(compared() > 2);
    CHECK(reports.empty());
}

// In the order by key, a change takes the place of an earlier one of its object. Such a deletion stays behind
// it, because the copy would seem to be at a version at which the server has the object.
TEST_CASE_METHOD(audited_world,
                 "a copy is not audited behind a deletion that came in one read with its state")
{
    auto options = auditing();
    options.order = queue_order::by_key;
    options.audit.on_difference = keep;
    put("a", "1");
    put("b", "1");
    recorded_informer mine(io, api, options);
    time.run_for(1s);
    network.refuse(true);
    network.reset();
    auto const is_newest = GENERATE(false, true); // the deletion has the version that the watch has reached
    set("b", "2");
    if (!is_newest) set("a", "2");
    server.inject(deletion_of(server.get(config_maps, {"shop", "b"}), is_newest ? 1 : 2));
    network.refuse(false);
    time.run_for(5min); // the server has b at the version of the copy
    CHECK(listed(mine.informer) == (is_newest ? lines{"a=1"} : lines{"a=2"}));
    CHECK(lists_with("resourceVersionMatch=Exact") == 0);
    CHECK(reports.empty());
}

TEST_CASE("a copy of a share is not audited behind a deletion of an older version")
{
    audited_world w;
    auto const share = std::make_shared<test_share>();
    auto options = auditing();
    options.shard = share;
    options.audit.on_difference = w.keep;
    for (auto const* name : {"a", "b", "foreign"}) w.put(name, "1");
    share->hold(share_of(w.server, {"a", "b"}));
    recorded_informer mine(w.io, w.api, options);
    w.time.run_for(1s);
    w.network.refuse(true);
    w.network.reset();
    w.set("foreign", "2");
    w.server.inject(deletion_of(w.server.get(config_maps, {"shop", "b"}), 1));
    w.network.refuse(false);
    w.time.run_for(5min); // the server has b at the version of the copy
    CHECK(w.listed(mine.informer) == lines{"a=1"});
    CHECK(w.lists_with("resourceVersionMatch=Exact") == 0);
    CHECK(w.reports.empty());
}

TEST_CASE_METHOD(watched,
                 "a watcher gives the deletion of the object that changed last once, whatever its version is")
{
    start();
    set("b", "2");
    auto const b = server.get(config_maps, {"shop", "b"});
    time.run_for(1s);
    server.inject(deletion_of(b).times(2));
    server.disconnect();
    time.run_for(1min);
    CHECK(seen == lines{"~b=2", "-b=2"});
    CHECK_FALSE(running.ended);
}

TEST_CASE_METHOD(watched,
                 "a watcher gives a deletion of an older version once, and goes on from where it was")
{
    auto const b = server.get(config_maps, {"shop", "b"});
    set("a", "2");
    start();
    auto const reached = server.resource_version();
    lines versions;
    note_versions(server, versions);
    server.inject(
        deletion_of(b).times(2)); // the second watch begins at the same version, and brings it again
    server.disconnect();
    time.run_for(1min);
    CHECK(seen == lines{"~a=2", "-b=1"});
    CHECK(versions == lines{reached, reached, reached});
    set("a", "3");
    time.run_for(1s);
    CHECK(seen == lines{"~a=2", "-b=1", "~a=3"});
    CHECK_FALSE(running.ended);
}

TEST_CASE("a deletion of an older version that does not decode is reported by a watcher once")
{
    lines told;
    watched w({.on_fault = [&told](decode_fault const& f) { told.push_back(f.ns + '/' + f.name); }});
    auto const version_of_b = w.server.resource_version(); // b was put last
    w.start();
    w.set("a", "2");
    w.time.run_for(1s);
    w.server.inject(
        deletion_of(R"({"metadata":{"name":"b","namespace":"shop","uid":"u","resourceVersion":")" +
                    version_of_b + R"("},"data":[]})")
            .times(2));
    w.server.disconnect();
    w.time.run_for(1min);
    CHECK(w.server.pending_faults() == 0);
    CHECK(told == lines{"shop/b"});
    w.set("a", "3");
    w.time.run_for(1s);
    CHECK(w.seen == lines{"~a=2", "~a=3"});
    CHECK_FALSE(w.running.ended);
}

TEST_CASE_METHOD(watched,
                 "a bookmark of an older version shows a watcher that the server's history went back")
{
    set("a", "2");
    start();
    auto const reached = server.resource_version();
    server.inject(faults::odd_line(
        R"({"type":"BOOKMARK","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"resourceVersion":"1"}}})"));
    server.disconnect();
    time.run_for(1min);
    CHECK(running.code() == condition::gone);
    CHECK(running.what().find("the server is at 1, before " + reached) != std::string::npos);
    CHECK(seen == lines{"~a=2"});
}
