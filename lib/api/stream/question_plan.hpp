#pragma once

#include "api/stream/answer_tape.hpp"

#include <coinformer/core/time_source.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace coinformer::detail {

/// The questions that an informer has asked in an earlier run. When a recording is replayed, the informer
/// repeats them at the same times: its own pauses are random, so that after some failures it would choose
/// another way to catch up, and its handlers would be told of other changes.
///
/// Threads    the client's strand.
class question_plan {
public:
    virtual ~question_plan() = default;

    struct question {
        recorded_question what;
        time_point when;
        std::chrono::seconds lasts; ///< for how long the server was asked to keep a watch open; otherwise 0
    };
    /// Returns the next question about a collection. There is none if everything has been asked.
    virtual std::optional<question> next(std::string const& path) const = 0;
    /// A question is about to be sent.
    virtual void asked(asked_question const& what) = 0;
};

} // namespace coinformer::detail
