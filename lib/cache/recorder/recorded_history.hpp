#pragma once

#include "cache/recorder/recording.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// The questions of an informer and their answers, in the order in which they came, until they are dropped.
///
/// A *place* lies between two entries of the history. For each open watch the history knows the places at
/// which the informer had read everything, and the version that it had reached there.
///
/// States     Keeping; or not keeping, when it follows the open answers, and stores nothing of them.
/// Threads    one at a time.
class recorded_history {
public:
    using number = answer_tape::number;
    using place = std::uint64_t;

    number ask(asked_question const& what, duration at);
    void refuse(number of, duration at, recorded_refusal why);
    void answer(number of, duration at, std::string_view media_type);
    void add_bytes(number of, duration at, std::string bytes);
    void end(number of, duration at, recorded_part::kind how, error_number why);
    /// The informer has read all that has come of this watch, and has reached this version.
    void reach(number of, std::string_view version);

    /// Returns the last place at which a watch had reached exactly this version, if it is open and everything
    /// since then is in the history.
    std::optional<place> place_of(number watch, std::string_view version) const;
    place next() const noexcept { return next_; } ///< the place of what comes next

    /// Keeps from now on what comes, and of what was kept only what came at this place or later: for each of
    /// the open watches its own place. They then count as watches that did not begin with all objects.
    void keep_from(place at, std::map<number, place> const& watches);
    void stop_keeping() noexcept;
    bool is_keeping() const noexcept { return keeps_; }

    std::size_t bytes() const noexcept { return bytes_; }   ///< the memory that it takes, roughly
    std::uint64_t total() const noexcept { return total_; } ///< bytes of all that was ever kept
    /// Adds all answers and parts to a recording that begins at this time. `bytes` of the parts are left out:
    /// they are in what is returned, by their places in flight_recording::parts, so that they are not copied
    /// here.
    std::deque<std::shared_ptr<std::string const>> copy_to(flight_recording& to, duration begin) const;

private:
    struct kept_part {
        place at;
        recorded_part facts;                           ///< without bytes; its answer is a number
        std::shared_ptr<std::string const> bytes = {}; ///< null if there are none
        std::size_t size() const noexcept;
    };
    struct reached_version {
        place at;
        std::string version;
    };
    struct kept_answer {
        recorded_answer facts;
        std::optional<place> ended_at = {};
        std::deque<reached_version> reached = {}; ///< in ascending order
        std::size_t size() const noexcept;
    };

    kept_answer* find(number of);
    void add(number of, recorded_part what);
    void close(number of, kept_answer& one);

    std::map<number, kept_answer> answers_;
    std::deque<kept_part> parts_;
    place next_ = 0;
    number last_number_ = 0;
    std::size_t bytes_ = 0; // parts and answers that have ended; there are few open ones
    std::uint64_t total_ = 0;
    bool keeps_ = true;
};

} // namespace coinformer::detail
