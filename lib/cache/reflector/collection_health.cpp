#include "cache/reflector/collection_health.hpp"

#include "core/exceptions.hpp"

#include <algorithm>
#include <utility>

namespace coinformer::detail {

namespace {

// If a watch brings nothing for longer than this, and does not end either, a proxy may be holding its events
// back.
duration longest_quiet(informer_options const& o)
{
    return std::max<duration>(std::chrono::minutes(10),
                              2 * (o.watch_timeout + o.silence) + std::chrono::minutes(1));
}

} // namespace

collection_health::collection_health(environment const& env, std::string path,
                                     informer_options const& options, cause_reporter::report_to report,
                                     informer_metrics* counts)
    : time_(*env.time), log_(*env.log), path_(std::move(path)), options_(options), counts_(counts),
      seconds_since_proof_(counts ? counts->make_freshness() : gauge()),
      causes_(*env.time, env.ex, options.unreachable_after, std::move(report)),
      faults_(*env.log, *env.time, path_), failures_(*env.time), hidden_deletions_(*env.time)
{
}

void collection_health::note_fresh()
{
    auto const now = time_.now();
    quiet_since_ = now;
    note_current_as_of(now);
}

void collection_health::note_current_as_of(time_point moment)
{
    status.fresh_as_of = moment;
    seconds_since_proof_.show_time_since(moment);
}

void collection_health::list_begins()
{
    ++status.lists;
    if (counts_) counts_->list_begins("paged", cause_of_list_);
}

void collection_health::stream_begins()
{
    ++status.streams;
    if (counts_) counts_->list_begins("streamed", cause_of_list_);
}

void collection_health::watch_begins()
{
    ++status.watches;
    if (counts_) counts_->watch_begins();
}

void collection_health::succeeded()
{
    note_fresh();
    recovered();
}

void collection_health::recovered()
{
    status.now = phase::watching;
    if (failures_.succeeded()) log_end_of_trouble();
    clear_failure();
}

// The collection counts as failing since its last success, unless something has cleared that meanwhile.
void collection_health::log_end_of_trouble()
{
    auto const attempts = std::to_string(trouble_.attempts);
    auto const lasted = time_.now() - status.failing_since.value_or(time_.now());
    auto const seconds = std::chrono::floor<std::chrono::seconds>(lasted).count();
    log_.log(log_level::warning, "the collection can be read again",
             {{"collection", path_},
              {"after", status.failing_since ? std::to_string(seconds) + " s" : ""},
              {"failed_attempts", trouble_.attempts != 0 ? attempts : ""}});
}

void collection_health::clear_failure()
{
    status.last_failure.clear();
    status.failing_since.reset();
    trouble_ = {};
    causes_.clear();
}

void collection_health::nothing_is_held()
{
    clear_failure();
    status.fresh_as_of.reset();
    seconds_since_proof_.clear();
}

// The status shows the cause that waiters receive.
void collection_health::note_trouble(std::string what, time_point since)
{
    if (!status.failing_since) status.failing_since = since;
    status.last_failure = std::move(what);
}

void collection_health::report_trouble(api_error const& what, time_point since, cause_reporter::urgency when)
{
    note_trouble(what.what(), since);
    causes_.report(std::make_exception_ptr(what), since, when);
}

void collection_health::report_failure(ending const& how, recovery const& then, bool is_outage)
{
    auto const what = message_of(how.failure);
    auto const cause = how.code.message();
    auto const next = in_words(then, how.retry_after);
    auto const log = [&](log_level level, std::string const& message) {
        log_.log(level, message, {{"collection", path_}, {"cause", cause}, {"next", next}});
    };
    cause_of_list_ = cause;
    bool const question_follows = how.quiet && how.code == errc::silent_connection;
    bool const may_be_restarting = how.code == errc::watch_cut_short && how.in_a_row.cut_short == 1;
    // nothing has failed yet
    if (question_follows || may_be_restarting) return log(log_level::debug, what);
    ++status.failures;
    ++trouble_.attempts;
    if (counts_) counts_->failed(how.code);
    note_trouble(what, time_.now());
    auto const when =
        then.report_at_once ? cause_reporter::urgency::at_once : cause_reporter::urgency::when_it_lasts;
    bool const reaches_waiter = causes_.report(how.failure, *status.failing_since, when);
    call_on_failure(how);

    bool const is_routine = how.during == approach::watch && (how.progress || how.in_a_row.gone == 1);
    // If the cause lasts, the list that follows at once fails in the same way, and that is logged.
    bool const list_follows =
        how.during == approach::stream && then.next == approach::list && then.wait == recovery::pause::none;
    bool const was_served = list_follows ? served_ : std::exchange(served_, how.code != errc::not_served);
    // The resource may be installed much later, so that its absence is logged only once.
    bool const is_still_unserved = !was_served && !served_;
    bool const deserves_line = !is_outage && !is_routine && !list_follows && !is_still_unserved;
    auto const failures = deserves_line ? failures_.failed(cause) : std::nullopt;
    if (!failures) return log(log_level::debug, what);
    // A waiter that receives the cause reports it. But if the cause may pass by itself, waiters of the
    // library wait on without a warning, and count on this one.
    bool const is_reported = reaches_waiter && how.code != condition::unavailable;
    log(is_reported ? log_level::info : log_level::warning, what + repeated_failure::times(*failures));
}

void collection_health::call_on_failure(ending const& how)
{
    auto& told = trouble_.told;
    if (!options_.on_failure || std::ranges::find(told, how.code) != told.end()) return;
    told.push_back(how.code);
    try {
        std::rethrow_exception(how.failure);
    } catch (api_error const& e) {
        try {
            options_.on_failure(e);
        } catch (...) {
            log_.log(log_level::error, "informer_options::on_failure has thrown an exception",
                     {{"collection", path_}, {"error", message_of(std::current_exception())}});
        }
    }
}

void collection_health::report_fault(decode_fault const& fault)
{
    ++status.faults;
    if (counts_) counts_->fault();
    faults_.report(fault, options_.on_fault);
}

void collection_health::report_hidden_deletions()
{
    auto const lists = hidden_deletions_.failed("an object cannot be named");
    if (!lists) return;
    log_.log(
        log_level::warning,
        "deletions cannot be seen in a list, because an object in it could not be named" +
            repeated_failure::times(*lists),
        {{"collection", path_},
         {"next",
          "objects that the list lacks stay in the copy until a list in which every object can be named"}});
}

void collection_health::report_shown_deletions()
{
    if (!hidden_deletions_.succeeded()) return;
    log_.log(log_level::warning, "deletions can be seen in lists again, because every object can be named",
             {{"collection", path_}});
}

void collection_health::version_was_confirmed()
{
    auto const now = time_.now();
    auto const quiet_since = quiet_since_.value_or(now);
    if (now - quiet_since < longest_quiet(options_)) return clear_failure();
    // The server answers, but for very long no watch has brought anything or has ended: waiters should know.
    report_trouble(api_error(errc::silent_connection, "watch " + path_), quiet_since,
                   cause_reporter::urgency::when_it_lasts);
}

void collection_health::note_current_at(time_point asked)
{
    if (!is_failing()) note_current_as_of(asked);
}

} // namespace coinformer::detail
