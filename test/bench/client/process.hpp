#pragma once

#include <boost/json/object.hpp>

#include <cstdint>
#include <string_view>

/// Returns the CPU time, user and system, that the process has used since its start, in seconds.
double cpu_seconds();

/// Returns the present time in nanoseconds since the epoch, the clock with which synthapi stamps its events.
std::int64_t now_ns();

/// Returns a number of /proc/self/status: VmHWM, VmRSS (kB), Threads.
std::int64_t process_status(std::string_view field);

/// Returns how often operator new was called since the start.
std::uint64_t allocations();

/// Gives freed memory back to the kernel. Returns what is in use, in kB.
std::int64_t trim_heap();

/// Prints one line of the protocol, and lets VmHWM begin anew.
void emit(std::string_view event, boost::json::object fields = {});
