#include "shard/shard_group_core.hpp"

#include "api/client/client_impl.hpp"
#include "core/exceptions.hpp"
#include "core/keeping.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/with_timeout.hpp>

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <utility>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

constexpr char const* no_map_in_lease =
    "the Lease with the name of the group has no map, or not the group's label: give the group another name, "
    "or remove the Lease";

} // namespace

shard_group_core::shard_group_core(client& api, shard_group_options options)
    : env_(api.internals().env()), options_(std::move(options)),
      requests_(api, options_, [this] { publish(); }),
      membership_(requests_, env_, options_, api.internals().context().fork_random()),
      seen_(options_.name, options_.lease_duration, options_.retry_period),
      turn_(options_.retry_period, api.internals().context().fork_random()),
      ownership_(std::make_shared<ownership>(env_, options_.name)), changed_(*env_.time, env_.ex)
{
}

void shard_group_core::on_release(std::function<task<>(shard_ranges const&)> stop)
{
    auto kept = releases_.functions()->add(std::move(stop));
    std::lock_guard const hold(own_functions_lock_);
    own_functions_.push_back(std::move(kept));
}

task<> shard_group_core::run()
{
    if (run_.is_running) throw api_error(errc::already_running, "shard group " + options_.name);
    run_.is_running = true;
    std::exception_ptr failure;
    try {
        co_await take_part();
    } catch (...) {
        failure = std::current_exception();
    }
    run_ = {};
    membership_.lose();
    seen_ = seen_leases(options_.name, options_.lease_duration, options_.retry_period);
    releases_.clear();
    turn_.clear();
    publish();
    if (failure) std::rethrow_exception(failure);
}

// Ends when it is cancelled, or when one of the coroutines has ended.
task<> shard_group_core::take_part() &
{
    auto const self = shared_from_this();
    auto lease_informer = requests_.make_informer();
    follow(lease_informer);
    nursery coroutines(env_.ex);
    run_.coroutines = &coroutines;
    coroutines.start(keeping(self, notice_end_of(lease_informer.run())));
    coroutines.start(keeping(self, notice_end_of(keep_membership())));
    coroutines.start(keeping(self, notice_end_of(coordinate())));
    std::exception_ptr failure;
    try {
        while (!run_.has_ended) co_await changed_.wait_until(time_point::max());
    } catch (...) {
        failure = std::current_exception();
    }
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    run_.leaves = failure && !run_.has_ended;
    if (run_.leaves) co_await hand_everything_over();
    coroutines.request_stop();
    try {
        co_await coroutines.join();
    } catch (...) {
        if (!failure) failure = std::current_exception();
    }
    if (run_.leaves) co_await end_membership();
    if (!failure) failure = std::make_exception_ptr(api_error(errc::stopped, "shard group " + options_.name));
    std::rethrow_exception(failure);
}

// A member whose coroutines have not all lived on would keep its Lease and do nothing for the group. When
// a member that leaves loses its Lease, keep_membership() has nothing more to do, and its work has still
// to stop.
task<> shard_group_core::notice_end_of(task<> part) &
{
    std::exception_ptr failure;
    try {
        co_await std::move(part);
    } catch (...) {
        failure = std::current_exception();
    }
    if (failure || !run_.leaves) run_.has_ended = true;
    changed_.notify();
    if (failure) std::rethrow_exception(failure);
}

// ---- the end

// The other coroutines go on meanwhile: asked() is everything now. The work may take as long as it likes to
// stop; what follows depends on the server alone, and has a time limit.
task<> shard_group_core::hand_everything_over() &
{
    note_change();
    // Functions that were called before the Lease was lost are waited for as well.
    auto const is_stopped = [&] { return releases_.has_stopped(asked()) && releases_.stopping().empty(); };
    while (!run_.has_ended && !is_stopped()) co_await changed_.wait_until(now() + options_.retry_period);
    run_.leave_until = now() + options_.lease_duration;
    if (keeps_share()) co_return;
    while (!run_.has_ended && !asked().empty() && now() < run_.leave_until)
        co_await changed_.wait_until(run_.leave_until);
}

task<> shard_group_core::end_membership() &
{
    while (membership_.is_member() && now() < run_.leave_until) {
        auto const is_deleted = co_await membership_.leave();
        if (!is_deleted) co_await env_.time->sleep_for(options_.retry_period / 4);
    }
    if (membership_.is_member())
        log(log_level::warning, "the group was not left in order, and the Lease ends by itself",
            requests_.last_failure());
}

