#pragma once

#include "gunzip.hpp"
#include "wire_form.hpp"
#include "wire_log.hpp"

namespace simulation {

/// A request, as the reader of a connection has found it.
struct wire_request {
    std::string target;
    std::string accept;
    bool reused = false; ///< the connection had served another request before
    bool http2 = false;
    std::shared_ptr<write_state const> writes; ///< see exchange
};

/// The header of an answer. The names are in lower case.
using wire_fields = std::map<std::string, std::string>;

/// Writes down one request and its answer in an exchange: what a list holds, and each event of a watch, when
/// it has arrived whole.
class exchange_recorder {
public:
    exchange_recorder(wire_log& log, exchange& to) : log_(log), to_(to) {}
    exchange_recorder(exchange_recorder const&) = delete;
    ~exchange_recorder() { end(exchange::end::dropped); }

    void head(int status, wire_fields const& fields);
    void body(std::string_view bytes);
    /// Called when bytes of this answer have arrived.
    void bytes_came();
    /// Called when the client begins to wait for bytes.
    void waits();
    /// Called at the end of the answer; further calls do nothing.
    void end(exchange::end how) noexcept;

private:
    void whole_event(told_event e);
    void take_initial(told_event const& e);
    void whole_page();

    wire_log& log_;
    exchange& to_;
    std::string body_;                   // the body of a list, or the last line of a watch
    std::unique_ptr<gunzip> compressed_; // null if the answer is not compressed
};

} // namespace simulation
