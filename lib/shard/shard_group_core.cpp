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
// other. The last of them waits for half a renewal.
duration turn_of(std::string const& member, std::vector<std::string> const& members, duration retry_period)
{
    auto const place = std::ranges::find(members, member) - members.begin();
    auto const count = std::max<std::ptrdiff_t>(std::ssize(members), 10);
    return place * (retry_period / 2) / count;
}

// After this many attempts in a row in which others were faster, the Leases are read, and not only watched.
constexpr unsigned too_often_overtaken = 4;

} // namespace

shard_group_core::shard_group_core(client& api, shard_group_options options)
    : api_(api.without_retries().without_rate_limit()), env_(api.internals().env()),
      options_(std::move(options)), random_(api.internals().context().fork_random()),
      attempt_limit_((options_.renew_deadline - options_.retry_period) / 2), view_(options_.lease_duration),
      changed_(*env_.time, env_.ex), owned_change_(*env_.time, env_.ex)
{
}

void shard_group_core::on_release(std::function<task<>(shard_ranges const&)> stop)
{
    if (run_.is_running) throw api_error(errc::already_running, "shard group " + options_.name);
    on_release_ = std::move(stop);
}

task<> shard_group_core::run()
{
    if (run_.is_running) throw api_error(errc::already_running, "shard group " + options_.name);
    run_ = {};
    run_.is_running = true;
    view_ = group_view(options_.lease_duration);
    turn_ = {};
    std::exception_ptr failure;
    try {
        co_await take_part();
    } catch (...) {
        failure = std::current_exception();
    }
    own_ = {};
    work_ = {};
    run_ = {};
    view_ = group_view(options_.lease_duration);
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
    calls.added = [this](object_ptr<group_lease> const& is, initial_list) { see_in_watch(is); };
    calls.updated = [this](object_ptr<group_lease> const&, object_ptr<group_lease> const& is) {
        see_in_watch(is);
    };
    calls.deleted = [this](object_ptr<group_lease> const& was, final_state) { lose(was); };
    lease_informer.on_change(std::move(calls));
    run_.has_synced = [&lease_informer] { return lease_informer.has_synced(); };

    nursery parts(env_.ex);
    run_.parts = &parts;
    parts.start(keeping(self, notice_end_of(lease_informer.run())));
    parts.start(keeping(self, notice_end_of(keep_renewing())));
    parts.start(keeping(self, notice_end_of(coordinate())));
    std::exception_ptr failure;
    try {
        while (!run_.has_ended) co_await changed_.wait_until(time_point::max());
    } catch (...) {
        failure = std::current_exception();
    }
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    if (failure && !run_.has_ended) co_await leave();
    parts.request_stop();
    try {
        co_await parts.join();
    } catch (...) {
        if (!failure) failure = std::current_exception();
    }
    if (!failure) failure = std::make_exception_ptr(api_error(errc::stopped, "shard group " + options_.name));
    std::rethrow_exception(failure);
}

// A member whose coroutines have not all lived on would keep its Lease and do nothing for the group.
task<> shard_group_core::notice_end_of(task<> part) &
{
    std::exception_ptr failure;
    try {
        co_await std::move(part);
    } catch (...) {
        failure = std::current_exception();
    }
    run_.has_ended = true;
    changed_.notify();
    if (failure) std::rethrow_exception(failure);
}

// The other coroutines go on meanwhile: coordinate() treats everything as asked for. The work may take as
// long as it likes to stop; what follows depends on the server alone, and has a time limit.
task<> shard_group_core::leave() &
{
    run_.leaves = true;
    publish();
    while (!own_.name.empty() && !run_.has_ended && !(asked() - work_.stopped).empty())
        co_await changed_.wait_until(now() + options_.retry_period);
    try {
        co_await with_timeout(*env_.time, options_.lease_duration, hand_everything_over());
    } catch (...) {
        log(log_level::warning, "the group was not left in order, and the Lease ends by itself",
            message_of(std::current_exception()));
    }
}

task<> shard_group_core::hand_everything_over() &
{
    while (!own_.name.empty() && !run_.has_ended && !view_.map().owned_by(own_.name).empty())
        co_await changed_.wait_until(now() + options_.retry_period);
    std::string const any_version;
    while (!own_.name.empty()) {
        auto const deleted = co_await attempt(delete_lease(own_.name, any_version));
        if (deleted == outcome::done) own_ = {};
        if (deleted != outcome::done) co_await env_.time->sleep_for(options_.retry_period / 4);
    }
    publish();
}

// ---- the loops

