#pragma once

#include <boost/json/object.hpp>

#include <cstdint>
#include <string_view>

/// What the process has used since its start, user and system, in seconds.
double cpu_seconds();

/// Now, in nanoseconds since the epoch: what synthapi stamps its events with.
std::int64_t now_ns();

/// A number of /proc/self/status: VmHWM, VmRSS (kB), Threads.
std::int64_t process_status(std::string_view field);

/// Calls of operator new since the start.
std::uint64_t allocations();

/// Gives freed memory back to the kernel. Result: what is in use, in kB.
std::int64_t trim_heap();

/// Prints one line of the protocol; VmHWM starts anew.
void emit(std::string_view event, boost::json::object fields = {});
