// Longer than 400 lines because reading and watching a collection share all of their state: which version is
// known, which attempts were made, and how they failed. The order of this file is: the loop; reading;
// watching; the events of a watch; questions about a silent watch; progress; failures.
#include "cache/reflector/reflector.hpp"

#include "api/client/watch_rules.hpp"
#include "core/exceptions.hpp"
#include "core/handled_api_error.hpp"

#include <boost/asio/this_coro.hpp>

#include <algorithm>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

// The limit of silence in a streamed list. It is shorter than that of a watch, because the server sends the
// initial events as fast as it reads its cache, and the closing bookmark right behind them.
constexpr auto initial_silence = std::chrono::seconds(15);
// If a paged list brings objects this many times more often than listing::repeats_itself() allows for, the
// server repeats itself, and the list has no end.
constexpr std::size_t max_repeats = 10'000;
// The same for a streamed list. The number is greater, because an object that changes often comes often.
constexpr std::size_t max_stream_repeats = 100'000;
// A server may send a few empty pages, for example because a selector matches nothing on them. More than this
// means that the list does not get on.
constexpr unsigned max_empty_pages = 16;

// After this time without an event, bookmark or end of a watch, something between the server and this process
// (such as a proxy) may hold back what the server sends, even if the server answers questions. At least one
// watch should have reached its time-out by then.
duration longest_quiet(informer_options const& o)
{
    return std::max<duration>(std::chrono::minutes(10), 2 * (o.watch_timeout + o.silence) + std::chrono::minutes(1));
}

// A healthy server keeps a watch open for longer than this.
constexpr duration early = std::chrono::seconds(2);

} // namespace

reflector::reflector(client::impl& api, resource of, std::string ns, object_type const& type,
                     informer_options const& options, delta_fifo& queue, store const& objects,
                     cause_reporter::report_to report)
    : api_(api), type_(type), options_(options), queue_(queue),
      cause_reporter_(*api.env().time, api.env().ex, options.unreachable_after, std::move(report)), of_(of),
      ns_(std::move(ns)), path_(collection_path(of, ns_)), random_(api.fork_random()),
      refused_delay_(options.retry, random_.fork()), unreached_delay_(options.retry, random_source(random_).fork()),
      silence_(*api.env().time, options.silence, [this] { on_silence(); }),
      patience_(options.silence, 2 * options.watch_timeout + options.silence),
      faults_(*api.env().log, *api.env().time, path_), failures_(*api.env().log, *api.env().time),
      next_(options.fetch == fetch_mode::stream ? approach::stream : approach::list),
      streams_(options.fetch == fetch_mode::stream), pace_(options.slow_list_limit),
      listed_(objects, api.options().max_faults_per_list)
{
}

// ---- the loop

// Makes one attempt after the other. A list that is complete is followed by a watch at once; what follows any
// other ending is decided by recover_from().
task<> reflector::run(nursery& parts) &
{
    struct at_end {
        cause_reporter& o;
        ~at_end() { o.end(); }
    } const silent{cause_reporter_}; // no cause is repeated after this task has ended
    parts_ = &parts;
    for (;;) {
        co_await queue_.wait_for_room(); // the next attempt brings more deltas
        ending how;
        auto const failure = co_await attempt(how);
        if (how.code == condition::cancelled || how.code == condition::misused) std::rethrow_exception(failure);
        if (!failure && how.during != approach::watch) {
            next_ = approach::watch;
            progress_ = false; // the list moved the position; the watch has to make progress of its own
            continue;
        }
        classify(how, failure);
        auto const then = recover_from(how);
        if (failure) report_failure(how, failure, then);
        recover(then);
        co_await pause(then, how.retry_after);
    }
}

// Makes one attempt, as `next_` says. Returns the failure, or a null pointer if the list is complete, the
// version is confirmed, or the server ended the watch in order. Sets those members of `how` that the failure
// decides.
task<std::exception_ptr> reflector::attempt(ending& how) &
{
    std::exception_ptr failure;
    attempt_ = {.began = now()};
    try {
        if (next_ == approach::watch || next_ == approach::stream)
            co_await watch(); // returns when the server ends the watch in order
        else if (next_ == approach::confirm)
            co_await confirm();
        else
            co_await list();
    } catch (boost::system::system_error const& e) {
        failure = with_request(e);
        how.code = e.code();
        if (auto const* refused = handled_api_error()) {
            how.retry_after = refused->retry_after();
            auto const status = refused->status().code;
            attempt_.answered |= status != 0 && server_access::counts_as_answer(status);
            how.stated_by_server = status != 0;
        }
    }
    faults_.flush();
    // Changes that came before the failure must not wait until the pause has ended.
    if (failure) queue_.try_hand_over();
    listed_.clear(); // drop the partial list
    reading_.reset();
    how.during = next_;
    co_return failure;
}

