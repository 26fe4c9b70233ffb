#pragma once

#include "fault_proxy.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace chaos {

enum class deed : std::uint8_t {
    put, // creates or changes
    remove,
    recreate,
    latency, // faults from here on
    slices,
    cut,
    late_close,
    black_hole,
    half_open,
    refuse,
    reset,
    disconnect,
    forget, ///< away for a time, and its history is lost after that
    stop_server,
    stop_informer,
    kill_server,
    kill_informer,
};

/// One thing that happens in a round, and for how long.
struct act {
    std::chrono::milliseconds at{};
    deed what{};
    std::string key = {};                 ///< of a write
    std::chrono::milliseconds lasts = {}; ///< of a fault
    way which = way::to_client;
    std::size_t amount = 0; ///< ms of latency, bytes of a slice, …
    bool back = false;      ///< of a killed server: the next one's versions are lower, as after a restored backup
};
std::string to_string(act const& a);

struct plan {
    std::uint64_t seed = 0;
    std::size_t objects = 0; ///< at the start: o0, o1, …
    std::string policy;      ///< of the informer's handler
    std::vector<act> acts;   ///< by time
};
std::string to_string(plan const& p);

/// What a seed stands for. The times at which it really happens are the machine's: the same seed repeats the plan, not
/// the run.
plan drawn(std::uint64_t seed);

} // namespace chaos
