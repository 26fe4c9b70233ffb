#include "cache/reflector.hpp"

#include "api/watch_rules.hpp"

#include <boost/asio/this_coro.hpp>

#include <algorithm>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

// Initial events come as fast as the server reads its cache, and their end right behind them.
constexpr auto initial_silence = std::chrono::seconds(15);
// A server that has nothing to tell says so each minute or two, as soon as anything happens in the cluster.
constexpr auto longest_quiet = std::chrono::minutes(10);

} // namespace

reflector::reflector(client::impl& api, resource of, std::string ns, object_type const& type,
                     informer_options const& options, delta_fifo& queue, store const& objects,
                     outlook::report_to report)
    : api_(api), type_(type), options_(options), queue_(queue),
      outlook_(*api.env().time, api.env().ex, options.unreachable_after, std::move(report)), of_(of),
      ns_(std::move(ns)), path_(collection_path(of, ns_)), random_(api.fork_random()),
      delay_(options.retry, random_.fork()), silence_(*api.env().time, options.silence),
      faults_(*api.env().log, *api.env().time, path_),
      next_(options.fetch == fetch_mode::stream ? approach::stream : approach::list),
      streams_(options.fetch == fetch_mode::stream), listed_(objects, api.options().max_faults_per_list)
{
}

// The whole recovery story. What to do after each ending is a pure function, in recovery.cpp.
task<> reflector::run() &
{
    struct at_end {
        outlook& o;
        ~at_end() { o.end(); }
    } const silent{outlook_};
    for (;;) {
        co_await queue_.room(); // for what the next attempt brings
        ending how;
        std::exception_ptr failure;
        auto const begin = api_.env().time->now();
        opened_.reset();
        try {
            if (next_ == approach::watch || next_ == approach::stream)
                co_await watch(); // comes back when the server ends it in order
            else if (next_ == approach::confirm)
                co_await confirm();
            else
                co_await list();
        } catch (boost::system::system_error const& e) {
            failure = located(e);
            how.code = e.code();
            if (auto const* refused = dynamic_cast<api_error const*>(&e)) how.retry_after = refused->retry_after();
        }
        faults_.flush();
        if (failure) queue_.hand_over(); // what came before it: there may be a pause now
        listed_.clear();                 // what there is of it is of no use
        reading_.reset();
        if (how.code == condition::cancelled || how.code == condition::misused) std::rethrow_exception(failure);
        how.during = next_;
        if (!failure && how.during != approach::watch) {
            next_ = approach::watch;
            progress_ = false; // the list's: the watch has to make its own
            continue;
        }
        auto const end = api_.env().time->now();
        how.brief = end - begin < std::chrono::seconds(1);
        bool const lived = opened_ && end - *opened_ >= options_.retry.cap; // if nothing happened, too
        bool const heard = std::exchange(progress_, false);
        how.progress = heard || lived;
        how.quiet = how.during == approach::watch && opened_ && !heard && !how.brief;
        how.streams = streams_;
        if (how.during == approach::stream) {
            how.streams_failed = ++streams_failed_;
            if (how.code == errc::stream_unfinished) ++streams_unfinished_;
            how.streams_unfinished = streams_unfinished_;
        }
        auto const then = recover_from(how);
        if (failure) report_failure(how, failure, then.tell);
        recover(then);
        co_await pause(then, how.retry_after);
    }
}

// A new attempt to read the whole collection, when not too many informers are at it.
task<> reflector::begin_reading() &
{
    status_.now = phase::idle;
    auto permit = co_await api_.lists().acquire();
    reading_.emplace(std::move(permit));
    listed_.begin();
    outlook_.is_good_again(); // a new attempt, a new chance
    status_.listed = 0;
    status_.now = phase::reading;
}

void reflector::end_reading()
{
    auto all = listed_.take();
    bool const is_behind = !position_.empty() && compare_resource_versions(all.version, position_) < 0;
    all.afresh = std::exchange(went_back_, false) || is_behind;
    position_ = all.version;
    list_has_version_ = !position_.empty();
    status_.remaining.reset();
    succeeded();
    all.ns = ns_;
    queue_.push(delta::of(delta::kind::replaced, std::move(all)));
    streams_failed_ = 0;
    reading_.reset(); // others may read while this waits for room
}

task<> reflector::list() &
{
    co_await begin_reading();
    ++status_.lists;
    auto const alive = co_await silence_.guard(list_pages());
    if (!alive) throw api_error(errc::silent_connection, "");
    end_reading();
}