// Completes the description of an ending for recover_from(), and counts what has happened several times in a
// row.
void reflector::classify(ending& how, std::exception_ptr const& failure)
{
    bool const moved = std::exchange(progress_, false);
    bool const heard = moved || attempt_.heard;
    bool const cut = how.code == errc::watch_cut_short;
    bool const lived = // the watch lasted as long as the longest pause, whether it brought anything or not
        attempt_.opened && !cut && now() - *attempt_.opened >= options_.retry.cap;
    bool const silent = how.during == approach::watch && how.code == errc::silent_connection && attempt_.opened;
    how.answered = attempt_.answered;
    how.early = !attempt_.opened || now() - *attempt_.opened < early;
    how.brief = now() - attempt_.list_ended.value_or(attempt_.began) < std::chrono::seconds(1);
    // If the server ends the watch in order, any event or bookmark is progress. If the watch fails, its
    // position has to have moved, or it has to have lasted: and lasting proves nothing if the server itself
    // ended the watch with an error, because the next watch may fail at the same event.
    how.progress = failure ? moved || (lived && !how.stated_by_server) : heard || lived;
    how.quiet = silent || (how.during == approach::watch && attempt_.opened && !heard && !how.brief && !cut);
    how.streams = streams_;
    if (how.during == approach::watch && lived && !failure)
        mark_fresh(); // the end has arrived, and so has all before it
    if (how.during == approach::watch && failure && !attempt_.opened)
        quiet_since_ = now(); // the server cannot be reached, so nothing is held back

    bool const ended_in_time = !failure && !how.early;
    if (how.during == approach::watch && (how.progress || ended_in_time)) in_a_row_.stuck = 0;
    if (how.during == approach::watch && lived)
        in_a_row_.gone = 0; // a single event would not prove that the server has stopped forgetting versions
    if (how.code == condition::gone) ++in_a_row_.gone;
    if (cut)
        ++in_a_row_.cut_short;
    else if (how.during == approach::watch && !how.brief)
        in_a_row_.cut_short = 0;
    if (how.code == errc::version_too_large)
        ++in_a_row_.behind;
    else if (heard) // if nothing was heard, the ending says nothing about the version that the server has
        in_a_row_.behind = 0;
    if (may_be_stuck(how)) ++in_a_row_.stuck;
    if (how.during == approach::stream && how.answered) {
        ++in_a_row_.streams_failed;
        if (how.code == errc::stream_unfinished) ++in_a_row_.streams_unfinished;
    }
    how.in_a_row = in_a_row_;
}

// ---- reading the collection

// Waits for a permit, because a client reads only client_options::concurrent_lists collections at a time, and
// begins a new reading.
task<> reflector::begin_reading() &
{
    status_.now = phase::idle;
    auto permit = co_await api_.lists().acquire();
    reading_.emplace(std::move(permit));
    listed_.begin();
    pace_.begin(now());
    cause_reporter_.clear(); // the attempt may succeed: its own end decides what waiters are told
    status_.listed = 0;
    status_.now = phase::reading;
}

// Judges once a minute whether the collection is read fast enough. A slow reading gives its permit back,
// because it is no load for the server and other informers want to read; waiters are told that it is merely
// slow. A reading that stays slow for informer_options::slow_list_limit is given up.
void reflector::check_pace()
{
    if (!pace_.is_due(now())) return;
    auto const objects = listed_.size();
    auto const verdict = pace_.judge(now(), objects);
    if (verdict == reading_pace::verdict::fine) // it may have been slow before: then the cause is over
        return std::exchange(attempt_.slow, false) ? clear_failure() : cause_reporter_.clear();
    auto const said = std::to_string(objects) + " objects so far, fewer than " +
                      std::to_string(reading_pace::least_objects) + " new ones in the last minute";
    if (verdict == reading_pace::verdict::too_slow)
        throw api_error(errc::slow_answer, "", "the reading was given up after " + said);
    api_error const slow(errc::slow_answer, "list " + path_, said);
    attempt_.slow |= !status_.failing_since; // nothing else is wrong
    record_trouble(slow.what(), attempt_.began);
    // Only the first slow minute is logged: it is the one in which the reading still has its permit.
    if (reading_) api_.env().log->log(log_level::warning, slow.what());
    reading_.reset();
    cause_reporter_.report(std::make_exception_ptr(slow), attempt_.began, cause_reporter::urgency::at_once);
}

