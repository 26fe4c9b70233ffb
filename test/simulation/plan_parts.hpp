#pragma once

#include "dice.hpp"
#include "plan.hpp"

#include <vector>

namespace simulation {

// What the files that draw parts of a plan share, and the functions that stand in files of their own.

item at_some_time(plan const& p, dice& d);
/// Returns an item for one of the acts `kinds`, which writes an object in the scope of this informer.
item write_of(plan const& p, std::uint32_t informer, dice& d, std::vector<act> const& kinds);

// plan_wire.cpp
void add_slow_streams(plan& p);
void add_protobuf(plan& p);
void add_gzip(plan& p);
void add_http2(plan& p);
void add_spoiled(plan& p);

// plan_readers.cpp
void add_readers(plan& p);
void add_own_writes(plan& p);

} // namespace simulation
