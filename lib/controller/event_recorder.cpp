#include "api/client/client_impl.hpp"
#include "controller/event_series.hpp"
#include "core/precondition_check.hpp"
#include "core/run_on.hpp"

#include <coinformer/controller/work_queue.hpp>
#include <coinformer/core/wakeup.hpp>

#include <algorithm>
#include <exception>
#include <mutex>

namespace coinformer {

namespace detail {

namespace {

constexpr resource events{.group = "events.k8s.io", .version = "v1", .plural = "events", .kind = "Event"};
constexpr duration drop_report_interval = std::chrono::minutes(1);     // between two such log lines
constexpr duration longest_series_pace = std::chrono::hours(365 * 24); // a time this far away can be written
// A server that is back sooner should get its events, and drain() waits for each pause, so five minutes are
// the most, as for informers.
constexpr std::chrono::seconds longest_server_pause = std::chrono::minutes(5);
constexpr char const* out_of_memory = "out of memory";

// Returns at most `most` bytes of a text, and no part of a UTF-8 character.
std::string truncated(std::string_view text, std::size_t most)
{
    if (text.size() <= most) return std::string(text);
    auto end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return std::string(text.substr(0, end));
}

// True if the text begins and ends with a letter or a digit, and has only these and the characters `inside`
// between.
bool is_word(std::string_view text, std::string_view inside)
{
    auto const alnum = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    };
    auto const fits = [&](char c) { return alnum(c) || inside.find(c) != inside.npos; };
    return !text.empty() && alnum(text.front()) && alnum(text.back()) && std::ranges::all_of(text, fits);
}

// A qualified name has the form of a label's key: a name, or a DNS name, "/" and a name.
bool is_qualified_name(std::string_view text)
{
    auto const slash = text.find('/');
    auto const name = slash == text.npos ? text : text.substr(slash + 1);
    if (name.size() > 63 || !is_word(name, "-_.")) return false;
    if (slash == text.npos) return true;
    auto const lower = [](char c) { return c < 'A' || c > 'Z'; };
    for (auto rest = text.substr(0, slash);; rest.remove_prefix(rest.find('.') + 1)) {
        if (!is_word(rest.substr(0, rest.find('.')), "-") || !std::ranges::all_of(rest, lower)) return false;
        if (rest.find('.') == rest.npos) return slash <= 253;
    }
}

event_recorder_options checked_recorder_options(event_recorder_options options)
{
    detail::precondition_check const demand("event recorder");
    demand(
        is_qualified_name(options.controller),
        "event_recorder_options::controller is not a qualified name, such as example.io/widgets or widgets");
    demand(!options.instance.empty(), "event_recorder_options::instance is empty");
    demand(options.capacity > 0 && options.burst > 0 && options.tries > 0,
           "capacity, burst or tries of event_recorder_options is 0");
    demand(options.pace > duration::zero(), "event_recorder_options::pace is not positive");
    auto const seconds_to_refill =
        std::chrono::duration<double>(options.pace).count() * static_cast<double>(options.burst);
    demand(seconds_to_refill <= 3e9,
           "event_recorder_options::burst * pace is more than a century: give a smaller burst");
    demand(options.series_pace >= duration::zero(), "event_recorder_options::series_pace is negative");
    options.series_pace = std::min(options.series_pace, longest_series_pace);
    options.instance = truncated(options.instance, 128);
    return options;
}

} // namespace

/// Writes recorded events to the server. event_series decides what to write; this class adds a lock, the
/// requests and a work queue. The queue holds the identities of the pending events, each with the time of its
/// next write, so that every wait and every retry is the queue's.
///
/// States     Accepting events; then draining (`is_draining_`), in which record() drops every event, and
///            pending events are written without their usual delay. There is no way back.
/// Threads    record() and status() may be called on any thread; run() and drain() run on the client's
///            strand. Members marked "locked" are used under `lock_` only.
class event_recorder_core : public std::enable_shared_from_this<event_recorder_core> {
public:
    event_recorder_core(client& api, event_recorder_options options)
        : api_(api.without_retries()), env_(api.internals().env()),
          options_(checked_recorder_options(std::move(options))), queue_(env_),
          series_(options_, api.internals().context().fork_random())
    {
    }

