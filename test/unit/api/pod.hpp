#pragma once

#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/projection.hpp>

#include <string>
#include <string_view>

// The projection that most tests of this folder decode, and JSON for it.

namespace test {

struct container {
    coinformer::text name;
    coinformer::text image;
    coinformer::list<std::int32_t> ports;
};
BOOST_DESCRIBE_STRUCT(container, (), (name, image, ports))

struct pod_spec {
    std::optional<coinformer::text> nodeName;
    std::int32_t replicas = 1;
    coinformer::list<container> containers;
    coinformer::labels nodeSelector;
};
BOOST_DESCRIBE_STRUCT(pod_spec, (), (nodeName, replicas, containers, nodeSelector))

struct pod {
    coinformer::object_meta metadata;
    pod_spec spec;
};
BOOST_DESCRIBE_STRUCT(pod, (), (metadata, spec))

inline coinformer::detail::object_type const& pod_type()
{
    return coinformer::detail::object_type_of<pod>();
}

/// Returns {"metadata":{"name":…},<more>}.
inline std::string pod_json(std::string_view name, std::string_view version, std::string_view more = {})
{
    std::string json = R"({"metadata":{"name":")";
    json.append(name).append(R"(","namespace":"shop","uid":"u-)").append(name);
    json.append(R"(","resourceVersion":")").append(version).append("\"}");
    if (!more.empty()) json.append(",").append(more);
    return json + "}";
}

} // namespace test
