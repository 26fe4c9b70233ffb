#pragma once

namespace coinformer {

/// Frees the tables that the library keeps for the whole process, such as the texts that objects share, so
/// that a plugin which contains the library leaves no memory behind. Call it as the last thing before
/// dlclose(). No other program needs it, because the tables are as large when a program ends as they ever
/// were, and the system takes them back.
///
/// Before the call, every object of the library has to be destroyed, also those that handlers and listers
/// have given out, and every thread that ran them has to be joined. After it, nothing of the library may be
/// used any more in this plugin, until the plugin is loaded again.
///
/// Threads    any, while no other thread uses the library.
void release_for_unload() noexcept;

} // namespace coinformer