// The list is complete: passes it to the queue as one delta, and takes over its version.
void reflector::end_reading()
{
    auto all = listed_.take();
    all.perhaps_new_history = std::exchange(history_in_doubt_, false) || goes_back(all.version, position_);
    position_ = all.version;
    list_has_version_ = !position_.empty();
    status_.remaining.reset();
    faults_.flush(); // a streamed list goes on as a watch, and its attempt may last for hours
    succeeded();
    all.ns = ns_;
    bool const new_history = all.perhaps_new_history;
    queue_.push(delta::of(delta::kind::replaced, std::move(all)));
    if (new_history) history_begins_ = queue_.pushed();
    in_a_row_.streams_failed = in_a_row_.stuck = in_a_row_.behind = 0;
    reading_.reset(); // another informer may read while this one waits for room in the queue
}

// Reads a paged list, as `next_` says: one not older than the known version, the newest one, or in one page.
task<> reflector::list() &
{
    co_await begin_reading();
    ++status_.lists;
    auto const alive = co_await silence_.guard(list_pages());
    if (!alive) throw api_error(errc::silent_connection, "");
    end_reading();
}

// Returns the objects that decoders may take from the store in the place of decoding them again. Returns
// nullptr if the store may hold objects of a history that has ended: because the server's history was perhaps
// replaced since the last list, or because the list that shows the new one still waits in the queue. Versions
// of the old history prove nothing then, and every object has to be decoded.
known_objects const* reflector::known_objects_of_this_history() const
{
    bool const store_is_of_it = queue_.handed_out() >= history_begins_;
    return history_in_doubt_ || !store_is_of_it ? nullptr : &listed_;
}

// Reads the collection page by page. The first page asks for a list that is not older than the known version,
// so that the copy never goes back; the API server answers the further pages at the version of the first one.
task<> reflector::list_pages() &
{
    auto options = selection();
    if (next_ != approach::list_whole) options.limit(options_.page_size);
    if (next_ == approach::list && !position_.empty())
        options.resource_version(position_).match(version_match::not_older_than);
    auto const* const known = next_ == approach::list_newest ? nullptr : known_objects_of_this_history();
    std::string token;
    unsigned empty_pages = 0;
    for (bool more_pages = true; more_pages;) {
        silence_.extend();
        auto const before = listed_.size();
        auto page = co_await api_.list(path_, options, type_, known);
        server_access::contact const reading(api_.access());
        attempt_.answered = true;
        for (bool more_bytes = true; more_bytes;) {
            more_bytes = co_await page.fetch();
            take_items(page);
        }
        auto const& meta = page.items().finish();
        if (known) check_goes_forward(meta.resource_version); // an older version: known objects prove nothing
        listed_.put_version(meta.resource_version);
        status_.remaining = meta.remaining;
        more_pages = !meta.continue_token.empty();
        empty_pages += listed_.size() == before ? 1 : 0;
        if (more_pages && (meta.continue_token == token || empty_pages > max_empty_pages))
            throw api_error(
                errc::unexpected_content, "",
                "the list makes no progress: its pages repeat a continue token, are empty, or bring the same objects "
                "again and again");
        token = meta.continue_token;
        options = selection().limit(options_.page_size).continue_token(token);
    }
}

// Takes the objects of a page that have arrived.
void reflector::take_items(list_page& page)
{
    using step = list_decoder::step;
    bool any = false;
    for (auto s = page.items().next(); s != step::need_more; s = page.items().next()) {
        any = true;
        if (s == step::object) {
            listed_.put(page.items().take_object());
            continue;
        }
        auto const& fault = page.items().fault();
        report_fault(fault);
        listed_.put_undecoded(fault.ns, fault.name);
    }
    status_.listed = listed_.size();
    if (any) silence_.extend(); // only objects count as progress, not bytes
    if (listed_.repeats_itself(max_repeats))
        throw api_error(errc::unexpected_content, "", "the list brings the same objects again and again");
    check_pace();
}

