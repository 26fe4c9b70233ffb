// Contract: published Grafana dashboards for Go programs find their series in a program with this library.

#include "metrics_text.hpp"
#include "world.hpp"

#include <coinformer/controller/controller.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace {

/// A family that a dashboard reads, and the labels by which it selects or groups.
struct wanted_series {
    std::string_view family;
    std::vector<std::string_view> labels;
};

// These are the series of the dashboard that kubebuilder writes into projects
// (controller-runtime-metrics.json). Its CPU time and memory are left out, because an exporter for processes
// shows those.
std::vector<wanted_series> const of_controller_runtime{
    {"controller_runtime_active_workers", {"controller"}},
    {"controller_runtime_reconcile_total", {"controller", "result"}},
    {"controller_runtime_reconcile_errors_total", {"controller"}},
    {"workqueue_depth", {"name"}},
    {"workqueue_queue_duration_seconds", {"name"}},
    {"workqueue_adds_total", {"name"}},
    {"workqueue_unfinished_work_seconds", {"name"}},
    {"workqueue_work_duration_seconds", {"name"}},
    {"workqueue_retries_total", {"name"}},
};

// These are the series of the dashboard of kubernetes-mixin for the controller manager, which uses client-go.
std::vector<wanted_series> const of_controller_manager{
    {"workqueue_adds_total", {"name"}},
    {"workqueue_depth", {"name"}},
    {"workqueue_queue_duration_seconds", {"name"}},
    {"rest_client_requests_total", {"code"}},
    {"rest_client_request_duration_seconds", {"verb"}},
};

/// Notes which families a registry has, and with which labels.
class family_names final : public metrics_visitor {
public:
    void family(metric_family const& of) override { name_ = of.name; }
    void value(std::span<metric_label const> labels, double) override { note(labels); }
    void values(std::span<metric_label const> labels, std::span<std::uint64_t const>, double) override
    {
        note(labels);
    }
    bool has(wanted_series const& wanted) const
    {
        auto const found = all_.find(wanted.family);
        if (found == all_.end()) return false;
        return std::ranges::all_of(wanted.labels, [&](auto label) { return found->second.contains(label); });
    }

private:
    void note(std::span<metric_label const> labels)
    {
        auto& known = all_[std::string(name_)];
        for (auto const& l : labels) known.emplace(l.name);
    }

    std::string_view name_;
    std::map<std::string, std::set<std::string, std::less<>>, std::less<>> all_;
};

} // namespace

TEST_CASE("published dashboards for controller-runtime and client-go find their series")
{
    metrics_registry registry;
    testing::fake_cluster cluster({}, {.log = &no_log(), .metrics = &registry});
    shared_informer<config_map> informer(cluster.api);
    controller<object_name> reconciles(
        cluster.env, [](object_name) -> task<reconcile_result> { co_return reconcile_result::done(); });
    reconciles.watches(informer);
    auto const reading = cluster.start(informer.run());
    auto const working = cluster.start(reconciles.run());
    cluster.run(informer.synced());
    cluster.time.run_for(1s);

    family_names all;
    registry.visit(all);
    for (auto const* const dashboard : {&of_controller_runtime, &of_controller_manager})
        for (auto const& wanted : *dashboard) {
            INFO(wanted.family);
            CHECK(all.has(wanted));
        }
    CHECK_FALSE(all.has({"workqueue_depth", {"no_such_label"}}));
    CHECK_FALSE(all.has({"no_such_family", {}}));
}
