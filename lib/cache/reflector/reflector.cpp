#include "cache/reflector/reflector.hpp"

#include "api/client/page_walk.hpp"
#include "api/client/watch_rules.hpp"
#include "core/exceptions.hpp"
#include "core/handled_api_error.hpp"

namespace coinformer::detail {

namespace {

// The number of repeated objects that is tolerated in a paged list. A list with more counts as endless.
constexpr std::size_t max_repeats = 10'000;
// The number is greater for a streamed list, because an object that changes often comes often.
constexpr std::size_t max_stream_repeats = 100'000;

} // namespace

reflector::reflector(source_context& context, collection_source& source, std::string ns,
                     informer_options const& options, delta_fifo& queue, store const& objects,
                     cause_reporter::report_to report, informer_metrics* counts, snapshot_restorer* snapshots)
    : context_(context), source_(source), ns_(std::move(ns)), name_(source.name(ns_)), options_(options),
      queue_(queue), streams_(options.fetch == fetch_mode::stream && source.streams_lists()),
      next_(read_all()), health_(context.env(), name_, options, std::move(report), counts),
      share_(context.env(), options.shard, ns_, health_.status),
      reading_(context, objects, health_, options, name_), snapshot_(snapshots, ns_),
      silence_(*context.env().time, options, health_,
               [this] { nursery_->start(ask_about_silence(status().watches)); }),
      history_(options.retry.cap), pauses_(context, name_, options.retry)
{
    if (snapshot_.may_exist()) next_ = approach::resume;
}

task<> reflector::run(nursery& owner) &
{
    struct at_end {
        collection_health& health;
        ~at_end() { health.end(); }
    } const silent{health_}; // no cause is reported after this task has ended
    nursery_ = &owner;
    if (share_.may_change()) owner.start(share_.notice_changes([this] { end_watch_of_share(); }));
    co_await pauses_.wait_for_start(options_.start_spread);
    for (;;) {
        co_await queue_.wait_for_room(); // for what the next attempt brings
        list_if_asked();
        co_await adapt_to_share();
        auto const how = co_await attempt();
        if (how.code == condition::cancelled || how.code == condition::misused)
            std::rethrow_exception(how.failure);
        auto const then = pauses_.as_recorded(recover_from(how), !position_.version().empty());
        report(how, then);
        prepare(how, then);
        co_await pauses_.wait(then, how.retry_after, attempt_.began);
    }
}

task<ending> reflector::attempt() &
{
    ending how;
    attempt_ = {.began = now()};
    try {
        if (next_ == approach::resume) {
            co_await snapshot_.load(share_);
            if (!snapshot_.waits()) next_ = read_all();
        }
        // If the share has moved while the snapshot was read, the next attempt begins with the new one.
        bool const is_outdated = next_ == approach::resume && share_.has_changed();
        if (!is_outdated) co_await read();
    } catch (boost::system::system_error const& e) {
        how = ending_of(e, name_, next_, attempt_);
    }
    health_.flush_faults();
    share_.queue_progress(queue_);
    // hands over what came before the failure, because a pause may follow
    if (how.failure) queue_.try_hand_over();
    reading_.abandon();
    how.during = next_;
    how.streams = streams_;
    how.share_changed = watches_share() && share_.has_changed();
    history_.classify(how, attempt_, now());
    co_return how;
}

task<> reflector::read() &
{
    share_.begin(next_, snapshot_.share());
    if (is_watch(next_))
        co_await watch(); // returns when the server has ended it normally
    else if (next_ == approach::confirm)
        co_await confirm();
    else
        co_await list();
}

void reflector::report(ending const& how, recovery const& then)
{
    bool const watched = how.during == approach::watch;
    if (watched && how.lived && !how.failure && !how.share_changed)
        health_.note_fresh(); // no proxy held it back
    if (watched && how.failure && !attempt_.opened)
        health_.restart_quiet_time(); // only open watches can be held back
    if (!how.failure) return;
    bool const is_outage = then.wait == recovery::pause::turn && context_.access().is_outage(attempt_.began);
    // one line for all informers
    if (is_outage) context_.access().log_outage(how.code, message_of(how.failure));
    health_.report_failure(how, then, is_outage);
}

void reflector::prepare(ending const& how, recovery const& then)
{
    bool const was_stream = next_ == approach::stream;
    next_ = then.next;
    if (snapshot_.waits() && next_ != approach::resume)
        health_.status.restored = snapshot_.refuse(how.code, queue_, position_, share_);
    if (then.history_in_doubt) position_.note_possible_replacement();
    if (then.wait != recovery::pause::none)
        health_.status.now = health_.is_served() ? phase::waiting : phase::unserved;
    if (was_stream && next_ == approach::list) health_.status.why_not_streamed = health_.status.last_failure;
    if (!then.give_up_streams || !std::exchange(streams_, false)) return;
    context_.env().log->log(log_level::info, "the server does not stream lists: they are paged from now on",
                            {{"collection", name_}});
}

// ---- reading

task<> reflector::list() &
{
    co_await reading_.begin();
    health_.list_begins();
    auto const alive = co_await silence_.guard(list_pages());
    if (!alive) throw api_error(errc::silent_connection, "");
    end_reading();
}

task<> reflector::list_pages() &
{
    auto what = first_page();
    auto const page_size = what.limit;
    auto const* const known = next_ == approach::list_newest ? nullptr : objects_of_this_history();
    needed_objects const need(known, share_.wanted());
    auto& objects = reading_.objects;
    for (page_walk pages; pages.has_next();) {
        co_await silence_.pause_during(reading_.pause_during(source_.ready()));
        auto const before = objects.size();
        what.patience = silence_.await_answer();
        auto const page = co_await source_.list(std::move(what), need);
        auto const contact = context_.access().begin_contact();
        silence_.answer_begins();
        attempt_.answered = true;
        for (bool more_bytes = true; more_bytes;) {
            more_bytes = co_await page->fetch();
            take_items(page->items());
        }
        auto const& meta = page->items().finish();
        if (known) position_.check_goes_forward(meta.resource_version); // else it may be from another history
        if (next_ == approach::extend) check_is_exact(meta);
        objects.put_version(meta.resource_version);
        share_.note_page(meta);
        health_.status.remaining = meta.remaining;
        bool const goes_on = pages.take(meta.continue_token, objects.size() != before);
        if (!goes_on)
            throw api_error(errc::unexpected_content, "",
                            "the list makes no progress: its pages repeat a continue token, are empty, or "
                            "bring the same objects again and again");
        what = request<page_request>();
        what.limit = page_size;
        what.continue_token = pages.token();
    }
}

page_request reflector::first_page() const
{
    auto what = request<page_request>();
    what.limit = page_size_after(options_.page_size, history_.lists_gone());
    if (next_ == approach::list) what.not_older_than = least_version();
    if (next_ == approach::extend) what.exactly = position_.version();
    what.in_doubt = position_.may_be_replaced();
    what.is_newest = next_ == approach::list_newest;
    return what;
}

void reflector::take_items(list_items& items)
{
    using step = list_items::step;
    auto& objects = reading_.objects;
    bool any = false;
    for (auto s = items.next(); s != step::need_more; s = items.next()) {
        any = true;
        if (s == step::object) {
            objects.put(items.take_object());
            continue;
        }
        if (s == step::left_out) {
            objects.leave_out(items.passed_over());
            continue;
        }
        if (s == step::foreign) {
            share_.note_foreign();
            objects.pass_over_foreign(items.passed_over());
            continue;
        }
        auto const& fault = items.fault();
        health_.report_fault(fault);
        objects.put_undecoded(fault.ns, fault.name);
    }
    health_.status.listed = objects.size();
    if (any) silence_.extend(); // bytes alone do not count as progress
    reading_.check(max_repeats, "list");
}

// The collection is complete: queues it as one delta, which will replace the contents of the store.
void reflector::end_reading()
{
    auto all = reading_.end();
    bool const is_whole = next_ != approach::extend;
    if (is_whole) all.perhaps_new_history = position_.take_list_version(all.version);
    share_.describe(all, next_);
    health_.flush_faults(); // a streamed list goes on as a watch, which may last
    is_whole ? health_.succeeded() : health_.recovered();
    all.ns = ns_;
    bool const new_history = all.perhaps_new_history;
    queue_.push(std::make_unique<complete_list>(std::move(all)));
    if (new_history) position_.history_begins_at(queue_.pushed());
    if (is_whole) history_.list_was_read();
    reading_.give_permit_back(); // other informers may read while this one waits for room
}

// ---- watching

task<> reflector::watch() &
{
    if (next_ == approach::stream) {
        co_await reading_.begin();
        health_.stream_begins();
    }
    health_.watch_begins();
    auto const alive = co_await silence_.guard(follow());
    if (next_ == approach::stream) // the closing bookmark did not come
        throw api_error(errc::stream_unfinished, "",
                        "after " + std::to_string(reading_.objects.size()) + " objects");
    if (share_.has_changed()) co_return; // another share needs another watch
    if (alive && was_cut_short(attempt_, now())) throw api_error(errc::watch_cut_short, "");
    if (alive) co_return;
    if (silence_.failure_of_answer()) {
        if (next_ == approach::watch) next_ = approach::confirm; // the question has failed, not the watch
        std::rethrow_exception(silence_.failure_of_answer());
    }
    if (!silence_.ended_normally()) throw api_error(errc::silent_connection, "");
}

task<> reflector::follow() &
{
    auto what = request<watch_request>();
    auto const lasts = pauses_.time_of_watch(options_.watch_timeout);
    what.after = next_ == approach::stream ? least_version() : known_version();
    what.lasts = lasts;
    what.initial_events = next_ == approach::stream;
    co_await silence_.pause_during(reading_.pause_during(source_.ready()));
    needed_objects const need(objects_of_this_history(), share_.wanted());
    what.patience = silence_.await_answer();
    auto const stream = co_await source_.watch(std::move(what), need);
    silence_.answer_begins();
    attempt_.answered = true;
    attempt_.opened = now();
    attempt_.asked_for = lasts;
    silence_.line_came();
    if (next_ == approach::stream) {
        silence_.extend_in_stream();
    } else {
        health_.status.now = phase::watching;
        silence_.watch_begins(lasts);
        silence_.extend_watch();
    }
    if (next_ == approach::watch) stream->note_reached(position_.version());
    // A collection in which nothing happens would keep the snapshot waiting until its next bookmark.
    if (next_ == approach::resume) nursery_->start(ask_about_silence(status().watches));
    for (bool more = true; more;) {
        {
            // the contact ends before the wait for room
            auto const contact = context_.access().begin_contact();
            more = co_await stream->fetch();
        }
        auto const any = take_events(stream->events());
        if (next_ == approach::stream) { // each object extends the deadline, and a bookmark does not
            reading_.check(max_stream_repeats, "streamed list");
            continue;
        }
        if (next_ == approach::watch) stream->note_reached(position_.version());
        if (share_.has_changed()) co_return;
        if (!silence_.has_watch_begun()) silence_.watch_begins(lasts);
        if (any) silence_.line_came();
        silence_.suspend();
        co_await queue_.wait_for_room();
        silence_.resume();
        if (any && stream->is_retired()) co_return; // the next watch goes on from here
        silence_.extend_watch();
    }
}

// Returns true if there was any event.
bool reflector::take_events(watch_events& events)
{
    using step = watch_events::step;
    bool any = false;
    for (auto s = events.next(); s != step::need_more; s = events.next()) {
        health_.line_came(s);
        if (s != step::error && next_ == approach::resume) accept_snapshot(events.resource_version());
        if (s == step::bookmark && next_ == approach::watch) silence_.bookmark_came(any);
        attempt_.any_line = any = true;
        if (s == step::error)
            throw api_error(events.error(), "watch", name_, events.status(), events.retry_after());
        if (s == step::fault) health_.report_fault(events.fault());
        if (s == step::foreign) share_.note_foreign();
        if (next_ == approach::stream)
            take_initial(s, events);
        else
            take_change(s, events);
    }
    share_.queue_progress(queue_);
    return any;
}

// Takes one event of a streamed list. A bookmark with the annotation k8s.io/initial-events-end says that the
// list is complete; the attempt then goes on as a watch, on the same connection.
void reflector::take_initial(watch_events::step s, watch_events& events)
{
    using step = watch_events::step;
    auto& objects = reading_.objects;
    if (s != step::bookmark) silence_.extend_in_stream();
    switch (s) {
    case step::added:
    case step::modified: objects.put(events.take_object()); break;
    case step::deleted: objects.remove(events.take_object()->key()); break;
    case step::left_out: objects.leave_out(events.passed_over()); break;
    case step::foreign: objects.pass_over_foreign(events.passed_over()); break;
    case step::fault:
        if (events.is_deletion())
            objects.remove({events.fault().ns, events.fault().name});
        else
            objects.put_undecoded(events.fault().ns, events.fault().name);
        break;
    default:
        if (!events.initial_events_end()) break;
        position_.check_goes_forward(events.resource_version());
        objects.put_version(events.resource_version());
        end_reading();
        next_ = approach::watch;
        attempt_.list_ended = now();
        history_.stream_was_finished();
        history_.note_progress();
        health_.status.why_not_streamed.clear();
    }
    health_.status.listed = objects.size();
}

void reflector::take_change(watch_events::step s, watch_events& events)
{
    using step = watch_events::step;
    position_.check_goes_forward(events.resource_version());
    share_.note_change(s == step::foreign, events.resource_version());
    switch (s) {
    case step::added: queue_.push(object_added(events.take_object()), ns_); break;
    case step::modified: queue_.push(object_updated(events.take_object()), ns_); break;
    case step::deleted: queue_.push(object_deleted(events.take_object()), ns_); break;
    case step::left_out: push_lost(events.passed_over(), events.resource_version()); break;
    case step::foreign: break;
    case step::bookmark: {
        collection_bookmark reached{.version = std::string(events.resource_version()), .ns = ns_};
        queue_.push(std::make_unique<collection_bookmark>(std::move(reached)));
        break;
    }
    default:
        if (auto const& fault = events.fault(); events.is_deletion() && !fault.name.empty())
            push_lost({fault.ns, fault.name}, events.resource_version());
    }
    if (events.resource_version().empty()) return;
    // The position follows the queue, so that a watch which resumes from here misses nothing.
    attempt_.versioned_event = true;
    if (position_.advance(events.resource_version())) {
        history_.note_progress();
        attempt_.new_version = true;
    }
    health_.succeeded();
}

// Queues the deletion of an object without its last state, which could not be decoded, or is left out.
void reflector::push_lost(object_key key, std::string_view version)
{
    object_lost gone{.ns = std::string(key.ns),
                     .name = std::string(key.name),
                     .reached = {.version = std::string(version), .ns = ns_}};
    queue_.push(std::make_unique<object_lost>(std::move(gone)));
}

} // namespace coinformer::detail
