#include "shard/group_view.hpp"

#include <coinformer/api/resource.hpp>

#include <algorithm>
#include <utility>

namespace coinformer::detail {

namespace {

// A server that was restored gives new renewals old versions, and somebody may set a later time than that of
// the next renewal. Both together prove that a state is older.
bool is_before(group_view::member_lease const& state, group_view::member_lease const& known)
{
    return state.renewed <= known.renewed && compare_resource_versions(state.version, known.version) < 0;
}

// A user, a controller or the server may write into the Lease of a member that is dead, and that gives it
// no time. When a member begins to rest, its parts wait for the next one of its place from then on.
bool is_renewal(group_view::member_lease const& state, group_view::member_lease const& known)
{
    bool const begins_to_rest = state.rests && !known.rests;
    return begins_to_rest || state.renewed != known.renewed;
}

// No option of a group is longer. Somebody may have written any number into a Lease.
constexpr std::chrono::hours longest_lease(24);

} // namespace

bool group_view::is_past(std::string const& name, member_lease const& state) const
{
    if (auto const known = members_.find(name); known != members_.end())
        return is_before(state, known->second.is);
    auto const gone = gone_.find(name);
    return gone != gone_.end() && is_before(state, gone->second.is);
}

bool group_view::is_overtaken(std::string const& name, member_lease const& state, time_point asked) const
{
    if (auto const known = members_.find(name); known != members_.end())
        return known->second.renewed >= asked && is_before(state, known->second.is);
    auto const gone = gone_.find(name);
    return gone != gone_.end() && gone->second.told >= asked;
}

bool group_view::see_member(std::string const& name, member_lease lease, time_point now)
{
    lost_.erase(name);
    missed_.erase(name);
    gone_.erase(name);
    auto& known = members_[name];
    if (known.is.version == lease.version) return false; // seen again, by a list: nothing was renewed
    bool const is_new = known.is.version.empty();
    bool const is_other = is_new || lease.takes_part != known.is.takes_part || lease.rests != known.is.rests;
    bool const is_renewed = is_new || is_renewal(lease, known.is);
    if (lease.takes_part && !known.is.takes_part) note_join(now);
    auto const lasts = std::clamp<duration>(lease.lasts, lease_duration_, longest_lease);
    known.is = std::move(lease);
    if (!is_renewed) return is_other;
    if (is_new) known.since = now;
    known.ends = now + lasts;
    auto const renewed_before = std::exchange(known.renewed, now);
    // Another member waits for the end of this one, and this one is alive.
    bool const ends_wait = std::ranges::any_of(members_, [&](auto const& other) {
        return other.first != name && renewed_before <= other.second.since &&
               shard_map::have_one_place(other.first, name);
    });
    return is_other || ends_wait;
}

void group_view::note_join(time_point now)
{
    if (now >= joins_settle_at_) joins_began_ = now;
    joins_settle_at_ = std::min(now + retry_period_ / 4, joins_began_ + retry_period_);
}

// The same loss may be told twice, and more exactly the second time. A member may own keys although it was
// never seen to take part: it was seen when it had just begun, or when it was about to leave.
void group_view::lose_member(std::string const& name, last_renewal last, time_point now)
{
    auto const found = members_.find(name);
    if (found != members_.end()) {
        auto& lease = found->second;
        lost_[name] = {lease.is.renewed, lease.ends, now + (lease.ends - lease.renewed)};
        std::erase_if(gone_, [&](auto const& one) { return one.second.told + 10 * lease_duration_ < now; });
        gone_[name] = {std::move(lease.is), now};
        members_.erase(found);
    }
    auto const owner = lost_.find(name);
    if (owner != lost_.end() && last == last_renewal::was_seen)
        owner->second.replaceable = std::max(owner->second.ends, now);
}

bool group_view::has_seen(std::string const& name, micro_timestamp renewed) const
{
    auto const member = members_.find(name);
    if (member != members_.end()) return member->second.is.renewed == renewed;
    auto const owner = lost_.find(name);
    return owner != lost_.end() && owner->second.renewed == renewed;
}

void group_view::see_owners(shard_map const& map, time_point now)
{
    for (auto const& p : map.pieces()) {
        bool const is_missed = !p.owner.empty() && !members_.contains(p.owner) && !lost_.contains(p.owner);
        if (is_missed) missed_.try_emplace(p.owner, now + retry_period_);
    }
    auto const owns_nothing = [&map](auto const& one) {
        return std::ranges::find(map.pieces(), one.first, &shard_map::piece::owner) == map.pieces().end();
    };
    std::erase_if(lost_, owns_nothing);
    std::erase_if(missed_, owns_nothing);
}

std::string group_view::missed(time_point now) const
{
    auto const found = std::ranges::min_element(missed_, {}, [](auto const& one) { return one.second; });
    return found != missed_.end() && found->second <= now ? found->first : std::string();
}

// Its last renewal may have been the last thing that happened to its Lease.
void group_view::confirm_loss(std::string const& name, time_point now)
{
    if (missed_.erase(name) != 0) lost_[name] = {{}, now, now + lease_duration_};
}

void group_view::ask_again(std::string const& name, time_point now)
{
    if (auto const found = missed_.find(name); found != missed_.end()) found->second = now + retry_period_;
}

void group_view::keep_only(std::vector<std::string> const& listed, std::string_view version, time_point now)
{
    for (auto const& name : names()) {
        bool const is_listed = std::ranges::find(listed, name) != listed.end();
        bool const is_newer = compare_resource_versions(members_[name].is.version, version) > 0;
        if (is_listed || is_newer) continue;
        lose_member(name, last_renewal::may_be_later, now);
        gone_[name].is.version = version;
    }
}

void group_view::forget()
{
    members_.clear();
    lost_.clear();
    missed_.clear();
    gone_.clear();
}

// All members see at about the same time that a Lease has expired. If all tried to delete it, all but one
// would ask in vain.
duration group_view::pause_before_deleting(std::string const& own, time_point now) const
{
    constexpr int enough = 2; // one of them may be about to end
    int before = 0;
    for (auto const& [name, lease] : members_) {
        if (name == own) return duration::zero();
        if (lease.ends > now && ++before == enough) break;
    }
    return retry_period_ / 2;
}

std::vector<group_view::expired_member> group_view::expired(std::string const& own, time_point now) const
{
    auto const pause = pause_before_deleting(own, now);
    std::vector<expired_member> found;
    for (auto const& [name, lease] : members_)
        if (name != own && lease.ends + pause <= now) found.push_back({name, lease.is.version});
    return found;
}

time_point group_view::next_change(std::string const& own, time_point now) const
{
    auto next = time_point::max();
    auto const consider = [&](time_point when) {
        if (when > now) next = std::min(next, when);
    };
    auto const pause = pause_before_deleting(own, now);
    for (auto const& [name, lease] : members_) {
        if (name == own) continue;
        consider(lease.ends);
        consider(lease.ends + pause);
    }
    for (auto const& [name, owner] : lost_) consider(owner.replaceable);
    for (auto const& [name, when] : missed_) consider(when);
    consider(joins_settle_at_);
    return next;
}

std::vector<std::string> group_view::names() const
{
    std::vector<std::string> names;
    for (auto const& [name, lease] : members_) names.push_back(name);
    return names;
}

bool group_view::takes_part(std::string const& name) const
{
    auto const found = members_.find(name);
    return found != members_.end() && found->second.is.takes_part;
}

// If the process of `name` has died and come back, its old Lease has still to expire, or was deleted before
// its time. Until then nothing is known of the old owner, and the new member gets nothing, because it will
// get what the old one has. If the old Lease is renewed, both are alive, although they have one identity.
bool group_view::waits_for_its_place(std::string const& name, shard_map const& map, time_point now) const
{
    if (map.names(name)) return false;
    auto const was_here = [&](auto const& owner) {
        return map.names(owner.first) && shard_map::have_one_place(owner.first, name);
    };
    bool const is_heir =
        std::ranges::any_of(missed_, was_here) || std::ranges::any_of(lost_, [&](auto const& one) {
            return one.second.replaceable > now && was_here(one);
        });
    if (is_heir) return true;
    auto const since = members_.at(name).since;
    return std::ranges::any_of(members_, [&](auto const& other) {
        auto const& [old, lease] = other;
        return old != name && lease.is.takes_part && lease.renewed <= since && map.names(old) &&
               shard_map::have_one_place(old, name);
    });
}

bool group_view::has_heir(std::string const& name) const
{
    return std::ranges::any_of(members_, [&](auto const& other) {
        return other.second.is.takes_part && shard_map::have_one_place(other.first, name);
    });
}

shard_map group_view::planned(shard_map const& from, std::string const& without, time_point now) const
{
    std::vector<std::string> targets, kept;
    for (auto const& [name, lease] : members_) {
        if (waits_for_its_place(name, from, now)) continue;
        if (lease.is.rests && has_heir(name)) continue; // it has ended, and somebody is here for its parts
        bool const may_get_more = lease.is.takes_part && lease.ends > now && name != without;
        (may_get_more ? targets : kept).push_back(name);
    }
    for (auto const& [name, owner] : lost_)
        if (owner.replaceable > now) kept.push_back(name);
    for (auto const& [name, when] : missed_) kept.push_back(name);
    std::ranges::sort(kept);
    return from.planned(targets, kept);
}

} // namespace coinformer::detail
