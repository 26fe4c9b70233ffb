#include "controller/election_core.hpp"

#include "api/client/client_impl.hpp"
#include "core/keeping.hpp"
#include "core/run_on.hpp"
#include "core/scoped_count.hpp"

#include <coinformer/core/backoff.hpp>
#include <coinformer/core/with_timeout.hpp>

#include <boost/asio/cancellation_state.hpp>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

// Calls `work` inside of a coroutine, so that an exception from the call itself is thrown by the task as
// well.
task<> run_work(std::function<task<>()> const& work)
{
    co_await work();
}

std::string seconds(duration d)
{
    return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(d).count()) + " s";
}

} // namespace

election_core::election_core(client& api, leader_election_options options)
    : api_(api.without_retries().without_rate_limit()), env_(api.internals().env()),
      options_(std::move(options)), where_("lease " + options_.ns + '/' + options_.name),
      random_(api.internals().context().fork_random()),
      attempt_limit_((options_.renew_deadline - options_.retry_period) / 2),
      candidacy_(options_.identity, options_.lease_duration, options_.renew_deadline),
      metrics_(env_.metrics, options_.name, [this] { return is_leader(); })
{
}

task<> election_core::run(executor worker, std::function<task<>()> work)
{
    if (is_running_) throw api_error(errc::already_running, where_);
    scoped_flag const running(is_running_);
    loss_.reset();
    std::exception_ptr failure;
    try {
        co_await wait_for_lease();
        co_await run_work_as_leader(std::move(worker), work);
    } catch (...) {
        failure = std::current_exception();
    }
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    if (options_.release_on_end && candidacy_.may_be_holder()) co_await release_lease();
    candidacy_.resign();
    publish_status();
    if (failure) std::rethrow_exception(failure);
}

task<> election_core::wait_for_lease() &
{
    auto const pace = options_.retry_period;
    backoff pauses({.first = pace, .cap = pace, .factor = 1, .jitter_percent = 120}, random_.fork());
    for (;;) {
        co_await make_attempt();
        if (candidacy_.leads(now())) co_return;
        auto const pause = std::max(pauses.next(), server_pause_);
        co_await env_.time->sleep_for(pause);
    }
}

// Runs the work, and renews the lease until the work has ended. A cancellation of this coroutine reaches the
// work only (through job.join()); the nursery `term` is stopped after that.
task<> election_core::run_work_as_leader(executor worker, std::function<task<>()> const& work) &
{
    auto const self = shared_from_this();
    log(log_level::info, "this process leads");
    nursery job(env_.ex), term(env_.ex);
    std::exception_ptr failure;
    bool stopped = false;
    {
        scoped_flag const works(is_working_);
        publish_status();
        job.start(run_on(std::move(worker), self, run_work(work)));
        term.start(keeping(self, stop_job_after(job, keep_renewing(job))));
        term.start(keeping(self, stop_job_after(job, enforce_renew_deadline(job))));
        try {
            co_await job.join();
        } catch (...) {
            failure = std::current_exception();
        }
        auto const state = co_await asio::this_coro::cancellation_state;
        stopped = state.cancelled() != asio::cancellation_type::none;
    }
    publish_status();
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    term.request_stop();
    try {
        co_await term.join();
    } catch (...) { // the guards log what they expect; this may be lack of memory
        if (!failure) failure = std::current_exception();
    }
    if (loss_ && !stopped) throw api_error(errc::leadership_lost, where_, loss_->why);
    if (failure) std::rethrow_exception(failure);
}

// Runs a guard of the work, and cancels the work when the guard ends, for whatever reason. A destructor could
// not do this: the frame of `guard` may be destroyed with the io_context, and `job` may be gone by then.
task<> election_core::stop_job_after(nursery& job, task<> guard) &
{
    std::exception_ptr failure;
    try {
        co_await std::move(guard);
    } catch (...) {
        failure = std::current_exception();
    }
    job.request_stop();
    if (failure) std::rethrow_exception(failure);
}

// Renews the lease every retry_period. Returns when the lease is lost.
task<> election_core::keep_renewing(nursery& job) &
{
    auto next = now() + options_.retry_period;
    while (candidacy_.has_grant()) {
        co_await env_.time->sleep_until(next);
        auto const awake = now();
        if (!candidacy_.leads(awake))
            give_up_leadership(job, "the renewal is overdue: this process stood still");
        next = awake + options_.retry_period; // even if the server asked for a pause: the work depends on it
        co_await make_attempt();
    }
    give_up_leadership(job, candidacy_.holder().empty() ? "somebody has cleared or deleted the lease"
                                                        : "the lease is held by " + candidacy_.holder());
}

// Waits until the lease was not renewed in time, cancels the work, and logs an error if the work does not end
// with the lease that it had then. Renewals that come later keep other processes away, but nobody works then.
task<> election_core::enforce_renew_deadline(nursery& job) &
{
    while (candidacy_.leads(now())) co_await env_.time->sleep_until(candidacy_.work_ends_at());
    auto const why = last_failure_.empty() ? std::string() : ": " + last_failure_;
    give_up_leadership(job, "not renewed for " + seconds(options_.renew_deadline) + why);
    while (now() < loss_->must_end_by) co_await env_.time->sleep_until(loss_->must_end_by);
    log(log_level::error,
        "the work still runs, although the lease is over with which it was cancelled. Either another process "
        "leads as well, or this one keeps the lease and none can lead: let the work end when it is "
        "cancelled");
}

void election_core::give_up_leadership(nursery& job, std::string why)
{
    if (loss_) return;
    loss_ = {std::move(why), candidacy_.lease_ends_at()};
    publish_status();
    job.request_stop();
    log(log_level::warning, "leadership lost: " + loss_->why);
}

task<> election_core::release_lease() &
{
    try {
        co_await with_timeout(*env_.time, attempt_limit_, give_lease_back());
    } catch (api_error const& e) {
        log(log_level::warning, "the lease was not released, and ends by itself: " + std::string(e.what()));
    }
}

void election_core::publish_status()
{
    bool const leads = is_working_ && !loss_ && candidacy_.has_grant();
    election_status v{.leader = candidacy_.holder(),
                      .is_working = is_working_,
                      .is_leading = leads,
                      .must_end_by = loss_ ? loss_->must_end_by : candidacy_.lease_ends_at()};
    if (leads) v.work_ends_at = candidacy_.work_ends_at();
    v.term = candidacy_.transitions();
    std::lock_guard const hold(lock_);
    published_status_ = std::move(v);
}

election_core::election_status election_core::status() const
{
    std::lock_guard const hold(lock_);
    return published_status_;
}

// Compares with the clock at the time of the call, and not of the last turn on the strand: if this process
// stood still, its lease may have ended before any of its coroutines could notice.
bool election_core::is_leader() const
{
    auto const s = status();
    return s.is_leading && now() < s.work_ends_at;
}

} // namespace coinformer::detail
