#include "api/client/options_check.hpp"

#include "core/precondition_check.hpp"

namespace coinformer::detail {

client_options checked(client_options options)
{
    precondition_check const demand("client");
    demand(options.max_object_bytes > 0, "client_options::max_object_bytes is 0");
    demand(options.concurrent_lists > 0, "client_options::concurrent_lists is 0");
    demand(options.retry.attempts > 0, "client_options::retry.attempts is 0");
    demand(options.retry.longest_pause >= duration::zero(),
           "client_options::retry.longest_pause is negative");
    demand(options.requests_per_second >= 0 && options.requests_per_second <= 1e6,
           "client_options::requests_per_second is not between 0 and a million");
    demand(options.burst > 0, "client_options::burst is 0");
    demand(options.reconnect.is_valid(),
           "client_options::reconnect: 0 < first <= cap <= 24 h, jitter_percent <= 1000");
    return options;
}

} // namespace coinformer::detail
