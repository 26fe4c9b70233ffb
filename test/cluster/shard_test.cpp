// Tests against a real kube-apiserver: informers with a share of the objects. The server of ctest lacks the
// feature gate for shards, so that it sends everything. For the other half, start a server with
// FEATURE_GATES=ShardedListAndWatch=true, and say so by COINFORMER_CLUSTER_GATES=ShardedListAndWatch.

#include "cluster.hpp"

#include <coinformer/cache/key_share.hpp>

#include <memory>

TEST_CASE_METHOD(cluster, "three informers with a third each have every object once, now and after changes")
{
    client admin(env, at("kubeconfig"));
    auto const ns = fresh_namespace(admin, "shard");
    constexpr std::size_t count = 300, parts = 3;
    testing::run(io, create_many(admin, ns, count, "1"));
    auto const form = GENERATE(encoding::json, encoding::protobuf);
    auto const fetch = GENERATE(fetch_mode::list, fetch_mode::stream);
    client_options how;
    how.encoding = form;
    client api(env, at("kubeconfig"), how);

    std::vector<std::unique_ptr<shared_informer<config_map>>> all;
    std::vector<std::unique_ptr<running>> work;
    for (std::size_t i = 0; i != parts; ++i) {
        informer_options options;
        options.namespaces = {ns};
        options.fetch = fetch;
        options.page_size = 50;
        options.shard = fixed_share(shard_ranges::part(i, parts));
        all.push_back(std::make_unique<shared_informer<config_map>>(api, options));
        work.push_back(std::make_unique<running>(*this, all.back()->run()));
        testing::run(io, with_timeout(system_time(), 60s, all.back()->synced()));
    }
    auto const together = [&] {
        std::set<std::string> names;
        std::size_t objects = 0;
        for (auto const& informer : all) {
            auto const now = informer->snapshot();
            for (auto const& o : now.list()) names.emplace(o.key().name);
            objects += now.size();
        }
        return std::pair(names.size(), objects);
    };
    CHECK(together() == std::pair(count, count));

    for (int i = 0; i != 20; ++i)
        get(admin.create(config_maps, ns,
                         R"({"metadata":{"name":"news-)" + std::to_string(i) + R"("},"data":{"v":"2"}})"));
    CHECK(until([&] { return together().second == count + 20; }));
    CHECK(together().first == count + 20);
    for (int i = 0; i != 20; ++i) get(admin.remove(config_maps, ns, "news-" + std::to_string(i)));
    CHECK(until([&] { return together().second == count; }));

    std::size_t foreign = 0;
    for (std::size_t i = 0; i != parts; ++i) {
        auto const status = get(all[i]->status()).reflector;
        for (auto const& o : all[i]->snapshot().list())
            CHECK(shard_ranges::part(i, parts).contains(shard_hash(o.uid())));
        CHECK(status.faults == 0);
        CHECK(status.failures == 0);
        foreign += status.foreign;
        if (fetch == fetch_mode::list) CHECK(status.server_shards == server_has_the_shards_gate());
    }
    CHECK((foreign == 0) == server_has_the_shards_gate());
}
