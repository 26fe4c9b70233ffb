#pragma once

#include <coinformer/api/dynamic_object.hpp>
#include <coinformer/api/interned_text.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/whole_object.hpp>

#include <boost/describe.hpp>

// Every kind of member, and members within members.

namespace fuzz {

using coinformer::element;
using coinformer::interned_text;
using coinformer::key;
using coinformer::list;
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
struct spec {
    std::optional<element<"name", "a", container>> containers;
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
BOOST_DESCRIBE_STRUCT(spec, (), (containers, nodeSelector, table, value, amount, real, flag, wait, rows))
BOOST_DESCRIBE_STRUCT(status, (), (conditions, phase, raw))
BOOST_DESCRIBE_STRUCT(object, (), (metadata, spec, status, all))

/// Of a Pod, what protobuf has, too.
struct pod_status {
    element<"type", "Ready", condition> conditions;
    text phase;
    text podIP;
};
struct pod_spec {
    std::optional<element<"name", "a", container>> containers;
    coinformer::labels nodeSelector;
    interned_text nodeName;
};
struct pod {
    fuzz::metadata metadata;
    pod_spec spec;
    pod_status status;
};
BOOST_DESCRIBE_STRUCT(pod_status, (), (conditions, phase, podIP))
BOOST_DESCRIBE_STRUCT(pod_spec, (), (containers, nodeSelector, nodeName))
BOOST_DESCRIBE_STRUCT(pod, (), (metadata, spec, status))

} // namespace fuzz
