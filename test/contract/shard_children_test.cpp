// Contract: if processes share the namespaces, and the informer of the children has the share as well,
// each reconcile sees the children of its object, whenever the namespace has come to its process.
#include "controlled.hpp"
#include "shard_controllers.hpp"

namespace {

/// When the informer of the children becomes a source of the controller, and what it keeps.
enum class child_source { before_shards, after_shards, without_share };

/// A process of a group. Its reconciles look for the children of their object.
struct parenting_process {
    parenting_process(sharing_process& p, child_source of)
        : process(p), parents(p.api, controlling_process::sharing(p)),
          children(p.api, of == child_source::without_share ? listing() : controlling_process::sharing(p)),
          tested(environment{p.world.env.ex, &p.clock, p.world.env.log, 5, p.world.env.metrics},
                 [this](object_name key) { return reconcile(std::move(key)); })
    {
        if (of == child_source::before_shards) tested.watches(children, owner_key<config_map>());
        tested.shards(p.group.share(), parents);
        if (of != child_source::before_shards) tested.watches(children, owner_key<config_map>());
        following_parents.start(p.world.io, parents.run());
        following_children.start(p.world.io, children.run());
        running.start(p.world.io, tested.run());
    }

    task<reconcile_result> reconcile(object_name key)
    {
        reconciled.insert(key.ns);
        if (children.snapshot().in_namespace(key.ns).empty()) childless.insert(key.ns);
        co_return reconcile_result::done();
    }

    sharing_process& process;
    shared_informer<config_map> parents;
    shared_informer<pod> children;
    std::set<std::string> reconciled, childless; ///< namespaces
    controller<> tested;
    background following_parents, following_children, running;
};

/// Namespaces, each with a config map and a pod that the config map owns.
struct parenting_world : shard_world {
    static constexpr std::size_t families = 20;

    parenting_world()
    {
        field = shard_field::ns;
        for (std::size_t i = 0; i != families; ++i) {
            // The names differ in the first letter: those that differ only at the end have nearly equal
            // hashes.
            auto const ns = static_cast<char>('a' + i) + std::string("-family");
            server.create(resource{.version = "v1", .plural = "namespaces"},
                          R"({"metadata":{"name":")" + ns + R"("}})");
            put("parent", "1", ns);
            server.create(pods, R"({"metadata":{"name":"child","namespace":")" + ns +
                                    R"(","ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap",)" +
                                    R"("name":"parent","uid":"u","controller":true}]}})");
        }
    }
    parenting_process& add_parenting(std::string const& name, child_source of)
    {
        processes.push_back(std::make_unique<parenting_process>(shard_world::add(name), of));
        return *processes.back();
    }

    std::vector<std::unique_ptr<parenting_process>> processes;
};

} // namespace

TEST_CASE_METHOD(parenting_world,
                 "a namespace that comes from another process is reconciled when its children are stored")
{
    auto const of = GENERATE(child_source::before_shards, child_source::after_shards);
    auto& a = add_parenting("a", of);
    auto& b = add_parenting("b", of);
    time.run_for(30s);
    REQUIRE(b.reconciled.size() < families);
    server.inject(faults::late(10s).on("list").of("pods").times(fault::always));
    a.process.stop();
    time.run_for(5s);
    REQUIRE(b.process.share() == 1);
    REQUIRE(b.parents.snapshot().size() == families);
    auto const with_children = b.children.snapshot().size();
    REQUIRE(with_children < families);
    CHECK(b.reconciled.size() == with_children);
    CHECK(b.tested.status().parked == families - with_children);

    time.run_for(1min);
    CHECK(b.children.snapshot().size() == families);
    CHECK(b.reconciled.size() == families);
    CHECK(b.tested.status().parked == 0);
    CHECK(b.childless.empty());
    CHECK(a.childless.empty());
}

TEST_CASE_METHOD(parenting_world,
                 "an informer of the children without the share holds up no namespace that comes")
{
    auto& a = add_parenting("a", child_source::without_share);
    auto& b = add_parenting("b", child_source::without_share);
    time.run_for(30s);
    REQUIRE(b.reconciled.size() < families);
    REQUIRE(b.children.snapshot().size() == families);
    a.process.stop();
    time.run_for(5s);
    CHECK(b.reconciled.size() == families);
    CHECK(b.tested.status().parked == 0);
    CHECK(b.childless.empty());
}
