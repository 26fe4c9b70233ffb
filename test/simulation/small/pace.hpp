#pragma once

#include "fault.hpp"
#include "simulation/verdict.hpp"

#include <coinformer/core/time_source.hpp>

#include <optional>
#include <string>

namespace small_worlds {

/// P15: how soon one collection may be asked for again after a failure. These are lower bounds of what the
/// informer's options promise.
class pace {
public:
    using time_point = coinformer::time_point;
    static constexpr coinformer::duration first = std::chrono::milliseconds(800);
    static constexpr coinformer::duration lived = std::chrono::seconds(30);
    static constexpr std::chrono::seconds retry_after{20};

    /// A request was refused, or its answer has failed.
    void failed(fault f, time_point now)
    {
        if (f == fault::silent || f == fault::rejected || f == fault::restored || f == fault::repeats ||
            f == fault::late_end || f == fault::undecodable)
            return;
        earliest_ = now + first;
        if (f == fault::gone || f == fault::gone_event || f == fault::gone_behind) {
            if (!was_gone_) earliest_ = {}; // the first 410 is followed by a list at once
            was_gone_ = true;
        }
        if (f == fault::internal || f == fault::error_event) earliest_ = now + first * (1U << refusals_++);
        if (f == fault::throttled) earliest_ = now + retry_after;
    }
    void stream_failed() { earliest_ = {}; } ///< pages may be asked for at once
    /// A watch has ended that was opened at `opened`.
    void watch_ended(time_point opened, time_point now)
    {
        if (now - opened >= lived) was_gone_ = false;
    }
    void watch_ended_normally(time_point opened, time_point now)
    {
        if (now - opened < std::chrono::seconds(1)) earliest_ = now + first;
    }
    /// A list is complete, or a line of a watch has come.
    void succeeded() { refusals_ = 0; }

    /// A list or a watch is asked for. Throws violation.
    void asked(time_point now)
    {
        if (now < earliest_)
            simulation::fail("P15", "a request comes " + in_ms(earliest_ - now) + " ms too early");
        earliest_ = {};
        if (now - since_ > std::chrono::seconds(1)) since_ = now, requests_ = 0;
        if (++requests_ > 10) simulation::fail("P15", "more than ten requests within a second");
    }

private:
    static std::string in_ms(coinformer::duration d)
    {
        return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(d).count());
    }

    time_point earliest_{};
    time_point since_{};
    unsigned requests_ = 0;
    unsigned refusals_ = 0; // answers 500 since the last success
    bool was_gone_ = false; // 410, and no watch has lived since
};

} // namespace small_worlds
