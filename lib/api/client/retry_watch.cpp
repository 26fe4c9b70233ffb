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
        std::exception_ptr failure;
        std::optional<std::chrono::seconds> retry_after;
        try {
            if (auto event = take_event()) co_return std::move(*event);
            co_await read_more();
            if (stream_) continue;
        } catch (boost::system::system_error const& e) {
            stream_.reset(); // events that were not given come again, from the last version
            bool const first_time = e.code() == condition::malformed && !std::exchange(malformed_, true);
            if (!cures_itself(e.code()) && !first_time) throw; // bytes may be damaged once by chance
            failure = std::current_exception();
            if (auto const* refusal = handled_api_error()) retry_after = refusal->retry_after();
        }
        end_attempt(failure, retry_after);
    }
}

// Reads more bytes, within the time that a silent watch is given. A watch that is silent past its own end
// counts as ended by the server: no harm was done.
task<> retry_watch::read_more() &
{
    auto const alive = co_await silence_.guard(open_or_read());
    if (alive) co_return;
    if (stream_ && attempt_.is_overdue(now())) {
        stream_.reset(); // as if the server had ended it
        co_return;
    }
    if (stream_) attempt_.was_silent();
    throw api_error(errc::silent_connection, "watch " + path_);
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
        if (!more) stream_.reset();
        co_return;
    }
    silence_.suspend();
    try {
        if (now() < pauses_.over())
            co_await api_->pause_while_open(api_->env().time->sleep_until(pauses_.over()));
        co_await api_->ready_to_send(request_mode());
    } catch (api_error const& e) {
        throw e.during("watch", path_);
    }
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

// Returns the next event among the bytes that have arrived.
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
        attempt_.line_came(now(), s == step::bookmark);
        auto const version = events.resource_version();
        // A server that sends deletions with older versions sends that of the newest object at the position.
        bool const may_come_again = events.is_deletion() && version == position_.version();
        if (may_come_again || position_.is_behind(version)) {
            if (auto deletion = take_older_event(s)) return deletion;
            continue;
        }
        if (s == step::fault) faults_.report(events.fault(), options_.on_fault);
        if (!version.empty()) position_.advance(version);
        attempt_.progress();
        malformed_ = false;
        if (failures_.succeeded())
            api_->env().log->log(log_level::warning, "the collection is watched again, after a failure",
                                 {{"collection", path_}});
        switch (s) {
        case step::added: return untyped_event(watch_event_type::added, events.take_object());
        case step::modified: return untyped_event(watch_event_type::modified, events.take_object());
        case step::deleted: return untyped_event(watch_event_type::deleted, events.take_object());
        default: break; // a bookmark only moves `position_`
        }
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
        throw api_error(errc::expired, "watch " + path_,
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
void retry_watch::end_attempt(std::exception_ptr failure, std::optional<std::chrono::seconds> retry_after)
{
    faults_.flush();
    bool const has_failed = failure != nullptr;
    bool const success = attempt_.end(now(), has_failed);
    if (success) pauses_.reset();
    if (success && !has_failed) return;
    pauses_.add(now(), retry_after);
    if (has_failed) log_failure(failure, attempt_.has_lived(now()));
}

void retry_watch::log_failure(std::exception_ptr failure, bool has_lived)
{
    auto& log = *api_->env().log;
    try {
        std::rethrow_exception(failure);
    } catch (boost::system::system_error const& e) {
        // a collection without changes, and perhaps without bookmarks, looks like this
        bool const routine = has_lived && e.code() == errc::silent_connection;
        if (routine) return log.log(log_level::debug, e.what());
        if (auto const failures = failures_.failed(e.code().message()))
            log.log(log_level::warning, e.what() + repeated_failure::times(*failures));
    }
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
