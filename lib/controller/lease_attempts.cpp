#include "controller/lease_attempts.hpp"

#include "api/client/client_impl.hpp"

#include <coinformer/core/with_timeout.hpp>

namespace coinformer::detail {

namespace {

micro_timestamp micros(wall_time at)
{
    return std::chrono::floor<std::chrono::microseconds>(at);
}

// Returns the time limit of one attempt. Two attempts that hang fit into the time between a renewal and the
// renew_deadline.
duration attempt_limit(leader_election_options const& options)
{
    return (options.renew_deadline - options.retry_period) / 2;
}

// True if the server has said that there is no such Lease. A proxy may answer 404 with a page of its own
// (errc::not_served), which says nothing about the Lease.
bool tells_of_absence(api_error const& e)
{
    return e.code() == errc::not_found;
}

// True if the write was refused because another process has changed or deleted the Lease in the meantime.
bool was_overtaken(api_error const& e)
{
    return e.code() == condition::conflict || tells_of_absence(e);
}

// True if the answer to a write shows what was written. A cache in front of the server may answer with an
// older state, and then nobody knows whether the server has the record.
bool shows(object_ptr<lease> const& answer, lease_record const& written)
{
    auto shown = record_of(answer);
    shown.uid = written.uid;
    return shown == written;
}

} // namespace

lease_attempts::lease_attempts(client api, leader_election_options const& options, candidacy& of,
                               election_log const& log, election_metrics& counts)
    : api_(std::move(api)), time_(*api_.internals().env().time), options_(options), candidacy_(of), log_(log),
      counts_(counts), failures_(time_),
      pauses_(
          {.first = options.retry_period, .cap = options.retry_period, .factor = 1, .jitter_percent = 120},
          api_.internals().context().fork_random())
{
}

task<> lease_attempts::make() &
{
    server_pause_ = {};
    try {
        co_await with_timeout(time_, attempt_limit(options_), acquire_or_renew());
        last_failure_.clear();
        if (failures_.succeeded())
            log_.write(log_level::warning, "attempts to get or renew it succeed again");
    } catch (api_error const& e) {
        if (e.code() == condition::cancelled) throw;
        report_failure(e);
    }
}

task<> lease_attempts::release() &
{
    try {
        co_await with_timeout(time_, attempt_limit(options_), give_lease_back());
    } catch (api_error const& e) {
        log_.write(log_level::warning,
                   "the lease was not released, and ends by itself: " + std::string(e.what()));
    }
}

// Reads the Lease unless it is known, and writes a bid if candidacy says so. If somebody else wrote first,
// reads and tries once more, because that write may have been a release, or may concern other fields only.
task<> lease_attempts::acquire_or_renew() &
{
    bool const held = candidacy_.has_grant();
    for (bool again = true;; again = false) {
        if (!candidacy_.is_own_and_current()) co_await read_lease();
        if (held && !candidacy_.has_grant()) co_return; // lost: the work has to end before a new bid
        auto const requested_at = time_.now();          // a grant counts from before the request
        auto const what = candidacy_.next_move(requested_at);
        if (what == candidacy::move::wait) co_return;
        auto const bid = candidacy_.make_bid(micros(time_.wall_now()));
        try {
            auto const made = co_await write_lease(bid, what == candidacy::move::create);
            candidacy_.record_grant(record_of(made), std::string(made.resource_version()), requested_at);
            counts_.count_transitions(made->spec.leaseTransitions);
            co_return;
        } catch (api_error const& e) {
            if (!was_overtaken(e) || !again) throw;
        }
    }
}

task<> lease_attempts::read_lease() &
{
    try {
        auto const found = co_await api_.get<lease>(options_.ns, options_.name, leases);
        candidacy_.observe(record_of(found), std::string(found.resource_version()), time_.now());
        counts_.count_transitions(found->spec.leaseTransitions);
    } catch (api_error const& e) {
        if (!tells_of_absence(e)) throw;
        candidacy_.observe_absence(time_.now());
    }
}

// Updates with a merge patch rather than a PUT: it keeps the fields that others have set, and it cannot
// create a Lease again that somebody has deleted.
task<object_ptr<lease>> lease_attempts::write_lease(lease_record record, bool create) &
{
    write_options how;
    object_ptr<lease> answer;
    if (create) {
        auto body = new_lease_json(options_.name, record, options_.labels);
        answer = co_await api_.create<lease>(options_.ns, std::move(body), std::move(how), leases);
    } else {
        auto patch = merge_patch(lease_patch_json(candidacy_.version(), record, options_.labels));
        answer =
            co_await api_.patch<lease>(options_.ns, options_.name, std::move(patch), std::move(how), leases);
    }
    if (!shows(answer, record))
        throw api_error(errc::unexpected_content, "write lease " + options_.ns + '/' + options_.name,
                        "the answer shows another record than the one that was written");
    co_return answer;
}

// Clears the holder in the Lease if the Lease is this process's own. If another process wrote in the
// meantime, looks once more.
task<> lease_attempts::give_lease_back() &
{
    for (bool again = true;; again = false) {
        if (!candidacy_.is_own_and_current()) co_await read_lease();
        if (!candidacy_.is_own_record()) co_return;
        auto const record = candidacy_.make_release(micros(time_.wall_now()));
        try {
            co_await write_lease(record, false);
            candidacy_.record_release();
            co_return log_.write(log_level::info, "released");
        } catch (api_error const& e) {
            if (!was_overtaken(e) || !again) throw;
        }
    }
}

// Remembers the failure of an attempt for later messages, and logs it if its cause is due for a line.
void lease_attempts::report_failure(api_error const& e)
{
    // A server that is back sooner should not be left without a leader, so five minutes are the most, as for
    // informers.
    if (auto const pause = e.retry_after()) server_pause_ = std::min(*pause, std::chrono::seconds(300));
    last_failure_ = e.what();
    if (auto const failures = failures_.failed(e.code().message()))
        log_.write(log_level::warning, last_failure_ + repeated_failure::times(*failures));
}

} // namespace coinformer::detail
