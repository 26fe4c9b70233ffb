#pragma once

#include "stage.hpp"

#include <string_view>
#include <vector>

namespace incidents {

constexpr auto always = coinformer::testing::fault::always;

/// A public failure of an informer, as a script for the server. test/incidents/incidents.toml says under the
/// same name what happened to whom, and what a follower has to achieve.
struct incident {
    std::string_view name;
    coinformer::task<> (*play)(stage&);
};

std::vector<incident> list_incidents();       ///< the collection is read, or read again
std::vector<incident> watch_incidents();      ///< a watch ends, errs, or brings something odd
std::vector<incident> connection_incidents(); ///< connections, proxies and credentials
std::vector<incident> history_incidents();    ///< the server's history jumps

} // namespace incidents
