#pragma once

#include <coinformer/api/common_memory.hpp>
#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/discovery.hpp>
#include <coinformer/api/dynamic_object.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/pager.hpp>
#include <coinformer/api/retry_on_conflict.hpp>
#include <coinformer/api/shard_ranges.hpp>
#include <coinformer/api/transform.hpp>
#include <coinformer/api/watcher.hpp>
#include <coinformer/api/whole_object.hpp>
#include <coinformer/cache/background_informers.hpp>
#include <coinformer/cache/informer_factory.hpp>
#include <coinformer/controller/controller.hpp>
#include <coinformer/controller/event_recorder.hpp>
#include <coinformer/controller/leader_election.hpp>
#include <coinformer/controller/predicates.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/core/shielded.hpp>
#include <coinformer/fleet/cluster_feed.hpp>
#include <coinformer/parts/fan_out.hpp>
#include <coinformer/parts/reflector.hpp>
#include <coinformer/shard/shard_group.hpp>
#include <coinformer/status_page/status_page_server.hpp>
#include <coinformer/testing/fake_cluster.hpp>
#include <coinformer/testing/manual_source.hpp>
#include <coinformer/testing/recorded_cluster.hpp>
#include <coinformer/testing/unknown_fields.hpp>
#include <coinformer/transport/kubeconfig.hpp>
#include <coinformer/transport/token_source.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/describe.hpp>

#if __has_include(<prometheus/exposer.h>)
#include <coinformer/prometheus/collector.hpp>

#include <prometheus/exposer.h>
#endif

#include <iostream>
#include <string>
#include <string_view>

// The names that the examples in the comments of the public headers use and do not declare. Nothing here is
// defined, because the examples are compiled and never run.

namespace coinformer {

using namespace std::chrono_literals;

struct pod_condition {
    text status;
};
BOOST_DESCRIBE_STRUCT(pod_condition, (), (status))
struct pod_phase {
    text phase, podIP;
};
BOOST_DESCRIBE_STRUCT(pod_phase, (), (phase, podIP))
struct pod_address { // made of a pod
    std::string ip;
};
struct pod {
    object_meta metadata;
    pod_phase status;
};
BOOST_DESCRIBE_STRUCT(pod, (), (metadata, status))
template <>
inline constexpr resource resource_of<pod>{.version = "v1", .plural = "pods", .kind = "Pod"};

struct widget_spec {
    std::int32_t size = 0;
};
BOOST_DESCRIBE_STRUCT(widget_spec, (), (size))
struct widget {
    object_meta metadata;
    widget_spec spec;
};
BOOST_DESCRIBE_STRUCT(widget, (), (metadata, spec))
template <>
inline constexpr resource resource_of<widget>{
    .group = "example.io", .version = "v1", .plural = "widgets", .kind = "Widget"};

struct deployment {
    object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(deployment, (), (metadata))
template <>
inline constexpr resource resource_of<deployment>{
    .group = "apps", .version = "v1", .plural = "deployments", .kind = "Deployment"};
struct replica_set {
    object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(replica_set, (), (metadata))
template <>
inline constexpr resource resource_of<replica_set>{
    .group = "apps", .version = "v1", .plural = "replicasets", .kind = "ReplicaSet"};

struct config_map; // the members of this one are compiled into a library

extern environment env;
extern boost::asio::io_context io;
extern metrics_registry registry;
extern metrics_visitor& my_visitor;
extern client& api;
extern nursery work;
extern informer_factory factory;
extern shared_informer<pod> pods;
extern shared_informer<deployment> deployments;
extern shared_informer<replica_set> replica_sets;
extern controller<> rollouts;
extern controller<cluster_key> all_rollouts;
extern work_queue<std::string> queue;
extern object_ptr<widget> full_disk;
extern whole_object const& whole;
extern pod one_pod;
extern std::string pod_name;
extern testing::api_server server;
extern testing::memory_network network;

void started(pod const&);
void log(std::string_view key, std::string_view message);
std::string text_of(std::string_view file);
pod_address address_of(pod const&);
task<> handle(std::string_view key);
task<std::string> receive();
task<> serve(informer_factory&);
task<> service(executor);
task<reconcile_result> reconcile(client&, lister<deployment>, object_name);

} // namespace coinformer

void CHECK(bool);
