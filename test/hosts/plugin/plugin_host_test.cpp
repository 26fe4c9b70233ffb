// A plugin with informers is loaded and unloaded again and again. It leaves no thread, no file descriptor and
// none of its code, memory or static state behind. Under the address sanitizer a leak of the plugin fails
// this program, too.

#include "../hosts.hpp"
#include "colors_plugin.h"

#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <malloc.h>

#include "catch.hpp"

namespace {

std::ptrdiff_t entries_of(char const* directory)
{
    return std::distance(std::filesystem::directory_iterator(directory),
                         std::filesystem::directory_iterator());
}

bool plugin_is_mapped()
{
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
        if (line.find("libcolors_plugin") != line.npos) return true;
    return false;
}

/// The plugin while it is loaded.
class loaded_plugin {
public:
    loaded_plugin() : library_(dlopen(COLORS_PLUGIN, RTLD_NOW | RTLD_LOCAL))
    {
        if (!library_) throw std::runtime_error(dlerror());
    }
    loaded_plugin(loaded_plugin const&) = delete;
    ~loaded_plugin() { dlclose(library_); }

    template <class F>
    F* find(char const* name) const
    {
        auto* const found = reinterpret_cast<F*>(dlsym(library_, name));
        if (!found) throw std::runtime_error(dlerror());
        return found;
    }

private:
    void* library_;
};

// Loads the plugin, uses it, and unloads it.
std::string color_by_plugin(loopback_cluster const& cluster, int milliseconds)
{
    loaded_plugin const library;
    auto* const plugin =
        library.find<decltype(colors_plugin_start)>("colors_plugin_start")(cluster.endpoint().server.c_str());
    REQUIRE(plugin);
    std::string answer = "not read yet";
    if (library.find<decltype(colors_plugin_wait)>("colors_plugin_wait")(plugin, milliseconds) == 1) {
        char color[32];
        library.find<decltype(colors_plugin_get)>("colors_plugin_get")(plugin, "web", color, sizeof color);
        answer = color;
    }
    library.find<decltype(colors_plugin_stop)>("colors_plugin_stop")(plugin);
    library.find<decltype(colors_plugin_unload)>("colors_plugin_unload")();
    return answer;
}

} // namespace

TEST_CASE("a plugin with informers is unloaded twenty times, and leaves no thread, descriptor or code behind")
{
    loopback_cluster cluster;
    cluster.paint("web", "blue");
    cluster.come_back();
    CHECK(color_by_plugin(cluster, 20'000) ==
          "blue");                            // libraries that the plugin needs may stay after the first time
    cluster.go_away();                        // now the server has no connection and no listener
    auto const memory = mallinfo2().uordblks; // 0 under the address sanitizer
    auto const threads = entries_of("/proc/self/task"), descriptors = entries_of("/proc/self/fd");
    for (int i = 0; i != 20; ++i) {
        CHECK_FALSE(plugin_is_mapped());
        CHECK_FALSE(dlopen(COLORS_PLUGIN, RTLD_NOW | RTLD_NOLOAD));
        bool const is_away = i % 4 == 3;
        if (!is_away) cluster.come_back();
        CHECK(color_by_plugin(cluster, is_away ? 0 : 20'000) == (is_away ? "not read yet" : "blue"));
        if (!is_away) cluster.go_away();
        CHECK(entries_of("/proc/self/task") == threads);
        CHECK(entries_of("/proc/self/fd") == descriptors);
    }
    CHECK_FALSE(plugin_is_mapped());
    CHECK(mallinfo2().uordblks < memory + std::size_t{20} * 64); // the loader keeps a few bytes each time
}
