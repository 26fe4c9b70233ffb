#include "cache/reflector/recovery_pauses.hpp"

#include "api/client/watch_rules.hpp"

#include <utility>

namespace coinformer::detail {

recovery_pauses::recovery_pauses(source_context& context, std::string const& path,
                                 backoff_options const& pace, random_source& random)
    : context_(context), path_(path), random_(random), refused_(pace, random.fork()),
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
    auto& time = *context_.env().time;
    auto& access = context_.access();
    if (auto const* const plan = context_.plan()) {
        if (auto const next = plan->next(path_)) co_return co_await time.sleep_until(next->when);
    }
    switch (what.wait) {
    case recovery::pause::none: break;
    case recovery::pause::backoff: co_await access.pause(refused_.next()); break;
    case recovery::pause::retry_after:
        co_await time.sleep_for(retry_pause(*retry_after, refused_, random_));
        break;
    case recovery::pause::turn:
        if (access.is_outage(began) && !was_woken_in_vain)
            was_woken_ = co_await access.turn();
        else
            co_await access.pause(unreached_.next());
        break;
    }
}

std::chrono::seconds recovery_pauses::time_of_watch(duration at_least)
{
    auto const* const plan = context_.plan();
    auto const planned = plan ? plan->next(path_) : std::nullopt;
    bool const lasts_as_planned = planned && planned->lasts > std::chrono::seconds::zero();
    return lasts_as_planned ? planned->lasts : watch_duration(at_least, random_);
}

} // namespace coinformer::detail
