#include "shard/shard_group_core.hpp"

#include <coinformer/core/with_timeout.hpp>

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
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

task<shard_group_core::outcome> shard_group_core::attempt(task<> request) &
{
    std::string failure;
    std::optional<std::chrono::seconds> pause;
    bool was_overtaken = false;
    try {
        co_await with_timeout(*env_.time, attempt_limit_, std::move(request));
    } catch (api_error const& e) {
        if (e.code() == condition::cancelled) throw;
        was_overtaken = e.code() == condition::conflict && turn_.overtaken + 1 < 8;
        failure = e.what();
        pause = e.retry_after();
    }
    if (was_overtaken) co_return outcome::overtaken; // another member has written first
    note_failure(failure, pause);
    co_return failure.empty() ? outcome::done : outcome::failed;
}

void shard_group_core::note_failure(std::string text, std::optional<std::chrono::seconds> retry_after)
{
    bool is_new = false;
    {
        std::lock_guard const hold(lock_);
        is_new = std::exchange(published_.last_failure, text) != text;
    }
    constexpr std::chrono::seconds longest_pause(60);
    if (retry_after) run_.pause_until = now() + std::min(*retry_after, longest_pause);
    if (is_new && !text.empty()) log(log_level::warning, "a request of the group has failed", text);
}

// Begins a membership. Each attempt has a new name: a Lease that was lost must never be taken up again, and
// the server may have carried out an attempt whose answer did not come.
task<> shard_group_core::join_group() &
{
    own_ = {};
    publish();
    for (;;) {
        auto const name = options_.name + '-' + options_.identity + random_suffix(random_);
        auto const sent = now();
        auto const wall = env_.time->wall_now();
        auto const how = co_await attempt(create_own_lease(name, wall));
        if (how == outcome::done) {
            own_.name = name;
            own_.seen_at = now();
            grant_begins(sent, wall);
            break;
        }
        auto const pause = std::max<duration>(options_.retry_period, run_.pause_until - now());
        co_await env_.time->sleep_for(pause);
    }
    log(log_level::info, "this process has joined the group");
    publish();
}

// Without a renewTime: nobody gives keys to a member that has not renewed its Lease once, because it may be
// the rest of an attempt that failed.
task<> shard_group_core::create_own_lease(std::string name, wall_time at) &
{
    auto const moment = micro_time_text(std::chrono::floor<std::chrono::microseconds>(at));
    auto const lasts = std::chrono::floor<std::chrono::seconds>(options_.lease_duration).count();
    json::object const labels{{shard_group_label, options_.name}};
    json::object const spec{
        {"holderIdentity", options_.identity}, {"leaseDurationSeconds", lasts}, {"acquireTime", moment}};
    json::object const lease{{"apiVersion", "coordination.k8s.io/v1"},
                             {"kind", "Lease"},
                             {"metadata", json::object{{"name", name}, {"labels", labels}}},
                             {"spec", spec}};
    auto text = json::serialize(lease);
    write_options how;
    auto const made = co_await api_.create<group_lease>(options_.ns, std::move(text), std::move(how), leases);
    own_.version = std::string(made.resource_version());
}

// The grant counts from before the request, so that it ends before others may think so.
void shard_group_core::grant_begins(time_point sent, wall_time sent_wall)
{
    own_.renewed_at = sent;
    std::lock_guard const hold(lock_);
    published_.ends = sent + options_.renew_deadline;
    published_.wall_ends =
        sent_wall + std::chrono::duration_cast<wall_time::duration>(options_.renew_deadline);
}

void shard_group_core::grant_ends()
{
    own_.is_gone = true;
    {
        std::lock_guard const hold(lock_);
        published_.ends = {};
    }
    owned_change_.notify();
    changed_.notify();
}

task<bool> shard_group_core::renew() &
{
    auto const sent = now();
    auto const wall = env_.time->wall_now();
    auto how = outcome::failed;
    if (!own_.is_gone) how = co_await attempt(renew_own_lease(wall));
    if (how == outcome::overtaken) (void)co_await attempt(read_own_lease());
    if (own_.is_gone) {
        grant_ends();
        if (!run_.leaves)
            log(log_level::warning,
                "the Lease of this process is gone: it owns nothing any more, and joins anew");
        co_return false;
    }
    if (how == outcome::done) grant_begins(sent, wall);
    if (how == outcome::done) owned_change_.notify(); // it may own again what it had lost by the clock
    co_return true;
}

namespace {

// A proxy may answer 404 with a page of its own, which says nothing about the Lease.
bool says_that_lease_is_gone(api_error const& e)
{
    return e.code() == condition::not_found && e.status().reason == "NotFound";
}

} // namespace

// An empty holderIdentity tells the others that this member leaves, so that they give it nothing more.
task<> shard_group_core::renew_own_lease(wall_time at) &
{
    auto const moment = micro_time_text(std::chrono::floor<std::chrono::microseconds>(at));
    bool const goes = run_.leaves;
    json::object const spec{{"holderIdentity", goes ? std::string() : options_.identity},
                            {"renewTime", moment}};
    json::object const body{{"metadata", json::object{{"resourceVersion", own_.version}}}, {"spec", spec}};
    auto patch = merge_patch(json::serialize(body));
    write_options how;
    auto const name = own_.name;
    try {
        auto const made = co_await api_.patch<group_lease>(options_.ns, name, std::move(patch),
                                                           std::move(how), coinformer::detail::leases);
        own_.version = std::string(made.resource_version());
    } catch (api_error const& e) {
        if (says_that_lease_is_gone(e)) own_.is_gone = true;
        throw;
    }
}

// A user may have changed the Lease, or a renewal may have arrived whose answer did not: then the version is
// another one.
task<> shard_group_core::read_own_lease() &
{
    try {
        auto const found = co_await api_.get<group_lease>(options_.ns, own_.name, leases);
        own_.version = std::string(found.resource_version());
    } catch (api_error const& e) {
        if (says_that_lease_is_gone(e)) own_.is_gone = true;
        throw;
    }
}

// Reads all Leases of the group, beside the watch. Such a list is never older than what was written before
// it, so an older map than the known one shows that the server was restored.
task<> shard_group_core::refresh() &
{
    list_options which;
    which.labels(std::string(shard_group_label) + '=' + options_.name);
    auto const all = co_await api_.list<group_lease>(options_.ns, std::move(which), leases);
    std::vector<std::string> names;
    bool has_map = false;
    for (auto const& lease : all.objects) {
        names.emplace_back(lease.key().name);
        if (names.back() != options_.name) continue;
        has_map = true;
        auto const& known = view_.map_version();
        if (!known.empty() && compare_resource_versions(lease.resource_version(), known) < 0)
            history_was_replaced();
    }
    for (auto const& lease : all.objects) see(lease);
    view_.keep_only(names, all.resource_version, now());
    if (!has_map) view_.lose_map(all.resource_version);
    if (std::ranges::find(names, own_.name) == names.end() && !own_.name.empty() && !run_.leaves)
        grant_ends();
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
    auto text = map_json(next, options_.name, version, options_.name, own_.name);
    write_options how;
    object_ptr<group_lease> made;
    if (version.empty()) {
        made = co_await api_.create<group_lease>(options_.ns, std::move(text), std::move(how), leases);
    } else {
        auto patch = merge_patch(std::move(text));
        made = co_await api_.patch<group_lease>(options_.ns, options_.name, std::move(patch), std::move(how),
                                                leases);
    }
    run_.has_seen_map = true;
    view_.see_map(std::string(made.resource_version()), std::move(next), now());
    publish();
}

} // namespace coinformer::detail
