#pragma once

#include "fault_proxy.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace chaos {

enum class deed : std::uint8_t {
    put, // creates or changes an object
    remove,
    recreate,
    latency, // from here on: faults
    slices,
    cut,
    late_close,
    black_hole,
    half_open,
    refuse,
    reset,
    disconnect,
    forget, ///< the server is away for a time, and its history is lost after that
    stop_server,
    stop_informer,
    kill_server,
    kill_informer,
};

/// One thing that happens in a round, and how long it lasts.
struct act {
    std::chrono::milliseconds at{};
    deed what{};
    std::string key = {};                 ///< the object that is written
    std::chrono::milliseconds lasts = {}; ///< the length of a fault
    way which = way::to_client;
    std::size_t amount = 0; ///< milliseconds of latency, bytes of a slice, and so on
    bool back = false; ///< after a kill, the next server's versions are lower, as after a restored backup
};
std::string to_string(act const& a);

struct plan {
    std::uint64_t seed = 0;
    std::size_t objects = 0; ///< the objects that exist at the start: o0, o1, …
    std::string policy;      ///< the overflow policy of the informer's handler
    std::string http;        ///< the version of HTTP that the informer speaks
    bool is_warm = false;    ///< an informer goes on from the snapshot of the one before
    std::vector<act> acts;   ///< sorted by time
};
std::string to_string(plan const& p);

/// Draws the plan of a seed. The machine decides the exact times of a run: the same seed repeats the plan,
/// and not the run.
plan drawn(std::uint64_t seed);

} // namespace chaos
