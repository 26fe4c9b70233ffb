#pragma once

#include "dice.hpp"
#include "plan.hpp"

#include <vector>

namespace simulation {

// What the files that draw a plan share, and the parts that stand in files of their own.

item at_some_time(plan const& p, dice& d);
/// One of these writes, of what an informer follows.
item write_of(plan const& p, std::uint32_t informer, dice& d, std::vector<act> const& kinds);

// plan_wire.cpp
void add_slow_streams(plan& p);
void add_protobuf(plan& p);
void add_spoiled(plan& p);

// plan_readers.cpp
void add_readers(plan& p);
void add_own_writes(plan& p);

} // namespace simulation
