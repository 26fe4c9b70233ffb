#include "promises.hpp"

#include <algorithm>

namespace simulation {

using namespace coinformer;

work_queue_options rules::options() const
{
    work_queue_options o;
    o.limiter = back_off.tested();
    o.ageing = ageing;
    o.remembered_failures = remembered;
    return o;
}

void promises::report_broken(char const* property, std::string witness)
{
    if (!broken) broken = violation(property, std::move(witness));
}

bool promises::entry::owed() const
{
    return std::ranges::any_of(requests, [](request const& w) { return !w.perhaps; });
}

promises::entry& promises::at(std::string const& key, time_point now)
{
    enqueue_due(now);
    ++step_;
    return keys_[key];
}

void promises::enqueue_due(time_point now)
{
    for (auto& [key, e] : keys_) {
        if (!e.later || e.later->first > now) continue;
        e.requests.push_back({++step_, e.later->first, e.later->second});
        e.later.reset();
    }
}

std::optional<bool> promises::record_add(std::string const& key, priority p, time_point now)
{
    auto& e = at(key, now);
    if (is_shut_down_) return false;
    bool const sure = in_transit_ == 0 && !is_uncertain_, fresh = e.requests.empty();
    e.requests.push_back({step_, now, p});
    update_idle(key);
    if (!fresh) ++sometimes["added while it waits"];
    if (fresh && e.working) ++sometimes["added while it is worked on"];
    if (sure) return fresh;
    return std::nullopt;
}

void promises::record_add_after(std::string const& key, duration delay, priority p, time_point now)
{
    auto& e = at(key, now);
    if (is_shut_down_) return;
    if (delay <= duration::zero()) {
        e.requests.push_back({step_, now, p});
    } else if (e.later) {
        ++sometimes["delayed twice"];
        e.later = {std::min(e.later->first, now + delay), std::max(e.later->second, p)};
    } else {
        e.later = {now + delay, p};
    }
    update_idle(key);
}

std::optional<duration> promises::record_add_rate_limited(std::string const& key, priority p, time_point now)
{
    auto& e = at(key, now);
    if (is_shut_down_) return std::nullopt;
    auto const delay = rules_.back_off.delay(e.failures++, now);
    ++retries_;
    record_add_after(key, delay, p, now);
    e.has_failed = e.working;
    return delay;
}

void promises::record_forget(std::string const& key, time_point now)
{
    auto& e = at(key, now);
    e.failures = 0;
    e.has_failed = false;
    update_idle(key);
}

std::optional<std::uint32_t> promises::expected_failures(std::string const& key, time_point now)
{
    auto const known = at(key, now).failures;
    if (is_uncertain_) return std::nullopt;
    return known;
}

void promises::record_shut_down(pending p, time_point now)
{
    enqueue_due(now);
    is_shut_down_ = true;
    drops_queued_ |= p == pending::drop;
    for (auto& [key, e] : keys_) {
        e.later.reset();
        if (!drops_queued_) continue;
        if (in_transit_ == 0) e.requests.clear();
        for (auto& w : e.requests) w.perhaps = true; // it may be the key that is on its way
    }
    is_uncertain_ = true; // the keys became idle in an order that cannot be seen from outside
}

void promises::record_taken(time_point now)
{
    enqueue_due(now);
    taken_at_ = now;
    takes_.push_back(++step_);
    ++in_transit_;
}

void promises::record_given(std::string const& key, time_point now)
{
    auto& e = at(key, now);
    if (e.working) report_broken("K1", key + " is given to two at once");
    if (takes_.empty())
        return report_broken("K3", key + " is given, though nothing was taken from the queue");
    std::vector<request> granted, left;
    for (auto w : e.requests) {
        if (w.at < takes_.front()) {
            granted.push_back(w);
            continue;
        }
        if (w.at < takes_.back()) w.perhaps = is_uncertain_ = true;
        left.push_back(w);
    }
    bool const perhaps = std::ranges::any_of(left, &request::perhaps);
    if (granted.empty() && !perhaps)
        report_broken("K3", key + " is given, though nobody asked for it since, or not yet");
    if (takes_.size() == 1 && !is_uncertain_ && !granted.empty())
        check_order(key, granted);
    else
        forget_overtaking();
    if (!left.empty() && !granted.empty()) ++sometimes["added while it is on its way"];
    if (!granted.empty()) e.prio = std::ranges::max(granted, {}, &request::prio).prio;
    e.requests = std::move(left);
    e.working = true;
    e.began = taken_at_;
    e.start_is_vague = takes_.size() > 1;
    if (--in_transit_ == 0) takes_.clear();
    update_idle(key);
}

promises::turn_claim promises::turn_claim_of(std::vector<request> const& requests)
{
    return {std::ranges::max(requests, {}, &request::prio).prio,
            std::ranges::min(requests, {}, &request::since).since};
}

// K4: no key that waited at that time had a better claim to be next. The highest priority goes first, and
// among equal priorities the key that has waited longest. But a key that has waited longest of all, and for
// `ageing` at least, may be overtaken three times in a row only; then it is its turn.
void promises::check_order(std::string const& key, std::vector<request> const& granted)
{
    auto const mine = turn_claim_of(granted);
    bool highest = true, first = true, oldest = taken_at_ - mine.since >= rules_.ageing, overtakes = false,
         sure = true;
    for (auto const& [other, e] : keys_) {
        if (other == key || e.requests.empty()) continue;
        std::vector<request> had;
        for (auto const& w : e.requests)
            if (w.at < takes_.front()) had.push_back(w);
        if (e.working || e.finished >= taken_at_ || had.empty()) {
            sure &= had.empty();
            continue;
        }
        ++sometimes["one of several is next"];
        auto const its = turn_claim_of(had);
        bool const earlier = its.since < mine.since;
        highest &= its.prio <= mine.prio;
        first &= its.prio != mine.prio || !earlier;
        oldest &= !earlier;
        overtakes |= its.prio < mine.prio && earlier && taken_at_ - its.since >= rules_.ageing;
        sure &= its.prio == mine.prio || its.since != mine.since;
    }
    if (!first)
        return report_broken("K4", key + " is given before one of its priority that has waited for longer");
    if (!highest && !oldest) return report_broken("K4", key + " is given before one of a higher priority");
    if (!sure) return forget_overtaking();
    if (highest && overtakes && ++overtaking_count_ > 3)
        report_broken("K4", key + " overtakes, for a fourth time, the key that has waited longest");
    if (highest) return;
    ++sometimes["the oldest has its turn"];
    if (overtaking_count_is_exact_ && overtaking_count_ != 3)
        report_broken("K4", key + " is given before one of a higher priority, too often");
    overtaking_count_ = 0;
    overtaking_count_is_exact_ = true;
}

void promises::record_end(time_point now)
{
    enqueue_due(now);
    has_reported_end_ = true;
    if (!is_shut_down_) report_broken("K6", "a pop() gave none, and the queue is not shut down");
    if (owed_keys(true, now) > in_transit_)
        report_broken("K6", "a pop() gave none, and there is still" + owed_text());
}

void promises::record_cancelled_pop(std::size_t working_now, time_point now)
{
    enqueue_due(now);
    auto const mine = working();
    if (working_now < mine)
        return report_broken("K5", "the queue knows of fewer keys that are worked on than there are");
    if (in_transit_ != working_now - mine) {
        ++sometimes["a pop was cancelled with a key on its way"];
        forget_overtaking();
    }
    in_transit_ = working_now - mine;
    if (has_reported_end_ && owed_keys(true, now) > in_transit_)
        report_broken("K6", "a pop() said that none comes any more, and then came" + owed_text());
    if (in_transit_ == 0) takes_.clear();
}

void promises::compare_status(work_queue_status const& s, time_point now)
{
    enqueue_due(now);
    if (s.failing > rules_.remembered)
        report_broken("K8", "failures are remembered of more keys than was said");
    if (in_transit_ != 0 || is_uncertain_) return;
    ++sometimes["status compared"];
    auto const expect = [&](std::size_t is, std::size_t should, char const* what) {
        if (is != should)
            report_broken("K5", std::to_string(is) + ' ' + what + ", and not " + std::to_string(should));
    };
    auto const count = [&](auto const& holds) {
        return static_cast<std::size_t>(
            std::ranges::count_if(keys_, [&](auto const& k) { return holds(k.second); }));
    };
    expect(s.depth, owed_keys(false, now), "keys are queued");
    expect(s.delayed, count([](entry const& e) { return e.later.has_value(); }), "keys are delayed");
    expect(s.working, working(), "keys are worked on");
    expect(s.failing, idle_.size(), "keys fail");
    expect(s.retries, retries_, "retries");
    duration longest{};
    bool start_is_vague = false;
    for (auto const& [key, e] : keys_) {
        if (!e.working) continue;
        longest = std::max(longest, now - e.began);
        start_is_vague |= e.start_is_vague;
    }
    if (!start_is_vague && s.longest_running != longest)
        report_broken("K5", "another time since when the longest has been running");
}

void promises::record_done(std::string const& key, time_point now)
{
    auto& e = at(key, now);
    e.working = false;
    e.finished = now;
    if (e.has_failed) ++sometimes["done() after a failure that was reported before"];
    if (!std::exchange(e.has_failed, false)) e.failures = 0;
    update_idle(key);
}

void promises::record_done_again_after(std::string const& key, duration delay, time_point now)
{
    record_add_after(key, delay, at(key, now).prio, now);
    record_done(key, now);
}

std::optional<duration> promises::record_failed(std::string const& key, time_point now)
{
    auto& e = at(key, now);
    std::optional<duration> delay;
    if (!e.has_failed)
        delay = record_add_rate_limited(key, e.prio, now);
    else if (!is_shut_down_) // the failure was counted before, and its delay goes on
        delay = e.later ? e.later->first - now : duration::zero();
    if (e.failures > 1) ++sometimes["failed again"];
    e.working = e.has_failed = false;
    e.finished = now;
    update_idle(key);
    return delay;
}

// Keeps the list of idle keys that have failed. If it is longer than the rules allow, the key that has been
// idle longest loses its count of failures.
void promises::update_idle(std::string const& key)
{
    auto const& e = keys_[key];
    auto const known = std::ranges::find(idle_, key);
    bool const idle = e.failures != 0 && !e.working && !e.later && e.requests.empty();
    if (idle && known == idle_.end()) idle_.push_back(key);
    if (!idle && known != idle_.end()) idle_.erase(known);
    if (idle_.size() <= rules_.remembered) return;
    ++sometimes["failures were forgotten for want of room"];
    keys_[idle_.front()].failures = 0;
    idle_.erase(idle_.begin());
}

void promises::check_waiting(std::size_t waiting, time_point now)
{
    enqueue_due(now);
    if (drops_queued_ && in_transit_ == 0)
        for (auto& [key, e] : keys_) e.requests.clear();
    // A delayed key may come as late as timers fire, and a key of this very moment may still be on its way.
    if (waiting > in_transit_ && owed_keys(false, now - rules_.late - duration(1)) > in_transit_)
        report_broken("L1", "somebody waits for a key, and there is" + owed_text());
    if (is_shut_down_ && waiting != 0 && owed_keys(true, now) == 0 && is_certain())
        report_broken("L1", "somebody waits for a key, and none can come any more");
}

bool promises::is_certain() const
{
    auto const perhaps = [](auto const& k) {
        return std::ranges::any_of(k.second.requests, &request::perhaps);
    };
    return std::ranges::none_of(keys_, perhaps);
}

bool promises::is_drained() const
{
    return is_shut_down_ && working() == 0 && owed_keys(true, time_point::max()) == 0;
}

std::size_t promises::owed_keys(bool also_working, time_point by) const
{
    auto const is_owed = [&](auto const& k) {
        auto const& e = k.second;
        if (e.working && !also_working) return false;
        return std::ranges::any_of(e.requests, [&](request const& w) { return !w.perhaps && w.since <= by; });
    };
    return static_cast<std::size_t>(std::ranges::count_if(keys_, is_owed));
}

std::size_t promises::working() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(keys_, [](auto const& k) { return k.second.working; }));
}

std::string promises::owed_text() const
{
    std::string all;
    for (auto const& [key, e] : keys_)
        if (e.owed()) all += ' ' + key + (e.working ? " (worked on)" : "");
    return all.empty() ? " nothing" : all;
}

} // namespace simulation
