#pragma once

#include "show_object.hpp"

#include <coinformer/api/object_meta.hpp>

// A projection of a pod with a member of nearly each type.

namespace test::full {

using namespace coinformer;

struct key_selector {
    text name;
    std::optional<text> key;
};
BOOST_DESCRIBE_STRUCT(key_selector, (), (name, key))

struct env_source {
    std::optional<key_selector> secretKeyRef;
};
BOOST_DESCRIBE_STRUCT(env_source, (), (secretKeyRef))

struct env_var {
    text name;
    std::optional<text> value;
    std::optional<env_source> valueFrom;
};
BOOST_DESCRIBE_STRUCT(env_var, (), (name, value, valueFrom))

struct port {
    std::int32_t containerPort = 0;
    std::optional<std::int32_t> hostPort;
    text protocol;
};
BOOST_DESCRIBE_STRUCT(port, (), (containerPort, hostPort, protocol))

struct get_action {
    int_or_string port;
    text path;
};
BOOST_DESCRIBE_STRUCT(get_action, (), (port, path))

struct probe {
    std::optional<get_action> httpGet; // a member of ProbeHandler, which is inlined
    std::chrono::seconds periodSeconds{};
};
BOOST_DESCRIBE_STRUCT(probe, (), (httpGet, periodSeconds))

struct resources {
    coinformer::labels limits;
    std::map<std::string, std::string> requests;
};
BOOST_DESCRIBE_STRUCT(resources, (), (limits, requests))

struct container {
    text name;
    text image;
    list<text> args;
    list<port> ports;
    list<env_var> env;
    resources resources_;
    std::optional<probe> livenessProbe;
    bool tty = false;
    std::optional<bool> stdin_;
};
BOOST_DESCRIBE_STRUCT(container, (), (name, image, args, ports, env, resources_, livenessProbe, tty, stdin_))

struct empty_dir {
    std::optional<quantity> sizeLimit;
};
BOOST_DESCRIBE_STRUCT(empty_dir, (), (sizeLimit))

struct volume {
    text name;
    std::optional<empty_dir> emptyDir; // a member of VolumeSource, which is inlined
};
BOOST_DESCRIBE_STRUCT(volume, (), (name, emptyDir))

struct security_context {
    std::vector<std::int64_t> supplementalGroups;
    std::optional<std::int64_t> runAsUser;
};
BOOST_DESCRIBE_STRUCT(security_context, (), (supplementalGroups, runAsUser))

struct pod_spec {
    list<volume> volumes;
    list<container> containers;
    std::optional<text> nodeName;
    text serviceAccount;
    std::optional<std::int64_t> terminationGracePeriodSeconds;
    bool hostNetwork = false;
    coinformer::labels nodeSelector;
    std::optional<security_context> securityContext;
};
BOOST_DESCRIBE_STRUCT(pod_spec, (),
                      (volumes, containers, nodeName, serviceAccount, terminationGracePeriodSeconds,
                       hostNetwork, nodeSelector, securityContext))

struct condition_entry {
    text type;
    text status;
    std::optional<timestamp> lastProbeTime;
    std::optional<text> lastTransitionTime;
};
BOOST_DESCRIBE_STRUCT(condition_entry, (), (type, status, lastProbeTime, lastTransitionTime))

struct ip {
    text ip_;
};
BOOST_DESCRIBE_STRUCT(ip, (), (ip_))

struct pod_status {
    std::string phase = "Unknown";
    text podIP;
    list<ip> podIPs;
    text hostIP;
    list<condition_entry> conditions;
    std::optional<micro_timestamp> startTime;
};
BOOST_DESCRIBE_STRUCT(pod_status, (), (phase, podIP, podIPs, hostIP, conditions, startTime))

struct pod {
    object_meta metadata;
    pod_spec spec;
    pod_status status;
};
BOOST_DESCRIBE_STRUCT(pod, (), (metadata, spec, status))

} // namespace test::full
