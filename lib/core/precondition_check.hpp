#pragma once

#include <coinformer/core/error.hpp>

#include <string>
#include <utility>

namespace coinformer::detail {

/// Checks what a caller must guarantee, such as the options of an informer, and refuses the rest with one
/// kind of error:
///
///     precondition_check const demand("work queue");
///     demand(options.limiter != nullptr, "work_queue_options::limiter is empty");
class precondition_check {
public:
    /// `whose` begins the message of each refusal: "informer of pods".
    explicit precondition_check(std::string whose) : whose_(std::move(whose)) {}

    /// Throws errc::bad_request with this explanation if the condition does not hold.
    void operator()(bool holds, char const* what) const
    {
        if (!holds) throw api_error(errc::bad_request, whose_, what);
    }

private:
    std::string whose_;
};

} // namespace coinformer::detail
