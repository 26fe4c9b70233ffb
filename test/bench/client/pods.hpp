#pragma once

#include <coinformer/api/dynamic_object.hpp>
#include <coinformer/api/interned_text.hpp>
#include <coinformer/api/labels.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/api/whole_object.hpp>

#include <boost/describe.hpp>

#include <concepts>

/// About ten fields of a Pod. Name, namespace, UID and version are in the object_ptr, declared or not.
struct pod_annotations {
    coinformer::key<"bench/ts", coinformer::text> stamp;
};
struct pod_metadata {
    coinformer::labels labels;
    pod_annotations annotations;
};
struct container {
    coinformer::interned_text name;
    coinformer::text image;
};
struct pod_spec {
    coinformer::interned_text nodeName;
    coinformer::list<container> containers;
};
struct condition {
    coinformer::interned_text status;
};
struct pod_status {
    coinformer::interned_text phase;
    coinformer::text podIP;
    coinformer::element<"type", "Ready", condition> conditions;
};
struct pod {
    pod_metadata metadata;
    pod_spec spec;
    pod_status status;
};
BOOST_DESCRIBE_STRUCT(pod_annotations, (), (stamp))
BOOST_DESCRIBE_STRUCT(pod_metadata, (), (labels, annotations))
BOOST_DESCRIBE_STRUCT(container, (), (name, image))
BOOST_DESCRIBE_STRUCT(pod_spec, (), (nodeName, containers))
BOOST_DESCRIBE_STRUCT(condition, (), (status))
BOOST_DESCRIBE_STRUCT(pod_status, (), (phase, podIP, conditions))
BOOST_DESCRIBE_STRUCT(pod, (), (metadata, spec, status))

/// The whole Pod except managedFields, of which fields are read when they are asked for.
struct whole_pod {
    coinformer::whole_object object;
};
BOOST_DESCRIBE_STRUCT(whole_pod, (), (object))

/// The same, compressed, in less memory.
struct compressed_pod {
    coinformer::compressed_object object;
};
BOOST_DESCRIBE_STRUCT(compressed_pod, (), (object))

template <>
inline constexpr coinformer::resource coinformer::resource_of<pod>{
    .version = "v1", .plural = "pods", .kind = "Pod"};
template <>
inline constexpr coinformer::resource coinformer::resource_of<whole_pod> = coinformer::resource_of<pod>;
template <>
inline constexpr coinformer::resource coinformer::resource_of<compressed_pod> = coinformer::resource_of<pod>;

/// Returns the annotation bench/ts: when synthapi sent this state; zeros in a list.
inline std::string_view stamp_of(pod const& p)
{
    return *p.metadata.annotations.stamp;
}
template <class T>
concept keeps_all = std::same_as<T, whole_pod> || std::same_as<T, compressed_pod>;
std::string_view stamp_of(keeps_all auto const& p)
{
    static std::string room; // this program has one thread
    return p.object.annotation("bench/ts", room).value_or(std::string_view());
}
inline std::string_view stamp_of(coinformer::dynamic_object const&)
{
    return {};
}
