#pragma once

#include "api/client/credential_checks.hpp"
#include "core/repeated_failure.hpp"
#include "core/scoped_count.hpp"
#include "core/timed_wakeup.hpp"

#include <coinformer/core/backoff.hpp>
#include <coinformer/core/environment.hpp>
#include <coinformer/core/error.hpp>

#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <utility>

namespace coinformer::detail {

/// The messages about an outage in the log.
struct outage_words {
    std::string begins = "no request gets through to the API server";
    std::string next = "the client's informers take turns in trying"; ///< what happens meanwhile
    std::string ends = "the API server answers again";
};

/// Logs outages: their beginning, then a line at long intervals (repeated_failure), and their end. A server
/// which comes and goes cannot fill the log.
///
/// Threads    the client's strand. server_access calls it.
class outage_log {
public:
    outage_log(environment const& env, outage_words words)
        : env_(env), words_(std::move(words)), failures_(*env.time)
    {
    }

    void report_failure(error_code const& code, std::string const& why);
    void report_end();

private:
    environment const& env_;
    outage_words words_;
    detail::repeated_failure failures_;
    std::optional<time_point> since_;
};

/// Knows if this client gets through to its API server at all. While it does not, one attempt speaks for all
/// informers of the client.
///
/// A request is turned away if no answer comes (no connection, no trusted certificate), or if the answer is
/// 401, or 502 or 503 without a pause to wait for, as a gateway answers instead of a server that is away.
/// Every informer of the client would be turned away in the same manner. If no other request is answered
/// meanwhile, the informers that were turned away take turns: each turn is one attempt, and a back-off lies
/// between turns. The first answer to any request wakes all the others, spread over `wake_spread`, so that
/// they do not arrive together. A credential file (token, certificate, CA) that has changed and can be read
/// ends the back-off, because that is how such a failure is repaired.
///
/// If the server answers other requests during an attempt that it does not answer, the cause lies with that
/// one request (a proxy breaks its URL, or its list takes too long). Its informer then waits with pause()
/// instead.
///
/// States     No outage: the line is empty. Outage: informers stand in the line, and the front has the next
///            turn at `next_turn_`.
/// Threads    the client's strand.
class server_access {
public:
    static constexpr duration wake_spread = std::chrono::seconds(3);

    /// `env` outlives this object. `reread` is called when a credential file has changed.
    server_access(environment const& env, random_source random, backoff_options pace, credential_files files,
                  std::function<void()> reread, outage_words words = {});
    server_access(server_access const&) = delete;
    ~server_access() { is_ending_ = true; }

    /// Reports that an answer is being read, which lasts as long as the result exists: meanwhile there is no
    /// outage.
    [[nodiscard]] detail::scoped_count begin_contact() noexcept { return detail::scoped_count(contacts_); }

    /// Returns true if an answer with this HTTP status shows that the server can be reached by this client.
    static bool counts_as_answer(int http_status) noexcept;

    /// Reports that a request was answered in a way that counts, whatever the answer says.
    void record_answer();

    /// Returns true if the server has answered no request since `began`, and no answer is being read.
    bool is_outage(time_point began) const noexcept { return contacts_ == 0 && last_answer_ < began; }

    /// Logs that an attempt was turned away during an outage, in one line for all informers.
    void log_outage(error_code const& code, std::string const& why) { log_.report_failure(code, why); }

    /// Waits during an outage until the caller's turn has come (returns false), or until an answer has ended
    /// the outage (returns true).
    ///
    /// Cancel     at any time; the turn passes to the next informer in the line.
    [[nodiscard]] task<bool> turn() &;

    /// Waits for `delay`, or until a credential file has changed, and then up to `wake_spread` longer.
    ///
    /// Cancel     at any time.
    [[nodiscard]] task<> pause(duration delay) &;

private:
    class place; // the place of a caller in the line

    [[nodiscard]] task<> spread_out() &;
    void check_files();
    time_point wake_at(time_point due) const;

    environment const& env_;
    random_source random_;
    backoff pace_; // the pauses between turns
    credential_checks files_;
    std::list<place const*> line_; // the front has the next turn
    // The destructor destroys the callers that still wait; their places must not notify `changed_` then.
    bool is_ending_ = false;
    timed_wakeup changed_;
    outage_log log_;
    time_point next_turn_{}; // when the next turn begins, at the earliest
    time_point last_answer_ = time_point::min();
    std::size_t contacts_ = 0;  // answers that are being read
    std::uint64_t answers_ = 0; // counts the outages that an answer has ended
};

} // namespace coinformer::detail
