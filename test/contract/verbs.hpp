#pragma once

#include "world.hpp"

#include <boost/json.hpp>

namespace json = boost::json;

inline constexpr resource deployments{
    .group = "apps", .version = "v1", .plural = "deployments", .kind = "Deployment"};
inline constexpr resource definitions{"apiextensions.k8s.io", "v1", "customresourcedefinitions",
                                      "CustomResourceDefinition", scope::cluster};

struct verbs : world {
    verbs()
    {
        put("a", "1");
        server.create(deployments,
                      R"({"metadata":{"name":"web","namespace":"shop"},"spec":{"replicas":3,"paused":true,
            "template":{"spec":{"containers":[{"name":"web","image":"web:1"},{"name":"log","image":"log:1"}]}}}})");
    }

    json::value stored(resource const& of, std::string_view name) const
    {
        return json::parse(server.get(of, {"shop", name}));
    }
    std::string text_at(resource const& of, std::string_view name, std::string_view pointer) const
    {
        return json::serialize(stored(of, name).at_pointer(pointer));
    }
    error_code code_of(task<std::string> body) { return refusal_of(std::move(body)).code(); }
    std::string what_of(task<std::string> body) { return refusal_of(std::move(body)).what(); }
    api_error refusal_of(task<std::string> body)
    {
        try {
            run(std::move(body));
        } catch (api_error const& e) {
            return e;
        }
        return api_error({}, "not refused");
    }
    std::string version_of(std::string_view name) const
    {
        return std::string(stored(config_maps, name).at_pointer("/metadata/resourceVersion").as_string());
    }
};
