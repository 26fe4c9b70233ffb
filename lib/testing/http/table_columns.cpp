#include "testing/http/table_columns.hpp"

#include "testing/formats/printer_column.hpp"
#include "testing/formats/time_text.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <span>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

/// One column of a built-in resource.
struct table_column {
    std::string_view name;
    std::string_view description;
    json::value (*cell)(json::object const& body, wall_time now);
    int priority = 0; // 1: shown only with `-o wide`
};

std::string_view view(json::string const& s)
{
    return {s.data(), s.size()};
}

// Returns the value at a path such as "status.phase", or null if there is none.
json::value const* find(json::object const& body, std::string_view path)
{
    auto const* in = &body;
    for (;;) {
        auto const name = path.substr(0, path.find('.'));
        auto const* v = in->if_contains(name);
        if (!v || name.size() == path.size()) return v;
        if (!v->is_object()) return nullptr;
        in = &v->get_object();
        path.remove_prefix(name.size() + 1);
    }
}

std::string text_at_path(json::object const& body, std::string_view path, std::string_view otherwise = {})
{
    auto const* v = find(body, path);
    return std::string(v && v->is_string() && !v->get_string().empty() ? view(v->get_string()) : otherwise);
}

std::int64_t number_at_path(json::object const& body, std::string_view path)
{
    auto const* v = find(body, path);
    return v && v->is_int64() ? v->get_int64() : 0;
}

std::size_t members(json::object const& body, std::string_view path)
{
    auto const* v = find(body, path);
    return v && v->is_object() ? v->get_object().size() : 0;
}

template <class Visit>
void each(json::object const& body, std::string_view path, Visit visit)
{
    auto const* v = find(body, path);
    if (!v || !v->is_array()) return;
    for (auto const& element : v->get_array())
        if (element.is_object()) visit(element.get_object());
}

void enumerate(std::string& list, std::string_view item)
{
    if (!list.empty()) list += ',';
    list += item;
}

std::string joined(json::object const& body, std::string_view path, std::string_view member)
{
    std::string list;
    each(body, path, [&](json::object const& o) { enumerate(list, text_at_path(o, member)); });
    return list;
}

std::string labels(json::object const& body, std::string_view path)
{
    std::string list;
    if (auto const* v = find(body, path); v && v->is_object())
        for (auto const& [key, value] : v->get_object())
            enumerate(list, std::string(key) + "=" +
                                (value.is_string() ? std::string(view(value.get_string())) : ""));
    return list.empty() ? "<none>" : list;
}

json::value name_cell(json::object const& body, wall_time)
{
    return json::value(text_at_path(body, "metadata.name"));
}

json::value age(json::object const& body, wall_time now)
{
    auto const created = parse_rfc3339(text_at_path(body, "metadata.creationTimestamp"));
    return json::value(created ? short_age(*created, now) : "<unknown>");
}

template <std::size_t N>
struct column_path {
    constexpr column_path(char const (&s)[N]) { std::copy_n(s, N, chars); }
    char chars[N];
};

template <column_path Path>
json::value member(json::object const& body, wall_time)
{
    return json::value(text_at_path(body, Path.chars, "<none>"));
}

template <column_path Path>
json::value count(json::object const& body, wall_time)
{
    return json::value(number_at_path(body, Path.chars));
}

json::value pod_ready(json::object const& body, wall_time)
{
    int total = 0, ready = 0;
    each(body, "spec.containers", [&](json::object const&) { ++total; });
    each(body, "status.containerStatuses", [&](json::object const& c) {
        auto const* v = c.if_contains("ready");
        ready += v && v->is_bool() && v->get_bool();
    });
    return json::value(std::to_string(ready) + "/" + std::to_string(total));
}

json::value pod_status(json::object const& body, wall_time)
{
    if (find(body, "metadata.deletionTimestamp")) return json::value("Terminating");
    auto reason = text_at_path(body, "status.reason", text_at_path(body, "status.phase"));
    each(body, "status.containerStatuses", [&](json::object const& c) {
        reason = text_at_path(c, "state.terminated.reason", text_at_path(c, "state.waiting.reason", reason));
    });
    return json::value(reason);
}

json::value pod_restarts(json::object const& body, wall_time)
{
    std::int64_t n = 0;
    each(body, "status.containerStatuses",
         [&](json::object const& c) { n += number_at_path(c, "restartCount"); });
    return json::value(std::to_string(n));
}

json::value deployment_ready(json::object const& body, wall_time)
{
    return json::value(std::to_string(number_at_path(body, "status.readyReplicas")) + "/" +
                       std::to_string(number_at_path(body, "spec.replicas")));
}

template <column_path Member>
json::value of_containers(json::object const& body, wall_time)
{
    return json::value(joined(body, "spec.template.spec.containers", Member.chars));
}

template <column_path Path>
json::value label_list(json::object const& body, wall_time)
{
    return json::value(labels(body, Path.chars));
}

json::value node_status(json::object const& body, wall_time)
{
    std::string status;
    each(body, "status.conditions", [&](json::object const& c) {
        if (text_at_path(c, "type") == "Ready")
            status = text_at_path(c, "status") == "True" ? "Ready" : "NotReady";
    });
    if (status.empty()) status = "Unknown";
    if (auto const* v = find(body, "spec.unschedulable"); v && *v == true) status += ",SchedulingDisabled";
    return json::value(status);
}

