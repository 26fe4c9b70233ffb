#include "controller/election_run.hpp"
#include "controller/lease.hpp"

#include <coinformer/core/with_timeout.hpp>

namespace coinformer {

using detail::candidacy;

namespace {

micro_timestamp micros(wall_time at)
{
    return std::chrono::floor<std::chrono::microseconds>(at);
}

// Somebody else wrote in the meantime, or deleted.
bool was_outrun(api_error const& e)
{
    return e.code() == condition::conflict || e.code() == condition::not_found;
}

} // namespace

task<> leader_election::impl::try_once() &
{
    retry_after_ = {};
    try {
        co_await with_timeout(*env_.time, attempt_limit_, attempt());
        trouble_.clear();
    } catch (api_error const& e) {
        if (e.code() == condition::cancelled) throw;
        trouble(e);
    }
    publish();
    report_holder();
}

task<> leader_election::impl::attempt() &
{
    bool const held = claim_.holds();
    for (bool again = true;; again = false) {
        if (!claim_.knows_its_own()) co_await look();
        if (held && !claim_.holds()) co_return; // the work ends first
        auto const asked = now();               // what is granted counts from before the request
        auto const what = claim_.next(asked);
        if (what == candidacy::move::wait) co_return;
        auto const bid = claim_.bid(micros(env_.time->wall_now()));
        try {
            auto const made = co_await write(bid, what == candidacy::move::create);
            claim_.granted(detail::record_of(made), std::string(made.resource_version()), asked);
            co_return;
        } catch (api_error const& e) {
            if (!was_outrun(e) || !again) throw;
        }
    }
}

task<> leader_election::impl::look() &
{
    try {
        auto const found = co_await api_.get<detail::lease>(options_.ns, options_.name, detail::leases);
        claim_.saw(detail::record_of(found), std::string(found.resource_version()), now());
    } catch (api_error const& e) {
        if (e.code() != condition::not_found) throw;
        claim_.saw_none(now());
    }
}

// A merge patch leaves alone what is not ours, and cannot make a Lease that was deleted, as a PUT may.
task<object_ptr<detail::lease>> leader_election::impl::write(detail::lease_record record, bool create) &
{
    write_options how;
    if (create) {
        auto body = detail::new_lease(options_.name, record, options_.labels);
        co_return co_await api_.create<detail::lease>(options_.ns, std::move(body), std::move(how), detail::leases);
    }
    auto patch = merge_patch(detail::lease_patch(claim_.version(), record, options_.labels));
    co_return co_await api_.patch<detail::lease>(options_.ns, options_.name, std::move(patch), std::move(how),
                                                 detail::leases);
}

task<> leader_election::impl::give_back() &
{
    for (bool again = true;; again = false) {
        if (!claim_.knows_its_own()) co_await look();
        if (!claim_.is_mine()) co_return;
        auto const record = claim_.release(micros(env_.time->wall_now()));
        try {
            co_await write(record, false);
            claim_.released();
            co_return log(log_level::info, "released");
        } catch (api_error const& e) {
            if (!was_outrun(e) || !again) throw;
        }
    }
}

void leader_election::impl::trouble(api_error const& e)
{
    if (auto const pause = e.retry_after()) retry_after_ = *pause;
    if (std::exchange(trouble_, e.what()) != trouble_) log(log_level::warning, trouble_);
}

void leader_election::impl::report_holder()
{
    if (claim_.holder() == reported_) return;
    reported_ = claim_.holder();
    if (reported_.empty() || !options_.on_new_leader) return;
    try {
        options_.on_new_leader(reported_);
    } catch (std::exception const& e) {
        log(log_level::error, std::string("on_new_leader threw: ") + e.what());
    } catch (...) {
        log(log_level::error, "on_new_leader threw");
    }
}

void leader_election::impl::log(log_level level, std::string const& message) const
{
    if (env_.log->enabled(level)) env_.log->log(level, where_ + ": " + message, {{"identity", options_.identity}});
}

} // namespace coinformer