// ---- the membership

task<> shard_group_core::keep_membership() &
{
    auto level = log_level::info; // the line after a warning has the level of that warning
    while (!run_.leaves) {
        co_await membership_.join();
        log(std::exchange(level, log_level::warning), "this process has joined the group");
        note_change();
        auto const name = membership_.name();
        bool has_told = false; // or has tried to tell that it leaves
        while (membership_.is_member()) {
            auto const next = now() + options_.retry_period;
            has_told = run_.leaves;
            co_await membership_.renew(run_.leaves);
            note_change();
            bool const is_blind = membership_.is_member() && membership_.watch_is_behind();
            if (is_blind) co_await read_all_leases();
            auto const may_wait = [&] { return membership_.is_member() && run_.leaves == has_told; };
            while (may_wait() && now() < next) co_await changed_.wait_until(next);
        }
        log(log_level::warning, "the Lease is gone, and this process owns nothing any more", name);
    }
}

// ---- the parts

// Without the watch, a member knows everything from a list of its own, and owns parts as any other.
task<> shard_group_core::coordinate() &
{
    while (!run_.has_synced() && !run_.has_listed && !run_.leaves)
        co_await changed_.wait_until(now() + options_.retry_period);
    for (;;) {
        run_.has_news = false;
        begin_to_stop_work();
        if (may_write()) co_await delete_expired();
        if (may_write()) co_await write_map_in_turn();
        if (may_write()) co_await ask_about_missed();
        if (!run_.has_news) co_await changed_.wait_until(next_step_at());
    }
}

// A process that was suspended knows old news of the others when it wakes up, so it has to catch up first.
bool shard_group_core::may_write() const
{
    bool const takes_part = run_.leaves || seen_.members().takes_part(membership_.name());
    return takes_part && membership_.has_caught_up() && now() >= requests_.paused_until();
}

time_point shard_group_core::next_step_at() const
{
    if (now() < requests_.paused_until()) return requests_.paused_until();
    auto when = seen_.members().next_change(membership_.name(), now());
    if (now() < seen_.map().missed_until()) when = std::min(when, seen_.map().missed_until());
    if (!may_write()) return when;
    bool const has_leftovers =
        !seen_.members().expired(membership_.name(), now()).empty() || !seen_.members().missed(now()).empty();
    if (has_leftovers) when = std::min(when, now() + options_.retry_period / 4);
    return std::min(when, turn_.when());
}

void shard_group_core::begin_to_stop_work()
{
    auto const more = releases_.begin(asked());
    if (more.empty()) return;
    run_.coroutines->start(keeping(shared_from_this(), stop_work(more)));
    note_change();
}

task<> shard_group_core::stop_work(shard_ranges parts) &
{
    std::exception_ptr failure;
    try {
        co_await releases_.stop(parts);
    } catch (...) {
        failure = std::current_exception();
    }
    bool const is_told_to_end = run_.has_ended && is_cancellation(failure);
    if (failure && !is_told_to_end)
        log(log_level::error, "a function of on_release() threw, and the part is handed over",
            message_of(failure));
    note_change();
}

// Returns what others ask of this process.
shard_ranges shard_group_core::asked() const
{
    if (!membership_.is_member()) return {};
    return run_.leaves ? seen_.map().value().owned_by(membership_.name())
                       : seen_.map().value().asked_of(membership_.name());
}

// Returns the map that this member should write; nullopt if there is nothing to write. What others ask for
// is handed over where the work has stopped: work that goes on in one part holds up no other. A member
// that leaves gives the rest away when all of its work has stopped.
std::optional<shard_map> shard_group_core::wanted_map() const
{
    auto const& own = membership_.name();
    bool const may_plan = seen_.may_plan(now());
    auto const asked_for = asked();
    auto const stopped = asked_for & releases_.stopped();
    if (!seen_.map().is_known() && (run_.leaves || !may_plan)) return std::nullopt;
    if (run_.leaves && keeps_share()) return std::nullopt;
    auto const map = seen_.map().value_or_new(env_.time->wall_now());
    auto next = stopped.empty() ? map : map.handed_over_by(own, stopped);
    if (run_.leaves && stopped == asked_for) next = seen_.members().planned(map.left_by(own), own, now());
    if (may_plan && !run_.leaves) next = seen_.members().planned(next, "", now());
    return next == map ? std::nullopt : std::optional(std::move(next));
}