task<> shard_group_core::keep_renewing() &
{
    for (;;) {
        co_await join_group();
        auto next = now();
        bool has_told = false; // or has tried to tell that it leaves
        for (bool is_member = true; is_member;) {
            auto const is_early = [&] {
                bool const has_news = own_.is_gone || (run_.leaves && !has_told);
                return now() < next && !has_news;
            };
            while (is_early()) co_await changed_.wait_until(next);
            next = now() + options_.retry_period;
            if (own_.name.empty()) co_return; // it has left the group
            has_told = run_.leaves;
            is_member = co_await renew();
            // The watch brings this member's own renewals, too. If it does not, it is silent or behind.
            bool const is_behind = own_.renewed_at - own_.seen_at > 2 * options_.retry_period;
            if (is_member && is_behind) (void)co_await attempt(refresh());
        }
        own_ = {};
        publish();
        if (run_.leaves) co_return;
    }
}

task<> shard_group_core::coordinate() &
{
    while (!run_.has_synced()) co_await changed_.wait_until(now() + options_.retry_period);
    for (;;) {
        begin_to_stop_work();
        bool const may_ask = now() >= run_.pause_until && !own_.is_gone;
        bool const may_write = may_ask && (run_.leaves || view_.takes_part(own_.name)) && !own_.name.empty();
        if (may_write) co_await delete_expired();
        if (may_write) co_await write_map_in_turn();
        auto until = view_.next_expiry(own_.name, now());
        if (may_write && turn_.due) until = std::min(until, *turn_.due);
        bool const has_leftovers = may_write && !view_.expired(own_.name, now()).empty();
        if (has_leftovers) until = std::min(until, now() + options_.retry_period / 4);
        if (now() < run_.pause_until) until = run_.pause_until;
        co_await changed_.wait_until(until);
    }
}

task<> shard_group_core::delete_expired() &
{
    for (auto const& gone : view_.expired(own_.name, now()))
        (void)co_await attempt(delete_lease(gone.name, gone.version));
}

// Returns the map that this member should write; nullopt if there is nothing to write.
std::optional<shard_map> shard_group_core::wanted_map() const
{
    // The numbers of a map that is made anew are greater than those of one that somebody has deleted.
    auto const seconds = std::chrono::floor<std::chrono::seconds>(env_.time->wall_now().time_since_epoch());
    auto const map = view_.map_version().empty() ? shard_map(seconds.count()) : view_.map();
    auto const wanted = asked();
    bool const may_go = (wanted - work_.stopped).empty();
    auto next = map;
    if (run_.leaves && !may_go) return std::nullopt;
    if (run_.leaves)
        next = map.left_by(own_.name);
    else if (!wanted.empty() && may_go)
        next = map.handed_over_by(own_.name);
    next = view_.planned(next, run_.leaves ? own_.name : "", now());
    return next == map ? std::nullopt : std::optional(std::move(next));
}

// Writes the map if it should be another one, and if it is this member's turn.
task<> shard_group_core::write_map_in_turn() &
{
    auto next = wanted_map();
    if (!next || turn_.version != view_.map_version()) turn_.due.reset();
    if (!next) co_return;
    if (!turn_.due) {
        // Somebody has deleted the map: owners have to notice, and stop, before it is made again.
        bool const is_lost = view_.map_version().empty() && run_.has_seen_map;
        auto const pause =
            is_lost ? options_.lease_duration : turn_of(own_.name, view_.members(), options_.retry_period);
        turn_.due = now() + pause;
        turn_.version = view_.map_version();
    }
    if (*turn_.due > now()) co_return;
    auto const how = co_await attempt(write_map(std::move(*next)));
    turn_.due.reset();
    turn_.overtaken = how == outcome::overtaken ? turn_.overtaken + 1 : 0;
    if (how == outcome::done) {
        changed_.notify(); // there may be more to write
        co_return;
    }
    // The watch brings what the others have written. If it does not, a list does.
    if (turn_.overtaken >= too_often_overtaken) {
        turn_.overtaken = 0;
        (void)co_await attempt(refresh());
    }
    turn_.version = view_.map_version();
    auto const most = static_cast<std::uint64_t>((options_.retry_period / 2).count());
    turn_.due = now() + options_.retry_period / 8 + duration(random_.below(most));
}

void shard_group_core::begin_to_stop_work()
{
    auto const more = asked() - work_.stopping - work_.stopped;
    if (more.empty() || own_.is_gone) return;
    work_.stopping = work_.stopping | more;
    run_.parts->start(keeping(shared_from_this(), stop_work(more)));
    publish();
}

task<> shard_group_core::stop_work(shard_ranges where) &
{
    std::exception_ptr failure;
    try {
        if (on_release_) co_await on_release_(where);
    } catch (...) {
        failure = std::current_exception();
    }
    if (failure) log(log_level::error, "on_release threw, and the part is handed over", message_of(failure));
    work_.stopping = work_.stopping - where;
    work_.stopped = work_.stopped | where; // publish() drops what nobody asks for any more
    publish();
}

void shard_group_core::log(log_level level, std::string_view what, std::string const& detail) const
{
    env_.log->log(level, what,
                  {{"group", options_.ns + '/' + options_.name}, {"member", own_.name}, {"cause", detail}});
}

} // namespace coinformer::detail
