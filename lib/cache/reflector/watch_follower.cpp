#include "cache/reflector/watch_follower.hpp"

#include "api/client/watch_rules.hpp"
#include "core/handled_api_error.hpp"

#include <coinformer/core/with_timeout.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace coinformer::detail {

namespace {

// The number of repeated objects that is tolerated in a streamed list. It is greater than for a paged one,
// because an object that changes often comes often.
constexpr std::size_t max_stream_repeats = 100'000;

// Returns false for a line that is no event of the collection, such as the bare Status that a proxy may write
// into a stream. An event of a server that does not decode has a version, and so has a bookmark.
bool is_event(watch_events::step s, watch_events const& line)
{
    using step = watch_events::step;
    bool const may_be_anything = s == step::fault || s == step::bookmark;
    return !may_be_anything || !line.resource_version().empty();
}

// Returns true for a line that neither names a type of event nor has an object with a version. An answer
// that consists of such lines is not that of a watch: a server that does not know the parameter `watch`
// answers with the list, and a proxy may answer with an error of its own, and the status 200.
bool is_untyped(watch_events::step s, watch_events const& line)
{
    return s == watch_events::step::fault && !line.has_type() && !is_event(s, line);
}

} // namespace

task<> watch_follower::follow(std::chrono::seconds lasts) &
{
    if (state_.doing == approach::stream) {
        co_await state_.reading.begin();
        state_.health.stream_begins();
    }
    state_.health.watch_begins();
    untyped_line_came_ = event_came_ = false;
    auto const alive = co_await state_.silence.guard(read_stream(lasts));
    if (state_.doing == approach::stream) // the closing bookmark did not come
        throw api_error(errc::stream_unfinished, "",
                        "after " + std::to_string(state_.reading.objects.size()) + " objects");
    if (state_.share.has_changed()) co_return; // another share needs another watch
    if (alive && was_cut_short(state_.attempt, state_.origin.now()))
        throw api_error(errc::watch_cut_short, "");
    if (alive && untyped_line_came_ && !event_came_)
        throw api_error(errc::unexpected_content, "",
                        "the answer to the watch has ended, and has no events in it: perhaps the server does "
                        "not know the parameter \"watch\", or a proxy has answered");
    if (alive) co_return;
    if (state_.silence.failure_of_answer()) {
        if (state_.doing == approach::watch)
            state_.doing = approach::confirm; // the question has failed, not the watch
        std::rethrow_exception(state_.silence.failure_of_answer());
    }
    if (!state_.silence.ended_normally()) throw api_error(errc::silent_connection, "");
}

task<> watch_follower::read_stream(std::chrono::seconds lasts) &
{
    co_await state_.silence.pause_during(state_.reading.prepare_request(state_.origin.source.ready()));
    needed_objects const need(state_.objects_of_this_history(), state_.share.wanted());
    auto what = request(lasts);
    what.patience = state_.silence.await_answer();
    auto const stream = co_await state_.origin.source.watch(std::move(what), need);
    note_opened(lasts);
    if (state_.doing == approach::watch) stream->note_reached(state_.position.version());
    for (bool more = true; more;) {
        {
            // the contact ends before the wait for room
            auto const contact = state_.origin.access().begin_contact();
            more = co_await stream->fetch();
        }
        auto const any = take_events(stream->events());
        if (state_.doing == approach::stream) { // each object extends the deadline, and a bookmark does not
            state_.reading.check(max_stream_repeats, "streamed list");
            continue;
        }
        if (state_.doing == approach::watch) stream->note_reached(state_.position.version());
        if (state_.share.has_changed()) co_return;
        if (!state_.silence.has_watch_begun()) state_.silence.watch_begins(lasts);
        if (any) state_.silence.line_came();
        state_.silence.suspend();
        co_await state_.queue.wait_for_room();
        state_.silence.resume();
        if (any && stream->is_retired()) co_return; // the next watch goes on from here
        state_.silence.extend_watch();
    }
}

watch_request watch_follower::request(std::chrono::seconds lasts) const
{
    bool const is_stream = state_.doing == approach::stream;
    auto what = state_.origin.request<watch_request>();
    what.after = is_stream ? state_.least_version() : state_.known_version();
    what.lasts = lasts;
    what.initial_events = is_stream;
    return what;
}

// The server has answered, and will send events.
void watch_follower::note_opened(std::chrono::seconds lasts)
{
    auto& silence = state_.silence;
    auto& attempt = state_.attempt;
    silence.answer_begins();
    attempt.answered = true;
    attempt.opened = state_.origin.now();
    attempt.asked_for = lasts;
    silence.line_came();
    if (state_.doing == approach::stream) return silence.extend_in_stream();
    state_.health.status.now = phase::watching;
    silence.watch_begins(lasts);
    silence.extend_watch();
    // A collection in which nothing happens would keep the snapshot waiting until its next bookmark.
    if (state_.doing == approach::resume) ask_about_silence();
}

