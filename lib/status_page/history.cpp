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
    if (quietest->second->quiet_samples < plot_line::samples) return;
    quietest->second->dropped = true;
    lines_.erase(quietest);
}

void plot::store(plot_moment at)
{
    auto const skipped = has_stored_ ? at.sample - last_.sample - 1 : 0;
    last_ = at;
    has_stored_ = true;
    constexpr auto a_day = std::uint64_t(24 * 3600);
    std::erase_if(lines_, [&](auto const& l) {
        l.second->store(at, skipped, how_);
        l.second->dropped = l.second->quiet_samples > a_day;
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

} // namespace

void plot::write(json_writer& to, double begin, double step) const
{
    auto const first_of = [](std::uint64_t last, std::size_t kept) {
        return last < kept ? 0 : last - kept + 1;
    };
    auto const write_axis = [&](std::uint64_t first, double each) {
        to.begin_object().key("from").seconds(begin + static_cast<double>(first) * each);
        to.key("step").seconds(each);
    };
    std::vector<shown_line> by_sample, by_minute;
    for (auto const& [name, line] : lines_) {
        by_sample.push_back({&name, line->by_sample, 0});
        by_minute.push_back({&name, line->by_minute, 0});
    }
    to.begin_object().member("id", id_).member("title", title_).member("unit", unit_);
    auto first = first_of(last_.sample, plot_line::samples);
    to.key("ten_minutes");
    write_axis(first, step);
    write_lines(to, std::move(by_sample), first, last_.sample);
    to.end_object();
    first = first_of(last_.minute, plot_line::minutes);
    to.key("day");
    write_axis(first, 60);
    write_lines(to, std::move(by_minute), first, last_.minute);
    to.end_object().end_object();
}

} // namespace coinformer::detail
