#include "api/client/retry_watch.hpp"
#include "core/precondition_check.hpp"

#include "api/client/watch_rules.hpp"
#include "core/handled_api_error.hpp"
#include "core/keeping.hpp"
#include "core/run_on.hpp"
#include "core/undelivered.hpp"

#include <algorithm>

namespace coinformer::detail {

namespace {

// Returns true if the same request may be answered differently later, without anybody doing anything about
// it.
bool cures_itself(error_code const& code) noexcept
{
    auto const what = condition_of(code);
    return what == condition::unavailable || what == condition::throttled;
}

// Returns the failure that is being handled, as one that names the watch. To be called in the catch block of
// `e`. Some failures come from code that does not know the request, such as the reader of the answer.
api_error failure_of_watch(boost::system::system_error const& e, std::string const& path)
{
    auto const* const described = handled_api_error();
    api_error const failure = described ? *described : api_error(e.code(), "");
    return failure.during("watch", path);
}

// Returns what a line of the answer is. A server that does not know the parameter `watch` answers with the
// list, and a proxy may answer with an error of its own, and the status 200: these name no type of event.
watch_line kind_of_line(watch_decoder::step s, watch_decoder const& line)
{
    using step = watch_decoder::step;
    if (s == step::bookmark) return watch_line::bookmark;
    bool const is_untyped = s == step::fault && !line.has_type() && line.resource_version().empty();
    return is_untyped ? watch_line::untyped : watch_line::event;
}

// Returns false for a line that is no event of the collection. An event of a server that does not decode has
// a version, and so has a bookmark.
bool shows_collection(watch_decoder::step s, watch_decoder const& line)
{
    using step = watch_decoder::step;
    bool const may_be_anything = s == step::fault || s == step::bookmark;
    return !may_be_anything || !line.resource_version().empty();
}

// Returns the event, if the line is a change that decodes.
std::optional<untyped_event> change_of(watch_decoder::step s, watch_decoder& line)
{
    using step = watch_decoder::step;
    switch (s) {
    case step::added: return untyped_event(watch_event_type::added, line.take_object());
    case step::modified: return untyped_event(watch_event_type::modified, line.take_object());
    case step::deleted: return untyped_event(watch_event_type::deleted, line.take_object());
    default: return std::nullopt;
    }
}

// Throws if an option is out of range.
watcher_options checked(watcher_options options, std::string const& path)
{
    precondition_check const demand("watch " + path);
    constexpr duration longest = std::chrono::hours(365 * 24); // so that sums of such times do not overflow
    demand(options.retry.is_valid(),
           "watcher_options::retry: 0 < first <= cap <= 24 h, jitter_percent <= 1000");
    demand(options.watch_timeout >= std::chrono::seconds(1) && options.watch_timeout <= longest,
           "watcher_options::watch_timeout is less than a second, or longer than a year");
    demand(options.silence > duration::zero() && options.silence <= longest,
           "watcher_options::silence is not positive, or longer than a year");
    return options;
}

} // namespace

bool watcher_position::note_deletion(object_key key, std::string_view version)
{
    constexpr std::size_t most = 10'000;
    auto deletion = to_string(key) + ' ' + std::string(version);
    if (deleted_.size() == most) return !deleted_.contains(deletion);
    return deleted_.insert(std::move(deletion)).second;
}

retry_watch::retry_watch(std::shared_ptr<client::impl> api, std::string path, std::string from,
                         watcher_options options, object_type const& type)
    : api_(std::move(api)), path_(std::move(path)), options_(checked(std::move(options), path_)), type_(type),
      silence_(*api_->env().time, options_.silence), attempt_(options_, api_->context().fork_random()),
      pauses_(options_.retry, api_->context().fork_random()),
      faults_(*api_->env().log, *api_->env().time, path_), failures_(*api_->env().time),
      position_(std::move(from))
{
    if (auto const& at = position_.version(); at.empty() || at == "0")
        throw api_error(errc::no_version, "watch " + path_);
}

// Returns the next event, over as many attempts as it takes. An error that does not cure itself is thrown to
// the caller, who may call again.
task<untyped_event> retry_watch::next()
{
    attempt_.resume(now());
    for (;;) {
        std::optional<api_error> failure;
        try {
            if (auto event = take_event()) co_return std::move(*event);
            co_await read_more();
            if (stream_) continue;
        } catch (boost::system::system_error const& e) {
            stream_.reset(); // events that were not given come again, from the last version
            if (e.code() == condition::cancelled) throw;
            failure = failure_of_watch(e, path_);
            bool const first_time = e.code() == condition::malformed && !std::exchange(malformed_, true);
            if (!cures_itself(e.code()) && !first_time) throw *failure; // bytes may be damaged once by chance
        } catch (...) {
            stream_.reset(); // there was no memory, perhaps for an event: it comes again as well
            throw;
        }
        end_attempt(failure);
    }
}

// Reads more bytes, within the time that a silent watch is given. A watch that is silent past its own end
// counts as ended by the server: no harm was done.
task<> retry_watch::read_more() &
{
    auto const alive = co_await silence_.guard(open_or_read());
    if (alive) co_return;
    if (stream_ && attempt_.is_overdue(now())) {
        close_ended_watch(); // as if the server had ended it
        co_return;
    }
    if (stream_) attempt_.was_silent();
    throw api_error(errc::silent_connection, "");
}

// Reads more bytes, or opens the watch if there is none. If there is still none after that, the server has
// ended it in an orderly way.
task<> retry_watch::open_or_read() &
{
    if (stream_ && stream_->is_retired()) stream_.reset();
    if (stream_) {
        // only whole events and bookmarks are signs of life; bytes alone are not
        silence_.extend(attempt_.silence_left(now()));
        auto const more = co_await stream_->fetch();
        if (!more) close_ended_watch();
        co_return;
    }
    silence_.suspend();
    if (now() < pauses_.over())
        co_await api_->pause_while_open(api_->env().time->sleep_until(pauses_.over()));
    co_await api_->ready_to_send(request_mode());
    silence_.extend();
    auto const lasts = attempt_.begin(now());
    list_options what;
    what.labels(options_.label_selector)
        .fields(options_.field_selector)
        .resource_version(position_.version());
    what.watch(lasts);
    auto opened = co_await api_->watch(path_, std::move(what), type_);
    stream_.emplace(std::move(opened));
    attempt_.answer_came(now(), lasts);
}

// Closes a watch that the server has ended in an orderly way, after all its lines were taken. Throws if the
// answer was not that of a watch: the same answer would come again and again, and next() would wait for ever.
void retry_watch::close_ended_watch()
{
    stream_.reset();
    if (attempt_.was_cut_short(now())) throw api_error(errc::watch_cut_short, "");
    if (attempt_.had_only_untyped_lines())
        throw api_error(errc::unexpected_content, "",
                        "the answer to the watch has ended, and has no events in it: perhaps the server does "
                        "not know the parameter \"watch\", or a proxy has answered");
}

// Returns the next event among the bytes that have arrived. The position moves when nothing can fail any
// more, so that an event for which there is no memory comes again.
std::optional<untyped_event> retry_watch::take_event()
{
    using step = watch_decoder::step;
    while (stream_) {
        auto& events = stream_->events();
        auto const s = events.next();
        if (s == step::need_more) break;
        if (s == step::error) {
            throw api_error(events.error(), "watch", path_, events.status(), events.retry_after());
        }
        attempt_.line_came(now(), kind_of_line(s, events));
        auto const version = events.resource_version();
        // A server that sends deletions with older versions sends that of the newest object at the position.
        bool const may_come_again = events.is_deletion() && version == position_.version();
        if (may_come_again || position_.is_behind(version)) {
            if (auto deletion = take_older_event(s)) return deletion;
            continue;
        }
        if (s == step::fault) faults_.report(events.fault(), options_.on_fault);
        if (!shows_collection(s, events)) continue; // another watch from here would bring the same again
        auto event = change_of(s, events);
        if (event || version != position_.version()) attempt_.progress(); // a bookmark may repeat the version
        if (!version.empty()) position_.advance(version);
        malformed_ = false;
        if (failures_.succeeded())
            api_->env().log->log(log_level::warning, "the collection is watched again, after a failure",
                                 {{"collection", path_}});
        if (event) return event; // a bookmark only moves `position_`
    }
    return std::nullopt;
}

// Takes an event that is not newer than the position. Only a deletion may be: see watcher_position. It is no
// progress, because a watch that is opened again from the position brings it again. Any other event shows
// that the server's history was replaced.
std::optional<untyped_event> retry_watch::take_older_event(watch_decoder::step s)
{
    auto& events = stream_->events();
    auto const version = events.resource_version();
    if (!events.is_deletion())
        throw api_error(errc::expired, "",
                        "the server is at " + std::string(version) + ", before " + position_.version());
    if (s == watch_decoder::step::fault) {
        auto const& fault = events.fault();
        bool const is_new = position_.note_deletion({fault.ns, fault.name}, version);
        if (is_new) faults_.report(fault, options_.on_fault);
        return std::nullopt;
    }
    auto last = events.take_object();
    if (!position_.note_deletion(last->key(), version)) return std::nullopt;
    return untyped_event(watch_event_type::deleted, std::move(last));
}

// Decides when the next attempt begins: at once after a watch that was not brief and ended in an orderly way,
// otherwise after a pause.
void retry_watch::end_attempt(std::optional<api_error> const& failure)
{
    faults_.flush();
    bool const success = attempt_.end(now(), failure.has_value());
    if (success) pauses_.reset();
    if (failure && failure->code() == errc::watch_cut_short)
        ++cut_short_in_a_row_;
    else if (success)
        cut_short_in_a_row_ = 0;
    if (success && !failure) return;
    pauses_.add(now(), failure ? failure->retry_after() : std::nullopt);
    if (failure) log_failure(*failure);
}

void retry_watch::log_failure(api_error const& failure)
{
    auto const code = failure.code();
    auto const log = [&](log_level level, std::string const& message) {
        api_->env().log->log(level, message, {{"collection", path_}});
    };
    // a collection without changes, and perhaps without bookmarks, looks like this
    bool const was_quiet = code == errc::silent_connection && attempt_.has_lived(now());
    // a server that is shutting down may end one watch in this way
    bool const may_be_restarting = code == errc::watch_cut_short && cut_short_in_a_row_ == 1;
    if (was_quiet || may_be_restarting) return log(log_level::debug, failure.what());
    if (auto const failures = failures_.failed(code.message()))
        log(log_level::warning, failure.what() + repeated_failure::times(*failures));
}

watch_handle::watch_handle(client& api, std::string from, watcher_options options, resource const& of,
                           object_type const& type)
    : late_(std::make_shared<undelivered<untyped_event>>())
{
    auto path = collection_path(of, options.ns);
    api.internals().check_fields(of, type);
    watch_ = std::make_shared<retry_watch>(api.internals().shared_from_this(), std::move(path),
                                           std::move(from), std::move(options), type);
}

watch_handle::~watch_handle()
{
    if (!watch_) return;
    auto const strand = watch_->strand();
    boost::asio::post(strand, [watch = std::move(watch_)]() mutable { watch.reset(); });
}

task<untyped_event> watch_handle::next()
{
    return deliver(late_, run_on(watch_->strand(), keeping(watch_, watch_->next())));
}

} // namespace coinformer::detail
