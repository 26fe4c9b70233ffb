#include "core/printable.hpp"

#include <coinformer/core/metrics.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace coinformer {

namespace detail {

/// The present value of one gauge. It is written by its owner, and read by whoever visits the registry.
class gauge_series {
public:
    explicit gauge_series(time_ref clock) : clock_(std::move(clock)) {}
    explicit gauge_series(std::function<std::optional<double>()> read) : read_(std::move(read)) {}

    void set(double value) noexcept
    {
        value_.store(value, std::memory_order_relaxed);
        shows_.store(content::value, std::memory_order_release);
    }
    void show_time_since(time_point moment) noexcept
    {
        moment_.store(moment.time_since_epoch().count(), std::memory_order_relaxed);
        shows_.store(content::time_since, std::memory_order_release);
    }
    void clear() noexcept { shows_.store(content::nothing, std::memory_order_release); }

    /// The gauge is being destroyed: the series has no value from now on, and `read_` is not being called.
    void close() noexcept
    {
        clear();
        std::function<std::optional<double>()> ended;
        std::lock_guard const held(reading_);
        ended.swap(read_);
    }

    std::optional<double> value() const
    {
        {
            std::lock_guard const held(reading_);
            if (read_) return read_();
        }
        switch (shows_.load(std::memory_order_acquire)) {
        case content::nothing: break;
        case content::value: return value_.load(std::memory_order_relaxed);
        case content::time_since: {
            time_point const moment{duration(moment_.load(std::memory_order_relaxed))};
            return std::chrono::duration<double>(clock_->now() - moment).count();
        }
        }
        return std::nullopt;
    }

private:
    enum class content : std::uint8_t { nothing, value, time_since };

    mutable std::mutex reading_;
    std::function<std::optional<double>()> read_; // asked, if there is one; locked
    time_ref clock_ = &system_time();
    std::atomic<double> value_{0};
    std::atomic<duration::rep> moment_{0};
    std::atomic<content> shows_{content::nothing};
};

/// The counts of one histogram.
class histogram_series {
public:
    explicit histogram_series(std::span<double const> bounds) : bounds_(bounds), counts_(bounds.size() + 1) {}

    void observe(double value, std::uint64_t n) noexcept
    {
        auto const at = std::ranges::lower_bound(bounds_, value) - bounds_.begin();
        counts_[static_cast<std::size_t>(at)].fetch_add(n, std::memory_order_relaxed);
        sum_.fetch_add(value * static_cast<double>(n), std::memory_order_relaxed);
    }

    std::vector<std::uint64_t> counts() const
    {
        std::vector<std::uint64_t> all;
        for (auto const& c : counts_) all.push_back(c.load(std::memory_order_relaxed));
        return all;
    }
    double sum() const noexcept { return sum_.load(std::memory_order_relaxed); }

private:
    std::span<double const> bounds_;
    std::vector<std::atomic<std::uint64_t>> counts_;
    std::atomic<double> sum_{0};
};

} // namespace detail

namespace {

using label_set = std::vector<std::pair<std::string, std::string>>;

// A value that is not UTF-8, such as the name of a file, would let a whole scrape fail.
label_set owned(std::span<metric_label const> labels)
{
    label_set all;
    for (auto const& l : labels) all.emplace_back(l.name, detail::in_utf8(l.value));
    return all;
}

constexpr metric_family dropped{
    .name = "coinformer_metrics_dropped_series_total",
    .help = "Series that are not counted, because their family has too many of them.",
};

/// The instruments with the same name and labels. Of a counter or a histogram there is one, which its owners
/// share.
struct same_labels {
    std::weak_ptr<std::atomic<std::uint64_t>> counter;
    std::weak_ptr<detail::histogram_series> histogram;
    std::vector<std::weak_ptr<detail::gauge_series>> gauges;

    void drop_ended_gauges()
    {
        std::erase_if(gauges, [](auto const& g) { return g.expired(); });
    }
    bool is_over()
    {
        drop_ended_gauges();
        return counter.expired() && histogram.expired() && gauges.empty();
    }
};

std::optional<double> value_of(std::vector<std::weak_ptr<detail::gauge_series>> const& gauges,
                               gauges_together how)
{
    std::optional<double> all;
    for (auto const& weak : gauges) {
        auto const g = weak.lock();
        auto const one = g ? g->value() : std::nullopt;
        if (!one) continue;
        if (!all)
            all = one;
        else
            all = how == gauges_together::largest ? std::max(*all, *one) : *all + *one;
    }
    return all;
}

} // namespace

