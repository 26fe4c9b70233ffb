#pragma once

// The functions of the plugin, in C: no exception and no C++ type crosses the border between host and plugin.

// [plugin-interface]
extern "C" {
struct colors_plugin;
/// Starts informers that read from the API server at this URL. Returns null if that fails.
colors_plugin* colors_plugin_start(char const* server) noexcept;
/// Waits for the first list for at most `milliseconds`. Returns 1 if it has been read, otherwise 0.
int colors_plugin_wait(colors_plugin* plugin, int milliseconds) noexcept;
/// Writes the color of a ConfigMap into the host's memory. Any thread may call this, and it does not wait.
void colors_plugin_get(colors_plugin* plugin, char const* name, char* color, unsigned size) noexcept;
/// Ends the informers and joins their thread.
void colors_plugin_stop(colors_plugin* plugin) noexcept;
/// Frees the memory that all informers share. The host calls it last, and then unloads the plugin.
void colors_plugin_unload() noexcept;
}
// [plugin-interface]