// ---- watching

// Watches from the known version, or reads a streamed list and then watches. Returns when the server ends the
// watch in order.
task<> reflector::watch() &
{
    bool const stream = next_ == approach::stream;
    if (stream) {
        co_await begin_reading();
        ++status_.streams;
    }
    ++status_.watches;
    auto const alive = co_await silence_.guard(watch_events());
    if (next_ == approach::stream) // the closing bookmark did not come
        throw api_error(errc::stream_unfinished, "", "after " + std::to_string(listed_.size()) + " objects");
    if (alive && was_cut_short()) throw api_error(errc::watch_cut_short, "");
    if (alive) co_return;
    if (attempt_.question_failed) {
        next_ = approach::confirm; // the failure is that of the question
        std::rethrow_exception(attempt_.question_failed);
    }
    // The watch was not silent: the server should have ended it, or something came in the very moment in
    // which it was given up. Both count as an end in order.
    if (attempt_.opened && now() - attempt_.last_line < patience_.heartbeat()) co_return;
    if (attempt_.opened) patience_.watch_was_silent();
    throw api_error(errc::silent_connection, "");
}

// Opens the watch, and takes its events until the server ends it.
task<> reflector::watch_events() &
{
    auto options = selection();
    auto const lasts = watch_duration(options_.watch_timeout, random_);
    options.resource_version(position_).watch(lasts);
    if (next_ == approach::stream) options.initial_events();
    silence_.extend();
    auto const* const known = known_objects_of_this_history();
    auto stream = co_await api_.watch(path_, options, type_, known);
    attempt_.answered = true;
    attempt_.opened = attempt_.last_line = now();
    attempt_.asked_for = lasts;
    if (next_ == approach::stream) {
        silence_.extend(initial_silence);
    } else {
        status_.now = phase::watching;
        attempt_.watch_ends = now() + lasts + options_.silence;
        extend_watch();
    }
    for (bool more = true; more;) {
        {
            server_access::contact const reading(api_.access()); // not held while this waits for room
            more = co_await stream.fetch();
        }
        auto const any = take_events(stream);
        if (next_ == approach::stream) { // take_initial() extends the deadline for each object
            if (listed_.repeats_itself(max_stream_repeats))
                throw api_error(errc::unexpected_content, "",
                                "the streamed list brings the same objects again and again");
            check_pace();
            continue;
        }
        if (attempt_.watch_ends == time_point::max()) attempt_.watch_ends = now() + lasts + options_.silence;
        if (any) attempt_.last_line = now();
        silence_.suspend();
        co_await queue_.wait_for_room();
        if (any) attempt_.last_line = now(); // waiting for room was no silence of the server
        extend_watch();
    }
}

// Sets the deadline of the watch: the time at which the server will have been silent for too long, or should
// have ended the watch. If that time is over, the watch ends at once, even if another event is on its way.
// The deadline is never further away than the time at which on_silence() has something to do for a watch that
// may go on.
void reflector::extend_watch()
{
    auto const silent = now() - attempt_.last_line;
    auto const left = std::min(patience_.limit() - silent, attempt_.watch_ends - now());
    auto const longest = is_recovering() ? options_.retry.cap : patience_.heartbeat();
    silence_.extend(std::clamp<duration>(left, duration::zero(), longest));
}

// Returns true if the last attempt failed, and this watch has not lasted long enough to count as a success.
bool reflector::is_recovering() const
{
    return status_.failing_since && now() - attempt_.last_line < std::min(options_.retry.cap, patience_.heartbeat());
}

// Called when the deadline of the attempt has passed; the attempt is cancelled unless this sets a later one.
// A watch that has lasted as long as the longest pause counts as a success, although it has brought nothing.
// If bookmarks of this kind are known to come late or never, the server is asked before the watch is given
// up.
void reflector::on_silence()
{
    bool const watching = next_ == approach::watch && attempt_.opened;
    if (!watching || attempt_.question_failed || now() >= attempt_.watch_ends) return;
    auto const silent = now() - attempt_.last_line;
    if (silent >= patience_.limit()) return;
    if (silent < patience_.heartbeat()) clear_failure();
    extend_watch();
    if (silent < patience_.heartbeat()) return;
    parts_->start(ask_about_silence(status_.watches));
}

