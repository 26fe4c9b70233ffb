#include "controller/election_core.hpp"

#include "api/client/client_impl.hpp"
#include "core/keeping.hpp"
#include "core/run_on.hpp"
#include "core/scoped_count.hpp"

#include <boost/asio/cancellation_state.hpp>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

// Calls `work` inside of a coroutine, so that an exception from the call itself is thrown by the task as
// well. Sets `has_returned` on the work's strand, because its end needs some turns to reach the election.
task<> run_work(std::function<task<>()> const& work, std::shared_ptr<std::atomic<bool>> has_returned)
{
    co_await work();
    *has_returned = true;
}

std::string seconds(duration d)
{
    return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(d).count()) + " s";
}

} // namespace

election_core::election_core(client& api, leader_election_options options)
    : env_(api.internals().env()), options_(std::move(options)), log_(*env_.log, options_),
      candidacy_(options_.identity, options_.lease_duration, options_.renew_deadline),
      metrics_(env_.metrics, options_.name, [this] { return is_leader(); }),
      attempts_(api.without_retries().without_rate_limit(), options_, candidacy_, log_, metrics_)
{
}

task<> election_core::run(executor worker, std::function<task<>()> work)
{
    if (is_running_) throw api_error(errc::already_running, where());
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
    if (options_.release_on_end && candidacy_.may_be_holder()) co_await attempts_.release();
    candidacy_.resign();
    publish_status();
    if (failure) std::rethrow_exception(failure);
}

task<> election_core::wait_for_lease() &
{
    for (;;) {
        co_await make_attempt();
        if (candidacy_.leads(now())) co_return;
        co_await env_.time->sleep_for(attempts_.pause());
    }
}

// Runs the work, and renews the lease until the work has ended. A cancellation of this coroutine reaches the
// work only (through job.join()); the nursery `term` is stopped after that.
task<> election_core::run_work_as_leader(executor worker, std::function<task<>()> const& work) &
{
    auto const self = shared_from_this();
    log_.write(log_level::info, "this process leads");
    nursery job(env_.ex), term(env_.ex);
    present_work const now_working{job, std::make_shared<std::atomic<bool>>(false)};
    std::exception_ptr failure;
    bool stopped = false;
    {
        scoped_flag const works(is_working_);
        publish_status();
        job.start(run_on(std::move(worker), self, run_work(work, now_working.has_returned)));
        term.start(keeping(self, stop_job_after(job, keep_renewing(now_working))));
        term.start(keeping(self, stop_job_after(job, enforce_renew_deadline(now_working))));
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
    if (loss_ && !stopped) throw api_error(errc::leadership_lost, where(), loss_->why);
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
task<> election_core::keep_renewing(present_work work) &
{
    auto next = now() + options_.retry_period;
    while (candidacy_.has_grant()) {
        co_await env_.time->sleep_until(next);
        auto const awake = now();
        if (!candidacy_.leads(awake))
            give_up_leadership(work, "the renewal is overdue: this process stood still");
        next = awake + options_.retry_period; // even if the server asked for a pause: the work depends on it
        co_await make_attempt();
    }
    give_up_leadership(work, candidacy_.holder().empty() ? "somebody has cleared or deleted the lease"
                                                         : "the lease is held by " + candidacy_.holder());
}

// Waits until the lease was not renewed in time, cancels the work, and logs an error if the work does not end
// with the lease that it had then. Renewals that come later keep other processes away, but nobody works then.
task<> election_core::enforce_renew_deadline(present_work work) &
{
    while (candidacy_.leads(now())) co_await env_.time->sleep_until(candidacy_.work_ends_at());
    auto const why = attempts_.last_failure().empty() ? std::string() : ": " + attempts_.last_failure();
    give_up_leadership(work, "not renewed for " + seconds(options_.renew_deadline) + why);
    if (!loss_) co_return;
    while (now() < loss_->must_end_by) co_await env_.time->sleep_until(loss_->must_end_by);
    log_.write(
        log_level::error,
        "the work still runs, although the lease is over with which it was cancelled. Either another process "
        "leads as well, or this one keeps the lease and none can lead: let the work end when it is "
        "cancelled");
}

// Work that has returned by itself is not cancelled, although its end may not have arrived here yet.
void election_core::give_up_leadership(present_work const& work, std::string why)
{
    if (loss_ || *work.has_returned) return;
    loss_ = {std::move(why), candidacy_.lease_ends_at()};
    publish_status();
    work.job.request_stop();
    log_.write(log_level::warning, "leadership lost: " + loss_->why);
}

// Tries once to get or to renew the lease, and tells what has come of it.
task<> election_core::make_attempt() &
{
    co_await attempts_.make();
    publish_status();
    report_new_holder();
}

void election_core::report_new_holder()
{
    if (candidacy_.holder() == reported_holder_) return;
    reported_holder_ = candidacy_.holder();
    if (reported_holder_.empty() || !options_.on_new_leader) return;
    try {
        options_.on_new_leader(reported_holder_);
    } catch (std::exception const& e) {
        log_.write(log_level::error, std::string("on_new_leader threw: ") + e.what());
    } catch (...) {
        log_.write(log_level::error, "on_new_leader threw");
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
