#include "testing/http/recorded_questions.hpp"

#include "testing/http/recorded_failure.hpp"

#include <algorithm>
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

recorded_questions::recorded_questions(environment env, flight_recording const& what,
                                       std::function<void(bool)> refuse)
    : env_(std::move(env)), what_(what), refuse_(std::move(refuse)), begins_(env_.time->now())
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
        if (time_of(at(of, i).asked_at) >= env_.time->now()) return of.places[i];
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
    refuse_(of.last && is_not_connected(what_.answers[*of.last]));
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

// Where a replay begins, its informer asks a question of its own, which is none of the recording.
void recorded_questions::confirm(line& of)
{
    auto const now = env_.time->now();
    if (now == begins_) return;
    while (of.next != of.places.size() && time_of(at(of, of.next).asked_at) < now - tolerance) ++of.next;
    if (of.next == of.places.size() || time_of(at(of, of.next).asked_at) > now + tolerance) return;
    of.last = of.places[of.next++];
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
        if (time_of(missing.asked_at) + tolerance < env_.time->now())
            note_difference(std::string("the informer has not asked for a ") + name_of(missing.asked.what) +
                            " of " + path + ", and when it was recorded it did");
    }
}

void recorded_questions::note_difference(std::string const& text)
{
    auto const ms = (env_.time->now() - begins_) / std::chrono::milliseconds(1);
    if (difference_.empty()) difference_ = "at " + std::to_string(ms) + " ms " + text + '\n';
}

} // namespace coinformer::testing::detail
