#include "cache/reflector/reflector.hpp"

#include "core/exceptions.hpp"

#include <chrono>
#include <utility>

namespace coinformer::detail {

reflector::reflector(source_context& context, collection_source& source, std::string ns,
                     informer_options const& options, delta_fifo& queue, store const& objects,
                     cause_reporter::report_to report, informer_metrics* counts, snapshot_restorer* snapshots,
                     bool has_namespaces)
    : streams_(options.fetch == fetch_mode::stream && source.streams_lists()),
      state_(
          {context, source, ns, source.name(ns), options, has_namespaces}, queue, objects,
          snapshots ? approach::resume : read_all(), std::move(report),
          [this] { watches_.ask_about_silence(); }, counts, snapshots),
      pauses_(context, state_.origin.name, options.retry)
{
}

task<> reflector::run(std::function<void(task<>)> start) &
{
    struct at_end {
        collection_health& health;
        ~at_end() { health.end(); }
    } const silent{state_.health}; // no cause is reported after this task has ended
    watches_.ask_by(start);
    if (state_.share.may_change())
        start(state_.share.notice_changes([this] { watches_.end_if_share_matters(); }));
    co_await while_open(pauses_.wait_for_start(state_.origin.options.start_spread));
    for (;;) {
        co_await state_.queue.wait_for_room(); // for what the next attempt brings
        list_if_asked();
        co_await adapt_to_share();
        auto const how = co_await try_once();
        if (how.code == condition::cancelled || how.code == condition::misused)
            std::rethrow_exception(how.failure);
        auto const then = pauses_.as_recorded(recover_from(how), !state_.position.version().empty());
        report(how, then);
        prepare(how, then);
        co_await while_open(pauses_.wait(then, how.retry_after, state_.attempt.began));
    }
}

// Awaits a pause, which the end of the source ends. The error names what would have come next.
task<> reflector::while_open(task<> pause) &
{
    try {
        co_await state_.origin.source.while_open(std::move(pause));
    } catch (api_error const& e) {
        throw e.during(is_watch(state_.doing) ? "watch" : "list", state_.origin.name);
    }
}

// Makes one attempt, and describes how it ended.
task<ending> reflector::try_once() &
{
    ending how;
    state_.attempt = {.began = state_.origin.now()};
    try {
        co_await make_attempt();
    } catch (boost::system::system_error const& e) {
        how = ending_of(e, state_.origin.name, state_.doing, state_.attempt);
    }
    state_.health.flush_faults();
    state_.share.queue_progress(state_.queue);
    // hands over what came before the failure, because a pause may follow
    if (how.failure) state_.queue.try_hand_over();
    state_.reading.abandon();
    how.during = state_.doing;
    how.streams = streams_;
    how.share_changed = state_.is_bound_to_share() && state_.share.has_changed();
    state_.history.classify(how, state_.attempt, state_.origin.now());
    co_return how;
}

// Does what `doing` says, and returns when that is done: see list_reader::read() and
// watch_follower::follow().
task<> reflector::make_attempt() &
{
    if (state_.doing == approach::resume) {
        co_await state_.snapshot.load(state_.share);
        if (!state_.snapshot.waits()) state_.doing = read_all();
        // If the share has moved while the snapshot was read, the next attempt begins with the new one.
        else if (state_.share.has_changed())
            co_return;
    }
    state_.share.begin(state_.doing, state_.snapshot.share());
    if (is_watch(state_.doing))
        co_await watches_.follow(pauses_.time_of_watch(state_.origin.options.watch_timeout));
    else if (state_.doing == approach::confirm)
        co_await confirm();
    else
        co_await lists_.read();
}

namespace {

// Returns true if the server has refused to answer the question, for a reason that has to do with neither
// its version nor its load: it has no `get` for this kind (405, 501, or 400). That shows as much as a refusal
// for lack of permission: it is there. A status that says that the version is unknown or forgotten, that the
// server is busy, or that something in it has failed (500), does not; and a proxy in front of the server may
// have said 401, 502, 503 or 504.
bool is_refusal_of_question(api_error const& e)
{
    if (e.status().code == 0 || e.status().code == 500) return false;
    bool const may_be_of_proxy = e.code() == condition::unauthorized || e.code() == errc::timed_out ||
                                 e.code() == errc::service_unavailable;
    bool const is_about_version = e.code() == errc::version_too_large || e.code() == condition::gone;
    return !may_be_of_proxy && !is_about_version && e.code() != condition::throttled;
}

} // namespace

task<> reflector::confirm() &
{
    auto const& origin = state_.origin;
    co_await origin.source.ready();
    bool alive = false;
    try {
        alive = co_await state_.silence.guard(origin.source.is_there(origin.ns, state_.known_version()));
    } catch (api_error const& e) {
        bool const lags = e.code() == errc::version_too_large;
        if (lags && state_.history.is_lag_harmless(origin.now()))
            co_return; // the server is there, and has shown nothing else
        if (!is_refusal_of_question(e)) throw;
        alive = true;
    }
    if (!alive) throw api_error(errc::silent_connection, "");
    state_.history.version_was_confirmed();
    // If the watches are refused, they still are, and the copy is getting older.
    if (!state_.history.are_watches_refused()) state_.health.version_was_confirmed();
}

void reflector::report(ending const& how, recovery const& then)
{
    bool const watched = how.during == approach::watch;
    // A server whose cache is behind proves nothing by the end of a watch that has brought nothing.
    bool const is_behind =
        !state_.attempt.versioned_event && state_.history.is_lag_harmless(state_.origin.now());
    if (watched && !how.early && !how.failure && !how.share_changed && !is_behind)
        state_.health.note_fresh(); // the whole answer has come, so no proxy holds any of it back
    if (watched && how.failure && !state_.attempt.opened)
        state_.health.restart_quiet_time(); // only open watches can be held back
    if (!how.failure) return;
    bool const is_outage =
        then.wait == recovery::pause::turn && state_.origin.access().is_outage(state_.attempt.began);
    // one line for all informers
    if (is_outage) state_.origin.access().log_outage(how.code, message_of(how.failure));
    state_.health.report_failure(how, then, is_outage);
}

void reflector::prepare(ending const& how, recovery const& then)
{
    bool const was_stream = state_.doing == approach::stream;
    state_.doing = then.next;
    bool const may_resume = state_.doing == approach::resume || state_.doing == approach::confirm;
    if (state_.snapshot.waits() && !may_resume)
        state_.health.status.restored =
            state_.snapshot.refuse(how.code, state_.queue, state_.position, state_.share);
    if (then.history_in_doubt) state_.position.note_possible_replacement();
    if (then.wait != recovery::pause::none)
        state_.health.status.now = state_.health.is_served() ? phase::waiting : phase::unserved;
    if (was_stream && state_.doing == approach::list)
        state_.health.status.why_not_streamed = state_.health.status.last_failure;
    if (!then.give_up_streams || !std::exchange(streams_, false)) return;
    state_.origin.context.env().log->log(log_level::info,
                                         "the server does not stream lists: they are paged from now on",
                                         {{"collection", state_.origin.name}});
}

void reflector::begin_anew(api_error const& why)
{
    begins_anew_ = why.code();
    if (state_.doing == approach::watch) state_.silence.answer_failed(std::make_exception_ptr(why));
}

// Does what begin_anew() has asked for.
void reflector::list_if_asked()
{
    if (!begins_anew_) return;
    state_.health.list_follows(std::exchange(begins_anew_, {}).message());
    state_.doing = approach::list_newest;
    state_.position.note_possible_replacement();
}

} // namespace coinformer::detail
