#pragma once

#include <coinformer/api/dynamic_object.hpp>
#include <coinformer/api/interned_text.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/whole_object.hpp>

#include <boost/describe.hpp>

// The projections of the fuzz targets: they have every kind of member, and members within members.

namespace fuzz {

using coinformer::boxed;
using coinformer::element;
using coinformer::interned_text;
using coinformer::key;
using coinformer::list;
using coinformer::map;
using coinformer::text;

struct annotations {
    key<"a.b/c", text> one;
    key<"n", std::optional<interned_text>> two;
};
struct metadata {
    coinformer::labels labels;
    fuzz::annotations annotations;
    coinformer::timestamp creationTimestamp{};
    list<coinformer::owner_reference> ownerReferences;
};
struct condition {
    interned_text status;
    coinformer::timestamp lastTransitionTime{};
    coinformer::required<text> reason;
};
struct port {
    std::int32_t containerPort = 0;
    text protocol;
};
struct container {
    text image;
    list<text> args;
    element<"name", "a", port> ports;
    std::vector<std::string> command;
};
/// The member types of which the generated kinds are made.
struct view {
    struct device {
        map<coinformer::quantity> capacity;
        boxed<port> main;
    };
    bool default_ = false; // named like a keyword
    boxed<device> device_;
    map<device> devices;
    map<coinformer::raw_json> loose;
    map<coinformer::timestamp> times;
    list<device> rows;
    list<coinformer::quantity> amounts;
    list<coinformer::raw_json> any;
    std::optional<coinformer::quantity> amount;
    std::optional<coinformer::int_or_string> target;
    std::optional<coinformer::timestamp> since;
    std::optional<coinformer::micro_timestamp> renewed;
};
struct spec {
    std::optional<element<"name", "a", container>> containers;
    boxed<fuzz::view> view;
    coinformer::labels nodeSelector;
    std::map<std::string, std::int64_t> table;
    coinformer::int_or_string value;
    coinformer::quantity amount;
    double real = 0;
    bool flag = false;
    std::chrono::seconds wait{};
    list<element<"name", "a", port>> rows;
};
struct status {
    element<"type", "Ready", condition> conditions;
    text phase;
    coinformer::raw_json raw;
};
struct object {
    fuzz::metadata metadata;
    fuzz::spec spec;
    fuzz::status status;
    coinformer::whole_object all;
};
BOOST_DESCRIBE_STRUCT(annotations, (), (one, two))
BOOST_DESCRIBE_STRUCT(metadata, (), (labels, annotations, creationTimestamp, ownerReferences))
BOOST_DESCRIBE_STRUCT(condition, (), (status, lastTransitionTime, reason))
BOOST_DESCRIBE_STRUCT(port, (), (containerPort, protocol))
BOOST_DESCRIBE_STRUCT(container, (), (image, args, ports, command))
BOOST_DESCRIBE_STRUCT(view::device, (), (capacity, main))
BOOST_DESCRIBE_STRUCT(view, (),
                      (default_, device_, devices, loose, times, rows, amounts, any, amount, target, since,
                       renewed))
BOOST_DESCRIBE_STRUCT(spec, (),
                      (containers, view, nodeSelector, table, value, amount, real, flag, wait, rows))
BOOST_DESCRIBE_STRUCT(status, (), (conditions, phase, raw))
BOOST_DESCRIBE_STRUCT(object, (), (metadata, spec, status, all))

/// The part of a Pod that protobuf has, too.
struct pod_status {
    element<"type", "Ready", condition> conditions;
    text phase;
    text podIP;
};
struct port_action {
    coinformer::int_or_string port;
};
struct probe {
    boxed<port_action> httpGet;
    std::optional<std::int32_t> periodSeconds;
};
struct resources {
    map<coinformer::quantity> limits;
};
struct any_container {
    text name;
    fuzz::resources resources;
    boxed<probe> livenessProbe;
    list<port> ports;
};
struct security {
    std::optional<std::int64_t> runAsUser;
    list<std::int64_t> supplementalGroups;
};
struct pod_spec {
    std::optional<element<"name", "a", container>> containers;
    list<any_container> initContainers;
    boxed<security> securityContext;
    coinformer::labels nodeSelector;
    interned_text nodeName;
};
struct pod {
    fuzz::metadata metadata;
    pod_spec spec;
    pod_status status;
};
BOOST_DESCRIBE_STRUCT(pod_status, (), (conditions, phase, podIP))
BOOST_DESCRIBE_STRUCT(port_action, (), (port))
BOOST_DESCRIBE_STRUCT(probe, (), (httpGet, periodSeconds))
BOOST_DESCRIBE_STRUCT(resources, (), (limits))
BOOST_DESCRIBE_STRUCT(any_container, (), (name, resources, livenessProbe, ports))
BOOST_DESCRIBE_STRUCT(security, (), (runAsUser, supplementalGroups))
BOOST_DESCRIBE_STRUCT(pod_spec, (), (containers, initContainers, securityContext, nodeSelector, nodeName))
BOOST_DESCRIBE_STRUCT(pod, (), (metadata, spec, status))

} // namespace fuzz
