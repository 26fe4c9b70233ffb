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

// What everybody who watches keeps to: informers and watchers.

/// For how long to ask for a watch: between `base` and twice that, so that watches do not all end at once.
std::chrono::seconds watch_duration(duration base, random_source& random);

/// Whether `version` is older than the one that is `known`: a watch goes forward, so the server's history was replaced.
/// Not of versions that do not compare (KEP-5504: decimals do).
bool goes_back(std::string_view version, std::string_view known);

/// Throws errc::bad_request unless `text` is a resource version that can be compared: decimal, without a leading zero
/// (KEP-5504). `what` names the call in the message.
void demand_version(std::string_view text, std::string what);

/// How long to wait when the server said so: not shorter than one's own delay, which has the jitter; not for hours; a
/// little longer by chance, as others were told the same.
duration retry_pause(std::chrono::seconds retry_after, backoff& own, random_source& random);

/// The error of a list of which more than `limit` objects do not decode (client_options::max_faults_per_list).
api_error too_many_faults(std::string where, std::size_t limit);

/// Bounds how many lines of one sort the log gets: the first `logged_lines` of each minute are for the log, and then a
/// line says how many were left out.
///
/// Threads    the strand of its owner.
class line_quota {
public:
    static constexpr std::size_t logged_lines = 5; ///< in each period
    static constexpr duration period = std::chrono::minutes(1);

    /// `rest` is the message of the line with the number of those left out; `collection` is named in it.
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

/// Tells of the objects of one collection that do not decode: all of them to the user, and some of them to the log.
///
/// A wrong projection, or a server with bad data, makes a fault of every object. The log gets the first
/// faults of each minute (line_quota), and then a line with the number of those that it did not get.
///
/// Threads    the strand of the informer or watcher that owns it.
class fault_reporter {
public:
    /// `collection` names the collection in the log.
    fault_reporter(log_sink& log, time_source const& time, std::string collection);

    /// Calls `on_fault`, if there is one. What it throws is logged.
    void report(decode_fault const& fault, std::function<void(decode_fault const&)> const& on_fault);
    /// Logs how many faults were not logged one by one, if there are any. Called when a list or a watch ends.
    void flush() { quota_.flush(); }

private:
    line_quota quota_;
};

} // namespace coinformer::detail
