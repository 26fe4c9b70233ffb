#include <coinformer/api/retry_on_conflict.hpp>

#include "api/client/client_impl.hpp"

namespace coinformer::detail {

conflict_pauses::conflict_pauses(client& api, conflict_retries limits)
    : time_(*api.internals().env().time), pause_(limits.pause, api.internals().context().fork_random()),
      left_(limits.attempts)
{
    if (!limits.pause.is_valid())
        throw api_error(errc::bad_request, "retry_on_conflict()",
                        "conflict_retries::pause: 0 < first <= cap <= 24 h, jitter_percent <= 1000");
}

task<> conflict_pauses::after(std::exception_ptr failure) &
{
    try {
        std::rethrow_exception(failure);
    } catch (api_error const& e) {
        if (e.code() != errc::conflict || left_ <= 1) throw;
    }
    --left_;
    co_await time_.sleep_for(pause_.next());
}

} // namespace coinformer::detail
