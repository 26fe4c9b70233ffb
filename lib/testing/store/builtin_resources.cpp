#include "testing/store/builtin_resources.hpp"

#include <algorithm>
#include <iterator>

namespace coinformer::testing::detail {

namespace {

constexpr auto cluster = scope::cluster;
constexpr auto spaced = scope::namespaced;
constexpr subresources no_parts{false, false};
constexpr subresources status{true, false};
constexpr subresources scaled{true, true};
constexpr auto strict = unconditional_updates::no;

constexpr builtin_resource builtin_table[] = {
#include "testing/store/builtin_resources.inc"
};

// The built-in kinds that have a generation, as the strategies of kube-apiserver 1.37 set it. An empty plural
// stands for all kinds of the group.
struct counted_kind {
    std::string_view group, plural;
    generations changes = generations::content;
};

constexpr counted_kind counted_kinds[] = {
    {"", "pods"},
    {"", "podtemplates"},
    {"", "replicationcontrollers"},
    {"admissionregistration.k8s.io", ""},
    {"apiextensions.k8s.io", ""},
    {"apps", "daemonsets"},
    {"apps", "deployments", generations::annotations}, // they are copied to the replica sets
    {"apps", "replicasets"},
    {"apps", "statefulsets"},
    {"batch", ""},
    {"discovery.k8s.io", "endpointslices", generations::labels},
    {"flowcontrol.apiserver.k8s.io", ""},
    {"networking.k8s.io", "ingressclasses"},
    {"networking.k8s.io", "ingresses"},
    {"networking.k8s.io", "networkpolicies"},
    {"policy", "poddisruptionbudgets"},
    {"resource.k8s.io", "deviceclasses"},
    {"resource.k8s.io", "devicetaintrules"},
    {"resource.k8s.io", "resourceslices"},
    {"scheduling.k8s.io", "priorityclasses", generations::creation},
    {"storage.k8s.io", "csidrivers"},
};

} // namespace

std::span<builtin_resource const> builtin_resources() noexcept
{
    return builtin_table;
}

builtin_resource const* find_builtin(std::string_view group, std::string_view plural) noexcept
{
    auto const it = std::ranges::find_if(
        builtin_table, [&](auto const& b) { return b.of.group == group && b.of.plural == plural; });
    return it == std::end(builtin_table) ? nullptr : &*it;
}

generations generations_of(builtin_resource const& kind) noexcept
{
    auto const it = std::ranges::find_if(counted_kinds, [&](counted_kind const& k) {
        return k.group == kind.of.group && (k.plural.empty() || k.plural == kind.of.plural);
    });
    return it == std::end(counted_kinds) ? generations::none : it->changes;
}

} // namespace coinformer::testing::detail
