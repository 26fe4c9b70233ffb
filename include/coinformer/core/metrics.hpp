#pragma once

#include <coinformer/core/time_source.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace coinformer {

class metrics_registry;

enum class metric_type {
    counter,   ///< only grows
    gauge,     ///< a present value
    histogram, ///< how often values fell between given bounds, and their sum
};

/// Says how the registry combines several gauges that have the same name and labels. Two informers of the
/// same resource have such gauges, for example.
enum class gauges_together {
    sum,     ///< for numbers of things
    largest, ///< for ages, and for states that are 0 or 1
};

/// Describes all series of one name. The texts, and the bounds, live as long as the process. Names
/// follow the conventions of Prometheus: base units, and `_total` behind counters.
struct metric_family {
    std::string_view name;
    std::string_view help; ///< one sentence
    metric_type type = metric_type::counter;
    std::span<double const> bounds = {}; ///< a histogram's upper bounds, in ascending order
    gauges_together together = gauges_together::sum;
};

/// One label of a series, which tells it from the other series of its family.
struct metric_label {
    std::string_view name;
    std::string_view value;
};

namespace detail {
class counter_series;
class gauge_series;
class histogram_series;
} // namespace detail

/// A number that only grows. Counters with the same name and labels are one series. A default-constructed
/// counter counts nothing.
///
/// Threads    any.
class counter {
public:
    void add(std::uint64_t n = 1) const noexcept
    {
        if (value_) value_->fetch_add(n, std::memory_order_relaxed);
    }
    explicit operator bool() const noexcept { return value_ != nullptr; } ///< true if somebody listens

private:
    friend class metrics;
    std::shared_ptr<std::atomic<std::uint64_t>> value_;
};

/// A present value, or the time that has passed since a moment. A default-constructed gauge is not shown. The
/// value disappears with the gauge.
///
/// Threads    any, except that no other thread uses a gauge while it is moved, assigned to or destroyed.
class gauge {
public:
    gauge() noexcept = default;
    gauge(gauge&&) noexcept = default;
    gauge& operator=(gauge&& other) noexcept;
    ~gauge();

    void set(double value) const noexcept;
    /// From now on the value is the number of seconds since `moment`, on the clock of the environment.
    void show_time_since(time_point moment) const noexcept;
    void clear() const noexcept; ///< it has no value, and is not shown, until the next call
    explicit operator bool() const noexcept { return series_ != nullptr; }

private:
    friend class metrics;
    std::shared_ptr<detail::gauge_series> series_;
};

/// Sorts values by size. Histograms with the same name and labels are one series.
///
/// Threads    any.
class histogram {
public:
    /// Counts `n` values of the same size.
    void observe(double value, std::uint64_t n = 1) const noexcept;
    void observe(duration value, std::uint64_t n = 1) const noexcept
    {
        observe(std::chrono::duration<double>(value).count(), n);
    }
    explicit operator bool() const noexcept { return series_ != nullptr; }

private:
    friend class metrics;
    std::shared_ptr<detail::histogram_series> series_;
};

/// Receives the values of a metrics_registry. The texts and spans end with the call. The registry calls it
/// with its lock held, so it must not make an instrument, visit a registry, or wait for a thread that does:
/// that would wait for ever. A visitor that has more to do copies what it is shown.
class metrics_visitor {
public:
    virtual ~metrics_visitor() = default;

    /// The series that follow belong to this family. Each family comes once, in the order of the names.
    virtual void family(metric_family const& of) = 0;
    /// A counter or a gauge.
    virtual void value(std::span<metric_label const> labels, double value) = 0;
    /// A histogram. `counts` has one number more than metric_family::bounds: the values above the last bound.
    /// The numbers are not cumulative.
    virtual void values(std::span<metric_label const> labels, std::span<std::uint64_t const> counts,
                        double sum) = 0;
};

/// Makes the instruments with which the library counts. environment::metrics is one, made from a pointer to a
/// registry. If it is made from a null pointer, its instruments count nothing.
///
/// Threads    any.
class metrics {
public:
    metrics() noexcept = default;
    metrics(metrics_registry* registry) noexcept;

    explicit operator bool() const noexcept { return state_ != nullptr; } ///< true if somebody listens

    // Label names have to be the same for all series of a family. Values should come from a bounded set; each
    // family takes at most metrics_registry::most_series, and further instruments count nothing.
    coinformer::counter counter(metric_family const& of, std::span<metric_label const> labels = {}) const;
    coinformer::gauge gauge(metric_family const& of, std::span<metric_label const> labels = {},
                            time_ref clock = &system_time()) const;
    /// Makes a gauge whose value `read` returns whenever somebody visits the registry; nullopt means that it
    /// has none. `read` runs on the visitor's thread, and the destructor of the gauge waits until it has
    /// returned. So `read` may refer to the object that the gauge is a member of, if the gauge is destroyed
    /// before the members that `read` uses. `read` must neither make nor destroy instruments, and whoever
    /// destroys the gauge must not hold a lock that `read` takes.
    coinformer::gauge gauge_of(std::function<std::optional<double>()> read, metric_family const& of,
                               std::span<metric_label const> labels = {}) const;
    coinformer::histogram histogram(metric_family const& of, std::span<metric_label const> labels = {}) const;

    /// Shows what metrics_registry::visit() shows, also after the registry was destroyed. Without a registry
    /// it shows nothing.
    void visit(metrics_visitor& by) const;

private:
    friend class metrics_registry;
    class state;
    std::shared_ptr<state> state_;
};

/// Holds the numbers that the library counts about itself, until somebody asks for them:
///
///     metrics_registry registry;
///     client api({.ex = io.get_executor(), .metrics = &registry}, load_endpoint());
///     registry.visit(my_visitor); // or prometheus_text(registry), of coinformer/prometheus/collector.hpp
///
/// A series appears when the object that it is about is made, and disappears with it.
///
/// Threads    any.
/// Lifetime   It may be destroyed before or after the objects that count.
class metrics_registry {
public:
    static constexpr std::size_t most_series = 2'000; ///< limit for each family

    metrics_registry();
    metrics_registry(metrics_registry const&) = delete;
    metrics_registry& operator=(metrics_registry const&) = delete;
    ~metrics_registry();

    /// Shows all present values. Counting goes on meanwhile, so numbers of different series may be of
    /// slightly different moments. Other threads that make an instrument wait until the visit has ended.
    void visit(metrics_visitor& by) const;

private:
    friend class metrics;
    std::shared_ptr<metrics::state> state_;
};

} // namespace coinformer
