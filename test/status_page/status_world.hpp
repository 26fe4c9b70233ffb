#pragma once

#include <coinformer/api/object_meta.hpp>
#include <coinformer/cache/informer_factory.hpp>
#include <coinformer/status_page/status_page.hpp>
#include <coinformer/testing/fake_cluster.hpp>

#include <boost/describe.hpp>
#include <boost/json.hpp>

#include <map>
#include <optional>
#include <string>

namespace status_world_kinds {

struct config_map {
    coinformer::object_meta metadata;
    std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(config_map, (), (metadata, data))

struct pod {
    coinformer::object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(pod, (), (metadata))

struct secret {
    coinformer::object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(secret, (), (metadata))

} // namespace status_world_kinds

template <>
inline constexpr coinformer::resource coinformer::resource_of<status_world_kinds::config_map>{
    .version = "v1", .plural = "configmaps", .kind = "ConfigMap"};
template <>
inline constexpr coinformer::resource coinformer::resource_of<status_world_kinds::pod>{
    .version = "v1", .plural = "pods", .kind = "Pod"};
template <>
inline constexpr coinformer::resource coinformer::resource_of<status_world_kinds::secret>{
    .version = "v1", .plural = "secrets", .kind = "Secret"};

/// A registry that outlives the cluster.
struct status_world_registry {
    coinformer::metrics_registry registry;
};

/// A cluster in virtual time with a factory and a status page, for tests and for pictures of the page.
struct status_world : status_world_registry, coinformer::testing::fake_cluster {
    using config_map = status_world_kinds::config_map;
    using pod = status_world_kinds::pod;
    using secret = status_world_kinds::secret;

    explicit status_world(coinformer::status_page_options options = {},
                          coinformer::testing::api_server_options server_options = {})
        : fake_cluster(std::move(server_options),
                       {.log = &coinformer::no_log(), .seed = 7, .metrics = &registry}),
          page(std::in_place, env, options)
    {
        page->show(*factory);
    }

    static std::string object(std::string const& name, std::string const& ns = "shop")
    {
        return R"({"metadata":{"name":")" + name + R"(","namespace":")" + ns + R"("},"data":{"v":"1"}})";
    }
    template <class T>
    void put(std::string const& name)
    {
        server.create(coinformer::resource_of<T>, object(name));
    }
    template <class T>
    void change(std::string const& name)
    {
        auto const patch = R"({"metadata":{"annotations":{"n":")" + std::to_string(++changes) + R"("}}})";
        server.patch(coinformer::resource_of<T>, {"shop", name}, patch);
    }

    /// Runs the factory and the page, and lets two seconds pass.
    void begin()
    {
        running.emplace(io, time, factory->run());
        looking.emplace(io, time, page->run());
        time.run_for(std::chrono::seconds(2));
    }
    std::string json() const { return page->answer("/status.json").body; }
    boost::json::object status() const { return boost::json::parse(json()).as_object(); }
    /// The collection with this id.
    boost::json::object collection(std::string_view id) const
    {
        auto const all = status();
        for (auto const& c : all.at("collections").as_array())
            if (c.at("id").as_string() == id) return c.as_object();
        return {};
    }

    int changes = 0;
    std::optional<coinformer::informer_factory> factory{std::in_place, api};
    std::optional<coinformer::status_page> page;
    std::optional<coinformer::testing::background> running, looking;
};
