#pragma once

#include "dice.hpp"

#include <coinformer/core/time_source.hpp>
#include <coinformer/testing/fault.hpp>

#include <cstddef>
#include <string>

namespace simulation {

/// Answers of the server that are late or broken, end too soon, or are errors; up to twelve of them.
class bad_answers {
public:
    /// The delays depend on the durations of a Lease, and one of the errors has this HTTP status.
    bad_answers(dice& d, coinformer::duration lease, coinformer::duration retry, int status);

    coinformer::testing::fault fault;
    std::string trace() const;

private:
    std::size_t kind_ = 0;
};

} // namespace simulation
