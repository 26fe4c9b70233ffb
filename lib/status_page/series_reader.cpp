#include "status_page/series_reader.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace coinformer::detail {

namespace {

// A counter that is smaller than before has begun again at zero, with another object.
double growth_of(double now, double before)
{
    return now < before ? now : now - before;
}

bool are_equal(std::vector<std::string> const& known, std::span<metric_label const> shown)
{
    return std::ranges::equal(known, shown, {}, {}, &metric_label::value);
}

} // namespace

std::string_view label_of(std::span<metric_label const> labels, std::string_view name)
{
    for (auto const& l : labels)
        if (l.name == name) return l.value;
    return {};
}

void series_reader::read(metrics const& from)
{
    at_ = 0;
    present_ = families_.end();
    from.visit(*this);
    drop_until(series_.size());
    is_first_ = false;
}

void series_reader::drop_until(std::size_t at)
{
    auto const begin = series_.begin();
    series_.erase(begin + static_cast<std::ptrdiff_t>(at_), begin + static_cast<std::ptrdiff_t>(at));
}

void series_reader::family(metric_family const& of)
{
    present_ = families_.find(of.name);
    if (present_ == families_.end()) return;
    auto end = at_; // the rest of the families before this one has ended
    while (end != series_.size() && series_[end].family->first < present_->first) ++end;
    drop_until(end);
}

series_reader::series& series_reader::next(labels with)
{
    auto found = at_;
    while (found != series_.size() && series_[found].family == present_ &&
           !are_equal(series_[found].labels, with))
        ++found;
    if (found != series_.size() && series_[found].family == present_) {
        drop_until(found);
        return series_[at_++];
    }
    series fresh{present_, {}, {}, present_->second(with)};
    for (auto const& l : with) fresh.labels.emplace_back(l.value);
    auto const place = series_.insert(series_.begin() + static_cast<std::ptrdiff_t>(at_++), std::move(fresh));
    return *place;
}

void series_reader::value(labels with, double value)
{
    if (present_ == families_.end()) return;
    auto& s = next(with);
    auto now = series_values{.value = value};
    if (!is_first_) now.growth = growth_of(value, s.last.value);
    s.last = now;
    if (s.use_values) s.use_values(now);
}

void series_reader::values(labels with, std::span<std::uint64_t const> counts, double sum)
{
    if (present_ == families_.end()) return;
    auto& s = next(with);
    auto now = series_values{.sum = sum};
    now.count = std::accumulate(counts.begin(), counts.end(), std::uint64_t(0));
    bool const began_again = now.count < s.last.count;
    if (!is_first_) {
        now.count_growth = began_again ? now.count : now.count - s.last.count;
        now.sum_growth = began_again ? sum : sum - s.last.sum;
    }
    s.last = now;
    if (s.use_values) s.use_values(now);
}

} // namespace coinformer::detail
