#pragma once

#include "history.hpp"

#include <coinformer/api/labels.hpp>
#include <coinformer/api/object.hpp>
#include <coinformer/api/resource.hpp>

#include <boost/describe.hpp>

#include <charconv>

namespace simulation {

/// The projection that the simulation's informers keep.
struct thing_metadata {
    coinformer::text name;
    coinformer::labels labels;
};
struct thing {
    thing_metadata metadata;
    coinformer::labels data;
};
BOOST_DESCRIBE_STRUCT(thing_metadata, (), (name, labels))
BOOST_DESCRIBE_STRUCT(thing, (), (metadata, data))

inline key key_of(coinformer::object_ptr<thing> const& o)
{
    return {std::string(o.key().ns), std::string(o.key().name)};
}

inline state state_of(coinformer::object_ptr<thing> const& o)
{
    state s;
    s.uid = o.uid();
    auto const v = o.resource_version();
    std::from_chars(v.data(), v.data() + v.size(), s.at);
    s.value = o->data.value_or("v", "");
    s.tier = o->metadata.labels.value_or("tier", "");
    return s;
}

inline coinformer::resource resource_named(std::string const& plural)
{
    if (plural == "configmaps") return {.version = "v1", .plural = "configmaps", .kind = "ConfigMap"};
    if (plural == "secrets") return {.version = "v1", .plural = "secrets", .kind = "Secret"};
    return {.group = "sim.example", .version = "v1", .plural = "widgets", .kind = "Widget"};
}

} // namespace simulation
