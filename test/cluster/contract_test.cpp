// Tests against a real kube-apiserver: many informers, several namespaces in one informer, a frozen server,
// and certificates that are exchanged.

#include "observed.hpp"

TEST_CASE_METHOD(cluster, "a hundred informers of one client are synced, and each sees its own objects")
{
    client api(env, at("kubeconfig"));
    auto const ns = fresh_namespace(api, "hundred");
    auto const labelled = [](int i) {
        auto const n = std::to_string(i);
        return R"({"metadata":{"name":"o-)" + n + R"(","labels":{"n":")" + n + R"("}},"data":{"v":"1"}})";
    };
    for (int i = 0; i < 50; ++i) get(api.create(config_maps, ns, labelled(i)));

    std::vector<std::unique_ptr<shared_informer<config_map>>> informers;
    std::vector<std::unique_ptr<running>> work;
    for (int i = 0; i < 100; ++i) {
        informer_options options;
        options.namespaces = {ns};
        options.label_selector = "n=" + std::to_string(i);
        informers.push_back(std::make_unique<shared_informer<config_map>>(api, options));
        work.push_back(std::make_unique<running>(*this, informers.back()->run()));
    }
    for (auto const& i : informers) testing::run(io, with_timeout(system_time(), 60s, i->synced()));
    for (int i = 50; i < 100; ++i) get(api.create(config_maps, ns, labelled(i)));
    CHECK(until([&] {
        return std::ranges::all_of(informers, [](auto const& i) { return i->snapshot().size() == 1; });
    }));
    for (int i = 0; i < 100; ++i)
        CHECK(informers[static_cast<std::size_t>(i)]->lister().get(ns, "o-" + std::to_string(i)));
}

TEST_CASE_METHOD(cluster, "three namespaces are one collection, and own writes are read after at_least()")
{
    client api(env, at("kubeconfig"));
    std::vector<std::string> spaces;
    for (auto const* name : {"one", "two", "three", "not-mine"}) spaces.push_back(fresh_namespace(api, name));
    informer_options options;
    options.namespaces = {spaces[0], spaces[1], spaces[2]};
    shared_informer<config_map> informer(api, options);
    running work(*this, informer.run());
    testing::run(io, with_timeout(system_time(), 30s, informer.synced()));

    for (int round = 0; round < 3; ++round)
        for (auto const& ns : spaces) {
            auto const name = "o-" + std::to_string(round);
            get(api.create(config_maps, ns, json(name, "1")));
            if (ns == spaces[3]) continue;
            testing::run(
                io, with_timeout(system_time(), 30s, informer.until([&](snapshot<config_map> const& now) {
                    return static_cast<bool>(now.get(ns, name));
                })));
        }
    CHECK(informer.snapshot().size() == 9);
    CHECK(informer.lister().in_namespace(spaces[3]).empty());

    observed one(*this, spaces[0]);
    running beside(*this, one.informer.run());
    testing::run(io, with_timeout(system_time(), 30s, one.informer.synced()));
    auto const answer = get(api.patch(config_maps, spaces[0], "o-0", merge_patch(R"({"data":{"v":"2"}})")));
    std::string const written(decode_object<config_map>(answer).resource_version());
    testing::run(io, with_timeout(system_time(), 30s, one.informer.at_least(written)));
    CHECK(one.informer.lister().get(spaces[0], "o-0")->data.value_or("v", "") == "2");
}

TEST_CASE_METHOD(
    cluster, "a server that is frozen for two minutes is noticed, named, and watched again when it goes on")
{
    client admin(env, at("kubeconfig"));
    auto const ns = fresh_namespace(admin, "frozen");
    for (auto const* name : {"a", "b"}) get(admin.create(config_maps, ns, json(name, "1")));
    observed o(*this, ns);
    running work(*this, o.informer.run());
    testing::run(io, with_timeout(system_time(), 20s, o.informer.synced()));
    get(admin.patch(config_maps, ns, "a", merge_patch(R"({"data":{"v":"2"}})")));
    REQUIRE(until([&] { return o.told.size() == 3; }));
    o.told.clear();

    REQUIRE(script("signal-apiserver.sh STOP") == 0);
    auto const frozen = std::chrono::steady_clock::now();
    // 75 s of silence, and a question that gets no answer
    CHECK(until([&] { return get(o.informer.status()).reflector.failing_since.has_value(); }, 115s));
    until([] { return false; }, frozen + 120s - std::chrono::steady_clock::now());
    CHECK(get(o.informer.status()).reflector.last_failure.find(" /api/v1/namespaces/" + ns) !=
          std::string::npos);
    REQUIRE(script("signal-apiserver.sh CONT") == 0);

    client fresh(env, at("kubeconfig")); // the connection of the first client may have been given up
    get(fresh.patch(config_maps, ns, "a", merge_patch(R"({"data":{"v":"3"}})")));
    get(fresh.remove(config_maps, ns, "b"));
    get(fresh.create(config_maps, ns, json("c", "1")));
    CHECK(until([&] { return o.told.size() >= 3; }, 90s));
    CHECK(o.told == lines{"~a=3", "-b", "+c=1"});
    auto const status = get(o.informer.status());
    CHECK(status.reflector.lists + status.reflector.streams == 1); // the watch went on from its last version
    CHECK_FALSE(status.reflector.failing_since);
}

TEST_CASE_METHOD(cluster,
                 "certificates of server and client are exchanged while an informer runs, and it goes on")
{
    client admin(env, at("kubeconfig"));
    auto const ns = fresh_namespace(admin, "rotated");
    get(admin.create(config_maps, ns, json("a", "1")));
    observed o(*this, ns, "kubeconfig-cert");
    running work(*this, o.informer.run());
    testing::run(io, with_timeout(system_time(), 20s, o.informer.synced()));
    o.told.clear();

    REQUIRE(script("rotate-certificates.sh") == 0);
    o.way->close(); // a new connection sees the server's new certificate, and shows the client's new one
    o.way->open = true;
    get(admin.patch(config_maps, ns, "a", merge_patch(R"({"data":{"v":"2"}})")));
    CHECK(until([&] { return o.told.size() == 1; }, 30s));
    CHECK(o.told == lines{"~a=2"});
    CHECK(get(o.informer.status()).reflector.lists == 0);
}