json::value node_roles(json::object const& body, wall_time)
{
    constexpr std::string_view prefix = "node-role.kubernetes.io/";
    std::set<std::string> roles;
    if (auto const* v = find(body, "metadata.labels"); v && v->is_object())
        for (auto const& label : v->get_object()) {
            auto const key = std::string_view(label.key().data(), label.key().size());
            if (key.starts_with(prefix) && key.size() > prefix.size())
                roles.emplace(key.substr(prefix.size()));
        }
    std::string list;
    for (auto const& role : roles) enumerate(list, role);
    return json::value(list.empty() ? "<none>" : list);
}

json::value service_address(json::object const& body, wall_time)
{
    auto const* all = find(body, "spec.clusterIPs");
    if (all && all->is_array() && !all->get_array().empty()) return all->get_array().front();
    return json::value(text_at_path(body, "spec.clusterIP", "<none>"));
}

json::value service_outside(json::object const& body, wall_time)
{
    auto list = text_at_path(body, "spec.externalName");
    each(body, "status.loadBalancer.ingress",
         [&](json::object const& i) { enumerate(list, text_at_path(i, "ip", text_at_path(i, "hostname"))); });
    if (list.empty() && text_at_path(body, "spec.type") == "LoadBalancer") list = "<pending>";
    return json::value(list.empty() ? "<none>" : list);
}

json::value service_ports(json::object const& body, wall_time)
{
    std::string list;
    each(body, "spec.ports", [&](json::object const& p) {
        auto port = std::to_string(number_at_path(p, "port"));
        if (auto const on_node = number_at_path(p, "nodePort"); on_node != 0)
            port += ":" + std::to_string(on_node);
        enumerate(list, port + "/" + text_at_path(p, "protocol", "TCP"));
    });
    return json::value(list.empty() ? "<none>" : list);
}

json::value data_count(json::object const& body, wall_time)
{
    return json::value(std::to_string(members(body, "data") + members(body, "binaryData")));
}

constexpr std::string_view about_name = "Name must be unique within a namespace.";
constexpr std::string_view about_age = "How long ago the object was created.";
constexpr table_column name_column{"Name", about_name, &name_cell};
constexpr table_column age_column{"Age", about_age, &age};

constexpr auto for_any = std::to_array<table_column>({name_column, age_column});
constexpr auto for_pods = std::to_array<table_column>({
    name_column,
    {"Ready", "Containers that are ready, of all.", &pod_ready},
    {"Status", "The pod's state.", &pod_status},
    {"Restarts", "Restarts of its containers.", &pod_restarts},
    age_column,
    {"IP", "The pod's address.", &member<"status.podIP">, 1},
    {"Node", "Where it runs.", &member<"spec.nodeName">, 1},
});
constexpr auto for_deployments = std::to_array<table_column>({
    name_column,
    {"Ready", "Pods that are ready, of the desired.", &deployment_ready},
    {"Up-to-date", "Pods of the newest template.", &count<"status.updatedReplicas">},
    {"Available", "Pods that have been ready long enough.", &count<"status.availableReplicas">},
    age_column,
    {"Containers", "Names of the template's containers.", &of_containers<"name">, 1},
    {"Images", "Images of the template's containers.", &of_containers<"image">, 1},
    {"Selector", "Which pods are its own.", &label_list<"spec.selector.matchLabels">, 1},
});
constexpr auto for_nodes = std::to_array<table_column>({
    name_column,
    {"Status", "The node's state.", &node_status},
    {"Roles", "The node's roles.", &node_roles},
    age_column,
    {"Version", "Kubelet's version.", &member<"status.nodeInfo.kubeletVersion">},
});
constexpr auto for_services = std::to_array<table_column>({
    name_column,
    {"Type", "How it is exposed.", &member<"spec.type">},
    {"Cluster-IP", "Its address in the cluster.", &service_address},
    {"External-IP", "Its addresses outside.", &service_outside},
    {"Port(s)", "Its ports.", &service_ports},
    age_column,
    {"Selector", "Which pods it leads to.", &label_list<"spec.selector">, 1},
});
constexpr auto for_namespaces = std::to_array<table_column>({
    name_column,
    {"Status", "Active or Terminating.", &member<"status.phase">},
    age_column,
});
constexpr auto for_configmaps = std::to_array<table_column>({
    name_column,
    {"Data", "How many entries.", &data_count},
    age_column,
});

std::span<table_column const> columns_of(served_resource const& of)
{
    if (!of.columns.empty()) return std::span(for_any).first(1);
    if (of.group == "apps" && of.plural == "deployments") return for_deployments;
    if (!of.group.empty()) return for_any;
    if (of.plural == "pods") return for_pods;
    if (of.plural == "nodes") return for_nodes;
    if (of.plural == "services") return for_services;
    if (of.plural == "namespaces") return for_namespaces;
    if (of.plural == "configmaps") return for_configmaps;
    return for_any;
}

json::object definition(std::string_view name, std::string_view type, std::string_view format,
                        std::string_view description, int priority)
{
    json::object d;
    d["name"] = name;
    d["type"] = type;
    d["format"] = format;
    d["description"] = description;
    d["priority"] = priority;
    return d;
}

} // namespace

json::array column_definitions(served_resource const& of)
{
    json::array all;
    for (auto const& c : columns_of(of))
        all.push_back(definition(c.name, c.name == "Age" && !of.built_in() ? "date" : "string",
                                 c.name == "Name" ? "name" : "", c.description, c.priority));
    for (auto const& c : of.columns)
        all.push_back(definition(c.name, c.type, c.format, c.description, static_cast<int>(c.priority)));
    return all;
}

json::array cells_of(served_resource const& of, json::object const& body, wall_time now)
{
    json::array cells;
    for (auto const& c : columns_of(of)) cells.push_back(c.cell(body, now));
    for (auto const& c : of.columns) cells.push_back(c.cell(body, now));
    return cells;
}

} // namespace coinformer::testing::detail
