#include "colors_plugin.h"

#include <coinformer/cache/background_informers.hpp>
#include <coinformer/core/release_for_unload.hpp>

#include <boost/describe.hpp>

#include <cstdio>
#include <exception>
#include <map>
#include <string>

struct config_map {
    std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(config_map, (), (data))
template <>
inline constexpr coinformer::resource coinformer::resource_of<config_map>{
    .version = "v1", .plural = "configmaps", .kind = "ConfigMap"};

// [plugin]
struct colors_plugin {
    explicit colors_plugin(char const* server) : cluster(coinformer::endpoint{.server = server})
    {
        cluster.start();
    }

    coinformer::background_informers cluster; // its destructor joins the only thread
    coinformer::informer_handle<config_map> known = cluster.factory().of<config_map>();
};

colors_plugin* colors_plugin_start(char const* server) noexcept
try {
    return new colors_plugin(server);
} catch (std::exception const& e) {
    std::fprintf(stderr, "the plugin cannot start: %s\n", e.what());
    return nullptr;
}

int colors_plugin_wait(colors_plugin* plugin, int milliseconds) noexcept
try {
    return plugin->cluster.wait_for_sync(std::chrono::milliseconds(milliseconds)).empty() ? 1 : 0;
} catch (std::exception const&) {
    return 0;
}

void colors_plugin_get(colors_plugin* plugin, char const* name, char* color, unsigned size) noexcept
{
    auto const found =
        plugin->known.lister().get("shop", name); // keeps the object until the end of this call
    auto const has_color = found && found->data.contains("color");
    std::snprintf(color, size, "%s", has_color ? found->data.at("color").c_str() : "");
}

void colors_plugin_stop(colors_plugin* plugin) noexcept
{
    delete plugin;
}

void colors_plugin_unload() noexcept
{
    coinformer::release_for_unload();
}
// [plugin]
