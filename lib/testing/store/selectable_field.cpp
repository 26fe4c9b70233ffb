#include "testing/store/selectable_field.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace coinformer::testing::detail {

namespace {

// A label that objects of one built-in kind can be selected by.
struct selectable_fields_of_kind {
    std::string_view group, plural, label;
    std::string_view path = {}; // empty: as the label
    std::string_view absent = {};
};

constexpr std::string_view events_group = "events.k8s.io";

// The labels of kube-apiserver 1.37, without metadata.name and metadata.namespace.
constexpr auto selectable_field_table = std::to_array<selectable_fields_of_kind>({
    {"", "namespaces", "status.phase"},
    {"", "nodes", "spec.unschedulable", "", "false"},
    {"", "pods", "spec.nodeName"},
    {"", "pods", "spec.restartPolicy", "", "Always"},
    {"", "pods", "spec.schedulerName", "", "default-scheduler"},
    {"", "pods", "spec.serviceAccountName"},
    {"", "pods", "spec.hostNetwork", "", "false"},
    {"", "pods", "status.nominatedNodeName"},
    {"", "pods", "status.phase", "", "Pending"},
    {"", "pods", "status.podIP"},
    {"", "secrets", "type", "", "Opaque"},
    {"", "services", "spec.clusterIP"},
    {"", "services", "spec.type"},
    {"", "replicationcontrollers", "status.replicas", "", "0"},
    {"apps", "replicasets", "status.replicas", "", "0"},
    {"batch", "jobs", "status.successful", "status.succeeded", "0"},
    {"", "events", "involvedObject.kind"},
    {"", "events", "involvedObject.namespace"},
    {"", "events", "involvedObject.name"},
    {"", "events", "involvedObject.uid"},
    {"", "events", "involvedObject.apiVersion"},
    {"", "events", "involvedObject.resourceVersion"},
    {"", "events", "involvedObject.fieldPath"},
    {"", "events", "reason"},
    {"", "events", "reportingComponent"},
    {"", "events", "source", "source.component"},
    {"", "events", "type"},
    {events_group, "events", "regarding.kind"},
    {events_group, "events", "regarding.namespace"},
    {events_group, "events", "regarding.name"},
    {events_group, "events", "regarding.uid"},
    {events_group, "events", "regarding.apiVersion"},
    {events_group, "events", "regarding.resourceVersion"},
    {events_group, "events", "regarding.fieldPath"},
    {events_group, "events", "reason"},
    {events_group, "events", "reportingController"},
    {events_group, "events", "type"},
});

} // namespace

selectable_field find_selectable(served_resource const& of, std::string_view label)
{
    auto const has_own = std::ranges::any_of(selectable_field_table, [&](selectable_fields_of_kind const& e) {
        return e.group == of.group && e.plural == of.plural;
    });
    if (label == "metadata.name") return {label};
    if (label == "metadata.namespace" && (of.where == scope::namespaced || !has_own)) return {label};
    auto const it = std::ranges::find_if(selectable_field_table, [&](selectable_fields_of_kind const& e) {
        return e.group == of.group && e.plural == of.plural && e.label == label;
    });
    if (it != selectable_field_table.end()) return {it->path.empty() ? it->label : it->path, it->absent};
    auto const own = std::ranges::find(of.selectable_fields, label);
    if (own != of.selectable_fields.end()) return {*own};
    if (has_own || of.custom) throw bad_request("field label not supported: " + std::string(label));
    throw bad_request("\"" + std::string(label) +
                      R"(" is not a known field selector: only "metadata.name", "metadata.namespace")");
}

} // namespace coinformer::testing::detail