    void record(recorded_event e);
    executor const& strand() const noexcept { return env_.ex; }
    [[nodiscard]] task<> run();
    [[nodiscard]] task<> drain();
    event_recorder_status status() const;
    /// `is_last` is true if no line follows.
    void report_drops(std::string_view why, std::size_t more = 0, bool is_last = false) noexcept;

private:
    using item = work_item<std::string>;

    void plan_write(std::string const& identity, duration delay);
    [[nodiscard]] task<> write(item& what);
    [[nodiscard]] task<> send(event_series::request request);
    void report_written(item& what, event_series::request const& request);
    void handle_failure(item& what, event_series::request request, api_error const& e);

    client api_;
    environment env_;
    event_recorder_options options_;
    work_queue<std::string> queue_;
    wakeup progressed_; ///< notified when an event was written or dropped
    mutable std::mutex lock_;
    event_series series_;                         // locked
    event_recorder_status counters_;              // locked
    bool is_draining_ = false;                    // locked
    std::optional<time_point> drops_reported_at_; // locked
    std::uint64_t reported_drops_ = 0;            // locked
};

void event_recorder_core::record(recorded_event e)
{
    auto const identity = e.identity();
    char const* refused = nullptr;
    if (e.reason.empty() || e.action.empty()) refused = "an event without reason or action";
    event_series::verdict verdict;
    {
        std::lock_guard const hold(lock_);
        ++counters_.recorded;
        if (is_draining_) refused = "the recorder was drained";
        if (!refused) verdict = series_.record(std::move(e), env_.time->now(), env_.time->wall_now());
    }
    if (refused) report_drops(refused, 1);
    if (verdict.dropped) report_drops("there are too many events");
    if (verdict.write_after) plan_write(identity, *verdict.write_after);
}

// If the queue has no memory for the event, the event is dropped. If it stayed pending, it would keep its
// place, and its repetitions would wait for a write that nobody has planned.
void event_recorder_core::plan_write(std::string const& identity, duration delay)
{
    try {
        queue_.add_after(identity, delay);
    } catch (...) {
        {
            std::lock_guard const hold(lock_);
            series_.drop(identity);
        }
        report_drops(out_of_memory);
    }
}

// Counts `more` dropped events, and logs the total of all dropped events unless it was logged a short time
// ago. It may be called for memory that has run out, so it throws nothing.
void event_recorder_core::report_drops(std::string_view why, std::size_t more, bool is_last) noexcept
{
    std::uint64_t dropped = 0;
    {
        std::lock_guard const hold(lock_);
        counters_.dropped += more;
        dropped = counters_.dropped + series_.dropped();
        auto const now = env_.time->now();
        bool const is_soon = drops_reported_at_ && now - *drops_reported_at_ < drop_report_interval;
        if (dropped == reported_drops_ || (is_soon && !is_last)) return;
        drops_reported_at_ = now;
        reported_drops_ = dropped;
    }
    try {
        env_.log->log(log_level::warning, "events are dropped",
                      {{"so_far", std::to_string(dropped)}, {"cause", why}});
    } catch (...) {
    }
}

task<> event_recorder_core::run()
{
    auto const self = shared_from_this();
    std::exception_ptr failure;
    try {
        while (auto next = co_await queue_.pop()) {
            co_await write(*next);
            progressed_.notify();
        }
    } catch (...) {
        failure = std::current_exception();
    }
    report_drops("the recorder ends, and these were dropped since the last such line", 0, true);
    if (failure) std::rethrow_exception(failure);
}

// Adds every pending event to the queue without a delay, and waits until none is pending. Failed writes are
// retried as usual. After that the queue is empty, and draining it ends run().
task<> event_recorder_core::drain()
{
    auto const self = shared_from_this();
    std::vector<std::string> pending;
    {
        std::lock_guard const hold(lock_);
        is_draining_ = true;
        pending = series_.pending_identities();
    }
    for (auto const& identity : pending) queue_.add(identity);
    auto const has_pending = [this] {
        std::lock_guard const hold(lock_);
        return series_.pending_count() != 0;
    };
    while (has_pending()) co_await progressed_.wait();
    co_await queue_.drain();
}

task<> event_recorder_core::write(item& what)
{
    std::optional<event_series::request> request;
    {
        std::lock_guard const hold(lock_);
        request = series_.next_request(what.key());
    }
    if (!request) {
        what.done();
        co_return;
    }
    std::optional<api_error> failure;
    try {
        co_await send(*request);
    } catch (api_error const& e) {
        if (e.code() == condition::cancelled) throw;
        failure = e;
    }
    if (failure)
        handle_failure(what, std::move(*request), *failure);
    else
        report_written(what, *request);
}

// A count is written as a merge patch, which leaves the other fields of the Event alone.
task<> event_recorder_core::send(event_series::request request)
{
    if (request.is_new) {
        co_await api_.create(events, request.ns, request.json);
        co_return;
    }
    auto change = merge_patch(request.json);
    co_await api_.patch(events, request.ns, request.name, std::move(change));
}

void event_recorder_core::report_written(item& what, event_series::request const& request)
{
    std::optional<duration> again;
    {
        std::lock_guard const hold(lock_);
        ++counters_.written;
        again = series_.confirm_written(what.key(), request, env_.time->now());
        if (again && is_draining_) again = duration::zero();
    }
    report_drops(
        // confirm_written() may have dropped the oldest event to make room
        "there are too many different events");
    if (again)
        what.done_again_after(*again);
    else
        what.done();
}

// Decides whether a refused or lost write is repeated. Only errors that may pass are: a server that is away
// or busy. Any other refusal would be repeated for ever.
void event_recorder_core::handle_failure(item& what, event_series::request request, api_error const& e)
{
    // An earlier try has created the event although its answer was lost. Its count is not known, so it is
    // written again.
    if (request.is_new && e.code() == errc::already_exists) {
        request.count = 1;
        request.was_there = true;
        return report_written(what, request);
    }
    bool const may_succeed_later = e.code() == condition::unavailable || e.code() == condition::throttled;
    // The server deletes an event after an hour.
    bool const is_missing = !request.is_new && e.code() == condition::not_found;
    std::optional<duration> again;
    {
        std::lock_guard const hold(lock_);
        if (is_missing) again = series_.mark_missing(what.key());
        auto const asked = e.retry_after().value_or(std::chrono::seconds::zero());
        if (may_succeed_later)
            again = series_.count_failure(what.key(), std::min(asked, longest_server_pause));
        if (!again) series_.drop(what.key());
    }
    if (again) return what.done_again_after(*again);
    what.done();
    report_drops(e.what());
}

event_recorder_status event_recorder_core::status() const
{
    std::lock_guard const hold(lock_);
    auto s = counters_;
    s.dropped += series_.dropped();
    s.waiting = series_.pending_count();
    return s;
}

} // namespace detail

event_subject::event_subject(resource const& of, object_key key, std::string its_uid,
                             std::string_view version)
    : api_version(of.group.empty() ? std::string(of.version)
                                   : std::string(of.group) + '/' + std::string(of.version)),
      kind(of.kind), ns(key.ns), name(key.name), uid(std::move(its_uid)), resource_version(version)
{
}

event_recorder::event_recorder(client& api, event_recorder_options options)
    : core_(std::make_shared<detail::event_recorder_core>(api, std::move(options)))
{
}

void event_recorder::record(event_subject const& about, event_type type, std::string_view reason,
                            std::string_view action, std::string_view note) noexcept
{
    try {
        core_->record({about, type, detail::truncated(reason, 128), detail::truncated(action, 128),
                       detail::truncated(note, 1024)});
    } catch (...) {
        core_->report_drops(detail::out_of_memory, 1);
    }
}

task<> event_recorder::run()
{
    return on_strand(core_, &detail::event_recorder_core::run);
}

task<> event_recorder::drain()
{
    return on_strand(core_, &detail::event_recorder_core::drain);
}

event_recorder_status event_recorder::status() const
{
    return core_->status();
}

} // namespace coinformer
