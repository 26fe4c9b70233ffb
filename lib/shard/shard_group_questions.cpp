#include "shard/shard_group_core.hpp"

#include <algorithm>
#include <utility>

// These are the requests that a member sends when its watch does not tell enough: it reads Leases, and
// deletes those that have expired.

namespace coinformer::detail {

// Reads all Leases of the group, because the watch is silent or late. If the server refuses that, the map
// alone, which says what this process owns. If it does not answer, the next renewal has to come first.
task<> shard_group_core::read_all_leases() &
{
    auto const version_before = seen_.map().version();
    auto const asked_at = now();
    auto const all = co_await requests_.list();
    bool const is_refused = !all.is_done() && now() - asked_at < options_.retry_period;
    if (is_refused && now() >= requests_.paused_until()) co_await read_map();
    if (!all.is_done()) co_return;
    run_.has_listed = true;
    auto const is_own = [this](auto const& lease) { return lease.key().name == membership_.name(); };
    auto const own = std::ranges::find_if(all.value.objects, is_own);
    if (own != all.value.objects.end())
        see_own(*own);
    else
        membership_.lose();
    act_on(seen_.see_list(all.value, version_before, asked_at, now()));
}

// Reads the group's own Lease, which has the map.
task<> shard_group_core::read_map() &
{
    auto const version_before = seen_.map().version();
    auto const found = co_await requests_.read(options_.name);
    if (found.is_done()) act_on(seen_.see_map(found.value, version_before, now()));
    if (found.how != lease_requests::outcome::gone || !seen_.map().is_known()) co_return;
    seen_.lose_map(version_before, now());
    note_change();
}

// After an outage of the server all Leases look expired, until each member has renewed its own. So others get
// time for that, counted from when this member has got through again: for a request that hangs, and for two
// more attempts. Each call goes on behind the Lease that was tried last, because one may never be deleted.
task<> shard_group_core::delete_expired() &
{
    auto const time_to_renew = requests_.time_limit() + 2 * options_.retry_period;
    if (!membership_.was_connected_for(std::min(time_to_renew, options_.lease_duration))) co_return;
    if (now() < run_.next_deletion) co_return;
    using outcome = lease_requests::outcome;
    auto const enough = now() + options_.retry_period;
    auto all = seen_.members().expired(membership_.name(), now()); // sorted by name
    auto const next =
        std::ranges::upper_bound(all, run_.last_deletion, {}, &group_view::expired_member::name);
    std::ranges::rotate(all, next);
    for (auto const& member : all) {
        if (now() >= enough) co_return; // requests hang, and there are other things to do
        run_.last_deletion = member.name;
        auto const deleted = co_await requests_.remove(member.name, member.version);
        // The request has named the version that was seen, so that there was no later one.
        if (deleted.is_done()) seen_.lose_member(member.name, group_view::last_renewal::was_seen, now());
        if (deleted.how == outcome::gone) seen_.confirm_loss(member.name, now());
        if (deleted.how == outcome::overtaken) co_await ask_about(member.name);
        if (deleted.how != outcome::failed) continue;
        run_.next_deletion = now() + options_.retry_period;
        co_return;
    }
}

// The map names an owner whose Lease this member has never seen. It may be new, and the watch late. Asks
// about one owner at a time, because a request may hang, and there are other things to do.
task<> shard_group_core::ask_about_missed() &
{
    auto const name = seen_.members().missed(now());
    if (name.empty()) co_return;
    bool const is_possible = requests_.may_be_member(name); // otherwise somebody has edited the map
    if (!is_possible) co_return seen_.confirm_loss(name, now());
    co_await ask_about(name);
}

// Asks the server for a member's Lease, of which the watch has not brought the last news, and perhaps never
// will: it tells nothing of a Lease that only a list has shown, and that has lost its label since.
task<> shard_group_core::ask_about(std::string name) &
{
    auto const asked_at = now();
    auto const found = co_await requests_.read(name);
    bool const is_here = found.is_done() && found.value->is_of(options_.name);
    if (is_here)
        act_on(seen_.see_read(found.value, asked_at, now()));
    else if (found.how == lease_requests::outcome::failed)
        seen_.ask_again(name, now());
    else
        seen_.confirm_loss(name, now()); // others cannot see a Lease without the label either
}

} // namespace coinformer::detail
