#include "status_page/time_line.hpp"

#include <algorithm>
#include <utility>

namespace coinformer::detail {

namespace {

constexpr auto a_day = std::chrono::hours(24);

// A cause from the metrics, or the informer's own words.
std::string first_of(std::string_view one, std::string_view other)
{
    return std::string(one.empty() ? other : one);
}

std::string cause_of_list(two_looks const& looks)
{
    auto const& before = looks.before.reflector;
    if (before.lists + before.streams == 0) return first_of(looks.cause_of_list, "first list");
    return first_of(looks.cause_of_list, before.last_failure);
}

// Returns a failure without the request that it begins with: "watch /api/v1/pods: Connection refused" becomes
// "Connection refused". If the informer has a list_watch, its name stands in place of the path, and only the
// verb is left out.
std::string_view without_request(std::string_view cause)
{
    for (std::string_view const verb : {"watch ", "list ", "get "}) {
        if (!cause.starts_with(verb)) continue;
        cause.remove_prefix(verb.size());
        auto const end_of_path = cause.starts_with('/') ? cause.find(": ") : cause.npos;
        return end_of_path == cause.npos ? cause : cause.substr(end_of_path + 2);
    }
    return cause;
}

// Returns what remains of a failure without its request, and without the time for which that request waited:
// a watch has more patience than a question.
std::string_view essence_of(std::string_view cause)
{
    cause = without_request(cause);
    constexpr std::string_view after = "after ", unit = " ms";
    auto const at = cause.rfind(after);
    if (!cause.ends_with(unit) || at == cause.npos) return cause;
    auto const number = cause.substr(at + after.size(), cause.size() - at - after.size() - unit.size());
    bool const is_time = number.find_first_not_of("0123456789") == number.npos;
    return is_time ? cause.substr(0, at) : cause;
}

// Returns from when on the present watch has brought no proof. A watch that was just opened is not silent
// yet, however old the last proof is.
time_point quiet_since(time_point proof, time_line_span const* last, time_point now)
{
    if (!last || last->state == span_state::silent) return proof;
    return std::max(proof, last->state == span_state::watch ? last->from : now);
}

} // namespace

std::string_view name_of(span_state s) noexcept
{
    switch (s) {
    case span_state::list: return "list";
    case span_state::watch: return "watch";
    case span_state::silent: return "silent";
    case span_state::back_off: return "back-off";
    case span_state::unserved: return "unserved";
    case span_state::idle: return "idle";
    case span_state::stopped: break;
    }
    return "stopped";
}

void time_line::add(time_point from, time_point to, span_state state, std::string_view cause)
{
    if (cause.size() > longest_cause) cause = cause.substr(0, longest_cause);
    // the first look at a collection is a moment, which the second look makes a span
    if (!spans_.empty() && spans_.back().from == spans_.back().to && spans_.back().to == from)
        spans_.pop_back();
    auto* const last = spans_.empty() ? nullptr : &spans_.back();
    bool const goes_on = last && last->to == from && last->state == state;
    if (goes_on && essence_of(last->cause) == essence_of(cause))
        last->to = to;
    else
        spans_.push_back({from, to, state, std::string(cause)});
    while (spans_.size() > most_spans || spans_.front().to < to - a_day) spans_.pop_front();
}

state_and_cause state_between(two_looks const& looks, time_line_span const* last)
{
    auto const& before = looks.before.reflector;
    auto const& now = looks.now.reflector;
    bool const list_began = now.lists + now.streams > before.lists + before.streams;
    bool const failed = now.failures > before.failures;
    switch (now.now) {
    case phase::stopped: return {span_state::stopped, std::string(looks.ending)};
    case phase::unserved: return {span_state::unserved, now.last_failure};
    case phase::waiting: return {span_state::back_off, now.last_failure};
    case phase::idle:
        // an informer that lists again may have to wait for its turn
        return {span_state::idle, {}};
    case phase::reading:
        if (!list_began && last && last->state == span_state::list) return {span_state::list, last->cause};
        return {span_state::list, cause_of_list(looks)};
    case phase::watching: break;
    }
    if (list_began) return {span_state::list, cause_of_list(looks)};
    if (failed) return {span_state::back_off, first_of(now.last_failure, looks.cause_of_failure)};
    auto const taken_at = looks.now.taken_at;
    if (now.fresh_as_of && taken_at - quiet_since(*now.fresh_as_of, last, taken_at) > looks.silence)
        return {span_state::silent, "neither an event nor an answer proves that the copy is up to date"};
    return {span_state::watch, {}};
}

} // namespace coinformer::detail