// Returns true if there was any event.
bool watch_follower::take_events(watch_events& events)
{
    using step = watch_events::step;
    bool any = false;
    for (auto s = events.next(); s != step::need_more; s = events.next()) {
        state_.health.line_came(s);
        if (s == step::fault) state_.health.report_fault(events.fault());
        if (s == step::fault && events.is_deletion() && state_.key_of(events.fault()).name.empty())
            throw api_error(errc::unexpected_content, "",
                            "an object was deleted that cannot be named, because its name or its namespace "
                            "could not be read: only a list in which every object can be named shows which "
                            "one it was");
        if (state_.doing == approach::resume && s != step::error) {
            if (!is_event(s, events)) continue; // it says nothing of the snapshot, and ends no silence
            accept_snapshot(events.resource_version());
        }
        if (s == step::bookmark && state_.doing == approach::watch) state_.silence.bookmark_came(any);
        state_.attempt.any_line = any = true;
        (is_untyped(s, events) ? untyped_line_came_ : event_came_) = true;
        if (s == step::error)
            throw api_error(events.error(), "watch", state_.origin.name, events.status(),
                            events.retry_after());
        if (s == step::foreign) state_.share.note_foreign();
        if (state_.doing == approach::stream)
            take_initial(s, events);
        else
            take_change(s, events);
    }
    state_.share.queue_progress(state_.queue);
    return any;
}

// Takes one event of a streamed list. A bookmark with the annotation k8s.io/initial-events-end says that the
// list is complete; the attempt then goes on as a watch, on the same connection.
void watch_follower::take_initial(watch_events::step s, watch_events& events)
{
    using step = watch_events::step;
    auto& objects = state_.reading.objects;
    if (s != step::bookmark) state_.silence.extend_in_stream();
    switch (s) {
    case step::added:
    case step::modified: objects.put(events.take_object()); break;
    case step::deleted: objects.remove(events.take_object()->key()); break;
    case step::left_out: objects.leave_out(events.passed_over()); break;
    case step::foreign: objects.pass_over_foreign(events.passed_over()); break;
    case step::fault: {
        auto const key = state_.key_of(events.fault());
        if (events.is_deletion())
            objects.remove(key);
        else
            objects.put_undecoded(std::string(key.ns), std::string(key.name));
        break;
    }
    default:
        if (!events.initial_events_end()) break;
        state_.position.check_goes_forward(events.resource_version());
        objects.put_version(events.resource_version());
        state_.queue_list();
        state_.doing = approach::watch;
        state_.attempt.list_ended = state_.origin.now();
        state_.history.stream_was_finished();
        state_.history.note_progress();
        state_.health.status.why_not_streamed.clear();
    }
    state_.health.status.listed = objects.size();
}

void watch_follower::take_change(watch_events::step s, watch_events& events)
{
    using step = watch_events::step;
    auto& queue = state_.queue;
    auto const& ns = state_.origin.ns;
    if (state_.position.is_older(events.resource_version())) {
        if (events.is_deletion()) return take_older_deletion(s, events);
        state_.position.check_goes_forward(events.resource_version());
    }
    state_.share.note_change(s == step::foreign, events.resource_version());
    switch (s) {
    case step::added: queue.push(object_added(events.take_object()), ns); break;
    case step::modified: queue.push(object_updated(events.take_object()), ns); break;
    case step::deleted: queue.push(object_deleted(events.take_object()), ns); break;
    case step::left_out: push_lost(events.passed_over(), events.resource_version()); break;
    case step::foreign: break;
    case step::bookmark: {
        collection_bookmark reached{.version = std::string(events.resource_version()), .ns = ns};
        queue.push(std::make_unique<collection_bookmark>(std::move(reached)));
        break;
    }
    default:
        if (auto const& fault = events.fault(); events.is_deletion())
            push_lost(state_.key_of(fault), events.resource_version());
    }
    if (events.resource_version().empty()) return;
    // The position follows the queue, so that a watch which resumes from here misses nothing.
    state_.attempt.versioned_event = true;
    if (state_.position.advance(events.resource_version())) {
        state_.history.note_progress();
        state_.attempt.new_version = true;
    }
    state_.health.succeeded();
}

// Takes a deletion whose version is older than the known one. Some aggregated API servers, such as
// Calico's on etcd, send a deletion with the version of the object's last state, where Kubernetes sends
// that of the deletion. Such a version says nothing about the collection: neither the position nor the
// store's version goes there, and it is no sign that the server knows the position. If the same watch is
// opened again, the deletion comes again, and then there is nothing to delete.
//
// If the copy has a newer state of the object, the deletion is not that of this state. It is from another
// history, or a server repeats what is long over. Then the collection is listed, as it is after any other
// event that goes back.
void watch_follower::take_older_deletion(watch_events::step s, watch_events& events)
{
    using step = watch_events::step;
    if (s == step::foreign) return;            // the store does not have the object
    state_.share.queue_progress(state_.queue); // what came before is reached in front of this deletion
    auto const version = events.resource_version();
    auto last = s == step::deleted ? events.take_object() : object_ref();
    object_key key;
    if (last)
        key = last->key();
    else if (s == step::left_out)
        key = events.passed_over();
    else
        key = state_.key_of(events.fault());
    auto const known = newest_state(key);
    bool const is_of_this_state = !known || !goes_back(version, known->resource_version());
    if (!is_of_this_state) return state_.position.check_goes_forward(version);
    if (!last) return push_lost(key, {});
    object_deleted gone(std::move(last));
    gone.overtook = true;
    state_.queue.push(std::move(gone), state_.origin.ns);
}

