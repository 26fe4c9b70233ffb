#pragma once

#include "plan.hpp"

namespace simulation {

/// Adds everything beyond plain informers: streamed lists, several namespaces, handlers that ask, filter or
/// drain, and waiters for versions. It draws from a stream of chance of its own, so that the plain plan stays
/// as it was.
void add_refinements(plan& p);

} // namespace simulation
