#include "shard/ownership.hpp"

#include <utility>

namespace coinformer::detail {

ownership::ownership(environment const& env, std::string_view group)
    : time_(env.time), ex_(env.ex), news_(*env.time, env.ex)
{
    auto read_members = [this] {
        std::lock_guard const hold(lock_);
        return std::optional(static_cast<double>(state_.members.size()));
    };
    auto read_owned = [this] { return std::optional(owned().fraction()); };
    counts_ = make_group_metrics(env.metrics, group, std::move(read_members), std::move(read_owned));
}

// The grant may have come back after its end, and with it what is owned.
void ownership::publish(state next)
{
    // The grant may have ended by the clock of the day alone, as when the machine was suspended: changed()
    // waits by the other clock.
    bool is_new = !next.owned.empty() && !next.grant.holds_at(clock_reading(*time_));
    {
        std::lock_guard const hold(lock_);
        is_new |=
            next.held != state_.held || next.owned != state_.owned || next.grant.end() != state_.grant.end();
        bool const has_joined = !next.member.empty() && next.member != state_.member;
        if (has_joined) counts_.joins.add();
        state_ = std::move(next);
    }
    if (is_new) news_.notify();
}

std::optional<std::int64_t> ownership::fence(std::uint64_t hash) const
{
    clock_reading const now(*time_);
    std::lock_guard const hold(lock_);
    bool const is_owner = state_.grant.holds_at(now) && state_.owned.contains(hash);
    if (!is_owner) return std::nullopt;
    return state_.map->piece_of(hash).epoch;
}

bool ownership::may_go_on(std::uint64_t hash, std::int64_t number) const
{
    clock_reading const now(*time_);
    std::lock_guard const hold(lock_);
    bool const is_held = state_.held.contains(hash) && !state_.stopped.contains(hash);
    if (!is_held || !state_.map || !state_.grant.holds_at(now)) return false;
    return state_.map->piece_of(hash).epoch == number;
}

shard_ranges ownership::owned() const
{
    clock_reading const now(*time_);
    std::lock_guard const hold(lock_);
    return state_.grant.holds_at(now) ? state_.owned : shard_ranges();
}

shard_ranges ownership::held() const
{
    std::lock_guard const hold(lock_);
    return state_.held;
}

std::string ownership::last_failure() const
{
    std::lock_guard const hold(lock_);
    return state_.last_failure;
}

shard_group_status ownership::status() const
{
    auto const owned_now = owned();
    std::lock_guard const hold(lock_);
    shard_group_status s{.member = state_.member,
                         .members = state_.members,
                         .parts = {},
                         .owned = owned_now,
                         .held = state_.held,
                         .last_failure = state_.last_failure};
    if (!state_.map) return s;
    for (auto const& p : state_.map->pieces()) s.parts.push_back({shard_map::hashes_of(p), p.owner, p.next});
    return s;
}

// When owned() may become empty without any news.
time_point ownership::next_end() const
{
    std::lock_guard const hold(lock_);
    return state_.grant.end();
}

task<> ownership::changed(shard_ranges known) &
{
    for (;;) {
        auto const is = owned();
        if (is != known) co_return;
        auto const until = is.empty() ? time_point::max() : next_end();
        co_await news_.wait_until(until);
    }
}

task<> ownership::held_changed(shard_ranges known) &
{
    while (held() == known) co_await news_.wait_until(time_point::max());
}

} // namespace coinformer::detail
