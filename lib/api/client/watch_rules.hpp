#pragma once

#include <coinformer/api/decode_fault.hpp>
#include <coinformer/core/backoff.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/core/log.hpp>
#include <coinformer/core/time_source.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer::detail {

// Rules that informers and watchers share.

/// Returns a random time for which to ask for a watch, between `base` and twice that, so that watches do not
/// all end together.
std::chrono::seconds watch_duration(duration base, random_source& random);

/// Returns true if `version` is older than `known`: a watch only goes forward, so the server's history was
/// replaced. Returns false if the two cannot be compared (KEP-5504: decimal versions can).
bool goes_back(std::string_view version, std::string_view known);

/// Returns true if `text` is a resource version that can be compared: decimal, without a leading zero
/// (KEP-5504).
bool is_resource_version(std::string_view text) noexcept;

/// Throws errc::bad_request unless is_resource_version(text), for a wait that needs an order: servers other
/// than Kubernetes may have versions without one. `what` names the call in the message.
void demand_version(std::string_view text, std::string what);

/// Returns how long to wait if the server asked for a pause: at least the caller's own delay `own`, at most
/// `most` (or `own`, if that is longer), and up to a tenth longer by chance, because other clients were told
/// the same. Informers and watchers wait at most five minutes: a server that is back sooner should not be
/// left alone for longer. `own` grows while the server refuses, and a server that names a short pause knows
/// when it wants to be asked again, so `own` counts only up to four times that pause, or five seconds. A
/// server that names no time at all, zero, gets the whole of `own`.
duration retry_pause(std::chrono::seconds retry_after, backoff& own, random_source& random,
                     duration most = std::chrono::minutes(5));

/// Returns how many objects a page of a list is asked for. A list whose continue token expires between two
/// pages is begun again: the first time with pages of the same size, and then with pages that are four times
/// as large each time, up to 10,000 objects, because the list needs fewer of them then. It never becomes one
/// page without a limit, which a server that is too slow for pages could bear least. `expired` says how often
/// in a row that has happened. A `page_size` of 0 stays 0, because the caller wants one page.
std::size_t page_size_after(std::size_t page_size, unsigned expired) noexcept;

/// Returns the error for a list in which more than `limit` objects do not decode
/// (client_options::max_faults_per_list).
api_error too_many_faults(std::string where, std::size_t limit);

/// Bounds how many lines of one sort reach the log: the first `logged_lines` of each period are logged, and
/// then one line says how many were left out.
///
/// Threads    the strand of its owner.
class line_quota {
public:
    static constexpr std::size_t logged_lines = 5; ///< in each period
    static constexpr duration period = std::chrono::minutes(1);

    /// `rest` is the message of the line with the number of lines left out; that line also names
    /// `collection`.
    line_quota(log_sink& log, time_source const& time, std::string collection, std::string_view rest);

    /// Counts an occurrence. Returns true if it is to be logged.
    bool admits();
    /// Logs how many occurrences were left out since the last call, if there are any.
    void flush();
    log_sink& log() const noexcept { return log_; }
    std::string const& collection() const noexcept { return collection_; }

private:
    log_sink& log_;
    time_source const& time_;
    std::string collection_;
    std::string_view rest_;
    std::optional<time_point> period_began_;
    std::size_t in_period_ = 0;
    std::size_t left_out_ = 0;
};

/// Reports the objects of one collection that do not decode: all of them to the user's callback, and some of
/// them to the log.
///
/// With a wrong projection, or a server with bad data, every object is a fault. So the log gets the first
/// faults of each minute (line_quota), and then a line with the number of the others.
///
/// Threads    the strand of the informer or watcher that owns it.
class fault_reporter {
public:
    /// `collection` names the collection in the log.
    fault_reporter(log_sink& log, time_source const& time, std::string collection);

    /// Logs the fault, and calls `on_fault` if there is one. An exception of `on_fault` is logged.
    void report(decode_fault const& fault, std::function<void(decode_fault const&)> const& on_fault);
    /// Logs how many faults were not logged one by one, if there are any. Called when a list or a watch ends.
    void flush() { quota_.flush(); }

private:
    line_quota quota_;
};

} // namespace coinformer::detail
