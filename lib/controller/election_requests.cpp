#include "controller/election_core.hpp"
#include "controller/lease.hpp"

#include <coinformer/core/with_timeout.hpp>

namespace coinformer::detail {

namespace {

micro_timestamp micros(wall_time at)
{
    return std::chrono::floor<std::chrono::microseconds>(at);
}

// True if the write was refused because another process has changed or deleted the Lease in the meantime.
bool was_overtaken(api_error const& e)
{
    return e.code() == condition::conflict || e.code() == condition::not_found;
}

} // namespace

// Tries once to get or to renew the lease. If a request fails, that is logged, and the caller makes the next
// attempt later.
task<> election_core::make_attempt() &
{
    server_pause_ = {};
    try {
        co_await with_timeout(*env_.time, attempt_limit_, acquire_or_renew());
        last_failure_.clear();
    } catch (api_error const& e) {
        if (e.code() == condition::cancelled) throw;
        report_failure(e);
    }
    publish_status();
    report_new_holder();
}

// Reads the Lease unless it is known, and writes a bid if candidacy says so. If somebody else wrote first,
// reads and tries once more, because that write may have been a release, or may concern other fields only.
task<> election_core::acquire_or_renew() &
{
    bool const held = candidacy_.has_grant();
    for (bool again = true;; again = false) {
        if (!candidacy_.is_own_and_current()) co_await read_lease();
        if (held && !candidacy_.has_grant()) co_return; // lost: the work has to end before a new bid
        auto const requested_at = now();                // a grant counts from before the request
        auto const what = candidacy_.next_move(requested_at);
        if (what == candidacy::move::wait) co_return;
        auto const bid = candidacy_.make_bid(micros(env_.time->wall_now()));
        try {
            auto const made = co_await write_lease(bid, what == candidacy::move::create);
            candidacy_.record_grant(record_of(made), std::string(made.resource_version()), requested_at);
            metrics_.count_transitions(made->spec.leaseTransitions);
            co_return;
        } catch (api_error const& e) {
            if (!was_overtaken(e) || !again) throw;
        }
    }
}

task<> election_core::read_lease() &
{
    try {
        auto const found = co_await api_.get<lease>(options_.ns, options_.name, leases);
        candidacy_.observe(record_of(found), std::string(found.resource_version()), now());
        metrics_.count_transitions(found->spec.leaseTransitions);
    } catch (api_error const& e) {
        if (e.code() != condition::not_found) throw;
        candidacy_.observe_absence(now());
    }
}

// Updates with a merge patch rather than a PUT: it keeps the fields that others have set, and it cannot
// create a Lease again that somebody has deleted.
task<object_ptr<lease>> election_core::write_lease(lease_record record, bool create) &
{
    write_options how;
    if (create) {
        auto body = new_lease_json(options_.name, record, options_.labels);
        co_return co_await api_.create<lease>(options_.ns, std::move(body), std::move(how), leases);
    }
    auto patch = merge_patch(lease_patch_json(candidacy_.version(), record, options_.labels));
    co_return co_await api_.patch<lease>(options_.ns, options_.name, std::move(patch), std::move(how),
                                         leases);
}

// Clears the holder in the Lease if the Lease is this process's own. If another process wrote in the
// meantime, looks once more.
task<> election_core::give_lease_back() &
{
    for (bool again = true;; again = false) {
        if (!candidacy_.is_own_and_current()) co_await read_lease();
        if (!candidacy_.is_own_record()) co_return;
        auto const record = candidacy_.make_release(micros(env_.time->wall_now()));
        try {
            co_await write_lease(record, false);
            candidacy_.record_release();
            co_return log(log_level::info, "released");
        } catch (api_error const& e) {
            if (!was_overtaken(e) || !again) throw;
        }
    }
}

// Remembers the failure of an attempt for later messages, and logs it unless the attempt before failed with
// the same message.
void election_core::report_failure(api_error const& e)
{
    // A server that is back sooner should not be left without a leader, so five minutes are the most, as for
    // informers.
    if (auto const pause = e.retry_after()) server_pause_ = std::min(*pause, std::chrono::seconds(300));
    if (std::exchange(last_failure_, e.what()) != last_failure_) log(log_level::warning, last_failure_);
}

void election_core::report_new_holder()
{
    if (candidacy_.holder() == reported_holder_) return;
    reported_holder_ = candidacy_.holder();
    if (reported_holder_.empty() || !options_.on_new_leader) return;
    try {
        options_.on_new_leader(reported_holder_);
    } catch (std::exception const& e) {
        log(log_level::error, std::string("on_new_leader threw: ") + e.what());
    } catch (...) {
        log(log_level::error, "on_new_leader threw");
    }
}

void election_core::log(log_level level, std::string const& message) const
{
    if (env_.log->enabled(level))
        env_.log->log(level, where_ + ": " + message, {{"identity", options_.identity}});
}

} // namespace coinformer::detail