task<> reflector::list_pages() &
{
    auto options = selection();
    if (next_ != approach::list_whole) options.limit(options_.page_size);
    if (next_ == approach::list && !position_.empty())
        options.resource_version(position_).match(version_match::not_older_than);
    auto const* const known = next_ == approach::list_newest ? nullptr : &listed_; // of another history, perhaps
    for (bool more_pages = true; more_pages;) {
        silence_.extend();
        auto page = co_await api_.list(path_, options, type_, known);
        for (bool more_bytes = true; more_bytes;) {
            silence_.extend();
            more_bytes = co_await page.fetch();
            take_items(page);
        }
        auto const& meta = page.items().finish();
        if (known) check_goes_on(meta.resource_version); // if not, what it took from the cache is of another history
        listed_.put_version(meta.resource_version);
        status_.remaining = meta.remaining;
        more_pages = !meta.continue_token.empty();
        options = selection().limit(options_.page_size).continue_token(meta.continue_token);
    }
}

void reflector::take_items(list_page& page)
{
    using step = list_decoder::step;
    for (auto s = page.items().next(); s != step::need_more; s = page.items().next()) {
        if (s == step::object) {
            listed_.put(page.items().take_object());
            continue;
        }
        auto const& fault = page.items().fault();
        faulty(fault);
        listed_.put_undecoded(fault.ns, fault.name);
    }
    status_.listed = listed_.size();
}

task<> reflector::watch() &
{
    bool const stream = next_ == approach::stream;
    if (stream) {
        co_await begin_reading();
        ++status_.streams;
    }
    ++status_.watches;
    auto const alive = co_await silence_.guard(watch_events());
    if (next_ == approach::stream) // its end did not come
        throw api_error(errc::stream_unfinished, "", "after " + std::to_string(listed_.size()) + " objects");
    if (!alive) throw api_error(errc::silent_connection, "");
}

task<> reflector::watch_events() &
{
    auto options = selection();
    options.resource_version(position_).watch(watch_duration(options_.watch_timeout, random_));
    if (next_ == approach::stream) options.initial_events();
    silence_.extend();
    auto stream = co_await api_.watch(path_, options, type_, &listed_);
    opened_ = api_.env().time->now();
    if (next_ == approach::stream)
        silence_.extend(initial_silence);
    else
        status_.now = phase::watching;
    for (bool more = true; more;) {
        more = co_await stream.fetch();
        take_events(stream);
        if (next_ == approach::stream) continue; // where each object extends the deadline, and a bookmark does not
        silence_.suspend();
        co_await queue_.room();
        silence_.extend();
    }
}

void reflector::take_events(watch_stream& stream)
{
    using step = watch_decoder::step;
    auto& events = stream.events();
    for (auto s = events.next(); s != step::need_more; s = events.next()) {
        if (s == step::error) {
            throw api_error(events.error(), "watch", path_, events.status(), events.retry_after());
        }
        if (s == step::fault) faulty(events.fault());
        if (next_ == approach::stream)
            take_initial(s, events);
        else
            take_change(s, events);
    }
}

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
        check_goes_on(events.resource_version());
        listed_.put_version(events.resource_version());
        end_reading();
        next_ = approach::watch; // on the same connection
        streams_unfinished_ = 0;
        status_.why_not_streamed.clear();
        progress_ = true;
        silence_.extend();
    }
    status_.listed = listed_.size();
}

void reflector::take_change(watch_decoder::step s, watch_decoder& events)
{
    using step = watch_decoder::step;
    check_goes_on(events.resource_version());
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
        if (events.is_deletion() && !events.fault().name.empty()) lose(events);
    }
    learn(events.resource_version());
}

// No such object, or none that we may see, is a good answer: a server that lacks our version refuses before it looks.
task<> reflector::confirm() &
{
    bool const anywhere = ns_.empty() && of_.where == scope::namespaced;
    auto const target = object_path(of_, anywhere ? "default" : ns_, "is-this-version-known") + "?resourceVersion=";
    try {
        co_await api_.request("get", http_request("GET", target + position_));
    } catch (api_error const& e) {
        if (e.code() != condition::not_found && e.code() != condition::forbidden) throw;
    }
    // for so long not even a bookmark: perhaps watches do not get through, and who waits should know
    auto const heard = status_.last_heard.value_or(time_point::min());
    if (api_.env().time->now() - heard < longest_quiet) answered();
}

