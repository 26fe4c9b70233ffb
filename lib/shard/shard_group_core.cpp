#include "shard/shard_group_core.hpp"

#include "api/client/client_impl.hpp"
#include "core/exceptions.hpp"
#include "core/keeping.hpp"
#include "core/scoped_count.hpp"

#include <coinformer/core/with_timeout.hpp>

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <utility>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

// Members write the map one after the other, in the order of their names, so that they seldom overtake each
// other. The last of many waits for half a renewal.
duration turn_of(std::string const& member, std::vector<std::string> const& members, duration retry_period)
{
    auto const place = std::ranges::find(members, member) - members.begin();
    return std::min<duration>(place * std::chrono::milliseconds(100), retry_period / 2);
}

} // namespace

shard_group_core::shard_group_core(client& api, shard_group_options options)
    : api_(api.without_retries().without_rate_limit()), env_(api.internals().env()),
      options_(std::move(options)), random_(api.internals().context().fork_random()),
      attempt_limit_((options_.renew_deadline - options_.retry_period) / 2), changed_(*env_.time, env_.ex),
      owned_change_(*env_.time, env_.ex)
{
}

void shard_group_core::on_release(std::function<task<>(shard_ranges const&)> stop)
{
    if (is_running_) throw api_error(errc::already_running, "shard group " + options_.name);
    on_release_ = std::move(stop);
}

task<> shard_group_core::run()
{
    if (is_running_) throw api_error(errc::already_running, "shard group " + options_.name);
    scoped_flag const running(is_running_);
    leaves_ = has_seen_map_ = false;
    view_ = {};
    std::exception_ptr failure;
    try {
        co_await take_part();
    } catch (...) {
        failure = std::current_exception();
    }
    member_.clear();
    stopped_ = stopping_ = {};
    publish();
    if (failure) std::rethrow_exception(failure);
}

task<> shard_group_core::take_part() &
{
    auto const self = shared_from_this();
    informer_options which;
    which.namespaces = {options_.ns};
    which.label_selector = std::string(shard_group_label) + '=' + options_.name;
    shared_informer<group_lease> lease_informer(api_, std::move(which), leases);
    handlers<group_lease> calls;
    calls.added = [this](object_ptr<group_lease> const& is, initial_list) { see(is); };
    calls.updated = [this](object_ptr<group_lease> const&, object_ptr<group_lease> const& is) { see(is); };
    calls.deleted = [this](object_ptr<group_lease> const& was, final_state) { lose(was); };
    lease_informer.on_change(std::move(calls));

    nursery parts(env_.ex);
    parts_ = &parts;
    parts.start(lease_informer.run());
    parts.start(keeping(self, keep_renewing()));
    parts.start(keeping(self, coordinate()));
    std::exception_ptr failure;
    try {
        wakeup for_ever;
        co_await for_ever.wait();
    } catch (...) {
        failure = std::current_exception();
    }
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    if (!parts.stopping()) {
        try {
            co_await with_timeout(*env_.time, options_.lease_duration, leave());
        } catch (...) {
            log(log_level::warning, "the group was not left in order, and the Lease ends by itself",
                message_of(std::current_exception()));
        }
    }
    parts.request_stop();
    co_await parts.join();
    std::rethrow_exception(failure);
}

// The renewals and coordinate() go on meanwhile: coordinate() treats everything as asked for.
task<> shard_group_core::leave() &
{
    leaves_ = true;
    changed_.notify();
    while (!member_.empty() && !view_.map().owned_by(member_).empty())
        co_await changed_.wait_until(now() + options_.retry_period);
    while (!member_.empty()) {
        std::string const any_version;
        auto const deleted = co_await attempt(delete_lease(member_, any_version));
        if (deleted) member_.clear();
        if (!deleted) co_await env_.time->sleep_for(options_.retry_period / 4);
    }
    publish();
}

// ---- what is known

void shard_group_core::see(object_ptr<group_lease> const& lease)
{
    auto const name = std::string(lease.key().name);
    auto const version = std::string(lease.resource_version());
    if (name == options_.name) {
        auto map = shard_map::parse(lease->metadata.annotations.value_or(shard_map_annotation, ""));
        if (!map) log(log_level::error, "the group's Lease has no map that can be read: nobody changes it");
        if (map) view_.see_map(version, std::move(*map));
        has_seen_map_ = true;
    } else {
        view_.see_member(name, version, std::chrono::seconds(lease->spec.leaseDurationSeconds), now());
        if (name == member_) saw_itself_at_ = now();
    }
    publish();
}

void shard_group_core::lose(object_ptr<group_lease> const& lease)
{
    auto const name = std::string(lease.key().name);
    if (name == options_.name)
        view_.lose_map(lease.resource_version());
    else
        view_.lose_member(name);
    publish();
}

