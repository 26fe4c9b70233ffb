#include <coinformer/api/retry_on_conflict.hpp>

#include "api/client_impl.hpp"

namespace coinformer::detail {

conflict_pauses::conflict_pauses(client& api, conflict_retries limits)
    : time_(*api.internals().env().time), pause_(limits.pause, api.internals().fork_random()), left_(limits.attempts)
{
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
