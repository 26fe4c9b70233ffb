#pragma once

#include "expectation.hpp"
#include "tested_server.hpp"

#include <optional>

namespace conformance {

/// The answer to a watch, event by event.
struct event_stream {
    coinformer::http_response answer;
    std::string pending = {};

    /// Returns the next event, or nullopt at the end of the stream.
    std::optional<boost::json::value> next(tested_server& server);
};

/// Runs the steps of one case, in a namespace of its own: <ns>. cases/README.md describes the notation.
class case_runner {
public:
    /// `override` is the key of a step whose pairs replace the step's own on this server. If it is empty,
    /// nothing is replaced.
    case_runner(tested_server& server, std::string override, YAML::Node const& area);

    /// Throws a difference that names the step, what was expected, and what the server answered.
    void run(YAML::Node const& one_case);

private:
    void run_steps(YAML::Node const& steps);
    void run_step(YAML::Node const& step);
    void request(YAML::Node const& step);
    void request_until_it_holds(YAML::Node const& step);
    void expect_answer(YAML::Node const& step, coinformer::http_response& answer);
    void expect_events(YAML::Node const& events, event_stream& from, bool to_the_end);
    void expect_event(YAML::Node const& expected, boost::json::value const& event);

    tested_server& server_;
    std::string override_;
    variables known_;
    std::map<std::string, event_stream> streams_;
    std::string doing_; // the present request and its answer, for messages
};

} // namespace conformance
