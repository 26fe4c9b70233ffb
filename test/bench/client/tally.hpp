#pragma once

#include "settings.hpp"

#include <coinformer/core/task.hpp>
#include <coinformer/core/wakeup.hpp>

#include <boost/json/object.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

/// Counts what the handlers see, all on one thread. Each handler also takes the times of its share of the
/// burst: event k is timed by handler k mod H.
class tally {
public:
    explicit tally(settings const& wanted);
    tally(tally const&) = delete;

    /// The counter of one handler. It is small, because it counts as the handler's memory.
    struct counter {
        static inline tally* all = nullptr; // the only one in the process
        std::uint32_t slot;
        std::uint32_t modified = 0;

        void called() const { ++all->calls_; }
        void resynced() const { ++all->calls_, ++all->resyncs_; }
        /// `stamp` is the annotation bench/ts of the new state.
        void updated(std::string_view stamp);
    };

    std::vector<counter>& counters() { return counters_; }
    std::uint64_t calls() const { return calls_; }
    std::uint64_t resyncs() const { return resyncs_; }

    /// Returns when every handler has seen the event that follows a relist.
    [[nodiscard]] coinformer::task<> relisted();
    /// Returns when every handler has seen the last event of the burst.
    [[nodiscard]] coinformer::task<> burst_seen();
    /// Returns the time from the first event's stamp to the last handler's last event.
    double burst_seconds() const;
    void add_latencies(boost::json::object& to);

private:
    std::uint32_t const burst_;
    std::uint32_t const before_; // events that come before the burst
    std::vector<counter> counters_;
    std::vector<std::int64_t> latencies_;
    std::uint64_t calls_ = 0, resyncs_ = 0;
    std::uint32_t settled_ = 0, finished_ = 0; // numbers of handlers
    std::int64_t first_ = 0, last_ = 0;
    coinformer::wakeup changed_;
};
