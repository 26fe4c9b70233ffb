#include "cache/reflector/watch_silence.hpp"

#include "core/handled_api_error.hpp"

#include <algorithm>
#include <utility>

namespace coinformer::detail {

namespace {

// The objects of a streamed list come as fast as the server reads its cache, and the closing bookmark follows
// at once. Whoever gives the server more time than usual gives it more time for these as well.
duration silence_in_stream(informer_options const& options)
{
    return std::max<duration>(std::chrono::seconds(15), options.silence / 5);
}

// A process that looks neither at its timers nor at its watch for longer than this stood still (its machine
// was suspended, or the process was stopped), or its store waits for a handler.
constexpr duration longest_lapse = std::chrono::seconds(10);

} // namespace

watch_silence::watch_silence(time_source& time, informer_options const& options, collection_health& health,
                             std::function<void()> ask)
    : time_(time), options_(options), health_(health), ask_(std::move(ask)),
      limit_(time, options.silence, [this] { on_expiry(); }),
      patience_(options.silence, 2 * options.watch_timeout + options.silence)
{
}

task<bool> watch_silence::guard(task<> attempt) &
{
    last_line_ = {};
    ends_ = time_point::max();
    failure_of_answer_ = nullptr;
    stood_still_ = false;
    try {
        auto const in_time = co_await limit_.guard(std::move(attempt));
        if (!in_time && !failure_of_answer_) answers_.time_was_over(time_.now());
        co_return in_time;
    } catch (boost::system::system_error const& e) {
        auto const* const refused = handled_api_error();
        // A gateway that gives up answers 504 or 408. The request has got its answer then, and perhaps at
        // once, so that this does not show how much time the server needs.
        bool const answered = refused && refused->status().code != 0;
        if (e.code() == errc::timed_out && !answered) answers_.time_was_over(time_.now());
        if (has_watch_begun()) note_standstill(); // the connection may break before the timer fires
        patience_.watch_was_lost();
        throw;
    }
}

task<> watch_silence::pause_during(task<> work) &
{
    limit_.suspend();
    co_await std::move(work);
    limit_.extend();
}

unsigned watch_silence::await_answer()
{
    auto const factor = answers_.request_begins(time_.now());
    limit_.extend(options_.silence * factor);
    return factor;
}

void watch_silence::answer_begins()
{
    answers_.answer_begins(time_.now());
    limit_.extend();
}

void watch_silence::extend_in_stream()
{
    limit_.extend(silence_in_stream(options_));
}

void watch_silence::watch_begins(duration lasts)
{
    ends_ = time_.now() + lasts + options_.silence;
}

void watch_silence::bookmark_came(bool behind_other_lines)
{
    patience_.bookmark_came_after(behind_other_lines ? duration::zero() : time_.now() - last_line_);
}

void watch_silence::suspend() noexcept
{
    limit_.suspend();
    suspended_at_ = time_.now();
}

void watch_silence::resume() noexcept
{
    auto const waited = time_.now() - suspended_at_;
    last_line_ += waited;
    if (has_watch_begun()) ends_ += waited;
    // Nobody listened, so that this silence does not show that a proxy holds events back.
    if (waited > longest_lapse) health_.restart_quiet_time();
}

// The watch may go on until the server has been silent for too long, or until the time at which the server
// should have ended it. If that time has passed, the watch ends at once.
void watch_silence::extend_watch()
{
    auto const silent = time_.now() - last_line_;
    auto const left = std::min(patience_.limit() - silent, ends_ - time_.now());
    auto const most = is_recovering() ? options_.retry.cap : patience_.heartbeat();
    limit_.extend(std::clamp<duration>(left, duration::zero(), most));
}

// Returns true if the last attempt has failed, and it is too early to say that this watch is well.
bool watch_silence::is_recovering() const
{
    return health_.is_failing() &&
           time_.now() - last_line_ < std::min(options_.retry.cap, patience_.heartbeat());
}

// A watch that has lasted as long as the longest pause is a success, even if nothing has come. If bookmarks
// of this kind are known to be late, or not to come at all, the server is asked before the watch is given up.
void watch_silence::on_expiry()
{
    if (!has_watch_begun() || failure_of_answer_) return;
    note_standstill();
    if (time_.now() >= ends_) return;
    auto const silent = time_.now() - last_line_;
    if (silent >= patience_.limit()) return;
    if (silent < patience_.heartbeat()) health_.clear_failure();
    extend_watch();
    if (silent >= patience_.question_due()) ask_();
}

// The timer ends each watch at the end of its silence, or of its life. If that is long past, nobody listened
// for most of the time, so that the silence says nothing about the server, or about what lies between.
void watch_silence::note_standstill()
{
    auto const due = std::min(last_line_ + patience_.limit(), ends_);
    stood_still_ = time_.now() - due > longest_lapse;
    if (stood_still_) health_.restart_quiet_time();
}

void watch_silence::answer_failed(std::exception_ptr why)
{
    failure_of_answer_ = std::move(why);
    limit_.extend(duration::zero());
}

bool watch_silence::ended_normally()
{
    if (!has_watch_begun()) return false;
    if (time_.now() - last_line_ < patience_.heartbeat()) return true;
    if (!stood_still_) patience_.watch_was_silent();
    return false;
}

} // namespace coinformer::detail
