#include "cache/warm/snapshot_saver.hpp"

#include "api/client/watch_rules.hpp"
#include "cache/warm/storage_call.hpp"
#include "core/deadline.hpp"
#include "core/exceptions.hpp"

#include <coinformer/core/with_timeout.hpp>

#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace coinformer::detail {

namespace {

// A snapshot that differs from the stored one only in its version or its share, and one of a collection that
// is never quiet, are saved after this many intervals.
constexpr int longer = 10;

// The end of an informer waits for the last snapshot, but not for ever.
constexpr std::chrono::seconds longest_last_save(10);

constexpr std::chrono::seconds slow_to_save(10); // for a storage that has not answered yet

// Returns true if a later process could begin with this state. With a version that has no order it could not:
// such a process could not see that an event is older than the snapshot, and so of another history.
bool is_of_use(savable_state const& state)
{
    return state.is_whole() && std::ranges::all_of(state.versions, is_resource_version);
}

} // namespace

snapshot_saver::snapshot_saver(warm_facts const& facts, std::function<std::optional<savable_state>()> state)
    : facts_(facts), state_(std::move(state)), changed_(facts.time(), facts.context.env().ex),
      failures_(facts.time())
{
}

void snapshot_saver::note_change()
{
    changed_at_ = facts_.time().now();
    if (waits_for_change_) changed_.notify();
}

// Returns when the next snapshot has to be saved; time_point::max() if nothing has changed.
time_point snapshot_saver::when_due() const
{
    auto const state = state_();
    if (!state || !is_of_use(*state) || mark_of(*state) == saved_) return time_point::max();
    auto const quiet = changed_at_ + options().quiet;
    bool const is_first = !last_attempt_;
    auto const since = is_first ? began_ : last_attempt_->at;
    if (!is_first && last_attempt_->has_failed) return since + options().interval;
    auto const latest = since + (is_first ? 1 : longer) * options().interval;
    auto const changed = state->changed_bytes - saved_.changed_bytes;
    if (changed == 0) return latest;
    auto const earliest = is_first ? since : since + options().interval;
    return changed >= options().changed_bytes ? earliest : std::clamp(quiet, earliest, latest);
}

void snapshot_saver::begin_with(std::vector<std::string> versions, shard_ranges share)
{
    saved_ = {.versions = std::move(versions), .share = std::move(share), .changed_bytes = 0};
    last_attempt_ = attempt{.at = facts_.time().now(), .has_failed = false};
}

task<> snapshot_saver::run() &
{
    began_ = facts_.time().now();
    for (;;) {
        auto const now = facts_.time().now();
        auto const due = when_due();
        if (due <= now) {
            co_await save();
            continue;
        }
        // Changes need not wake this task while a time is set: most of them only put it off. Many of them may
        // bring it forward, so the time is reckoned again after a while.
        waits_for_change_ = due == time_point::max();
        bool const may_lack_one = !last_attempt_ && !lacks_one_ && facts_.options.namespaces.size() > 1;
        bool const may_sleep = waits_for_change_ && !may_lack_one;
        auto const latest = may_sleep ? due : std::min(due, now + options().interval);
        co_await changed_.wait_until(latest);
        waits_for_change_ = false;
        report_unread();
        report_unordered();
    }
}

// One namespace that cannot be read keeps all of them from being saved, and whoever relies on snapshots has
// to know. Its own failure is reported by its reflector.
void snapshot_saver::report_unread()
{
    if (last_attempt_ || lacks_one_ || facts_.time().now() < began_ + options().interval) return;
    auto const state = state_();
    if (!state || state->is_whole()) return;
    auto const first = std::ranges::find_if(state->versions, &std::string::empty) - state->versions.begin();
    auto const& ns = facts_.options.namespaces[static_cast<std::size_t>(first)];
    lacks_one_ = true;
    status_.last_failure = "the namespace " + ns + " has not been read yet";
    facts_.log().log(log_level::warning, "no snapshot is saved yet",
                     {{"collection", facts_.path},
                      {"cause", status_.last_failure},
                      {"next", "one is saved when each namespace has been read"}});
}

