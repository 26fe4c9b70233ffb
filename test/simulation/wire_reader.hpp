#pragma once

#include "wire_log.hpp"

namespace simulation {

/// Reads along on one connection: requests on their way out, answers on their way in.
class wire_reader {
public:
    virtual ~wire_reader() = default;
    virtual void sent(std::string_view bytes) = 0;
    virtual void received(std::string_view bytes) = 0;
    /// Called when the client begins to wait for bytes.
    virtual void waits() = 0;
    /// Called when a write has failed.
    virtual void write_failed() = 0;
    /// Called when the connection has ended, in this way.
    virtual void end(exchange::end how) noexcept = 0;
};

std::unique_ptr<wire_reader> read_http1(wire_log& log);
std::unique_ptr<wire_reader> read_http2(wire_log& log, std::shared_ptr<write_state const> writes);

} // namespace simulation
