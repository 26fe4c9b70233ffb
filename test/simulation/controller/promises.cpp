#include "promises.hpp"

#include <algorithm>

namespace simulation {

using namespace coinformer;

work_queue_options rules::options(work_queue_metrics& told) const
{
    work_queue_options o;
    o.limiter = back_off.tested();
    o.ageing = ageing;
    o.remembered_failures = remembered;
    o.metrics = &told;
    return o;
}

void promises::bad(char const* property, std::string witness)
{
    if (!broken) broken = violation(property, std::move(witness));
}

bool promises::entry::owed() const
{
    return std::ranges::any_of(wishes, [](wish const& w) { return !w.perhaps; });
}

promises::entry& promises::at(std::string const& key, time_point now)
{
    come_due(now);
    ++happened_;
    return keys_[key];
}

void promises::come_due(time_point now)
{
    for (auto& [key, e] : keys_) {
        if (!e.later || e.later->first > now) continue;
        e.wishes.push_back({++happened_, e.later->first, e.later->second});
        e.later.reset();
    }
}

std::optional<bool> promises::add(std::string const& key, priority p, time_point now)
{
    auto& e = at(key, now);
    if (shut_down_) return false;
    bool const sure = on_the_way_ == 0 && !unsure_, fresh = e.wishes.empty();
    e.wishes.push_back({happened_, now, p});
    settle(key);
    if (!fresh) ++sometimes["added while it waits"];
    if (fresh && e.working) ++sometimes["added while it is worked on"];
    if (sure) return fresh;
    return std::nullopt;
}

void promises::add_after(std::string const& key, duration delay, priority p, time_point now)
{
    auto& e = at(key, now);
    if (shut_down_) return;
    if (delay <= duration::zero()) {
        e.wishes.push_back({happened_, now, p});
    } else if (e.later) {
        ++sometimes["delayed twice"];
        e.later = {std::min(e.later->first, now + delay), std::max(e.later->second, p)};
    } else {
        e.later = {now + delay, p};
    }
    settle(key);
}

std::optional<duration> promises::add_rate_limited(std::string const& key, priority p, time_point now)
{
    auto& e = at(key, now);
    if (shut_down_) return std::nullopt;
    auto const delay = rules_.back_off.delay(e.failures++, now);
    ++retries_;
    add_after(key, delay, p, now);
    return delay;
}

void promises::forget(std::string const& key, time_point now)
{
    at(key, now).failures = 0;
    settle(key);
}

std::optional<std::uint32_t> promises::failures(std::string const& key, time_point now)
{
    auto const known = at(key, now).failures;
    if (unsure_) return std::nullopt;
    return known;
}

void promises::shut_down(pending p, time_point now)
{
    come_due(now);
    shut_down_ = true;
    dropping_ |= p == pending::drop;
    for (auto& [key, e] : keys_) {
        e.later.reset();
        if (!dropping_) continue;
        if (on_the_way_ == 0) e.wishes.clear();
        for (auto& w : e.wishes) w.perhaps = true; // it may be the one
    }
    unsure_ = true; // in which order they became idle
}

void promises::taken(time_point now)
{
    come_due(now);
    taken_at_ = now;
    takes_.push_back(++happened_);
    ++on_the_way_;
}

void promises::given(std::string const& key, time_point now)
{
    auto& e = at(key, now);
    if (e.working) bad("K1", key + " is given to two at once");
    if (takes_.empty()) return bad("K3", key + " is given, though nothing was taken from the queue");
    std::vector<wish> granted, left;
    for (auto w : e.wishes) {
        if (w.at < takes_.front()) {
            granted.push_back(w);
            continue;
        }
        if (w.at < takes_.back()) w.perhaps = unsure_ = true;
        left.push_back(w);
    }
    bool const perhaps = std::ranges::any_of(left, &wish::perhaps);
    if (granted.empty() && !perhaps) bad("K3", key + " is given, though nobody asked for it since, or not yet");
    if (takes_.size() == 1 && !unsure_ && !granted.empty())
        check_order(key, granted);
    else
        forget_overtaken();
    if (!left.empty() && !granted.empty()) ++sometimes["added while it is on its way"];
    if (!granted.empty()) e.rank = std::ranges::max(granted, {}, &wish::rank).rank;
    e.wishes = std::move(left);
    e.working = true;
    e.began = taken_at_;
    e.vague = takes_.size() > 1;
    if (--on_the_way_ == 0) takes_.clear();
    settle(key);
}

promises::claim promises::claim_of(std::vector<wish> const& wishes)
{
    return {std::ranges::max(wishes, {}, &wish::rank).rank, std::ranges::min(wishes, {}, &wish::since).since};
}

// K4: nothing that waited by then has a better claim. The highest priority goes first, and in it who came first. But
// the fourth time that this would overtake somebody who has waited for longer, and for `ageing`, it is that one's turn.
void promises::check_order(std::string const& key, std::vector<wish> const& granted)
{
    auto const mine = claim_of(granted);
    bool highest = true, first = true, oldest = taken_at_ - mine.since >= rules_.ageing, overtakes = false, sure = true;
    for (auto const& [other, e] : keys_) {
        if (other == key || e.wishes.empty()) continue;
        std::vector<wish> had;
        for (auto const& w : e.wishes)
            if (w.at < takes_.front()) had.push_back(w);
        if (e.working || e.finished >= taken_at_ || had.empty()) {
            sure &= had.empty();
            continue;
        }
        ++sometimes["one of several is next"];
        auto const its = claim_of(had);
        bool const earlier = its.since < mine.since;
        highest &= its.rank <= mine.rank;
        first &= its.rank != mine.rank || !earlier;
        oldest &= !earlier;
        overtakes |= its.rank < mine.rank && earlier && taken_at_ - its.since >= rules_.ageing;
        sure &= its.rank == mine.rank || its.since != mine.since;
    }
    if (!first) return bad("K4", key + " is given before one of its priority that has waited for longer");
    if (!highest && !oldest) return bad("K4", key + " is given before one of a higher priority");
    if (!sure) return forget_overtaken();
    if (highest && overtakes && ++overtaken_ > 3)
        bad("K4", key + " overtakes, for a fourth time, who waits for longest");
    if (highest) return;
    ++sometimes["the oldest has its turn"];
    if (overtaken_is_known_ && overtaken_ != 3) bad("K4", key + " is given before one of a higher priority, too often");
    overtaken_ = 0;
    overtaken_is_known_ = true;
}

void promises::ended(time_point now)
{
    come_due(now);
    said_none_ = true;
    if (!shut_down_) bad("K6", "a pop() gave none, and the queue is not shut down");
    if (owed_keys(true, now) > on_the_way_) bad("K6", "a pop() gave none, and there is still" + owed());
}

void promises::cancelled(std::size_t working_now, time_point now)
{
    come_due(now);
    auto const mine = working();
    if (working_now < mine) return bad("K5", "the queue knows of fewer keys that are worked on than there are");
    if (on_the_way_ != working_now - mine) {
        ++sometimes["a pop was cancelled with a key on its way"];
        forget_overtaken();
    }
    on_the_way_ = working_now - mine;
    if (said_none_ && owed_keys(true, now) > on_the_way_)
        bad("K6", "a pop() said that none comes any more, and then came" + owed());
    if (on_the_way_ == 0) takes_.clear();
}

void promises::compare(work_queue_status const& s, time_point now)
{
    come_due(now);
    if (s.failing > rules_.remembered) bad("K8", "failures are remembered of more keys than was said");
    if (on_the_way_ != 0 || unsure_) return;
    ++sometimes["status compared"];
    auto const expect = [&](std::size_t is, std::size_t should, char const* what) {
        if (is != should) bad("K5", std::to_string(is) + ' ' + what + ", and not " + std::to_string(should));
    };
    auto const count = [&](auto const& holds) {
        return static_cast<std::size_t>(std::ranges::count_if(keys_, [&](auto const& k) { return holds(k.second); }));
    };
    expect(s.depth, owed_keys(false, now), "keys are queued");
    expect(s.delayed, count([](entry const& e) { return e.later.has_value(); }), "keys are delayed");
    expect(s.working, working(), "keys are worked on");
    expect(s.failing, idle_.size(), "keys fail");
    expect(s.retries, retries_, "retries");
    duration longest{};
    bool vague = false;
    for (auto const& [key, e] : keys_) {
        if (!e.working) continue;
        longest = std::max(longest, now - e.began);
        vague |= e.vague;
    }
    if (!vague && s.longest_running != longest) bad("K5", "another time since when the longest has been running");
}

void promises::done(std::string const& key, time_point now)
{
    auto& e = at(key, now);
    e.working = false;
    e.finished = now;
    e.failures = 0;
    settle(key);
}

void promises::done_again_after(std::string const& key, duration delay, time_point now)
{
    auto& e = at(key, now);
    e.failures = 0;
    add_after(key, delay, e.rank, now);
    done(key, now);
}

std::optional<duration> promises::failed(std::string const& key, time_point now)
{
    auto& e = at(key, now);
    auto const delay = add_rate_limited(key, e.rank, now);
    if (e.failures > 1) ++sometimes["failed again"];
    e.working = false;
    e.finished = now;
    settle(key);
    return delay;
}

// Failures of keys that nobody asks for are remembered of so many.
void promises::settle(std::string const& key)
{
    auto const& e = keys_[key];
    auto const known = std::ranges::find(idle_, key);
    bool const idle = e.failures != 0 && !e.working && !e.later && e.wishes.empty();
    if (idle && known == idle_.end()) idle_.push_back(key);
    if (!idle && known != idle_.end()) idle_.erase(known);
    if (idle_.size() <= rules_.remembered) return;
    ++sometimes["failures were forgotten for want of room"];
    keys_[idle_.front()].failures = 0;
    idle_.erase(idle_.begin());
}

void promises::look(std::size_t waiting, time_point now)
{
    come_due(now);
    if (dropping_ && on_the_way_ == 0)
        for (auto& [key, e] : keys_) e.wishes.clear();
    // as timers are late, so may be what they tell of; and one of this very moment may be the next
    if (waiting > on_the_way_ && owed_keys(false, now - rules_.late - duration(1)) > on_the_way_)
        bad("L1", "somebody waits for a key, and there is" + owed());
    if (shut_down_ && waiting != 0 && owed_keys(true, now) == 0 && sure())
        bad("L1", "somebody waits for a key, and none can come any more");
}

bool promises::sure() const
{
    auto const perhaps = [](auto const& k) { return std::ranges::any_of(k.second.wishes, &wish::perhaps); };
    return std::ranges::none_of(keys_, perhaps);
}

bool promises::drained() const
{
    return shut_down_ && working() == 0 && owed_keys(true, time_point::max()) == 0;
}

std::size_t promises::owed_keys(bool also_working, time_point by) const
{
    auto const is_owed = [&](auto const& k) {
        auto const& e = k.second;
        if (e.working && !also_working) return false;
        return std::ranges::any_of(e.wishes, [&](wish const& w) { return !w.perhaps && w.since <= by; });
    };
    return static_cast<std::size_t>(std::ranges::count_if(keys_, is_owed));
}

std::size_t promises::working() const
{
    return static_cast<std::size_t>(std::ranges::count_if(keys_, [](auto const& k) { return k.second.working; }));
}

std::string promises::owed() const
{
    std::string all;
    for (auto const& [key, e] : keys_)
        if (e.owed()) all += ' ' + key + (e.working ? " (worked on)" : "");
    return all.empty() ? " nothing" : all;
}

} // namespace simulation