// Asks, on another connection, whether the server can be reached and has the version that the watch has got
// to. If not, the watch is ended. `watch` is the number of the watch, by which this notices that another one
// has taken its place.
task<> reflector::ask_about_silence(std::size_t watch) &
{
    std::exception_ptr failure;
    bool has_version = false; // stays false for other answers, such as a proxy's 503
    auto const last_line = attempt_.last_line;
    auto const asked = now();
    try {
        co_await ask_for_version();
        has_version = true;
    } catch (boost::system::system_error const& e) {
        if (e.code() == condition::cancelled) throw;
        auto const* refused = handled_api_error();
        bool const answered = refused && refused->status().code != 0;
        if (!answered || e.code() == errc::version_too_large) failure = std::current_exception();
    }
    bool const goes_on = watch == status_.watches && next_ == approach::watch && attempt_.opened;
    if (!goes_on || attempt_.last_line != last_line) co_return; // the silence in question is over
    if (!failure) {
        judge_quiet();
        if (has_version && !status_.failing_since) status_.fresh_as_of = asked;
        co_return;
    }
    attempt_.question_failed = failure;
    silence_.extend(duration::zero());
}

// ---- the events of a watch

// Takes the events that have arrived. Returns true if there were any.
bool reflector::take_events(watch_stream& stream)
{
    using step = watch_decoder::step;
    auto& events = stream.events();
    bool any = false;
    for (auto s = events.next(); s != step::need_more; s = events.next()) {
        // The time before each bookmark tells how long a healthy watch may be silent. A bookmark right behind
        // an event ends no silence.
        if (s == step::bookmark && next_ == approach::watch)
            patience_.bookmark_came_after(any ? duration::zero() : now() - attempt_.last_line);
        attempt_.any_event = any = true;
        if (s == step::error) {
            throw api_error(events.error(), "watch", path_, events.status(), events.retry_after());
        }
        if (s == step::fault) report_fault(events.fault());
        if (next_ == approach::stream)
            take_initial(s, events);
        else
            take_change(s, events);
    }
    return any;
}

// Takes one event of a streamed list. Changes that happen meanwhile come between the initial events; the
// closing bookmark, with the annotation k8s.io/initial-events-end (KEP-3157), says that the list is complete.
void reflector::take_initial(watch_decoder::step s, watch_decoder& events)
{
    using step = watch_decoder::step;
    if (s != step::bookmark) silence_.extend(initial_silence);
    switch (s) {
    case step::added:
    case step::modified: listed_.put(events.take_object()); break;
    case step::deleted: listed_.remove(events.take_object()->key()); break;
    case step::fault:
        if (events.is_deletion())
            listed_.remove({events.fault().ns, events.fault().name});
        else
            listed_.put_undecoded(events.fault().ns, events.fault().name);
        break;
    default:
        if (!events.initial_events_end()) break;
        check_goes_forward(events.resource_version());
        listed_.put_version(events.resource_version());
        end_reading();
        next_ = approach::watch; // the attempt goes on as a watch, on the same connection
        attempt_.list_ended = now();
        in_a_row_.streams_unfinished = 0;
        status_.why_not_streamed.clear();
        progress_ = true;
    }
    status_.listed = listed_.size();
}

// Takes one event of a watch. The delta is queued before the position moves on, so that a failure in between
// loses nothing: a watch from the old position brings the event again.
void reflector::take_change(watch_decoder::step s, watch_decoder& events)
{
    using step = watch_decoder::step;
    check_goes_forward(events.resource_version());
    switch (s) {
    case step::added: queue_.push(delta::of(delta::kind::added, events.take_object()), ns_); break;
    case step::modified: queue_.push(delta::of(delta::kind::updated, events.take_object()), ns_); break;
    case step::deleted: queue_.push(delta::of(delta::kind::deleted, events.take_object()), ns_); break;
    case step::bookmark: {
        delta::collection nothing{.objects = {}, .version = std::string(events.resource_version()), .ns = ns_};
        queue_.push(delta::of(delta::kind::bookmark, std::move(nothing)));
        break;
    }
    default:
        if (events.is_deletion() && !events.fault().name.empty()) push_lost(events);
    }
    advance_position(events.resource_version());
}

