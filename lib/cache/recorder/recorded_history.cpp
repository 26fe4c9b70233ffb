#include "cache/recorder/recorded_history.hpp"

#include <coinformer/api/resource.hpp>

#include <algorithm>
#include <utility>

namespace coinformer::detail {

namespace {

// Roughly what the history needs for an answer, and for a part and a reached version, beside their texts.
constexpr std::size_t bytes_per_answer = 512, bytes_per_part = 192;

} // namespace

std::size_t recorded_history::kept_part::size() const noexcept
{
    return bytes_per_part + (bytes ? bytes->size() : 0);
}

std::size_t recorded_history::kept_answer::size() const noexcept
{
    return bytes_per_answer + facts.asked.path.size() + (facts.refusal ? facts.refusal->message.size() : 0);
}

recorded_history::kept_answer* recorded_history::find(number of)
{
    auto const found = answers_.find(of);
    return found == answers_.end() ? nullptr : &found->second;
}

recorded_history::number recorded_history::ask(asked_question const& what, duration at)
{
    auto const made = ++last_number_;
    answers_[made].facts = {.asked = what, .asked_at = at};
    return made;
}

void recorded_history::refuse(number of, duration at, recorded_refusal why)
{
    auto* const one = find(of);
    if (!one) return;
    one->facts.answered_at = at;
    one->facts.refusal = std::move(why);
    close(of, *one);
}

void recorded_history::answer(number of, duration at, std::string_view media_type)
{
    auto* const one = find(of);
    if (!one) return;
    one->facts.answered_at = at;
    one->facts.media_type = media_type;
}

void recorded_history::add_bytes(number of, duration at, std::string bytes)
{
    add(of, {.at = at, .bytes = std::move(bytes)});
}

void recorded_history::end(number of, duration at, recorded_part::kind how, error_number why)
{
    add(of, {.what = how, .at = at, .code = why});
    if (auto* const one = find(of)) close(of, *one);
}

void recorded_history::add(number of, recorded_part what)
{
    auto const here = next_++; // first: if there is no memory for the part, no place before it may count
    auto* const one = find(of);
    if (!one) return;
    if (!keeps_) return one->reached.clear();
    kept_part part{.at = here, .facts = {}};
    if (!what.bytes.empty()) part.bytes = std::make_shared<std::string const>(std::exchange(what.bytes, {}));
    part.facts = std::move(what);
    part.facts.answer = of;
    auto const size = part.size();
    parts_.push_back(std::move(part));
    bytes_ += size;
    total_ += size;
}

void recorded_history::close(number of, kept_answer& one)
{
    one.ended_at = next_++;
    one.reached = {};
    if (!keeps_) {
        answers_.erase(of);
        return;
    }
    bytes_ += one.size();
    total_ += one.size();
}

void recorded_history::reach(number of, std::string_view version)
{
    auto* const one = find(of);
    if (!one) return;
    auto& places = one->reached;
    if (!places.empty() && places.back().version == version) places.pop_back();
    places.push_back({next_, std::string(version)});
}

std::optional<recorded_history::place> recorded_history::place_of(number watch,
                                                                  std::string_view version) const
{
    auto const found = answers_.find(watch);
    if (found == answers_.end()) return std::nullopt;
    auto const& places = found->second.reached;
    auto const is_less = [](reached_version const& r, std::string_view v) {
        return compare_resource_versions(r.version, v) < 0;
    };
    auto const at = std::lower_bound(places.begin(), places.end(), version, is_less);
    return at == places.end() || at->version != version ? std::nullopt : std::optional(at->at);
}

void recorded_history::keep_from(place at, std::map<number, place> const& watches)
{
    keeps_ = true;
    std::erase_if(parts_, [&](kept_part const& one) {
        auto const watch = watches.find(one.facts.answer);
        return one.at < (watch == watches.end() ? at : watch->second);
    });
    std::erase_if(answers_,
                  [&](auto const& one) { return one.second.ended_at && *one.second.ended_at < at; });
    for (auto const& [number, from] : watches) {
        auto* const one = find(number);
        if (!one) continue;
        one->facts.asked.what = recorded_question::watch;
        std::erase_if(one->reached, [&](reached_version const& r) { return r.at < from; });
    }
    bytes_ = 0;
    for (auto const& one : parts_) bytes_ += one.size();
    for (auto const& [number, one] : answers_) bytes_ += one.ended_at ? one.size() : 0;
}

void recorded_history::stop_keeping() noexcept
{
    keeps_ = false;
    parts_.clear();
    std::erase_if(answers_, [](auto const& one) { return one.second.ended_at.has_value(); });
    for (auto& [number, one] : answers_) one.reached.clear();
    bytes_ = 0;
}

std::deque<std::shared_ptr<std::string const>> recorded_history::copy_to(flight_recording& to,
                                                                         duration begin) const
{
    std::map<number, std::uint32_t> places;
    for (auto const& [number, one] : answers_) {
        places[number] = static_cast<std::uint32_t>(to.answers.size());
        auto& facts = to.answers.emplace_back(one.facts);
        facts.asked_at -= begin;
        if (facts.answered_at) *facts.answered_at -= begin;
    }
    std::deque<std::shared_ptr<std::string const>> bytes;
    for (auto const& one : parts_) {
        auto& part = to.parts.emplace_back(one.facts);
        part.answer = places.at(one.facts.answer);
        part.at -= begin;
        bytes.push_back(one.bytes);
    }
    return bytes;
}

} // namespace coinformer::detail