// Some servers, such as the proxy of Karmada, have versions without an order.
void snapshot_saver::report_unordered()
{
    if (lacks_order_) return;
    auto const state = state_();
    if (!state || !state->is_whole() || is_of_use(*state)) return;
    auto const version = *std::ranges::find_if_not(state->versions, is_resource_version);
    lacks_order_ = true;
    status_.last_failure = "the version " + version.substr(0, 40) +
                           " has no order, because it is no decimal number without leading zeros";
    facts_.log().log(log_level::warning, "no snapshot is saved while versions have no order",
                     {{"collection", facts_.path},
                      {"cause", status_.last_failure},
                      {"next", "each process lists the collection when it starts"}});
}

task<> snapshot_saver::save_last() &
{
    is_last_ = true;
    std::exception_ptr failure;
    try {
        if (when_due() == time_point::max()) co_return;
        co_await with_timeout(facts_.time(), longest_last_save, save());
    } catch (...) { // save() has logged what it knows
        failure = std::current_exception();
    }
    if (code_of(failure) == errc::timed_out)
        note_failure("it was not written within " + std::to_string(longest_last_save.count()) + " s");
}

task<> snapshot_saver::save() &
{
    std::exception_ptr failure;
    written_snapshot written;
    mark now;
    auto const began = facts_.time().now();
    try {
        auto state = state_();
        if (!state || !is_of_use(*state)) co_return;
        now = mark_of(*state);
        written = co_await write(std::move(*state));
    } catch (...) {
        failure = std::current_exception();
    }
    if (failure) {
        auto const asked = co_await boost::asio::this_coro::cancellation_state;
        if (asked.cancelled() != boost::asio::cancellation_type::none) std::rethrow_exception(failure);
    }
    last_attempt_ = attempt{.at = facts_.time().now(), .has_failed = failure != nullptr};
    if (failure) {
        is_slow_ = false;
        co_return note_failure(message_of(failure));
    }
    saved_ = std::move(now);
    status_ = {.saved_at = last_attempt_->at,
               .saved_bytes = written.bytes,
               .saved_objects = written.objects,
               .last_failure = {}};
    facts_.counts.was_saved(written.bytes);
    bool const was_slow = std::exchange(is_slow_, false);
    auto const level = failures_.succeeded() || was_slow ? log_level::warning : log_level::debug;
    auto const took = std::chrono::floor<std::chrono::milliseconds>(last_attempt_->at - began);
    facts_.log().log(level, "a snapshot was saved",
                     {{"collection", facts_.path},
                      {"to", facts_.storage->name()},
                      {"objects", std::to_string(written.objects)},
                      {"bytes", std::to_string(written.bytes)},
                      {"version", saved_.versions.front()},
                      {"took", std::to_string(took.count()) + " ms"}});
}

task<written_snapshot> snapshot_saver::write(savable_state state) &
{
    auto server = co_await facts_.source.server_identity();
    auto const origin = facts_.origin(std::move(server));
    written_snapshot written;
    auto const permit = co_await facts_.context.snapshot_writers().acquire();
    auto work = [&](snapshot_storage& storage) {
        auto const sink = storage.create();
        written = write_snapshot(state.objects, state.versions, facts_.type, origin, *sink);
    };
    deadline slow(facts_.time(), slow_to_save, [&] {
        note_slow();
        slow.suspend();
    });
    (void)co_await slow.guard(call_storage(*facts_.storage, work));
    co_return written;
}

// Nothing can end a call that hangs in a storage, so that there is no limit, except for the last snapshot,
// which is given up with a line of its own.
void snapshot_saver::note_slow()
{
    if (is_last_) return;
    is_slow_ = true;
    facts_.log().log(log_level::warning,
                     "a snapshot has not been saved for " + std::to_string(slow_to_save.count()) + " s",
                     {{"collection", facts_.path},
                      {"to", facts_.storage->name()},
                      {"next", "the client's informers save no snapshot until this storage has answered"}});
}

void snapshot_saver::note_failure(std::string const& why)
{
    facts_.counts.could_not_be_saved();
    status_.last_failure = why;
    auto const failures = failures_.failed(why);
    if (!failures) return;
    auto const pause = std::chrono::ceil<std::chrono::seconds>(options().interval);
    auto const at_the_end = saved_.versions.empty() ? "the informer ends, and no snapshot was saved"
                                                    : "the informer ends, and the snapshot before stays";
    facts_.log().log(
        log_level::warning, "a snapshot could not be saved" + repeated_failure::times(*failures),
        {{"collection", facts_.path},
         {"to", facts_.storage->name()},
         {"error", why},
         {"next",
          is_last_ ? at_the_end : "it is tried again after " + std::to_string(pause.count()) + " s"}});
}

} // namespace coinformer::detail
