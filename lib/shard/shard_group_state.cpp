// The state of a shard group's member: what the Leases say, and what the functions for all threads return.
#include "shard/shard_group_core.hpp"

#include <chrono>
#include <utility>

namespace coinformer::detail {

void shard_group_core::see(object_ptr<group_lease> const& lease)
{
    auto const name = std::string(lease.key().name);
    auto const version = std::string(lease.resource_version());
    if (name == options_.name) {
        auto map = shard_map::parse(lease->metadata.annotations.value_or(shard_map_annotation, ""));
        if (!map)
            note_failure("the Lease " + name +
                             " has no map that can be read: give the group another name, "
                             "or remove the Lease",
                         {});
        run_.has_seen_map = true;
        if (map) view_.see_map(version, std::move(*map), now());
    } else {
        auto const& spec = lease->spec;
        bool const was_renewed = spec.renewTime != micro_timestamp();
        view_.see_member(name,
                         {version, std::chrono::seconds(spec.leaseDurationSeconds),
                          was_renewed && !spec.holderIdentity.empty()},
                         now());
        if (name == own_.name) own_.seen_at = now();
    }
    publish();
}

// A watch only goes forward, unless the server was restored from a backup.
void shard_group_core::see_in_watch(object_ptr<group_lease> const& lease)
{
    if (lease.key().name == options_.name) {
        auto& last = run_.watched_map_version;
        if (!last.empty() && compare_resource_versions(lease.resource_version(), last) < 0)
            history_was_replaced();
        last = std::string(lease.resource_version());
    }
    see(lease);
}

void shard_group_core::lose(object_ptr<group_lease> const& lease)
{
    auto const name = std::string(lease.key().name);
    if (name == options_.name) {
        view_.lose_map(lease.resource_version());
        run_.watched_map_version.clear();
    } else {
        view_.lose_member(name, now());
    }
    // Others do not see this member any more: it was deleted, or has lost its label.
    if (name == own_.name && !run_.leaves) grant_ends();
    publish();
}

// The server was restored from a backup. Nobody knows what others believe, so this member joins anew.
void shard_group_core::history_was_replaced()
{
    log(log_level::warning, "the server's history was replaced: this process joins the group anew");
    view_.forget_versions();
    grant_ends();
}

shard_ranges shard_group_core::asked() const
{
    if (own_.name.empty()) return {};
    return run_.leaves ? view_.map().owned_by(own_.name) : view_.map().asked_of(own_.name);
}

// Makes the state known to the functions for all threads, and wakes those who wait for a change of it.
void shard_group_core::publish()
{
    auto const wanted = asked();
    work_.stopped =
        work_.stopped - (work_.stopped - wanted); // what was taken back, or is gone, is not stopped
    auto const mine = own_.name.empty() || own_.is_gone ? shard_ranges() : view_.map().owned_by(own_.name);
    auto const serves = mine - wanted - work_.stopping;
    bool is_other = false;
    {
        std::lock_guard const hold(lock_);
        is_other = published_.owned != serves;
        published_.member = own_.name;
        published_.map.reset();
        if (!view_.map_version().empty()) published_.map = view_.map();
        published_.owned = serves;
        published_.members = view_.members();
    }
    if (is_other) owned_change_.notify();
    changed_.notify();
}

std::optional<std::int64_t> shard_group_core::fence(std::uint64_t hash) const
{
    auto const at = now();
    auto const wall = env_.time->wall_now();
    std::lock_guard const hold(lock_);
    bool const is_owner =
        at < published_.ends && wall < published_.wall_ends && published_.owned.contains(hash);
    if (!is_owner || !published_.map) return std::nullopt;
    return published_.map->piece_of(hash).epoch;
}

shard_ranges shard_group_core::owned() const
{
    auto const at = now();
    auto const wall = env_.time->wall_now();
    std::lock_guard const hold(lock_);
    return at < published_.ends && wall < published_.wall_ends ? published_.owned : shard_ranges();
}

task<> shard_group_core::changed(shard_ranges known)
{
    for (;;) {
        auto const is = owned();
        if (is != known) co_return;
        auto const ends = [this] {
            std::lock_guard const hold(lock_);
            return published_.ends;
        }();
        auto const until = is.empty() ? time_point::max() : ends;
        co_await owned_change_.wait_until(until);
    }
}

shard_group_status shard_group_core::status() const
{
    auto const owned_now = owned();
    std::lock_guard const hold(lock_);
    shard_group_status s{.member = published_.member,
                         .members = published_.members,
                         .parts = {},
                         .owned = owned_now,
                         .last_failure = published_.last_failure};
    if (!published_.map) return s;
    for (auto const& p : published_.map->pieces())
        s.parts.push_back({shard_map::hashes_of(p), p.owner, p.next});
    return s;
}

} // namespace coinformer::detail