// Makes the state known to the functions for all threads, and wakes those who wait for a change of it.
void shard_group_core::publish()
{
    auto const mine = member_.empty() ? shard_ranges() : view_.map().owned_by(member_);
    auto const asked = leaves_ ? mine : view_.map().asked_of(member_);
    // a request that was taken back lets the work begin again
    stopped_ = stopped_ - (stopped_ - asked);
    stopping_ = stopping_ - (stopping_ - asked);
    auto const serves = mine - asked;
    bool is_other = false;
    {
        std::lock_guard const hold(lock_);
        is_other = published_.owned != serves;
        published_.member = member_;
        published_.map = view_.map();
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
    return is_owner ? std::optional(published_.map.piece_of(hash).epoch) : std::nullopt;
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
    for (auto const& p : published_.map.pieces())
        s.parts.push_back({published_.map.hashes_of(p), p.owner, p.next});
    return s;
}

// ---- the loops

task<> shard_group_core::keep_renewing() &
{
    for (;;) {
        co_await join_group();
        saw_itself_at_ = now();
        auto next = now() + options_.retry_period;
        for (bool is_member = true; is_member;) {
            co_await env_.time->sleep_until(next);
            next = now() + options_.retry_period;
            if (member_.empty()) co_return; // it has left the group
            is_member = co_await renew();
            // The watch brings this member's own renewals, too. If it does not, it is silent or behind.
            if (is_member && now() - saw_itself_at_ > 2 * options_.retry_period)
                (void)co_await attempt(refresh());
        }
        if (!leaves_) continue;
        member_.clear();
        publish();
        co_return;
    }
}

// Returns the map that this member should write; nullopt if there is nothing to write.
std::optional<shard_map> shard_group_core::wanted_map() const
{
    auto members = view_.members();
    auto const& map = view_.map();
    if (leaves_) {
        std::erase(members, member_);
        bool const may_go = (map.owned_by(member_) - stopped_).empty();
        auto next = may_go ? map.left_by(member_).planned(members) : map;
        return next == map ? std::nullopt : std::optional(std::move(next));
    }
    auto const asked = map.asked_of(member_);
    bool const may_hand_over = !asked.empty() && (asked - stopped_).empty();
    auto next = (may_hand_over ? map.handed_over_by(member_) : map).planned(members);
    return next == map ? std::nullopt : std::optional(std::move(next));
}

task<> shard_group_core::coordinate() &
{
    std::optional<time_point> due; // when the map is to be written
    for (;;) {
        bool const is_member = !member_.empty() && view_.has_member(member_);
        for (auto const& gone : view_.expired(member_, now()))
            if (is_member) (void)co_await attempt(delete_lease(gone.name, gone.version));
        auto const asked = leaves_ ? view_.map().owned_by(member_) : view_.map().asked_of(member_);
        auto const to_stop = asked - stopping_;
        if (is_member && !to_stop.empty()) {
            stopping_ = stopping_ | to_stop;
            parts_->start(keeping(shared_from_this(), stop_work(to_stop)));
        }
        auto next = is_member ? wanted_map() : std::nullopt;
        if (!next) {
            due.reset();
        } else if (!due) {
            auto const pause = view_.map_version().empty() && has_seen_map_
                                   ? options_.lease_duration // somebody has deleted it: owners have to notice
                                   : turn_of(member_, view_.members(), options_.retry_period);
            due = now() + pause;
        }
        if (due && *due <= now()) {
            due.reset();
            auto const written = co_await attempt(write_map(std::move(*next)));
            if (!written) due = now() + options_.retry_period / 4;
            if (written) continue;
        }
        auto until = std::min(view_.next_expiry(member_, now()), due.value_or(time_point::max()));
        if (!view_.expired(member_, now()).empty())
            until = std::min(until, now() + options_.retry_period / 4);
        co_await changed_.wait_until(until);
    }
}

task<> shard_group_core::stop_work(shard_ranges where) &
{
    std::exception_ptr failure;
    try {
        if (on_release_) co_await on_release_(where);
    } catch (...) {
        failure = std::current_exception();
    }
    auto const asked = co_await asio::this_coro::cancellation_state;
    if (failure && asked.cancelled() != asio::cancellation_type::none) std::rethrow_exception(failure);
    if (failure) log(log_level::error, "on_release threw, and the part is handed over", message_of(failure));
    stopped_ = stopped_ | where;
    publish();
}

void shard_group_core::log(log_level level, std::string_view what, std::string const& detail) const
{
    env_.log->log(level, what,
                  {{"group", options_.ns + '/' + options_.name}, {"member", member_}, {"cause", detail}});
}

} // namespace coinformer::detail