// Returns the state that the store has of an object when it has taken in what is queued; null if it has
// none.
object_ref watch_follower::newest_state(object_key key) const
{
    auto newest = state_.reading.objects.stored(key);
    auto const take = [&](object_ref const& object) {
        if (object->key() == key) newest = object;
    };
    state_.queue.for_each([&](delta const& d) {
        auto const* const lost = std::get_if<std::unique_ptr<object_lost>>(&d);
        auto const* const list = std::get_if<std::unique_ptr<complete_list>>(&d);
        if (lost && object_key{(*lost)->ns, (*lost)->name} == key) newest = {};
        if (list) std::ranges::for_each((*list)->objects, take);
        auto const* const change = change_in(d);
        if (!change) return;
        if (!std::holds_alternative<object_deleted>(d))
            take(change->object);
        else if (change->object->key() == key)
            newest = {};
    });
    return newest;
}

// Queues the deletion of an object without its last state, which could not be decoded, or is left out.
void watch_follower::push_lost(object_key key, std::string_view version)
{
    object_lost gone{.ns = std::string(key.ns),
                     .name = std::string(key.name),
                     .reached = {.version = std::string(version), .ns = state_.origin.ns}};
    state_.queue.push(std::make_unique<object_lost>(std::move(gone)));
}

// The server has shown that it knows the snapshot's version, perhaps by an event, whose version is `shown`:
// from now on this is a watch like any other.
void watch_follower::accept_snapshot(std::string_view shown)
{
    state_.snapshot.check_goes_forward(shown);
    state_.health.status.restored = state_.snapshot.accept(state_.queue, state_.position, state_.share);
    state_.doing = approach::watch;
}

void watch_follower::end_if_share_matters()
{
    if (!state_.is_bound_to_share()) return;
    api_error const why(errc::stopped, "watch " + state_.origin.name, "this process holds another share");
    state_.silence.answer_failed(std::make_exception_ptr(why));
}

void watch_follower::ask_about_silence()
{
    auto const about = current_silence();
    if (asked_about_ == about) return; // that question still waits for its answer
    asked_about_ = about;
    start_(ask(about));
}

watch_follower::silent_watch watch_follower::current_silence() const
{
    return {state_.health.status.watches, state_.silence.last_line()};
}

// Asks on another connection. The answer is ignored if the silence that it is about is over: something has
// come meanwhile, or another watch has begun.
task<> watch_follower::ask(silent_watch about) &
{
    std::exception_ptr failure;
    // Any other answer, such as a proxy's 503, only shows that the connection works.
    bool vouches = false, is_behind = false;
    auto const asked = state_.origin.now();
    try {
        co_await state_.origin.source.ready();
        std::optional<bool> answer;
        auto question = state_.origin.source.confirm(state_.origin.ns, state_.known_version());
        auto const limit = state_.origin.options.silence;
        co_await finished_in_time(*state_.origin.context.env().time, limit,
                                  store_result(std::move(question), answer));
        vouches = answer.value_or(false);
        if (!answer)
            failure = std::make_exception_ptr(api_error(
                errc::silent_connection, "",
                "a question about a silent watch was not answered within informer_options::silence"));
    } catch (boost::system::system_error const& e) {
        if (e.code() == condition::cancelled) throw;
        auto const* refused = handled_api_error();
        bool const answered = refused && refused->status().code != 0;
        is_behind = e.code() == errc::version_too_large;
        if (!answered || is_behind) failure = std::current_exception();
    }
    if (asked_about_ == about) asked_about_ = {};
    bool const goes_on = is_watch(state_.doing) && state_.attempt.opened;
    if (!goes_on || current_silence() != about) co_return;
    // A server whose cache is behind is there, and has shown nothing: the watch goes on until its silence
    // ends.
    if (is_behind && state_.history.is_lag_harmless(state_.origin.now())) co_return;
    if (failure) co_return state_.silence.answer_failed(failure);
    state_.silence.question_was_answered();
    state_.history.version_was_confirmed();
    state_.health.version_was_confirmed();
    if (!vouches) co_return;
    if (state_.doing == approach::resume) {
        accept_snapshot();
        if (state_.share.has_changed()) end_if_share_matters(); // the snapshot lacks a part of the share
    }
    bool const is_whole = !state_.share.has_changed() && !state_.share.is_empty();
    if (is_whole) state_.health.note_current_at(asked);
    state_.queue.try_hand_over();
}

} // namespace coinformer::detail
