#pragma once

#include "api/client/watch_patience.hpp"
#include "cache/reflector/answer_patience.hpp"
#include "cache/reflector/collection_health.hpp"
#include "core/deadline.hpp"

#include <coinformer/cache/informer_options.hpp>

#include <exception>
#include <functional>

namespace coinformer::detail {

/// Ends an attempt that the server leaves without an answer for too long.
///
/// While a list is read, or an answer is awaited, the limit is informer_options::silence, and each object
/// extends it, as does the beginning of an answer; answer_patience may lengthen it until then. A watch is
/// judged by watch_patience, because an idle watch is silent for a minute or more. If a kind perhaps has no
/// bookmarks, the server is asked (`ask`) whether it is still there, before its silent watch is given up.
///
/// States     Reading a list, or awaiting an answer, until watch_begins(); then watching, until the attempt
///            ends.
/// Threads    the client's strand.
class watch_silence {
public:
    /// `health` outlives this object. `ask` is called when a bookmark is overdue in a watch. It starts the
    /// question to the server, and calls question_was_answered() or answer_failed().
    watch_silence(time_source& time, informer_options const& options, collection_health& health,
                  std::function<void()> ask);

    /// Runs an attempt. Returns false if it was ended because of its silence.
    /// Cancel     Cancels the attempt, and waits until it has ended.
    [[nodiscard]] task<bool> guard(task<> attempt) &;

    /// Waits for something that the server has no part in. Its time does not count; a full period begins
    /// when it has ended.
    [[nodiscard]] task<> pause_during(task<> work) &;
    /// A request is sent. Returns list_request::patience for it.
    unsigned await_answer();
    /// The head of the answer has come. The limit is informer_options::silence again from here.
    void answer_begins();
    /// An object of a list has come.
    void extend() { limit_.extend(); }
    /// An object of a streamed list has come.
    void extend_in_stream();
    /// The collection is complete, and the watch may be silent from now on. The server was asked to keep it
    /// open for `lasts`.
    void watch_begins(duration lasts);
    bool has_watch_begun() const noexcept { return ends_ != time_point::max(); }
    /// The server has answered the watch, or an event or a bookmark has come.
    void line_came() { last_line_ = time_.now(); }
    /// A bookmark has come. `behind_other_lines` is true if other lines came in the same read before it: then
    /// it does not show for how long the server is silent between bookmarks.
    void bookmark_came(bool behind_other_lines);
    /// The reflector waits for room in its queue, and does not listen until resume(). This time does not
    /// count as the server's silence.
    void suspend() noexcept;
    void resume() noexcept;
    /// The watch goes on.
    void extend_watch();

    time_point last_line() const noexcept { return last_line_; }
    /// The server has answered the question about the silent watch, so that the next one can wait longer.
    void question_was_answered() noexcept { patience_.question_was_answered(); }
    /// The question about the silent watch has failed, because there was no answer, or because the server
    /// lacks the known version; or something else shows that the watch has to end.
    void answer_failed(std::exception_ptr why);
    /// The failure that was given to answer_failed() during this attempt; a null pointer if there was none.
    std::exception_ptr const& failure_of_answer() const noexcept { return failure_of_answer_; }

    /// Called when guard() has returned false for a watch, and no question to the server has failed. Returns
    /// true if the watch ended as it should: it had reached the end of its time, or something came at the
    /// moment at which it was given up. Otherwise remembers that this kind may be silent for longer, unless
    /// the process stood still.
    [[nodiscard]] bool ended_normally();

private:
    void on_expiry();
    void note_standstill();
    bool is_recovering() const;

    time_source& time_;
    informer_options const& options_;
    collection_health& health_;
    std::function<void()> ask_;
    deadline limit_;
    answer_patience answers_;
    watch_patience patience_;
    time_point suspended_at_{};
    time_point last_line_{};              // when an event or a bookmark came last
    time_point ends_ = time_point::max(); // the server should have ended the watch by then
    std::exception_ptr failure_of_answer_;
    bool stood_still_ = false; // the process, beyond the end of this watch
};

} // namespace coinformer::detail
