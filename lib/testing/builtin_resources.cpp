#include "testing/builtin_resources.hpp"

#include <algorithm>
#include <array>

namespace coinformer::testing {

namespace {

constexpr auto cluster = scope::cluster;
constexpr auto spaced = scope::namespaced;
constexpr subresources no_parts{false, false};
constexpr subresources status{true, false};
constexpr subresources scaled{true, true};
constexpr auto strict = unconditional_updates::no;

constexpr std::string_view rbac = "rbac.authorization.k8s.io";

constexpr auto table = std::to_array<builtin_resource>({
    {{"", "v1", "namespaces", "Namespace", cluster}, status, "ns"},
    {{"", "v1", "nodes", "Node", cluster}, status, "no"},
    {{"", "v1", "pods", "Pod", spaced}, status, "po", "all"},
    {{"", "v1", "services", "Service", spaced}, status, "svc", "all"},
    {{"", "v1", "configmaps", "ConfigMap", spaced}, no_parts, "cm"},
    {{"", "v1", "secrets", "Secret", spaced}, no_parts},
    {{"", "v1", "events", "Event", spaced}, no_parts, "ev"},
    {{"", "v1", "serviceaccounts", "ServiceAccount", spaced}, no_parts, "sa"},
    {{"", "v1", "endpoints", "Endpoints", spaced}, no_parts, "ep"},
    {{"", "v1", "persistentvolumes", "PersistentVolume", cluster}, status, "pv"},
    {{"", "v1", "persistentvolumeclaims", "PersistentVolumeClaim", spaced}, status, "pvc"},
    {{"", "v1", "replicationcontrollers", "ReplicationController", spaced}, scaled, "rc", "all"},
    {{"", "v1", "resourcequotas", "ResourceQuota", spaced}, status, "quota"},
    {{"", "v1", "limitranges", "LimitRange", spaced}, no_parts, "limits"},
    {{"apps", "v1", "deployments", "Deployment", spaced}, scaled, "deploy", "all"},
    {{"apps", "v1", "replicasets", "ReplicaSet", spaced}, scaled, "rs", "all"},
    {{"apps", "v1", "statefulsets", "StatefulSet", spaced}, scaled, "sts", "all"},
    {{"apps", "v1", "daemonsets", "DaemonSet", spaced}, status, "ds", "all"},
    {{"apps", "v1", "controllerrevisions", "ControllerRevision", spaced}, no_parts},
    {{"batch", "v1", "jobs", "Job", spaced}, status, "", "all"},
    {{"batch", "v1", "cronjobs", "CronJob", spaced}, status, "cj", "all"},
    {{"autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", spaced}, status, "hpa", "all"},
    {{"policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget", spaced}, status, "pdb", "", strict},
    {{"networking.k8s.io", "v1", "ingresses", "Ingress", spaced}, status, "ing"},
    {{"networking.k8s.io", "v1", "networkpolicies", "NetworkPolicy", spaced}, no_parts, "netpol"},
    {{rbac, "v1", "roles", "Role", spaced}, no_parts},
    {{rbac, "v1", "rolebindings", "RoleBinding", spaced}, no_parts},
    {{rbac, "v1", "clusterroles", "ClusterRole", cluster}, no_parts},
    {{rbac, "v1", "clusterrolebindings", "ClusterRoleBinding", cluster}, no_parts},
    {{"coordination.k8s.io", "v1", "leases", "Lease", spaced}, no_parts, "", "", strict},
    {{"discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", spaced}, no_parts},
    {{"events.k8s.io", "v1", "events", "Event", spaced}, no_parts, "ev"},
    {{"storage.k8s.io", "v1", "storageclasses", "StorageClass", cluster}, no_parts, "sc"},
    {{"scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass", cluster}, no_parts, "pc"},
    {{"apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", cluster},
     status,
     "crd crds",
     "api-extensions",
     strict},
});

} // namespace

std::span<builtin_resource const> builtin_resources() noexcept
{
    return table;
}

builtin_resource const* find_builtin(std::string_view group, std::string_view plural) noexcept
{
    auto const it =
        std::ranges::find_if(table, [&](auto const& b) { return b.of.group == group && b.of.plural == plural; });
    return it == table.end() ? nullptr : &*it;
}

} // namespace coinformer::testing
