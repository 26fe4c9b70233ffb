#pragma once

#include "plan.hpp"

namespace simulation {

/// What informers and handlers have beyond the plain kind: streamed lists, several namespaces, handlers that ask, that
/// filter, that drain; and who waits for versions. Chances of their own, so that the plain plan stays as it was.
void add_refinements(plan& p);

} // namespace simulation
