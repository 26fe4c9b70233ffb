#pragma once

// A correct projection that many of the mistakes use.
#include <coinformer/api/object_meta.hpp>
#include <coinformer/cache/informer_factory.hpp>

#include <boost/describe.hpp>

struct pod {
    coinformer::object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(pod, (), (metadata))
template <>
inline constexpr coinformer::resource coinformer::resource_of<pod>{
    .version = "v1", .plural = "pods", .kind = "Pod"};