// A watch goes forward, and a list is not older than what is known. When it is, the server's history was replaced:
// restored from a backup, or another server's.
void reflector::check_goes_on(std::string_view version) const
{
    if (list_has_version_ && goes_back(version, position_))
        throw api_error(errc::version_too_large, "",
                        "the server is at " + std::string(version) + ", before " + position_);
}

// After the event is in the queue: a watch that resumes from here misses nothing.
void reflector::learn(std::string_view version)
{
    if (version.empty()) return;
    position_ = version;
    progress_ = true;
    succeeded();
}

void reflector::succeeded()
{
    status_.now = phase::watching;
    status_.last_heard = api_.env().time->now();
    answered();
}

void reflector::answered()
{
    status_.last_failure.clear();
    status_.failing_since.reset();
    outlook_.is_good_again();
}

void reflector::recover(recovery const& what)
{
    bool const streamed = next_ == approach::stream;
    next_ = what.next;
    went_back_ |= what.went_back;
    if (streamed && next_ == approach::list) status_.why_not_streamed = status_.last_failure;
    if (!what.give_up_streams || !std::exchange(streams_, false)) return;
    api_.env().log->log(log_level::warning, "lists are paged from now on, not streamed", {{"collection", path_}});
}

task<> reflector::pause(recovery const& what, std::optional<std::chrono::seconds> retry_after) &
{
    if (what.reset_backoff) delay_.reset();
    duration wait = duration::zero();
    switch (what.wait) {
    case recovery::pause::none: co_return;
    case recovery::pause::retry_after: wait = retry_pause(*retry_after, delay_, random_); break;
    case recovery::pause::backoff: wait = delay_.next(); break;
    }
    auto const ms = std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(wait).count()) + " ms";
    status_.now = served_ ? phase::waiting : phase::unserved;
    api_.env().log->log(served_ ? log_level::info : log_level::debug, "next attempt",
                        {{"collection", path_}, {"after", ms}});
    co_await api_.env().time->sleep_for(wait);
}

void reflector::faulty(decode_fault const& fault)
{
    ++status_.faults;
    faults_.report(fault, options_.on_fault);
}

// Deleted, in a way that does not decode.
void reflector::lose(watch_decoder const& events)
{
    delta::collection gone{.objects = {}, .version = std::string(events.resource_version()), .ns = ns_};
    gone.undecoded.emplace_back(events.fault().ns, events.fault().name);
    queue_.push(delta::of(delta::kind::lost, std::move(gone)));
}

void reflector::report_failure(ending const& how, std::exception_ptr failure, bool tell)
{
    status_.failures += how.quiet ? 0 : 1;
    auto const now = api_.env().time->now();
    if (!status_.failing_since) status_.failing_since = now;
    auto const lasted = std::chrono::floor<std::chrono::seconds>(now - *status_.failing_since);
    try {
        std::rethrow_exception(failure);
    } catch (api_error const& e) {
        status_.last_failure = e.what();
        if (lasted >= options_.unreachable_after) failure = std::make_exception_ptr(e.lasting(lasted));
    }
    bool const is_due = tell || lasted >= options_.unreachable_after;
    bool const routine =
        next_ == approach::watch && (how.code == condition::gone || how.code == errc::silent_connection);
    bool const heard = is_due && outlook_.is_bad(failure); // who was told will say so, once is enough
    bool const was_served = std::exchange(served_, how.code != errc::not_served);
    auto level = routine || heard ? log_level::info : log_level::warning;
    if (!was_served && !served_) level = log_level::debug; // once is enough
    api_.env().log->log(level, status_.last_failure);
}

// The failure with the request in its message: some come from where requests are not known.
std::exception_ptr reflector::located(boost::system::system_error const& e) const
{
    auto const* known = dynamic_cast<api_error const*>(&e);
    api_error const failure = known ? *known : api_error(e.code(), "", "");
    bool const watching = next_ == approach::watch || next_ == approach::stream;
    auto const* const verb = watching ? "watch" : next_ == approach::confirm ? "get" : "list";
    return std::make_exception_ptr(failure.during(verb, path_));
}

list_options reflector::selection() const
{
    list_options options;
    options.labels(options_.label_selector).fields(options_.field_selector);
    return options;
}

} // namespace coinformer::detail
