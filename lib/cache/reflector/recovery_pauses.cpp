#include "cache/reflector/recovery_pauses.hpp"

#include "api/client/watch_rules.hpp"

#include <utility>

namespace coinformer::detail {

namespace {

recorded_question question_of(approach a)
{
    switch (a) {
    case approach::stream: return recorded_question::stream;
    case approach::resume:
    case approach::watch: return recorded_question::watch;
    case approach::confirm: return recorded_question::confirm;
    case approach::list:
    case approach::list_newest:
    case approach::list_again:
    case approach::extend: break;
    }
    return recorded_question::list;
}

approach approach_of(recorded_question what)
{
    switch (what) {
    case recorded_question::stream: return approach::stream;
    case recorded_question::watch: return approach::watch;
    case recorded_question::confirm: return approach::confirm;
    case recorded_question::list: break;
    }
    return approach::list;
}

} // namespace

recovery_pauses::recovery_pauses(source_context& context, std::string const& path,
                                 backoff_options const& pace)
    : context_(context), path_(path), random_(context.fork_random()), refused_(pace, random_.fork()),
      unreached_(pace, random_source(random_).fork())
{
}

std::optional<question_plan::question> recovery_pauses::planned() const
{
    return context_.planned(path_);
}

task<> recovery_pauses::wait_for_start(duration spread) &
{
    if (spread == duration::zero()) co_return;
    auto const most = static_cast<std::uint64_t>(spread.count());
    co_await context_.env().time->sleep_for(duration(random_.below(most)));
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
    if (auto const next = planned()) co_return co_await time.sleep_until(next->when);
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
    return watch_duration(at_least, random_);
}

// The reasons of the recorded run may lie before the beginning of the recording, such as how often in a row
// something had failed. The snapshot with which a replay begins is asked about until the server has answered.
recovery recovery_pauses::as_recorded(recovery then, bool has_version) const
{
    auto const next = planned();
    if (!next || then.next == approach::resume) return then;
    bool const needs_version =
        next->asked.what == recorded_question::watch || next->asked.what == recorded_question::confirm;
    if (needs_version && !has_version) return then;
    if (next->asked.what != question_of(then.next)) then.next = approach_of(next->asked.what);
    if (next->asked.is_newest)
        then.next = approach::list_newest;
    else if (then.next == approach::list_newest)
        then.next = approach::list;
    then.history_in_doubt |= next->asked.in_doubt;
    return then;
}

} // namespace coinformer::detail
