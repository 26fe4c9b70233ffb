#include "testing/http/recorded_questions.hpp"

#include <chrono>
#include <utility>

namespace coinformer::testing::detail {

using coinformer::detail::asked_question;
using coinformer::detail::flight_recording;
using coinformer::detail::recorded_question;

namespace {

// The difference in time up to which two questions for confirmation count as the same one. Timers of a real
// process are a little late.
constexpr std::chrono::seconds tolerance{1};

char const* name_of(recorded_question what)
{
    switch (what) {
    case recorded_question::list: return "list";
    case recorded_question::watch: return "watch";
    case recorded_question::stream: return "streamed list";
    case recorded_question::confirm: break;
    }
    return "confirmation";
}

std::optional<std::size_t> last_of(auto const& lines, std::string_view path)
{
    auto const found = lines.find(path);
    return found == lines.end() ? std::nullopt : found->second.last;
}

} // namespace

recorded_questions::recorded_questions(time_source const& clock, flight_recording const& what)
    : clock_(clock), what_(what), begins_(clock.now())
{
    for (std::size_t i = 0; i != what_.answers.size(); ++i) {
        auto const& asked = what_.answers[i].asked;
        auto& of = asked.what == recorded_question::confirm ? confirmations_ : lists_;
        of[asked.path].places.push_back(i);
    }
}

std::optional<recorded_questions::question> recorded_questions::next(std::string const& path) const
{
    auto first = next_read(path);
    auto const other = next_confirmation(path);
    if (!first || (other && *other < *first)) first = other;
    if (!first) return std::nullopt;
    auto const& one = what_.answers[*first];
    return question{one.asked, time_of(one.asked_at)};
}

std::optional<std::size_t> recorded_questions::next_read(std::string_view path) const
{
    auto const found = lists_.find(path);
    if (found == lists_.end()) return std::nullopt;
    auto const& of = found->second;
    return of.next == of.places.size() ? std::nullopt : std::optional(of.places[of.next]);
}

std::optional<std::size_t> recorded_questions::next_confirmation(std::string_view path) const
{
    auto const found = confirmations_.find(path);
    if (found == confirmations_.end()) return std::nullopt;
    auto const& of = found->second;
    for (auto i = of.next; i != of.places.size(); ++i)
        if (time_of(at(of, i).asked_at) >= clock_.now()) return of.places[i];
    return std::nullopt;
}

void recorded_questions::asked(asked_question const& what)
{
    bool const confirms = what.what == recorded_question::confirm;
    auto& lines = confirms ? confirmations_ : lists_;
    auto const found = lines.find(what.path);
    if (found == lines.end()) return;
    auto& of = found->second;
    of.last = std::nullopt;
    confirms ? confirm(of) : read(of, what);
}

void recorded_questions::read(line& of, asked_question const& what)
{
    if (of.next == of.places.size()) return; // the recording is over
    auto const& expected = at(of, of.next).asked;
    if (expected.what != what.what)
        note_difference(std::string("the informer asks for a ") + name_of(what.what) + " of " + what.path +
                        ", and when it was recorded it asked for a " + name_of(expected.what));
    while (of.next != of.places.size() && !of.last) {
        auto const index = of.next++;
        if (at(of, index).asked.what == what.what) of.last = of.places[index];
    }
}

// Takes the question that was asked nearest to this time. Where a replay begins, its informer asks a question
// of its own, which is none of the recording.
void recorded_questions::confirm(line& of)
{
    auto const now = clock_.now();
    if (now == begins_) return;
    auto const distance = [&](std::size_t index) {
        return std::chrono::abs(time_of(at(of, index).asked_at) - now);
    };
    auto nearest = of.next;
    for (auto i = of.next; i != of.places.size(); ++i)
        if (distance(i) < distance(nearest)) nearest = i;
    if (nearest == of.places.size() || distance(nearest) > tolerance) return;
    of.last = of.places[nearest];
    of.next = nearest + 1;
}

std::optional<std::size_t> recorded_questions::last_read(std::string_view path) const
{
    return last_of(lists_, path);
}

std::optional<std::size_t> recorded_questions::last_confirmation(std::string_view path) const
{
    return last_of(confirmations_, path);
}

void recorded_questions::check_all_asked()
{
    for (auto const& [path, of] : lists_) {
        if (of.next == of.places.size()) continue;
        auto const& missing = at(of, of.next);
        if (time_of(missing.asked_at) + tolerance < clock_.now())
            note_difference(std::string("the informer has not asked for a ") + name_of(missing.asked.what) +
                            " of " + path + ", and when it was recorded it did");
    }
}

void recorded_questions::note_difference(std::string const& text)
{
    auto const ms = (clock_.now() - begins_) / std::chrono::milliseconds(1);
    if (difference_.empty()) difference_ = "at " + std::to_string(ms) + " ms " + text + '\n';
}

} // namespace coinformer::testing::detail