// Writes the map if it should be another one, and if it is this member's turn.
task<> shard_group_core::write_map_in_turn() &
{
    auto next = wanted_map();
    if (!next) co_return turn_.clear();
    auto const members = seen_.members().names();
    auto const place = std::ranges::find(members, membership_.name()) - members.begin();
    turn_.request(now(), static_cast<std::size_t>(place), members.size());
    if (!turn_.has_come(now())) co_return;
    auto const version = seen_.map().version();
    auto const answer = co_await requests_.write_map(*next, version, membership_.name());
    bool const is_written = answer.is_done() && answer.value->map(options_.name) == *next;
    if (is_written) {
        turn_.wrote(now());
        seen_.see_written(std::string(answer.value.resource_version()), std::move(*next), now());
        co_return note_change();
    }
    turn_.try_again(now());
    if (answer.how == lease_requests::outcome::failed) co_return;
    // Somebody else has written. If the watch has not brought that yet, or never will, a read does.
    co_await read_map();
    if (seen_.map().lease_has_none()) turn_.put_off_until(now() + options_.retry_period);
}

// ---- what the Leases say

void shard_group_core::follow(shared_informer<group_lease>& lease_informer)
{
    auto const see = [this](object_ptr<group_lease> const& lease) {
        if (lease.key().name == membership_.name()) see_own(lease);
        act_on(seen_.see_in_watch(lease, now()));
    };
    // If this member's Lease was deleted, or has lost its label, others do not see this member any more.
    auto const lose = [this](object_ptr<group_lease> const& lease, final_state known) {
        seen_.lose_in_watch(lease, known, now());
        if (lease.key().name == membership_.name()) membership_.lose();
        note_change();
    };
    handlers<group_lease> calls;
    calls.added = [see](object_ptr<group_lease> const& is, initial_list) { see(is); };
    calls.updated = [see](object_ptr<group_lease> const&, object_ptr<group_lease> const& is) { see(is); };
    calls.deleted = [lose](object_ptr<group_lease> const& was, final_state known) { lose(was, known); };
    lease_informer.on_change(std::move(calls), {.executor = env_.ex}); // the strand, as everything here
    run_.has_synced = [&lease_informer] { return lease_informer.has_synced(); };
}

// The renewal that ends a gap is not news for others, but this member may write from now on.
void shard_group_core::see_own(object_ptr<group_lease> const& lease)
{
    bool const may_have_waited = !membership_.has_caught_up();
    membership_.see(lease->spec.renewTime);
    if (may_have_waited && membership_.has_caught_up()) note_change();
}

// The coroutines need not run for each renewal of each member.
void shard_group_core::act_on(seen_leases::news news)
{
    if (news == seen_leases::news::none) return;
    if (news == seen_leases::news::no_map_in_lease) log(log_level::warning, no_map_in_lease);
    if (news == seen_leases::news::history_was_replaced) {
        log(log_level::warning, "the server's history was replaced: this process joins the group anew");
        membership_.lose();
    }
    note_change();
}

void shard_group_core::note_change()
{
    releases_.resume_except(asked());
    publish();
    run_.has_news = true;
    changed_.notify();
}

// A map that was deleted takes nothing from what this process holds, until a new one gives it to others.
void shard_group_core::publish()
{
    ownership::state s{
        .member = membership_.name(), .members = seen_.members().names(), .grant = membership_.grant()};
    if (!membership_.is_member())
        run_.held = {};
    else if (seen_.map().is_known())
        run_.held = seen_.map().value().owned_by(membership_.name());
    s.held = run_.held;
    s.stopped = releases_.stopped();
    if (seen_.map().is_known()) {
        s.map = seen_.map().value();
        s.owned = run_.held - asked() - releases_.stopping();
    }
    s.last_failure = seen_.map().lease_has_none() ? no_map_in_lease : requests_.last_failure();
    ownership_->publish(std::move(s));
}

void shard_group_core::log(log_level level, std::string_view what, std::string const& cause) const
{
    env_.log->log(
        level, what,
        {{"group", options_.ns + '/' + options_.name}, {"member", membership_.name()}, {"cause", cause}});
}

} // namespace coinformer::detail
