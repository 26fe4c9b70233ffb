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

/// What a user of the library without a cache is given: a client of its own, and what the oracle knows.
struct reader_context {
    coinformer::client& api;
    coinformer::environment env;
    history const& truth;
    wire_log& wire;
    std::function<void(std::string const&)> say;
    std::function<version()> newest; ///< the server's version of now
    trace_hash& hash;
    sometimes_counts& sometimes;

    std::int64_t now_ns() const { return env.time->now().time_since_epoch().count(); }
};

/// A call of next() that a reader made.
struct reader_call {
    std::int64_t began_ns = 0;
    std::int64_t ended_ns = -1; ///< -1: under way
    bool well = false;          ///< it brought something
};

} // namespace simulation
