#include "shard/membership.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

namespace coinformer::detail {

namespace {

std::string random_suffix(random_source& random)
{
    constexpr std::string_view letters = "bcdfghjklmnpqrstvwxz2456789";
    std::string text = "-";
    for (int i = 0; i != 5; ++i) text += letters[static_cast<std::size_t>(random.below(letters.size()))];
    return text;
}

} // namespace

membership::membership(lease_requests& requests, environment env, shard_group_options const& options,
                       random_source random)
    : requests_(requests), env_(std::move(env)), options_(options), random_(random)
{
}

// Attempts are retry_period apart, and up to lease_duration if the server accepts each Lease and then denies
// that it exists: otherwise a proxy that does so would make a process create one Lease after the other.
task<> membership::join() &
{
    while (!is_member()) {
        co_await env_.time->sleep_until(std::max(next_attempt_, requests_.paused_until()));
        auto const name = options_.name + '-' + options_.identity + random_suffix(random_);
        clock_reading const sent(*env_.time);
        auto const made = co_await requests_.create_member(name, sent.wall);
        constexpr int most_doublings = 5;
        auto const pause = options_.retry_period * (1 << std::min(never_renewed_, most_doublings));
        next_attempt_ = env_.time->now() + std::min(pause, options_.lease_duration);
        if (!made.is_done()) continue;
        ++never_renewed_;
        name_ = name;
        version_ = std::string(made.value.resource_version());
        contact_.begin(sent.monotonic, env_.time->now());
        begin_grant(sent);
    }
}

// A user may have changed the Lease, or a renewal may have arrived whose answer did not. Then the version is
// another one, and the second renewal names that. If it waited for the next retry_period, somebody who writes
// often would be first each time, and this member would lose its parts.
task<> membership::renew(bool leaves) &
{
    bool was_overtaken = false;
    co_await send_renewal(leaves, was_overtaken);
    if (was_overtaken) co_await send_renewal(leaves, was_overtaken);
}

// Sets `was_overtaken` if somebody else has written first, and the Lease is still this member's.
task<> membership::send_renewal(bool leaves, bool& was_overtaken) &
{
    auto const name = name_;
    clock_reading const sent(*env_.time);
    auto const stamp = next_stamp(sent.wall);
    auto const holder = leaves ? std::string() : options_.identity;
    auto answer = co_await requests_.renew_member(name, version_, holder, stamp);
    // A cache in front of the server may answer with an older state, and others see no renewal then.
    bool const was_renewed = answer.is_done() && answer.value->spec.renewTime == stamp;
    bool const is_overtaken = answer.how == lease_requests::outcome::overtaken;
    if (is_overtaken) answer = co_await requests_.read(name);
    if (name_ != name) co_return; // lost while the request was under way
    if (answer.how == lease_requests::outcome::gone) co_return lose();
    if (!answer.is_done()) co_return;
    version_ = std::string(answer.value.resource_version());
    if (!answer.value->is_of(options_.name)) co_return lose(); // without the label others do not see it
    was_overtaken = is_overtaken;
    if (!was_renewed) co_return;
    never_renewed_ = 0;
    next_attempt_ = std::min(next_attempt_, env_.time->now() + options_.retry_period);
    note_renewal(sent, stamp);
}

// The stamp may be another one because somebody has edited the Lease; that says nothing about the watch.
void membership::see(micro_timestamp renewed)
{
    if (renewed <= last_stamp_) contact_.see(renewed, env_.time->now());
}

// Others see a renewal only because the Lease has changed, and a server does not write a patch that changes
// nothing. So each stamp is later than the one before, even if the wall clock stands still or goes back.
micro_timestamp membership::next_stamp(wall_time wall)
{
    auto const at = std::chrono::floor<std::chrono::microseconds>(wall);
    return last_stamp_ = std::max(at, last_stamp_ + std::chrono::microseconds(1));
}

task<bool> membership::leave() &
{
    bool const keeps = options_.at_end == shard_end::keep;
    std::string const any_version;
    auto request = keeps ? requests_.rest_member(name_) : requests_.remove(name_, any_version);
    auto const answer = co_await std::move(request);
    bool const is_over = answer.is_done() || answer.how == lease_requests::outcome::gone;
    if (is_over) lose();
    co_return is_over;
}

void membership::lose()
{
    name_.clear();
    version_.clear();
    grant_ = {};
}

void membership::note_renewal(clock_reading const& sent, micro_timestamp stamp)
{
    auto const reserve =
        std::max(options_.lease_duration - options_.renew_deadline, 2 * options_.retry_period);
    bool const held = grant_.holds_at(clock_reading(*env_.time));
    bool const has_gap = !held || sent.monotonic - contact_.renewed_at() > reserve;
    contact_.renewed(stamp, sent.monotonic, has_gap, env_.time->now());
    begin_grant(sent);
}

void membership::begin_grant(clock_reading const& sent)
{
    grant_ = lease_grant(sent, options_.renew_deadline);
}

} // namespace coinformer::detail
