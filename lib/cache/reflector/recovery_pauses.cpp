#include "cache/reflector/recovery_pauses.hpp"

#include "api/client/watch_rules.hpp"

#include <utility>

namespace coinformer::detail {

recovery_pauses::recovery_pauses(time_source& time, server_access& access, backoff_options const& pace,
                                 random_source& random)
    : time_(time), access_(access), random_(random), refused_(pace, random.fork()),
      unreached_(pace, random_source(random).fork())
{
}

task<> recovery_pauses::wait(recovery what, std::optional<std::chrono::seconds> retry_after,
                             time_point began) &
{
    if (what.reset_backoff) {
        refused_.reset();
        unreached_.reset();
    }
    // If this informer was woken because the server answered another one, and still gets no answer itself, it
    // makes one pause of its own.
    bool const was_woken_in_vain = std::exchange(was_woken_, false) && !what.reset_backoff;
    switch (what.wait) {
    case recovery::pause::none: break;
    case recovery::pause::backoff: co_await access_.pause(refused_.next()); break;
    case recovery::pause::retry_after:
        co_await time_.sleep_for(retry_pause(*retry_after, refused_, random_));
        break;
    case recovery::pause::turn:
        if (access_.is_outage(began) && !was_woken_in_vain)
            was_woken_ = co_await access_.turn();
        else
            co_await access_.pause(unreached_.next());
        break;
    }
}

} // namespace coinformer::detail
