#pragma once

#include "api/stream/answer_tape.hpp"

#include <coinformer/core/time_source.hpp>

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
        asked_question asked;
        time_point when; ///< may be past: a watch was open already, or the informer is late
    };
    /// Returns the next question about a collection. There is none if everything has been asked.
    virtual std::optional<question> next(std::string const& path) const = 0;
    /// A question is about to be sent.
    virtual void asked(asked_question const& what) = 0;
};

} // namespace coinformer::detail