// ---- questions about a silent watch

// Asks whether the server still has the known version, after a watch that was silent. A failure is that of
// the attempt.
task<> reflector::confirm() &
{
    co_await ask_for_version();
    judge_quiet();
}

// Asks for an object that nobody is likely to have, at the known version or a newer one. If the server does
// not have the version yet, it refuses before it looks for the object. So the answers 404 and 403 are good
// ones.
task<> reflector::ask_for_version() &
{
    bool const anywhere = ns_.empty() && of_.where == scope::namespaced;
    auto query = list_options().resource_version(position_).query();
    auto const target = object_path(of_, anywhere ? "default" : ns_, "is-this-version-known") + '?' + query;
    try {
        co_await api_.request("get", http_request("GET", target));
    } catch (api_error const& e) {
        if (e.code() != condition::not_found && e.code() != condition::forbidden) throw;
    }
}

// The server has answered that it has the known version, although the watch is silent. That is how a
// collection behaves in which nothing changes; but if it lasts for very long, something may hold the watch's
// events back.
void reflector::judge_quiet()
{
    in_a_row_.behind = 0;
    auto const quiet_since = quiet_since_.value_or(now());
    if (now() - quiet_since < longest_quiet(options_)) {
        clear_failure();
        return;
    }
    // For very long no watch has brought anything, not even its end. Waiters are told.
    api_error const held_back(errc::silent_connection, "watch " + path_);
    record_trouble(held_back.what(), quiet_since);
    cause_reporter_.report(std::make_exception_ptr(held_back), quiet_since, cause_reporter::urgency::when_it_lasts);
}

// ---- progress

// Throws if a version is older than the known one. A watch only goes forward, and lists are asked to be at
// least as new as the known version. So an older one means that the server's history was replaced: the server
// was restored from a backup, or another server answers in its place. Without a version in the list there is
// no order to check.
void reflector::check_goes_forward(std::string_view version) const
{
    if (list_has_version_ && goes_back(version, position_))
        throw api_error(errc::history_replaced, "",
                        "the server is at version " + std::string(version) + ", before the known version " + position_);
}

// Moves the position from which a watch resumes. Called when the event of this version is in the queue.
void reflector::advance_position(std::string_view version)
{
    if (version.empty()) return;
    attempt_.heard = true;
    progress_ |= position_ != version;
    position_ = version;
    succeeded();
}

// Writes into the status what waiters are told.
void reflector::record_trouble(std::string said, time_point since)
{
    if (!status_.failing_since) status_.failing_since = since;
    status_.last_failure = std::move(said);
}

// The server has shown every change until now.
void reflector::mark_fresh()
{
    quiet_since_ = status_.fresh_as_of = now();
}

// A list is complete, or a watch has brought something: everything is well.
void reflector::succeeded()
{
    status_.now = phase::watching;
    mark_fresh();
    clear_failure();
    failures_.succeeded([&](log_sink& to) {
        to.log(log_level::warning, "the collection can be read again, after a failure", {{"collection", path_}});
    });
}

void reflector::clear_failure()
{
    status_.last_failure.clear();
    status_.failing_since.reset();
    cause_reporter_.clear();
}

// ---- failures

// Takes over the decision of recover_from().
void reflector::recover(recovery const& what)
{
    bool const streamed = next_ == approach::stream;
    next_ = what.next;
    history_in_doubt_ |= what.history_in_doubt;
    if (streamed && next_ == approach::list) status_.why_not_streamed = status_.last_failure;
    if (!what.give_up_streams || !std::exchange(streams_, false)) return;
    api_.env().log->log(log_level::info, "the server does not stream lists: they are paged from now on",
                        {{"collection", path_}});
}

