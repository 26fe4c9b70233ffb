#pragma once

#include "errand.hpp"
#include "history.hpp"
#include "thing.hpp"
#include "verdict.hpp"
#include "wire_log.hpp"

#include <coinformer/api/client.hpp>

#include <functional>
#include <string>

namespace simulation {

/// What the readers without a cache (watch_reader, page_reader) get from the world: a client of their own,
/// and the oracle's knowledge.
struct reader_context {
    coinformer::client& api;
    coinformer::environment env;
    history const& truth;
    wire_log& wire;
    std::function<void(std::string const&)> say;
    std::function<version()> newest; ///< the newest version of the server
    trace_hash& hash;
    sometimes_counts& sometimes;

    std::int64_t now_ns() const { return env.time->now().time_since_epoch().count(); }
};

/// One call of next() that a reader made.
struct reader_call {
    std::int64_t began_ns = 0;
    std::int64_t ended_ns = -1; ///< -1 while it has not ended
    bool well = false;          ///< it returned something
    bool told = false;          ///< it threw the failure of a request
};

} // namespace simulation
