// Tests with a real kube-apiserver that compacts its history, is killed in the middle of a watch, or runs on
// an etcd that is restored.

#include "observed.hpp"

TEST_CASE_METHOD(cluster,
                 "after compaction and a restart the watch gets its 410, and the list loses no delete")
{
    client admin(env, at("kubeconfig"));
    auto const ns = fresh_namespace(admin, "gone");
    for (auto const* name : {"a", "b", "c"}) get(admin.create(config_maps, ns, json(name, "1")));
    observed o(*this, ns);
    running work(*this, o.informer.run());
    testing::run(io, with_timeout(system_time(), 20s, o.informer.synced()));
    o.told.clear();

    o.way->close(); // from here on the informer sees nothing
    get(admin.patch(config_maps, ns, "a", merge_patch(R"({"data":{"v":"2"}})")));
    get(admin.remove(config_maps, ns, "b"));
    get(admin.create(config_maps, ns, json("d", "1")));
    REQUIRE(compact() == 0);
    REQUIRE(script("restart-apiserver.sh") == 0); // its watch cache begins now
    o.way->open = true;
    client fresh(env, at("kubeconfig")); // the connections of the first client led to the server that is gone
    CHECK(until([&] { return o.told.size() >= 3; }, 60s));

    CHECK(o.told == lines{"-?b", "~a=2", "+d=1"});
    auto const status = get(o.informer.status());
    CHECK(status.reflector.lists + status.reflector.streams == 2);
    CHECK(o.informer.snapshot().size() == 3);
    get(fresh.patch(config_maps, ns, "c", merge_patch(R"({"data":{"v":"9"}})"))); // the watch goes on
    CHECK(until([&] { return o.told.back() == "~c=9"; }));
}

TEST_CASE_METHOD(
    cluster, "the API server is killed in the middle of a watch: no change is lost, and no add comes twice")
{
    client admin(env, at("kubeconfig"));
    auto const ns = fresh_namespace(admin, "killed");
    for (auto const* name : {"a", "b"}) get(admin.create(config_maps, ns, json(name, "1")));
    observed o(*this, ns);
    running work(*this, o.informer.run());
    testing::run(io, with_timeout(system_time(), 20s, o.informer.synced()));
    o.told.clear();
    get(admin.patch(config_maps, ns, "a", merge_patch(R"({"data":{"v":"2"}})")));

    REQUIRE(script("kill-apiserver.sh") == 0);
    io.restart();
    io.run_for(500ms); // the informer notices, and is refused
    REQUIRE(script("restart-apiserver.sh") == 0);
    client fresh(env, at("kubeconfig"));
    get(fresh.patch(config_maps, ns, "a", merge_patch(R"({"data":{"v":"3"}})")));
    get(fresh.remove(config_maps, ns, "b"));
    get(fresh.create(config_maps, ns, json("c", "1")));
    CHECK(until([&] { return o.told.size() >= 4; }, 60s));
    io.restart();
    io.run_for(300ms); // a duplicate would come now

    CHECK(o.informer.snapshot().size() == 2);
    CHECK(std::count(o.told.begin(), o.told.end(), "+a=3") == 0);
    // A restarted server that still knows the version sends each event. Otherwise, because its watch cache is
    // new, the informer lists, before or after the object is removed: then the deletion follows from the
    // list, or an event shows it.
    auto const status = get(o.informer.status());
    if (status.reflector.lists + status.reflector.streams == 1) {
        CHECK(o.told == lines{"~a=2", "~a=3", "-b", "+c=1"});
    } else {
        std::ranges::replace(o.told, "-?b", "-b");
        CHECK(std::set<std::string>(o.told.begin(), o.told.end()) ==
              std::set<std::string>{"~a=2", "~a=3", "-b", "+c=1"});
    }
}

TEST_CASE_METHOD(
    cluster,
    "etcd is restored from a copy: an idle informer notices by itself, and holds the present objects")
{
    client admin(env, at("kubeconfig"));
    auto const ns = fresh_namespace(admin, "restored");
    get(admin.create(config_maps, ns, json("a", "1")));
    get(admin.create(config_maps, ns, json("b", "1")));
    REQUIRE(script("etcd-data.sh keep") == 0);
    observed o(*this, ns);
    running work(*this, o.informer.run());
    testing::run(io, with_timeout(system_time(), 20s, o.informer.synced()));
    client before(env, at("kubeconfig"));
    for (int i = 0; i < 100;
         ++i) // enough writes to keep the restored server from reaching their versions soon
        get(before.patch(config_maps, ns, "a",
                         merge_patch(R"({"data":{"v":")" + std::to_string(i) + "\"}}")));
    get(before.create(config_maps, ns, json("c", "1")));
    get(before.remove(config_maps, ns, "b"));
    REQUIRE(until([&] { return o.told.back() == "-b"; }));
    o.told.clear();

    REQUIRE(script("etcd-data.sh restore") == 0);
    CHECK(until([&] { return o.told.size() >= 3; }, 150s)); // 75 s of silence, and a question
    CHECK(o.told == lines{"-?c", "~a=1", "+b=1"});
    client after(env, at("kubeconfig"));
    get(after.patch(config_maps, ns, "b", merge_patch(R"({"data":{"v":"2"}})"))); // the watch goes on
    CHECK(until([&] { return o.told.back() == "~b=2"; }));
}