// Waits until the next attempt may begin.
task<> reflector::pause(recovery const& what, std::optional<std::chrono::seconds> retry_after) &
{
    if (what.reset_backoff) {
        refused_delay_.reset();
        unreached_delay_.reset();
    }
    // An answer to another request has woken this reflector, and its own attempt was turned away all the
    // same. Then it waits by itself once; if it took its turn again, the next answer to another request would
    // wake it again at once.
    bool const woken_in_vain = std::exchange(woken_by_another_, false) && !what.reset_backoff;
    if (what.wait == recovery::pause::none) co_return;
    status_.now = served_ ? phase::waiting : phase::unserved;
    auto& access = api_.access();
    if (what.wait == recovery::pause::turn && access.is_outage(attempt_.began) && !woken_in_vain)
        woken_by_another_ = co_await access.turn();
    else if (what.wait == recovery::pause::turn)
        co_await access.pause(unreached_delay_.next());
    else if (what.wait == recovery::pause::backoff)
        co_await access.pause(refused_delay_.next());
    else
        co_await api_.env().time->sleep_for(retry_pause(*retry_after, refused_delay_, random_));
}

// Counts and reports an object that could not be decoded.
void reflector::report_fault(decode_fault const& fault)
{
    ++status_.faults;
    faults_.report(fault, options_.on_fault);
}

// Queues the deletion of an object whose last state could not be decoded: only its name is known.
void reflector::push_lost(watch_decoder const& events)
{
    delta::collection gone{.objects = {}, .version = std::string(events.resource_version()), .ns = ns_};
    gone.undecoded.emplace_back(events.fault().ns, events.fault().name);
    queue_.push(delta::of(delta::kind::lost, std::move(gone)));
}

// Returns true if the watch ended at once and brought nothing, although the server had been asked to keep it
// open.
bool reflector::was_cut_short() const
{
    auto const lasted = now() - attempt_.opened.value_or(now());
    return !attempt_.any_event && lasted < std::min<duration>(early, attempt_.asked_for / 2);
}

// Counts a failed attempt, tells waiters, and logs it. One that is about the whole client is logged by the
// client, in one line for all informers. The level is debug for a failure that belongs to normal operation or
// will be reported by the attempt that follows it.
void reflector::report_failure(ending const& how, std::exception_ptr failure, recovery const& then)
{
    auto& log = *api_.env().log;
    auto const said = message_of(failure);
    bool const asked_next = how.quiet && how.code == errc::silent_connection;
    bool const perhaps_restarts = how.code == errc::watch_cut_short && how.in_a_row.cut_short == 1;
    if (asked_next || perhaps_restarts) { // this may turn out to be no failure: the next attempt shows it
        log.log(log_level::debug, said);
        return;
    }
    ++status_.failures;
    record_trouble(said, now());
    auto const urgency = then.tell_at_once ? cause_reporter::urgency::at_once : cause_reporter::urgency::when_it_lasts;
    bool const reached_waiter = cause_reporter_.report(failure, *status_.failing_since, urgency);

    bool const is_outage_of_client = then.wait == recovery::pause::turn && api_.access().is_outage(attempt_.began);
    if (is_outage_of_client) api_.access().log_outage(how.code, said);
    bool const routine = how.during == approach::watch && (how.progress || how.in_a_row.gone == 1);
    bool const list_follows = how.during == approach::stream && then.next == approach::list &&
                              then.wait == recovery::pause::none; // which reports a serious cause itself
    bool const was_served = list_follows ? served_ : std::exchange(served_, how.code != errc::not_served);
    bool const still_unserved = !was_served && !served_; // needs no reminder: it may never be installed
    auto level = log_level::debug;
    std::size_t failures = 1;
    if (!is_outage_of_client && !routine && !list_follows && !still_unserved)
        failures_.failed(how.code.message(), [&](log_sink&, std::size_t count) {
            // a waiter that received the error reports it as well
            level = reached_waiter ? log_level::info : log_level::warning;
            failures = count;
        });
    log.log(level, said + repeated_failure::times(failures));
}

// Returns the failure that is being handled with the request in its message, because some failures come from
// places that do not know the request.
std::exception_ptr reflector::with_request(boost::system::system_error const& e) const
{
    auto const* known = handled_api_error();
    api_error const failure = known ? *known : api_error(e.code(), "", "");
    bool const watching = next_ == approach::watch || next_ == approach::stream;
    auto const* const verb = watching ? "watch" : next_ == approach::confirm ? "get" : "list";
    return std::make_exception_ptr(failure.during(verb, path_));
}

// Returns the selectors of the informer, which every list and watch has in common.
list_options reflector::selection() const
{
    list_options options;
    options.labels(options_.label_selector).fields(options_.field_selector);
    return options;
}

} // namespace coinformer::detail
