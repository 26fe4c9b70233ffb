#include "controller/election_run.hpp"

#include "api/client_impl.hpp"
#include "core/run_on.hpp"

#include <coinformer/core/backoff.hpp>
#include <coinformer/core/with_timeout.hpp>

#include <boost/asio/cancellation_state.hpp>

namespace coinformer {

namespace asio = boost::asio;

namespace {

// In a frame of its own, so that what the call throws is the task's.
task<> begin(std::function<task<>()> const& work)
{
    co_await work();
}

struct flag_while {
    bool& flag;
    explicit flag_while(bool& f) : flag(f) { flag = true; }
    ~flag_while() { flag = false; }
};

std::string seconds(duration d)
{
    return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(d).count()) + " s";
}

} // namespace

leader_election::impl::impl(client& api, leader_election_options options)
    : api_(api), env_(api.internals().env()), options_(std::move(options)),
      where_("lease " + options_.ns + '/' + options_.name), random_(api.internals().fork_random()),
      attempt_limit_((options_.renew_deadline - options_.retry_period) / 2),
      claim_(options_.identity, options_.lease_duration, options_.renew_deadline)
{
}

task<> leader_election::impl::run(std::shared_ptr<impl> self, executor worker, std::function<task<>()> work)
{
    if (running_) throw api_error(errc::already_running, where_);
    flag_while const running(running_);
    lost_.reset();
    std::exception_ptr failure;
    try {
        co_await acquire();
        co_await lead(self, std::move(worker), work);
    } catch (...) {
        failure = std::current_exception();
    }
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    if (options_.release_on_end && claim_.may_hold()) co_await release();
    claim_.resign();
    publish();
    if (failure) std::rethrow_exception(failure);
}

task<> leader_election::impl::acquire() &
{
    auto const pace = options_.retry_period;
    backoff pauses({.first = pace, .cap = pace, .factor = 1, .jitter_percent = 120}, random_.fork());
    for (;;) {
        co_await try_once();
        if (claim_.leads(now())) co_return;
        auto const pause = std::max(pauses.next(), retry_after_);
        co_await env_.time->sleep_for(pause);
    }
}

// The lease is renewed until the work has ended, whoever stops it. Cancelled, the work is stopped, and nothing else.
task<> leader_election::impl::lead(std::shared_ptr<impl> self, executor worker, std::function<task<>()> const& work) &
{
    log(log_level::info, "leads");
    nursery job(env_.ex), term(env_.ex);
    std::exception_ptr failure;
    bool stopped = false;
    {
        flag_while const works(works_);
        publish();
        job.start(run_on(std::move(worker), self, begin(work)));
        term.start(keeping(self, then_stop(job, renew(job))));
        term.start(keeping(self, then_stop(job, watch_clock(job))));
        try {
            co_await job.join();
        } catch (...) {
            failure = std::current_exception();
        }
        auto const state = co_await asio::this_coro::cancellation_state;
        stopped = state.cancelled() != asio::cancellation_type::none;
    }
    publish();
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    term.request_stop();
    try {
        co_await term.join();
    } catch (...) { // out of memory, for example
        if (!failure) failure = std::current_exception();
    }
    if (lost_ && !stopped) throw api_error(errc::leadership_lost, where_, *lost_);
    if (failure) std::rethrow_exception(failure);
}

// Whatever ends a task that watches over the work ends the work. Not in a destructor: the frame of `guard` may be
// destroyed with the io_context, after `job`.
task<> leader_election::impl::then_stop(nursery& job, task<> guard) &
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

task<> leader_election::impl::renew(nursery& job) &
{
    auto next = now() + options_.retry_period;
    while (claim_.holds()) {
        co_await env_.time->sleep_until(next);
        auto const awake = now();
        if (!claim_.leads(awake)) lose(job, "the renewal is due for too long: this process stood still");
        next = awake + options_.retry_period; // a Retry-After does not hold it up: one small request
        co_await try_once();
    }
    lose(job, claim_.holder().empty() ? "somebody took the lease away" : "the lease is held by " + claim_.holder());
}

task<> leader_election::impl::watch_clock(nursery& job) &
{
    while (claim_.leads(now())) co_await env_.time->sleep_until(claim_.leads_until());
    auto const why = trouble_.empty() ? std::string() : ": " + trouble_;
    lose(job, "not renewed for " + seconds(options_.renew_deadline) + why);
    while (now() < claim_.ends()) co_await env_.time->sleep_until(claim_.ends());
    log(log_level::error, "the work still runs, and the lease is over: another may lead");
}

void leader_election::impl::lose(nursery& job, std::string why)
{
    if (lost_) return;
    lost_ = std::move(why);
    publish();
    job.request_stop();
    log(log_level::warning, "leadership lost: " + *lost_);
}

task<> leader_election::impl::release() &
{
    try {
        co_await with_timeout(*env_.time, attempt_limit_, give_back());
    } catch (api_error const& e) {
        log(log_level::warning, "not released, it runs out: " + std::string(e.what()));
    }
}

void leader_election::impl::publish()
{
    bool const leads = works_ && !lost_ && claim_.holds();
    view v{.leader = claim_.holder(), .works = works_, .leads = leads, .ends = claim_.ends()};
    if (leads) v.leads_until = claim_.leads_until();
    v.term = claim_.transitions();
    std::lock_guard const hold(lock_);
    view_ = std::move(v);
}

leader_election::impl::view leader_election::impl::status() const
{
    std::lock_guard const hold(lock_);
    return view_;
}

} // namespace coinformer
