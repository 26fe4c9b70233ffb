#include "status_page/history.hpp"

#include "status_page/largest_first.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace coinformer::detail {

void plot_line::store(plot_moment at, std::uint64_t skipped, value_of_minute how) noexcept
{
    for (std::uint64_t back = std::min<std::uint64_t>(skipped, samples - 1); back != 0; --back)
        by_sample[(at.sample - back) % samples] = no_value;
    by_sample[at.sample % samples] = has_pending_ ? static_cast<float>(pending_) : no_value;

    if (at.minute != minute_) {
        auto const gap = std::min<std::uint64_t>(at.minute - minute_, minutes);
        for (std::uint64_t back = 0; back != gap; ++back) by_minute[(at.minute - back) % minutes] = no_value;
        minute_ = at.minute;
        sum_ = largest_ = 0;
        count_ = 0;
    }
    quiet_samples = has_pending_ ? 0 : quiet_samples + 1 + skipped;
    if (has_pending_) {
        largest_ = count_ == 0 ? pending_ : std::max(largest_, pending_);
        sum_ += pending_;
        ++count_;
        auto const value = how == value_of_minute::largest ? largest_ : sum_ / static_cast<double>(count_);
        by_minute[at.minute % minutes] = static_cast<float>(value);
    }
    pending_ = 0;
    has_pending_ = false;
}

std::shared_ptr<plot_line> plot::line(std::string const& name)
{
    if (auto const known = lines_.find(name); known != lines_.end()) return known->second;
    if (lines_.size() >= most_lines) drop_one_without_values();
    if (lines_.size() >= most_lines) return nullptr;
    return lines_[name] = std::make_shared<plot_line>();
}

void plot::drop_one_without_values()
{
    auto const quietest =
        std::ranges::max_element(lines_, {}, [](auto const& l) { return l.second->quiet_samples; });
    if (quietest->second->quiet_samples < samples_.in_ten_minutes) return;
    quietest->second->dropped = true;
    lines_.erase(quietest);
}

void plot::store(plot_moment at)
{
    // A page that is run again begins in the sample in which it ended, if that is not over.
    auto const skipped = has_stored_ && at.sample != last_.sample ? at.sample - last_.sample - 1 : 0;
    last_ = at;
    has_stored_ = true;
    std::erase_if(lines_, [&](auto const& l) {
        l.second->store(at, skipped, how_);
        l.second->dropped = l.second->quiet_samples > samples_.in_day;
        return l.second->dropped;
    });
}

namespace {

struct shown_line {
    std::string const* name;
    std::span<float const> values;
    double size; // the sum of its values, by which the largest lines are found
};

// Writes the values with the numbers `first` to `last` of the largest lines.
void write_lines(json_writer& to, std::vector<shown_line> lines, std::uint64_t first, std::uint64_t last)
{
    for (auto& line : lines)
        for (auto n = first; n <= last; ++n)
            if (auto const v = line.values[n % line.values.size()]; !std::isnan(v)) line.size += std::abs(v);
    sort_largest_first(lines, &shown_line::size);
    if (lines.size() > plot::most_shown) lines.resize(plot::most_shown);
    to.key("series").begin_array();
    for (auto const& line : lines) {
        to.begin_object().member("name", *line.name).key("values").begin_array();
        for (auto n = first; n <= last; ++n) to.value(double(line.values[n % line.values.size()]));
        to.end_array().end_object();
    }
    to.end_array();
}

std::uint64_t first_of(std::uint64_t last, std::uint64_t count)
{
    return last < count ? 0 : last - count + 1;
}

// Writes means of portions of the last `count` values. The portions begin at round numbers, so that a drawing
// moves without changing its form.
void write_means(json_writer& to, std::span<float const> values, std::uint64_t count, std::uint64_t last,
                 double begin, double step)
{
    constexpr std::uint64_t most_means = 120;
    auto const portion = (count + most_means - 1) / most_means;
    auto const first = (first_of(last, count) + portion - 1) / portion * portion;
    to.begin_object().key("from").seconds(begin + static_cast<double>(first) * step);
    to.key("step").seconds(step * static_cast<double>(portion)).key("values").begin_array();
    for (auto n = first; n <= last; n += portion) {
        double sum = 0, known = 0;
        for (auto i = n; i != std::min(n + portion, last + 1); ++i)
            if (auto const v = values[i % values.size()]; !std::isnan(v)) {
                sum += v;
                ++known;
            }
        to.value(sum / known); // 0 / 0 is no number, which is written as null
    }
    to.end_array().end_object();
}

} // namespace

void plot::write_small(json_writer& to, std::string const& name, double begin, double step) const
{
    auto const line = lines_.find(name);
    if (line == lines_.end()) {
        to.null();
        return;
    }
    to.begin_object().key("ten_minutes");
    write_means(to, line->second->by_sample, samples_.in_ten_minutes, last_.sample, begin, step);
    to.key("day");
    write_means(to, line->second->by_minute, plot_line::minutes, last_.minute, begin, 60);
    to.end_object();
}

void plot::write(json_writer& to, plot_spans which, double begin, double step) const
{
    auto const write_span = [&]<std::size_t N>(std::string_view key, std::array<float, N> plot_line::* values,
                                               std::uint64_t count, std::uint64_t last, double each) {
        std::vector<shown_line> shown;
        for (auto const& [name, line] : lines_) shown.push_back({&name, (*line).*values, 0});
        auto const first = first_of(last, count);
        to.key(key).begin_object().key("from").seconds(begin + static_cast<double>(first) * each);
        to.key("step").seconds(each);
        write_lines(to, std::move(shown), first, last);
        to.end_object();
    };
    to.begin_object().member("id", id_).member("title", title_).member("unit", unit_);
    if (which != plot_spans::day)
        write_span("ten_minutes", &plot_line::by_sample, samples_.in_ten_minutes, last_.sample, step);
    if (which != plot_spans::ten_minutes)
        write_span("day", &plot_line::by_minute, plot_line::minutes, last_.minute, 60);
    to.end_object();
}

} // namespace coinformer::detail
