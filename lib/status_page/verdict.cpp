#include "status_page/verdict.hpp"

#include <algorithm>

namespace coinformer::detail {

namespace {

std::string how_long(duration d)
{
    auto const seconds = std::chrono::duration_cast<std::chrono::seconds>(d).count();
    if (seconds < 120) return std::to_string(seconds) + " s";
    if (seconds < 7200) return std::to_string(seconds / 60) + " min";
    return std::to_string(seconds / 3600) + " h";
}

// "2 of 3 collections are"
std::string some_of(std::size_t some, std::size_t all)
{
    auto text = std::to_string(some) + " of " + std::to_string(all);
    return text + (all == 1 ? " collection" : " collections") + (some == 1 ? " is" : " are");
}

std::string text_if_all_fresh(std::vector<informer_report> const& informers)
{
    duration oldest = duration::zero();
    for (auto const& i : informers)
        if (auto const proof = i.status.reflector.fresh_as_of)
            oldest = std::max(oldest, i.status.taken_at - *proof);
    auto const all = informers.size();
    auto const begin = all == 1
                           ? "The only collection is fresh; its last proof is "
                           : "All " + std::to_string(all) + " collections are fresh; the oldest proof is ";
    return begin + how_long(oldest) + " old.";
}

} // namespace

page_verdict judge_for_page(std::vector<informer_report> const& informers,
                            std::vector<std::string> const& endings, health_limits const& limits)
{
    page_verdict made{.health = judge_health(informers, limits)};
    auto& health = made.health;
    if (!endings.empty()) health.live = health.ready = false;
    health.reasons.insert(health.reasons.end(), endings.begin(), endings.end());

    auto const all = informers.size();
    auto const count = [&](auto which) {
        return static_cast<std::size_t>(std::ranges::count_if(informers, which, &informer_report::status));
    };
    auto const ended = count([](auto const& s) { return s.reflector.now == phase::stopped; });
    auto const unsynced = count([](auto const& s) { return !s.synced; });
    auto const is_failing = [](auto const& s) { return s.reflector.failing_since.has_value(); };
    auto const is_watched_again = [&](auto const& s) {
        return is_failing(s) && s.reflector.now == phase::watching;
    };
    auto const recovering = count(is_watched_again), failing = count(is_failing) - recovering;
    auto const old = count([&](auto const& s) {
        return s.reflector.fresh_as_of && s.taken_at - *s.reflector.fresh_as_of > limits.stale_after;
    });
    if (all == 0)
        made.text = "There is no informer yet.";
    else if (ended != 0)
        made.text = some_of(ended, all) + " not followed any more, because the informer has ended.";
    else if (unsynced != 0)
        made.text = some_of(unsynced, all) + " not complete yet" +
                    (failing != 0 ? ", and " + some_of(failing, all) + " failing." : ".");
    else if (old != 0)
        made.text = some_of(old, all) + " stale: nothing proves any more that the copy is up to date.";
    else if (failing != 0)
        made.text = some_of(failing, all) + " failing. The program goes on with what it has read.";
    else if (recovering != 0)
        made.text = some_of(recovering, all) + " watched again after a failure, and nothing has come yet.";
    else
        made.text = text_if_all_fresh(informers);
    return made;
}

} // namespace coinformer::detail
