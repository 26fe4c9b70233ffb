#include "api/client/credential_checks.hpp"

namespace coinformer::detail {

bool credential_checks::find_repair()
{
    auto const now = env_.time->now();
    if (now < next_due()) return false;
    next_check_ = now + interval;
    if (!files_.check_for_change()) return false;
    env_.log->log(log_level::info,
                  "a token or certificate file has changed; the next attempt is made with it");
    ++repairs_;
    reread_();
    return true;
}

} // namespace coinformer::detail
