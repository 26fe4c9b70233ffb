#include "bad_answers.hpp"

#include <chrono>
#include <utility>
#include <vector>

namespace simulation {

using namespace coinformer;
using namespace std::chrono_literals;
namespace faults = testing::faults;

bad_answers::bad_answers(dice& d, duration lease, duration retry, int status)
{
    auto const late = std::chrono::milliseconds(d.range(1, lease / 1ms));
    auto const bytes = static_cast<std::size_t>(d.below(900));
    std::vector<testing::fault> const all{
        faults::late(late),    faults::late(retry),   faults::internal_error(), faults::unavailable(),
        faults::throttled(5s), faults::html(),        faults::empty_answer(),   faults::truncated_json(),
        faults::cut(bytes),    faults::stall(bytes),  faults::status(409),      faults::status(status),
        faults::forbidden(),   faults::unauthorized()};
    kind_ = static_cast<std::size_t>(d.below(all.size()));
    fault = all[kind_].times(1 + d.below(12));
}

std::string bad_answers::trace() const
{
    return "answers: fault " + std::to_string(kind_) + " of " + (fault.verb.empty() ? "any" : fault.verb) +
           ", " + std::to_string(fault.left) + " times";
}

} // namespace simulation
