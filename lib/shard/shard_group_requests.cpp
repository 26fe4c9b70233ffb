#include "shard/shard_group_core.hpp"

#include <coinformer/core/with_timeout.hpp>

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <map>
#include <utility>

namespace coinformer::detail {

namespace json = boost::json;

namespace {

std::string random_suffix(random_source& random)
{
    constexpr std::string_view letters = "bcdfghjklmnpqrstvwxz2456789";
    std::string text = "-";
    for (int i = 0; i != 5; ++i) text += letters[static_cast<std::size_t>(random.below(letters.size()))];
    return text;
}

std::string map_json(shard_map const& map, std::string const& name, std::string const& version,
                     std::string const& group, std::string const& writer)
{
    json::object metadata{{"annotations", json::object{{shard_map_annotation, map.text()}}}};
    if (version.empty()) {
        metadata["name"] = name;
        metadata["labels"] = json::object{{shard_group_label, group}};
    } else {
        metadata["resourceVersion"] = version;
    }
    json::object lease{{"metadata", std::move(metadata)}, {"spec", json::object{{"holderIdentity", writer}}}};
    if (version.empty()) {
        lease["apiVersion"] = "coordination.k8s.io/v1";
        lease["kind"] = "Lease";
    }
    return json::serialize(lease);
}

} // namespace

task<bool> shard_group_core::attempt(task<> request) &
{
    std::string failure;
    try {
        co_await with_timeout(*env_.time, attempt_limit_, std::move(request));
    } catch (api_error const& e) {
        if (e.code() == condition::cancelled) throw;
        // Another member has written first. The watch brings what it wrote.
        if (e.code() == condition::conflict || e.code() == errc::already_exists) co_return false;
        failure = e.what();
    }
    bool is_new = false;
    {
        std::lock_guard const hold(lock_);
        is_new = std::exchange(published_.last_failure, failure) != failure;
    }
    if (is_new && !failure.empty()) log(log_level::warning, "a request of the group has failed", failure);
    co_return failure.empty();
}

// Begins a membership with a new name, because a Lease that was lost must never be taken up again.
task<> shard_group_core::join_group() &
{
    auto const name = options_.name + '-' + options_.identity + random_suffix(random_);
    member_.clear();
    own_is_gone_ = false;
    publish();
    for (bool joined = false; !joined;) {
        auto const sent = now();
        auto const wall = env_.time->wall_now();
        joined = co_await attempt(create_own_lease(name, wall));
        if (joined) grant_begins(sent, wall);
        if (!joined) co_await env_.time->sleep_for(options_.retry_period);
    }
    member_ = name;
    log(log_level::info, "this process has joined the group");
    publish();
}

task<> shard_group_core::create_own_lease(std::string name, wall_time at) &
{
    auto const moment = std::chrono::floor<std::chrono::microseconds>(at);
    lease_record const record{.holder = options_.identity,
                              .lease_duration = options_.lease_duration,
                              .acquired = moment,
                              .renewed = moment};
    std::map<std::string, std::string> const labels{{std::string(shard_group_label), options_.name}};
    auto text = new_lease_json(name, record, labels);
    write_options how;
    auto const made = co_await api_.create<group_lease>(options_.ns, std::move(text), std::move(how), leases);
    own_version_ = std::string(made.resource_version());
}

// The grant counts from before the request, so that it ends before others may think so.
void shard_group_core::grant_begins(time_point sent, wall_time sent_wall)
{
    std::lock_guard const hold(lock_);
    published_.ends = sent + options_.renew_deadline;
    published_.wall_ends =
        sent_wall + std::chrono::duration_cast<wall_time::duration>(options_.renew_deadline);
}

task<bool> shard_group_core::renew() &
{
    auto const sent = now();
    auto const wall = env_.time->wall_now();
    auto const renewed = co_await attempt(renew_own_lease(wall));
    if (!renewed && !own_is_gone_) (void)co_await attempt(read_own_lease());
    if (own_is_gone_) {
        log(log_level::warning,
            "the Lease of this process is gone: it owns nothing any more, and joins anew");
        co_return false;
    }
    if (renewed) grant_begins(sent, wall);
    if (renewed) owned_change_.notify(); // it may own again what it had lost by the clock
    co_return true;
}

task<> shard_group_core::renew_own_lease(wall_time at) &
{
    auto const moment = micro_time_text(std::chrono::floor<std::chrono::microseconds>(at));
    json::object const body{{"metadata", json::object{{"resourceVersion", own_version_}}},
                            {"spec", json::object{{"renewTime", moment}}}};
    auto patch = merge_patch(json::serialize(body));
    write_options how;
    try {
        auto const made =
            co_await api_.patch<group_lease>(options_.ns, member_, std::move(patch), std::move(how), leases);
        own_version_ = std::string(made.resource_version());
    } catch (api_error const& e) {
        own_is_gone_ = e.code() == condition::not_found;
        throw;
    }
}

// A user may have changed the Lease, or a renewal may have arrived whose answer did not: then the version is
// another one.
task<> shard_group_core::read_own_lease() &
{
    try {
        auto const found = co_await api_.get<group_lease>(options_.ns, member_, leases);
        own_version_ = std::string(found.resource_version());
    } catch (api_error const& e) {
        own_is_gone_ = e.code() == condition::not_found;
        throw;
    }
}

// Reads all Leases of the group, beside the watch.
task<> shard_group_core::refresh() &
{
    list_options which;
    which.labels(std::string(shard_group_label) + '=' + options_.name);
    auto const all = co_await api_.list<group_lease>(options_.ns, std::move(which), leases);
    std::vector<std::string> names;
    for (auto const& lease : all.objects) {
        names.emplace_back(lease.key().name);
        see(lease);
    }
    view_.keep_only(names, all.resource_version);
    publish();
}

// A Lease that is gone, or was renewed meanwhile, is no failure: the watch will say so.
task<> shard_group_core::delete_lease(std::string name, std::string version) &
{
    try {
        remove_options how;
        if (!version.empty()) how.only_version(std::move(version));
        co_await api_.remove(leases, options_.ns, std::move(name), std::move(how));
    } catch (api_error const& e) {
        if (e.code() != condition::not_found && e.code() != condition::conflict) throw;
    }
}

task<> shard_group_core::write_map(shard_map next) &
{
    auto const version = view_.map_version();
    auto text = map_json(next, options_.name, version, options_.name, member_);
    write_options how;
    object_ptr<group_lease> made;
    if (version.empty()) {
        made = co_await api_.create<group_lease>(options_.ns, std::move(text), std::move(how), leases);
    } else {
        auto patch = merge_patch(std::move(text));
        made = co_await api_.patch<group_lease>(options_.ns, options_.name, std::move(patch), std::move(how),
                                                leases);
    }
    has_seen_map_ = true;
    view_.see_map(std::string(made.resource_version()), std::move(next));
    publish();
}

} // namespace coinformer::detail