/// The series of a registry, by name and labels. The instruments belong to the objects that count; the state
/// only looks at them, so that they may be destroyed in any order and without its lock.
class metrics::state {
public:
    // Returns the place of the instruments with these labels; null if the family has too many series.
    same_labels* find(metric_family const& of, std::span<metric_label const> labels)
    {
        auto& series = families_.try_emplace(of.name, family{of, {}}).first->second.series;
        auto key = owned(labels);
        if (auto const known = series.find(key); known != series.end()) return &known->second;
        if (series.size() >= metrics_registry::most_series) drop_ended(series);
        if (series.size() < metrics_registry::most_series) return &series[std::move(key)];
        ++dropped_;
        return nullptr;
    }

    coinformer::gauge add_gauge(std::shared_ptr<detail::gauge_series> series, metric_family const& of,
                                std::span<metric_label const> labels)
    {
        coinformer::gauge made;
        std::lock_guard const held(lock);
        if (auto* const place = find(of, labels)) {
            if (place->gauges.size() == place->gauges.capacity()) place->drop_ended_gauges();
            place->gauges.push_back(series);
            made.series_ = std::move(series);
        }
        return made;
    }

    void visit(metrics_visitor& by)
    {
        std::lock_guard const held(lock);
        bool has_dropped = dropped_ != 0;
        auto const show_dropped = [&] {
            if (!std::exchange(has_dropped, false)) return;
            by.family(dropped);
            by.value({}, static_cast<double>(dropped_));
        };
        for (auto& [name, f] : families_) {
            if (name > dropped.name) show_dropped();
            drop_ended(f.series);
            if (!f.series.empty()) show(f, by);
        }
        show_dropped();
    }

    std::mutex lock; // held by the callers of find()

private:
    using series_map = std::map<label_set, same_labels>;
    struct family {
        metric_family what;
        series_map series;
    };

    static void drop_ended(series_map& series)
    {
        for (auto s = series.begin(); s != series.end();)
            s = s->second.is_over() ? series.erase(s) : std::next(s);
    }

    static void show(family const& f, metrics_visitor& by)
    {
        by.family(f.what);
        std::vector<metric_label> labels;
        for (auto const& [names, s] : f.series) {
            labels.clear();
            for (auto const& [name, value] : names) labels.push_back({name, value});
            if (auto const c = s.counter.lock())
                by.value(labels, static_cast<double>(c->load(std::memory_order_relaxed)));
            else if (auto const h = s.histogram.lock())
                by.values(labels, h->counts(), h->sum());
            else if (auto const value = value_of(s.gauges, f.what.together))
                by.value(labels, *value);
        }
    }

    std::map<std::string_view, family> families_;
    std::uint64_t dropped_ = 0;
};

gauge& gauge::operator=(gauge&& other) noexcept
{
    gauge ended;
    ended.series_ = std::exchange(series_, std::move(other.series_));
    return *this;
}

gauge::~gauge()
{
    if (series_) series_->close();
}

void gauge::set(double value) const noexcept
{
    if (series_) series_->set(value);
}

void gauge::show_time_since(time_point moment) const noexcept
{
    if (series_) series_->show_time_since(moment);
}

void gauge::clear() const noexcept
{
    if (series_) series_->clear();
}

void histogram::observe(double value, std::uint64_t n) const noexcept
{
    if (series_) series_->observe(value, n);
}

metrics::metrics(metrics_registry* registry) noexcept
{
    if (registry) state_ = registry->state_;
}

counter metrics::counter(metric_family const& of, std::span<metric_label const> labels) const
{
    coinformer::counter made;
    if (!state_) return made;
    std::lock_guard const held(state_->lock);
    if (auto* const place = state_->find(of, labels)) {
        made.value_ = place->counter.lock();
        if (!made.value_) place->counter = made.value_ = std::make_shared<std::atomic<std::uint64_t>>(0);
    }
    return made;
}

gauge metrics::gauge(metric_family const& of, std::span<metric_label const> labels, time_ref clock) const
{
    if (!state_) return {};
    return state_->add_gauge(std::make_shared<detail::gauge_series>(std::move(clock)), of, labels);
}

gauge metrics::gauge_of(std::function<std::optional<double>()> read, metric_family const& of,
                        std::span<metric_label const> labels) const
{
    if (!state_) return {};
    return state_->add_gauge(std::make_shared<detail::gauge_series>(std::move(read)), of, labels);
}

histogram metrics::histogram(metric_family const& of, std::span<metric_label const> labels) const
{
    coinformer::histogram made;
    if (!state_) return made;
    std::lock_guard const held(state_->lock);
    if (auto* const place = state_->find(of, labels)) {
        made.series_ = place->histogram.lock();
        if (!made.series_)
            place->histogram = made.series_ = std::make_shared<detail::histogram_series>(of.bounds);
    }
    return made;
}

void metrics::visit(metrics_visitor& by) const
{
    if (state_) state_->visit(by);
}

metrics_registry::metrics_registry() : state_(std::make_shared<metrics::state>()) {}

metrics_registry::~metrics_registry() = default;

void metrics_registry::visit(metrics_visitor& by) const
{
    state_->visit(by);
}

} // namespace coinformer
