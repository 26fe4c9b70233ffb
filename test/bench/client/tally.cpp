#include "tally.hpp"

#include "process.hpp"

#include <algorithm>
#include <charconv>

namespace {

std::int64_t number(std::string_view stamp)
{
    std::int64_t n = 0;
    std::from_chars(stamp.data(), stamp.data() + stamp.size(), n);
    return n;
}

} // namespace

tally::tally(settings const& wanted) : burst_(wanted.burst), before_(wanted.relist ? 1 : 0)
{
    counter::all = this;
    counters_.reserve(wanted.handlers);
    for (std::uint32_t i = 0; i < wanted.handlers; ++i) counters_.push_back({.slot = i});
    latencies_.reserve(burst_);
}

void tally::counter::updated(std::string_view stamp)
{
    called();
    auto const seen = modified++;
    if (seen < all->before_) {
        if (++all->settled_ == all->counters_.size()) all->changed_.notify();
        return;
    }
    auto const k = seen - all->before_;
    if (k == 0 && slot == 0) all->first_ = number(stamp);
    if (k % all->counters_.size() == slot) all->latencies_.push_back(now_ns() - number(stamp));
    if (k + 1 == all->burst_ && ++all->finished_ == all->counters_.size()) {
        all->last_ = now_ns();
        all->changed_.notify();
    }
}

coinformer::task<> tally::relisted()
{
    while (settled_ < counters_.size()) co_await changed_.wait();
}

coinformer::task<> tally::burst_seen()
{
    while (finished_ < counters_.size()) co_await changed_.wait();
}

double tally::burst_seconds() const
{
    return static_cast<double>(last_ - first_) / 1e9;
}

void tally::add_latencies(boost::json::object& to)
{
    std::sort(latencies_.begin(), latencies_.end());
    auto const at = [&](double share) {
        if (latencies_.empty()) return 0.0;
        auto const i = static_cast<std::size_t>(share * static_cast<double>(latencies_.size()));
        return static_cast<double>(latencies_[std::min(i, latencies_.size() - 1)]) / 1e3;
    };
    to["samples"] = latencies_.size();
    to["lat_p50_us"] = at(.5);
    to["lat_p99_us"] = at(.99);
    to["lat_p999_us"] = at(.999);
    to["lat_max_us"] = at(1);
}
