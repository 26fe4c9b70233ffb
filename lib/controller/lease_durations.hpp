#pragma once

#include "core/precondition_check.hpp"

#include <coinformer/core/time_source.hpp>

#include <chrono>

namespace coinformer::detail {

/// The texts in which the refusals of a Lease's durations differ from user to user.
struct lease_duration_texts {
    char const* no_reserve; ///< lease_duration is not more than renew_deadline
    duration longest;
    char const* too_long; ///< lease_duration is more than `longest`
};

/// Checks the durations by which a process keeps a Lease: those of a leader election or of a shard group. The
/// inequalities leave time for renewals before the process has to stop, and for it to stop before others take
/// over.
template <class Options>
void check_lease_durations(precondition_check const& demand, Options const& o,
                           lease_duration_texts const& texts)
{
    demand(o.retry_period > duration::zero(), "retry_period is not positive");
    demand(o.renew_deadline / 6 * 5 > o.retry_period,
           "renew_deadline is not more than 1.2 times retry_period");
    demand(o.lease_duration > o.renew_deadline, texts.no_reserve);
    demand(o.lease_duration % std::chrono::seconds(1) == duration::zero(),
           "lease_duration is not in whole seconds");
    demand(o.lease_duration <= texts.longest, texts.too_long);
}

} // namespace coinformer::detail
