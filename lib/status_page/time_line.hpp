#pragma once

#include <coinformer/cache/informer_options.hpp>
#include <coinformer/core/time_source.hpp>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// The activity of a collection during one span of its time line.
enum class span_state : std::uint8_t { list, watch, silent, back_off, unserved, idle, stopped };

std::string_view name_of(span_state s) noexcept;

struct time_line_span {
    time_point from, to;
    span_state state;
    std::string cause; ///< why, in words; may be empty
};

/// The last day of one collection, as spans, the oldest first. Equal neighbours are one span. Causes
/// are equal if they differ only in their requests, and in the time for which these have waited: in an
/// outage, watches and other requests fail in turns.
///
/// Bounds     at most `most_spans`; the oldest are dropped. A cause is at most `longest_cause` bytes long.
class time_line {
public:
    static constexpr std::size_t most_spans = 1000, longest_cause = 500;

    /// Adds a span, which begins where the last one has ended, or later.
    void add(time_point from, time_point to, span_state state, std::string_view cause);

    std::deque<time_line_span> const& spans() const noexcept { return spans_; }

private:
    std::deque<time_line_span> spans_;
};

/// Two looks at a collection, and what its metrics tell about the time between them. The texts are empty if
/// there is no registry, or if nothing of that kind has happened.
struct two_looks {
    informer_status const& before;
    informer_status const& now;
    duration silence;                       ///< from when on a watch without a proof counts as silent
    std::string_view cause_of_list = {};    ///< why a list has begun between the looks
    std::string_view cause_of_failure = {}; ///< why an attempt has failed between the looks
    std::string_view ending = {};           ///< the error that has ended the informer
};

struct state_and_cause {
    span_state state;
    std::string cause;
};

/// Returns what the collection was doing between two looks. A list that began and ended between them is seen
/// by the growth of the counters, because its phase was never looked at. `last` is the span before; null if
/// there is none.
state_and_cause state_between(two_looks const& looks, time_line_span const* last);

} // namespace coinformer::detail
