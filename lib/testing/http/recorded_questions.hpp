#pragma once

#include "api/stream/question_plan.hpp"
#include "cache/recorder/recording.hpp"

#include <coinformer/core/time_source.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing::detail {

/// Follows an informer through the questions of a recording: tells it when to ask the next one, and knows
/// which of them it has asked last, so that recorded_server sends that one's answer.
///
/// The lists and watches of a collection are expected in the order in which they were recorded. The questions
/// whether the server has a version are not, because an informer also asks one where a replay begins: they
/// are found by their times.
///
/// Threads    the strand of the informer's client.
class recorded_questions final : public coinformer::detail::question_plan {
public:
    /// The clock and the recording outlive this object. Time begins to count now.
    recorded_questions(time_source const& clock, coinformer::detail::flight_recording const& what);

    std::optional<question> next(std::string const& path) const override;
    void asked(coinformer::detail::asked_question const& what) override;

    /// True if there is any question about this collection.
    bool knows(std::string_view path) const { return lists_.contains(path); }
    /// The place in flight_recording::answers of the list or watch that was asked last, or of the other
    /// question; empty if it was not recorded.
    std::optional<std::size_t> last_read(std::string_view path) const;
    std::optional<std::size_t> last_confirmation(std::string_view path) const;
    /// Notes a difference if a list or watch should have been asked for by now.
    void check_all_asked();
    /// The first difference between this run and the recorded one; empty if there is none.
    std::string const& difference() const noexcept { return difference_; }
    void note_difference(std::string const& text);

    time_point time_of(duration since_begin) const { return begins_ + since_begin; }

private:
    /// Questions about a collection, as places in flight_recording::answers.
    struct line {
        std::vector<std::size_t> places = {};
        std::size_t next = 0; ///< an index of `places`
        std::optional<std::size_t> last = {};
    };
    using lines = std::map<std::string, line, std::less<>>;

    coinformer::detail::recorded_answer const& at(line const& of, std::size_t index) const
    {
        return what_.answers[of.places[index]];
    }
    std::optional<std::size_t> next_read(std::string_view path) const;
    std::optional<std::size_t> next_confirmation(std::string_view path) const;
    void read(line& of, coinformer::detail::asked_question const& what);
    void confirm(line& of);

    time_source const& clock_;
    coinformer::detail::flight_recording const& what_;
    time_point begins_;
    lines lists_, confirmations_; // by the path of the collection
    std::string difference_;
};

} // namespace coinformer::testing::detail
